"""Other tools beside ours: one file a rival, found by being here.

A plug is a function that takes a case and returns the work to be timed; what it does before returning
(reading, converting, importing) is not timed. The work returns an outcome: labels, a released frame
with its key, or numbers. `@rival` says which method of ours it stands against, and which
module or program it needs; where that is missing the rival is listed as absent.
"""

import importlib
import pkgutil
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from bench.cases import Case, Work
from tokumei.errors import UnknownName, unknown

Start = Callable[[Case], Work]


@dataclass(frozen=True)
class Rival:
    """Another tool, and the method of ours that does the same."""

    name: str
    of: str
    start: Start
    module: str | None = None
    program: str | None = None

    @property
    def missing(self) -> str | None:
        """Why the rival cannot be run, in a sentence; None if it can."""
        if self.module is not None and find_spec(self.module) is None:
            return f"the module {self.module} is not installed."
        if self.program is not None and shutil.which(self.program) is None:
            return f"the program {self.program} is not installed."
        return None

    @property
    def version(self) -> str | None:
        """The version of the module, where it tells one."""
        try:
            return None if self.module is None else version(self.module)
        except PackageNotFoundError:
            return None


RIVALS: dict[str, Rival] = {}
"""Every rival declared so far, by name."""


def rival(*, of: str, module: str | None = None, program: str | None = None) -> Callable[[Start], Start]:
    """Declare a rival of a method of ours: a function `(case) -> work`, named as the rival."""

    def record(start: Start) -> Start:
        name = start.__name__
        RIVALS[name] = Rival(name, of, start, module, program)
        return start

    return record


def rivals() -> list[Rival]:
    """Return every rival there is, by name."""
    for found in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{found.name}")
    return sorted(RIVALS.values(), key=lambda one: one.name)


def get(name: str) -> Rival:
    """Return the rival of this name, or say which there are."""
    found = {one.name: one for one in rivals()}
    if name not in found:
        raise UnknownName(unknown("rival", name, found))
    return found[name]
