"""The columns of an original and its release in one form, so that equal cells are equal values."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import UnknownColumn
from tokumei.model.cells import quoted
from tokumei.model.columns import column, places
from tokumei.model.data import Labels, Rows
from tokumei.model.schema import LINE_KINDS
from tokumei.model.table import Table, row_groups

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Crossed:
    """The cells of one cross table of two tables: in which each original and each released row is.

    Cells are numbered from 0 by first appearance, those of the original first.
    """

    original: Labels = field(repr=False)
    released: Labels = field(repr=False)
    cells: int

    @property
    def counts(self) -> tuple[Rows, Rows]:
        """The rows of each cell, in the original and in the release."""
        return np.bincount(self.original, minlength=self.cells), np.bincount(self.released, minlength=self.cells)

    @property
    def in_both(self) -> Mask:
        """Which cells have rows in both tables."""
        before, after = self.counts
        return (before > 0) & (after > 0)


def crossed(original: Table, released: Table, columns: Sequence[str] | None = None) -> Crossed:
    """Return the cells that quasi columns of two tables make together; all quasi columns by default.

    Rows are in one cell where their values are equal: a range counts as the value at its middle, a set as
    a value of its own, a missing cell equals a missing one and `*` another `*`.
    """
    names = list(dict.fromkeys(original.quasi if columns is None else columns))
    for name in names:
        if name not in original.quasi:
            raise UnknownColumn.named(name, original.quasi, where="the quasi columns")
    both = pl.DataFrame([pl.concat(alike(original, released, name)) for name in names])
    rows = len(original)
    if not names:
        return Crossed(np.zeros(rows, dtype=np.int64), np.zeros(len(released), dtype=np.int64), 1)
    labels = row_groups(both, names)
    return Crossed(labels[:rows], labels[rows:], int(labels.max(initial=-1)) + 1)


def alike(original: Table, released: Table, name: str) -> tuple[pl.Series, pl.Series]:
    """Return a column of both tables so that equal values are equal, whatever types the tables came with.

    Where values lie on a line a range stands at its middle and `*` is NaN; elsewhere cells are texts.
    """
    if original.kind(name) in LINE_KINDS:
        return _placed(original, name, raw=True), _placed(released, name, raw=False)
    before, after = original.frame[name], released.frame[name]
    if before.dtype.is_numeric() and after.dtype.is_numeric():
        return before.cast(pl.Float64), after.cast(pl.Float64)
    # Quasi cells of a release are written as cells, others as they were.
    written = quoted(before) if name in original.quasi else before
    return written.cast(pl.String), after.cast(pl.String)


def _placed(table: Table, name: str, *, raw: bool) -> pl.Series:
    series = table.frame[name]
    if series.dtype != pl.String:
        # Adding nothing makes one zero of two.
        return pl.Series(name, places(table, name, series) + 0.0, nan_to_null=True)
    cells = column(table, name, raw=raw)
    values = pl.Series(name, cells.middle[cells.of] + 0.0)
    return values.set(pl.Series(cells.missing[cells.of]), None)
