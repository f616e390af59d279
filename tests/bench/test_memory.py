"""Peak memory is that of the work."""

import json
import subprocess
import sys

from bench import ROOT

PROGRAM = """
import json
from bench.memory import Memory
before = bytearray(200 << 20)
del before
memory = Memory.start()
during = bytearray(80 << 20)
del during
print(json.dumps([memory.is_set_back, memory.document()]))
"""


def test_the_peak_counts_what_the_work_held_and_not_what_was_held_before() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)
    is_set_back, found = json.loads(done.stdout)
    if is_set_back:
        assert 79 <= found["work_mb"] < 120
        assert found["peak_mb"] < 200
    else:
        # Where the system does not let us set the peak back, the line says that it is the life's.
        assert found["peak_mb"] >= 200
        assert "whole life" in found["how"]
