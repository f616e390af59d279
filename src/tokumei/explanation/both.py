"""An original and its release side by side: cells as codes that are equal where cells are, and who is paired."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData, UnknownColumn
from tokumei.kernels.sorting import different
from tokumei.model.alike import alike
from tokumei.model.columns import column
from tokumei.model.data import Labels, Rows
from tokumei.model.matching import candidates
from tokumei.model.table import Table, row_groups

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

HUGE, TAMING = 1e100, 2.0**-700
"""From what size on numbers are made smaller before they are squared, and by how much."""


@dataclass(frozen=True)
class Pairs:
    """Released rows and the original row of each.

    Where a pair is not `sure` its rows may be any two that are alike in their quasi values: only what holds for all
    the rows of a group can be read from it. `deleted` original rows have no pair.
    """

    released: Rows = field(repr=False)
    original: Rows = field(repr=False)
    sure: Mask = field(repr=False)
    deleted: int = 0

    @classmethod
    def by_key(cls, key: Rows, originals: int) -> "Pairs":
        """Return the pairs that a key declares, of so many original rows."""
        rows = np.flatnonzero(key >= 0)
        return cls(rows, key[rows], np.ones(rows.size, dtype=bool), originals - int(different(key[rows]).size))

    @classmethod
    def nobody(cls) -> "Pairs":
        """Return no pairs at all."""
        return cls(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0, dtype=bool))

    def only(self, which: Mask) -> "Pairs":
        """Return some of the pairs; the others are as good as deleted."""
        gone = int((~which).sum())
        return Pairs(self.released[which], self.original[which], self.sure[which], self.deleted + gone)


@dataclass(frozen=True, eq=False)
class Cells:
    """One column of both tables: codes that are equal where cells are, and numbers where it holds some.

    A released cell that is `coarse`, a range, a set or suppressed, equals no original one. `is_constant` tells
    whether the column held several values and now holds one that stands for only some of them.
    """

    name: str
    before: Rows = field(repr=False)
    after: Rows = field(repr=False)
    numbers: tuple[Floats, Floats] | None = field(repr=False)
    coarse: Mask = field(repr=False)
    missing: tuple[Mask, Mask] = field(repr=False)
    is_constant: bool = False


@dataclass(frozen=True, eq=False)
class Both:
    """An original and its release, each column read once."""

    original: Table
    released: Table
    cells: Mapping[str, Cells] = field(repr=False)

    @classmethod
    def of(cls, original: Table, released: Table) -> "Both":
        """Read both tables, or say why the one cannot have been made of the other."""
        names = [*original.quasi, *original.sensitive]
        if not names:
            raise BadData("no column has a role; name quasi columns with --quasi and sensitive ones with --sensitive.")
        for name in names:
            if name not in released.frame.columns:
                raise UnknownColumn.named(name, released.frame.columns, where="the released table")
        if len(released) > len(original):
            raise BadData(
                f"the released table has {len(released)} rows, the original {len(original)}; none of the methods that "
                "are told from each other adds rows."
            )
        return cls(original, released, {name: _cells(original, released, name) for name in names})

    @property
    def quasi(self) -> list[Cells]:
        """The quasi columns."""
        return [self.cells[name] for name in self.original.quasi]

    @property
    def sensitive(self) -> list[Cells]:
        """The sensitive columns."""
        return [self.cells[name] for name in self.original.sensitive]

    @property
    def telling(self) -> list[Cells]:
        """The quasi columns that were not set to one value."""
        return [one for one in self.quasi if not one.is_constant]

    @property
    def fixed(self) -> list[Cells]:
        """The sensitive columns that were set to one value; rows that are all alike may share their mean."""
        return [one for one in self.sensitive if one.is_constant] if self.groups[1].any() else []

    @cached_property
    def groups(self) -> tuple[Labels, Labels]:
        """The rows of the original, and those of the release, that are alike in their quasi values."""
        if not self.quasi:
            return np.zeros(len(self.original), dtype=np.int64), np.zeros(len(self.released), dtype=np.int64)
        return self.original.published_alike(), self.released.published_alike()

    def vectors(self, columns: Sequence[Cells]) -> tuple[Labels, Labels]:
        """Return numbers for the rows of both tables that are equal where the rows are, in these columns."""
        rows = len(self.original)
        frame = pl.DataFrame({one.name: np.concatenate([one.before, one.after]) for one in columns})
        labels = row_groups(frame, frame.columns) if columns else np.zeros(rows + len(self.released), dtype=np.int64)
        return labels[:rows], labels[rows:]


def varied(columns: Sequence[Cells]) -> list[Cells]:
    """Return the columns that hold more than one value in the release."""
    return [one for one in columns if not _one(one.after)]


def _cells(original: Table, released: Table, name: str) -> Cells:
    before, after = alike(original, released, name)
    codes = row_groups(pl.concat([before.alias(name), after.alias(name)]).to_frame(), [name])
    there, here = codes[: len(before)], codes[len(before) :]
    coarse = _coarse(released, name) if name in original.quasi else np.zeros(len(released), dtype=bool)
    if coarse.any():
        # Two ranges are equal where they are written alike; no original value is.
        here = np.where(coarse, row_groups(released.frame.select(name), [name]) + len(codes), here)
    numbers = None
    if before.dtype.is_numeric() and after.dtype.is_numeric():
        numbers = _tamed(_floats(before), _floats(after))
    missing = before.is_null().to_numpy(), after.is_null().to_numpy()
    constant = here.size > 1 and _one(here) and not _one(there)
    constant = constant and not (coarse[0] and _covers(original, released, name))
    return Cells(name, there, here, numbers, coarse, missing, constant)


def _covers(original: Table, released: Table, name: str) -> bool:
    """Tell whether the first released cell stands for every original value, as the top of a hierarchy does."""
    fits = candidates(original, released.take(np.zeros(1, dtype=np.int64)), [name])
    return int(fits.sizes_at(np.zeros(1, dtype=np.int64))[0]) == len(original)


def _coarse(released: Table, name: str) -> Mask:
    if released.frame[name].dtype != pl.String:
        return np.zeros(len(released), dtype=bool)
    cells = column(released, name)
    if cells.on_a_line:
        coarse: Mask = (cells.low != cells.high) & ~cells.missing
    else:
        coarse = np.array([len(values) > 1 for values in cells.values], dtype=bool) | cells.suppressed
    return coarse[cells.of]


def _floats(series: pl.Series) -> Floats:
    values = series.cast(pl.Float64).to_numpy().astype(np.float64)
    return np.where(np.isfinite(values), values, np.nan)


def _tamed(before: Floats, after: Floats) -> tuple[Floats, Floats]:
    # A power of two leaves every digit, and keeps the squares of huge values from overflowing.
    largest = max(np.abs(values[~np.isnan(values)]).max(initial=0.0) for values in (before, after))
    return (before * TAMING, after * TAMING) if largest > HUGE else (before, after)


def _one(codes: Rows) -> bool:
    return bool(codes.size == 0 or (codes == codes[0]).all())
