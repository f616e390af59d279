"""Kernels are compiled when first called, not before."""

import subprocess
import sys


def test_importing_a_kernel_brings_no_compiler():
    code = "import sys, tokumei.kernels.mdav, tokumei.kernels.boxes; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_cache_goes_elsewhere_where_the_package_cannot_be_written(tmp_path):
    code = (
        "import os; real = os.access\n"
        "os.access = lambda path, mode, **more: mode != os.W_OK and real(path, mode, **more)\n"
        "from tokumei.kernels import _jit; _jit._numba(); print(os.environ['NUMBA_CACHE_DIR'])"
    )
    surroundings = {"XDG_CACHE_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    said = subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == str(tmp_path / "tokumei" / "kernels")
