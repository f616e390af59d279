"""Descriptions of people in the cells of a release, and how many known rows each fits."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.kernels.boxes import count_in_boxes
from tokumei.model.columns import Column, column
from tokumei.model.data import Rows
from tokumei.model.matching import codes_of_sets, codes_on_a_line
from tokumei.model.table import Table, first_rows

Codes = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Bounds = tuple[Rows, Rows, Rows]
"""For each description the lowest and highest code it admits in a column, and the set of codes, -1 for all between."""

AT_MOST, WITHIN, AT_LEAST = -1, 0, 1
"""Whether a description means a cell's value and all below it, just what is in the cell, or all above it too."""


@dataclass(frozen=True)
class Trait:
    """A column that descriptions speak of: the codes of all rows, and what each released cell stands for.

    A code is a place among the known values; a missing value has the code after the last. A released range
    has the code of its middle, a set that of its first value, and what tells nothing -1. `low` and
    `high` are the codes of categories, `allowed` the codes in each set of them. A description names a cell, -1
    where it does not speak of this column.
    """

    name: str
    known: Codes = field(repr=False)
    released: Codes = field(repr=False)
    last: int
    cells: Column = field(repr=False)
    low: Rows = field(repr=False)
    high: Rows = field(repr=False)
    allowed: Flags = field(repr=False)
    places: Floats = field(repr=False)
    words: Sequence[str] = field(repr=False)

    @classmethod
    def of(cls, known: Table, released: Table, name: str) -> "Trait":
        """Read a column that both tables have."""
        held, cells = column(known, name, raw=True), column(released, name)
        codes, low, high, allowed = (codes_on_a_line if held.on_a_line else codes_of_sets)(held, cells)
        places = np.unique(held.low[~held.missing])
        last = places.size if held.on_a_line else int(codes.max(initial=-1)) + 1
        shown = np.minimum(np.searchsorted(places, cells.middle), last - 1) if held.on_a_line else low
        shown = np.where(cells.missing, last, np.where(cells.suppressed, -1, shown))
        return cls(
            name=name,
            known=np.where(held.missing, last, codes)[held.of].astype(np.int32),
            released=shown[cells.of].astype(np.int32),
            last=last,
            cells=cells,
            low=low,
            high=high,
            allowed=allowed,
            places=places,
            words=released.frame[name].gather(first_rows(cells.of)).cast(pl.String).to_list(),
        )

    @property
    def tells(self) -> Flags:
        """Whether each cell says anything."""
        return ~self.cells.suppressed

    @property
    def is_point(self) -> Flags:
        """Whether each cell is one number, date or ordered value."""
        found: Flags = np.isfinite(self.cells.middle) & np.equal(self.cells.low, self.cells.high)
        return found

    def sides(self, cells: Rows) -> Rows:
        """Return for each cell the side of its value on which fewer released rows lie."""
        middle = np.nanmedian(self.cells.middle[self.cells.of]) if self.is_point.any() else np.nan
        side = np.where(self.cells.middle >= middle, AT_LEAST, AT_MOST)
        return np.where((cells >= 0) & self.is_point[cells], side[cells], WITHIN)

    def bounds(self, cells: Rows, sides: Rows) -> Bounds:
        """Return what each description admits."""
        if self.cells.on_a_line:
            low = np.searchsorted(self.places, self.cells.low[cells], side="left")
            high = np.searchsorted(self.places, self.cells.high[cells], side="right") - 1
        else:
            low, high = self.low[cells], self.high[cells]
        low, high = np.where(sides == AT_MOST, 0, low), np.where(sides == AT_LEAST, self.last - 1, high)
        gone, free = (cells >= 0) & self.cells.missing[cells], cells < 0
        low = np.where(gone, self.last, np.where(free, -1, low))
        high = np.where(gone | free, self.last, high)
        has_set = np.any(self.allowed[cells], axis=1) & ~free if self.allowed.size else np.zeros(cells.size, dtype=bool)
        return low, high, np.where(has_set, cells, -1)

    def shares(self, bounds: Bounds) -> Floats:
        """Return the share of known rows that each description fits in this column alone."""
        low, high, sets = bounds
        counts = np.bincount(self.known, minlength=self.last + 1)
        ahead = np.concatenate([[0], np.cumsum(counts)])
        fitting = np.where(high >= low, ahead[high + 1] - ahead[np.maximum(low, 0)], 0)
        some = np.flatnonzero(sets >= 0)
        if some.size:
            fitting[some] = (self.allowed[sets[some]] * counts).sum(axis=1)
        return fitting / max(self.known.size, 1)

    def said(self, cell: int, side: int) -> str:
        """Return a description in words; nothing where it does not speak of this column."""
        if cell < 0:
            return ""
        if self.cells.missing[cell]:
            return f"{self.name} is missing"
        is_one = self.is_point[cell] or (not self.cells.on_a_line and len(self.cells.values[cell]) == 1)
        word = {AT_MOST: "<=", AT_LEAST: ">="}.get(side, "==" if is_one else "in")
        return f"{self.name} {word} {self.words[cell]}"


def rows_that_fit(traits: Sequence[Trait], bounds: Sequence[Bounds], codes: Sequence[Codes]) -> Rows:
    """Return how many rows of these codes, known or released, each description fits."""
    low, high, sets = (np.column_stack(part).astype(np.int32) for part in zip(*bounds, strict=True))
    return count_in_boxes(np.column_stack(codes), low, high, sets, [trait.allowed for trait in traits])


def chance_of_one(traits: Sequence[Trait], bounds: Sequence[Bounds], rows: int) -> Floats:
    """Return how likely each description fits exactly one of so many rows if no column knew of the others."""
    weight = np.prod([trait.shares(bound) for trait, bound in zip(traits, bounds, strict=True)], axis=0)
    chance: Floats = rows * weight * (1 - weight) ** max(rows - 1, 0)
    return chance
