"""Checks before the work that every file can be written in the end, and reads what a run wrote."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from tokumei import io
from tokumei.errors import BadOption, UnreadableSource
from tokumei.sources import is_address, shown

RELEASE_CHECKS = {"--output": io.check_table_target, "--key": io.check_key_target}
"""What a command that writes a release asks of its targets; others only have to be writable."""


def check_targets(
    targets: Mapping[str, str | None],
    sources: Mapping[str, str | None],
    *,
    force: bool,
    checks: Mapping[str, Callable[..., None]] = MappingProxyType({}),
) -> None:
    """Refuse targets that exist, that cannot be written, or that are one file; and a source as target.

    All are named by the option or argument that says them.
    """
    seen = {_place(path): name for name, path in sources.items() if path is not None}
    for name, target in targets.items():
        if target is None:
            continue
        taken = seen.setdefault(_place(target), name)
        if taken != name:
            raise BadOption(f"{name} {shown(target)} is also {taken}; choose another file.")
        checks.get(name, io.check_target)(target, force=force)


def read_text(source: str, what: str) -> str:
    """Read a text file, or say that it cannot be read."""
    try:
        return Path(source).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UnreadableSource(f"no {what} at {source}; check the path.") from None
    except (OSError, UnicodeDecodeError):
        raise UnreadableSource(f"{source} cannot be read as UTF-8 text; give the {what} that was written.") from None


def _place(path: str) -> str:
    return path if is_address(path) else os.path.realpath(path)
