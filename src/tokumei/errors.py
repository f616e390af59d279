"""Every fault a user can meet, as one class each under one base.

TokumeiError
├── InputError                 bad input or options; the command line ends with 2
│   ├── UnknownName            a column, method, option or sample that does not exist
│   │   ├── UnknownColumn
│   │   └── UnknownMethod
│   ├── BadOption              an option with a value that is not allowed
│   ├── BadSchema              roles or kinds that contradict each other or the data
│   ├── BadData                the table itself cannot be worked on
│   │   └── TooFewRows
│   ├── BadRecipe              a recipe that cannot be read
│   ├── UnreadableSource       a file or database that cannot be read
│   ├── UnwritableTarget       a file or database that cannot be written
│   │   └── TargetExists
│   └── MissingComponent       an optional library or program that is not installed
├── RequirementNotMet          the run worked, but a `require` of the recipe does not hold; ends with 3
├── Cancelled                  somebody stopped the run
└── DeclarationError           a method declared wrongly; met by its author, at import
    └── BrokenPromise          a method that did not keep what it declares

No message ever holds a cell value of the data: names, counts and parameters are enough.
"""

from collections.abc import Iterable
from difflib import get_close_matches

SHOWN = 12
"""How many names a message lists before it says how many more there are."""


class TokumeiError(Exception):
    """Base of every error raised on purpose."""


class InputError(TokumeiError):
    """The user can mend this: the message says how."""


class UnknownName(InputError):
    """A name that nothing answers to."""


class UnknownColumn(UnknownName):
    """A column that the table does not have."""

    @classmethod
    def named(cls, name: str, columns: Iterable[str], *, where: str = "") -> "UnknownColumn":
        """Say which column is missing, the nearest name, and which there are."""
        return cls(unknown("column", name, columns, where=where))


class UnknownMethod(UnknownName):
    """A method, kind of method or sample that is not in the catalogue."""


class BadOption(InputError):
    """An option whose value is not allowed."""


class BadSchema(InputError):
    """Roles or kinds that contradict each other or the table."""


class BadData(InputError):
    """A table that cannot be worked on as it is."""


class TooFewRows(BadData):
    """Fewer rows than the smallest allowed group."""

    @classmethod
    def for_k(cls, k: int, rows: int, unit: str = "rows") -> "TooFewRows":
        """Say how many rows the parameter k asks for."""
        return cls(f"k={k} needs at least {k} {unit}; the table has {rows}.")


class BadRecipe(InputError):
    """A recipe that cannot be understood."""


class UnreadableSource(InputError):
    """A file or database that cannot be read."""


class UnwritableTarget(InputError):
    """A file or database that cannot be written."""


class TargetExists(UnwritableTarget):
    """The target is there already and nobody allowed to overwrite it."""

    @classmethod
    def at(cls, target: object) -> "TargetExists":
        """Name the target and the option that overwrites it."""
        return cls(f"{target} exists already; choose another name or overwrite it with --force.")


class MissingComponent(InputError):
    """An optional library or program is needed and not installed."""

    @classmethod
    def extra(cls, what: str, extra: str) -> "MissingComponent":
        """Name the command that installs the missing extra."""
        return cls(f"{what} needs an extra: install it with  pip install 'tokumei[{extra}]'.")


class RequirementNotMet(TokumeiError):
    """The numbers are there, but a requirement of the recipe does not hold; `result` has them."""

    def __init__(self, message: str, result: object = None) -> None:
        super().__init__(message)
        self.result = result


class Cancelled(TokumeiError):
    """Somebody stopped the run."""


class DeclarationError(TokumeiError):
    """A method is declared in a way the catalogue cannot accept."""


class BrokenPromise(DeclarationError):
    """A method returned what its declaration rules out; nothing of it is published."""


def unknown(what: str, name: str, known: Iterable[str], *, where: str = "") -> str:
    """Return the sentence for a name nobody knows, with the nearest name that exists.

    >>> unknown("column", "zipcode", ["age", "zip code"])
    "no column 'zipcode'; did you mean 'zip code'? There are age, zip code."
    """
    names = list(known)
    near = get_close_matches(name, names, n=1, cutoff=0.6)
    place = f" in {where}" if where else ""
    hint = f"did you mean '{near[0]}'? There are" if near else "there are"
    return f"no {what} '{name}'{place}; {hint} {listing(names)}."


def listing(names: Iterable[str]) -> str:
    """Return names joined by commas, cut after a dozen.

    >>> listing(["a", "b"]), listing([])
    ('a, b', 'none')
    """
    every = [str(name) for name in names]
    if len(every) <= SHOWN:
        return ", ".join(every) or "none"
    return f"{', '.join(every[:SHOWN])} and {len(every) - SHOWN} more"
