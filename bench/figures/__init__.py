"""The goals we hold ourselves to: one file a paper, found by being here, with a list `FIGURES`."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.data import data_set
from bench.lines import Line
from bench.words import short
from tokumei.errors import TokumeiError

HEAD = ("figure", "goal", "got", "got/goal", "", "how")
WORDS = {"at_most": "<=", "at_least": ">=", "equals": "="}


@dataclass(frozen=True)
class Figure:
    """A goal: what is measured, how, and the number to reach; exactly one of the three limits is given.

    `equals` is met where the number agrees to `digits` digits. `data` names the data sets it
    needs; a slow figure is left out of the quick set.
    """

    name: str
    unit: str
    how: str
    got: Callable[[], float]
    at_most: float | None = None
    at_least: float | None = None
    equals: float | None = None
    digits: int = 4
    data: tuple[str, ...] = ()
    slow: bool = False

    def __post_init__(self) -> None:
        """Refuse a goal that says nothing, or two things."""
        if sum(getattr(self, limit) is not None for limit in WORDS) != 1:
            raise ValueError(f"figure '{self.name}': give one of {', '.join(WORDS)}")

    @property
    def limit(self) -> str:
        """The name of the limit that is given."""
        return next(limit for limit in WORDS if getattr(self, limit) is not None)

    @property
    def goal(self) -> float:
        """The number to reach."""
        goal: float = getattr(self, self.limit)
        return goal

    @property
    def missing(self) -> str | None:
        """Why the figure cannot be measured here; None if it can."""
        reasons = (data_set(name).missing for name in self.data)
        return next((reason for reason in reasons if reason is not None), None)

    def is_met(self, number: float) -> bool:
        """Tell whether a number reaches the goal."""
        if self.limit == "equals":
            return f"{number:.{self.digits}g}" == f"{self.goal:.{self.digits}g}"
        return number <= self.goal if self.limit == "at_most" else number >= self.goal


def every() -> list[Figure]:
    """Return the figures of every file here, the house's first."""
    names = sorted((found.name for found in pkgutil.iter_modules(__path__)), key=lambda name: (name != "house", name))
    return [figure for name in names for figure in importlib.import_module(f"{__name__}.{name}").FIGURES]


def measured(figures: list[Figure]) -> Iterator[Line]:
    """Measure one figure after the other and yield a line for each."""
    for figure in figures:
        head: Line = {"what": "figure", "name": figure.name, "unit": figure.unit, "how": figure.how}
        head |= {"goal": figure.goal, "limit": figure.limit}
        if figure.missing is not None:
            yield {**head, "skipped": figure.missing}
            continue
        try:
            got = figure.got()
        except TokumeiError as reason:
            yield {**head, "skipped": str(reason)}
            continue
        yield {**head, "got": got, "ratio": got / figure.goal, "met": figure.is_met(got)}


def cells(line: Line) -> tuple[str, ...]:
    """Return a line as a row under `HEAD`."""
    goal = f"{WORDS[line['limit']]} {line['goal']:g} {line['unit']}"
    if "got" not in line:
        return (line["name"], goal, "", "", "absent", line["skipped"])
    return (
        line["name"],
        goal,
        short(line["got"]),
        f"{line['ratio']:.2f}",
        "met" if line["met"] else "MISSED",
        line["how"],
    )
