"""The papers this house is built on: their tables and figures again, one package each."""

import importlib
import pkgutil
from typing import TYPE_CHECKING

from tokumei.errors import UnknownName, unknown

if TYPE_CHECKING:
    from tokumei.papers.base.parts import Paper

SHARED = "base"


def names() -> list[str]:
    """Return the papers there are.

    >>> "tomobiki" in names()
    True
    """
    return sorted(found.name for found in pkgutil.iter_modules(__path__) if found.name != SHARED)


def paper(name: str) -> "Paper":
    """Return the paper of this name, or say which there are."""
    if name not in names():
        raise UnknownName(unknown("paper", name, names()))
    found: Paper = importlib.import_module(f"{__name__}.{name}").PAPER
    return found
