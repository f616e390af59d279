"""Hierarchies: from each value of a column, over wider and wider ones, to one that says nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData, BadOption
from tokumei.model.cells import SUPPRESSED
from tokumei.model.tangles import faults

Codes = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Hierarchy:
    """A tree of values, as ARX writes it: a row a value, from the value itself to the root.

    `weights` tells how much each step towards the root loses, equal by default. `others` is the entry of
    level 1 under which values without a row belong; without it they are refused. A missing cell is
    never among the values: it stands on a branch of its own, right below the root.
    """

    levels: tuple[tuple[str, ...], ...] = field(repr=False)
    weights: tuple[float, ...] = ()
    others: str | None = field(default=None, repr=False)

    @classmethod
    def of(cls, rows: Sequence[Sequence[str]], where: str) -> "Hierarchy":
        """Check the rows and return the hierarchy; `where` names it in errors.

        >>> Hierarchy.of([["Chiba", "Kanto", "*"], ["Kyoto", "Kansai", "*"]], "city").steps
        2
        """
        wrong = faults(rows)
        if wrong:
            raise BadData(f"{where}: {wrong[0].sentence}")
        return cls(tuple(tuple(row) for row in rows))

    @property
    def steps(self) -> int:
        """The number of steps from a value to the root."""
        return len(self.levels[0]) - 1

    @property
    def losses(self) -> Floats:
        """What a cell loses at each level: 0 at its value, 1 at the root."""
        return _losses(self.steps, self.weights)

    def weighted(self, weights: Sequence[float]) -> "Hierarchy":
        """Return the hierarchy with a weight for each step."""
        return replace(self, weights=_checked_weights(self.steps, weights))

    def numbers(self) -> Codes:
        """Number the entries of each level: the entry of every row at every level, the root included."""
        return self._numbers

    @cached_property
    def _numbers(self) -> Codes:
        levels = (pl.Series(level, dtype=pl.String) for level in zip(*self.levels, strict=True))
        return np.column_stack([level.rank("dense").to_numpy().astype(np.int64) - 1 for level in levels])

    @cached_property
    def values_under(self) -> dict[str, tuple[str, ...]]:
        """The values below each entry that is no value; of two entries with one name, below the wider."""
        values = {row[0] for row in self.levels}
        return {
            entry: tuple(self.levels[row][0] for row in rows)
            for entry, rows in self._rows_under().items()
            if entry not in values
        }

    def _rows_under(self) -> dict[str, Codes]:
        under: dict[str, Codes] = {}
        for level in range(1, self.steps + 1):
            names = np.array([row[level] for row in self.levels], dtype=object)
            entries, of = np.unique(names, return_inverse=True)
            order = np.argsort(of, kind="stable")
            parts = np.split(order, np.cumsum(np.bincount(of))[:-1])
            under |= {str(entry): rows for entry, rows in zip(entries, parts, strict=True)}
        return under


@dataclass(frozen=True)
class Intervals:
    """Wider and wider intervals of numbers, dates or ordered values, up to one that says nothing.

    `edges` holds for each level between the value and the root the ends of its intervals, ascending:
    the first reaches from `edges[0]` to just below `edges[1]`, the last includes its end. Every edge of a level
    is one of the level below. `is_whole` tells that the values are whole, so that an interval up to 30
    is written `[20;29]`. A level that `periods` names is one of the calendar: its intervals are written
    `1964-03`, `1964-Q1`, `1964` or `1960s`.
    """

    edges: tuple[Floats, ...] = field(repr=False)
    is_whole: bool = False
    weights: tuple[float, ...] = ()
    periods: tuple[str, ...] = ()

    @classmethod
    def of(cls, edges: Sequence[Sequence[float] | Floats], where: str, *, is_whole: bool = False) -> "Intervals":
        """Check the edges of the levels, finest first, and return the hierarchy; `where` names it in errors.

        >>> Intervals.of([[0, 10, 20, 40], [0, 20, 40]], "age").steps
        3
        """
        levels = tuple(np.asarray(level, dtype=np.float64) for level in edges)
        for at, level in enumerate(levels, start=1):
            if level.size < 2 or not (np.diff(level) > 0).all() or not np.isfinite(level).all():
                raise BadOption(f"{where}: level {at} needs two or more ascending numbers as its edges.")
        for at, (fine, coarse) in enumerate(pairwise(levels), start=1):
            if not np.isin(coarse, fine).all() or fine[0] != coarse[0] or fine[-1] != coarse[-1]:
                raise BadOption(
                    f"{where}: every edge of level {at + 1} must be one of level {at}, with the same first and last."
                )
        return cls(levels, is_whole)

    @property
    def steps(self) -> int:
        """The number of steps from a value to the root."""
        return len(self.edges) + 1

    @property
    def losses(self) -> Floats:
        """What a cell loses at each level: 0 at its value, 1 at the root."""
        return _losses(self.steps, self.weights)

    def weighted(self, weights: Sequence[float]) -> "Intervals":
        """Return the hierarchy with a weight for each step."""
        return replace(self, weights=_checked_weights(self.steps, weights))

    def period(self, level: int) -> str:
        """Return the period of the calendar that a level, from 1 on, consists of; nothing where it is none."""
        return self.periods[level - 1] if self.periods else ""

    def holding(self, level: int, places: Floats, *, are_tops: bool = False) -> Codes:
        """Return which interval of a level, from 1 on, holds each place; -1 where none does.

        Of numbers that are not whole an interval ends where the next begins: there a top belongs to the lower.
        """
        edges = self.edges[level - 1]
        found = np.searchsorted(edges, places, side="left" if are_tops and not self.is_whole else "right") - 1
        found[places == edges[-1]] = edges.size - 2
        found[(places < edges[0]) | (places > edges[-1]) | np.isnan(places)] = -1
        return found

    def ends(self, level: int, intervals: Codes) -> tuple[Floats, Floats]:
        """Return the lowest and highest value that intervals of a level are written with."""
        edges = self.edges[level - 1]
        high = edges[intervals + 1]
        is_open = intervals < edges.size - 2
        return edges[intervals], np.where(is_open, high - 1, np.floor(high)) if self.is_whole else high


Tree = Hierarchy | Intervals
"""What a column may have as its hierarchy."""

ROOT = SUPPRESSED


def _losses(steps: int, weights: tuple[float, ...]) -> Floats:
    if not weights:
        return np.arange(steps + 1) / steps
    reached: Floats = np.cumsum([0.0, *weights])
    shares: Floats = reached / reached[-1]
    return shares


def _checked_weights(steps: int, weights: Sequence[float]) -> tuple[float, ...]:
    given = tuple(float(weight) for weight in weights)
    if given and (len(given) != steps or min(given) < 0 or not 0 < sum(given) < float("inf")):
        raise BadOption(f"weights: {len(given)} given; a hierarchy of {steps} steps needs {steps} of 0 or more.")
    return given
