"""Measures peak memory, and says how.

A process's own peak only ever rises, so each method is measured in a fresh process (`bench.child`).
On Linux the peak is set back before the work (`/proc/self/clear_refs`), so that reading the data and
compiling do not count; elsewhere the peak is that of the process's whole life.
"""

import resource
import sys
from dataclasses import dataclass
from pathlib import Path

STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
MB = 1 << 20
UNIT = 1 if sys.platform == "darwin" else 1024
"""What getrusage counts memory in, in bytes."""


@dataclass(frozen=True)
class Memory:
    """What was resident before the work, in bytes, and whether the peak was set back then."""

    before: int
    is_set_back: bool

    @classmethod
    def start(cls) -> "Memory":
        """Set the peak back to what is resident now, where the system lets us."""
        try:
            CLEAR.write_text("5")
        except OSError:
            return cls(peak(), is_set_back=False)
        return cls(_status("VmRSS"), is_set_back=True)

    def document(self) -> dict[str, float | str]:
        """Return the peak of the process and how far the work lifted it, in megabytes."""
        highest = peak()
        how = "peak since the work began" if self.is_set_back else "peak of the process's whole life"
        rise = max(highest - self.before, 0)
        beside = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * UNIT
        numbers: dict[str, float | str] = {
            "peak_mb": round(highest / MB, 1),
            "work_mb": round(rise / MB, 1),
            "how": how,
        }
        # A rival may be a program that the process starts: its largest child.
        return {**numbers, "program_mb": round(beside / MB, 1)} if beside else numbers


def peak() -> int:
    """Return the highest resident memory of this process so far, in bytes."""
    # getrusage also counts what the parent held when it started us, so it comes second.
    if STATUS.exists():
        return _status("VmHWM")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT


def _status(name: str) -> int:
    line = next(line for line in STATUS.read_text(encoding="ascii").splitlines() if line.startswith(f"{name}:"))
    return int(line.split()[1]) * 1024
