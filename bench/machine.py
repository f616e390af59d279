"""Says where and with what a benchmark ran."""

import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench import ROOT
from tokumei.runner import LIBRARIES
from tokumei.version import __version__


def stamp() -> dict[str, Any]:
    """Return what every line of a result file carries: machine, versions, commit, time."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {"machine": {**machine(), "load": round(_load(), 1)}, "versions": versions(), "commit": commit(), "at": now}


@cache
def machine() -> dict[str, Any]:
    """Return the kind of machine this is, without its name."""
    return {"system": platform.system(), "processor": _processor(), "cores": os.cpu_count(), "memory_gb": _memory()}


@cache
def versions() -> dict[str, str]:
    """Return the versions of Python, of Tokumei and of the libraries that do its work."""
    return {"tokumei": __version__, "python": sys.version.split()[0], **{name: version(name) for name in LIBRARIES}}


@cache
def commit() -> str | None:
    """Return the commit that is checked out, with a + where files differ from it; None outside git."""
    try:
        head = _git("rev-parse", "--short", "HEAD")
        return head + ("+" if _git("status", "--porcelain") else "")
    except (OSError, subprocess.CalledProcessError):
        return None


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def _processor() -> str:
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text(encoding="utf-8").splitlines() if listed.exists() else []
    named = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return named or platform.processor() or platform.machine()


def _memory() -> float | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    except (AttributeError, ValueError, OSError):
        return None


def _load() -> float:
    # A machine that is busy with something else times everything too high.
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
