"""Columns taken group by group: ends, means, medians, commonest values. What fills are made of."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.model.columns import Column
from tokumei.model.data import Labels, Rows

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Groups:
    """The rows sorted by group: those of group g are `rows[start[g]:start[g + 1]]`, ascending."""

    of: Labels = field(repr=False)
    rows: Rows = field(repr=False)
    start: Rows = field(repr=False)

    @classmethod
    def by(cls, labels: Labels) -> "Groups":
        """Sort rows by their label; the groups are numbered in the order of the labels.

        >>> Groups.by(np.array([7, 2, 7])).rows.tolist()
        [1, 0, 2]
        """
        of = np.unique(labels, return_inverse=True)[1].astype(np.int64)
        sizes = np.bincount(of)
        return cls(of, np.argsort(of, kind="stable"), np.concatenate([[0], np.cumsum(sizes)]))

    def __len__(self) -> int:
        """Return the number of groups."""
        return int(self.start.size - 1)

    @property
    def sizes(self) -> Rows:
        """The number of rows of each group."""
        return np.diff(self.start)

    def least(self, values: Floats) -> Floats:
        """Return the smallest value of each group; NaN where the group has none."""
        return self._reduced(np.fmin, values)

    def most(self, values: Floats) -> Floats:
        """Return the largest value of each group; NaN where the group has none."""
        return self._reduced(np.fmax, values)

    def mean(self, values: Floats) -> Floats:
        """Return the mean of each group's values, NaN where it has none; exact where all are equal."""
        present = ~np.isnan(values)
        counts = np.bincount(self.of[present], minlength=len(self))
        # A power of two leaves every digit, and keeps the sums of huge values from overflowing.
        unit = 2.0**-64 if np.abs(values[present]).max(initial=0.0) > 1e150 else 1.0
        scaled = values * unit
        low, high = self.least(scaled), self.most(scaled)
        # Gaps from the smallest value keep the sums of large numbers from losing digits.
        gaps = np.bincount(self.of[present], scaled[present] - low[self.of[present]], minlength=len(self))
        return np.where(low == high, self.least(values), (low + gaps / np.maximum(counts, 1)) / unit)

    def median(self, values: Floats) -> Floats:
        """Return the lower median of each group's values, NaN where it has none."""
        order = np.lexsort((values, self.of))
        counts = np.bincount(self.of[~np.isnan(values)], minlength=len(self))
        # NaN sorts last, so the present values of a group come first.
        return values[order][self.start[:-1] + np.maximum(counts - 1, 0) // 2] if order.size else np.zeros(0)

    def commonest(self, codes: Rows) -> Rows:
        """Return the most frequent code of each group, the smallest on a tie; -1 where all are negative."""
        width = int(codes.max(initial=0)) + 1
        pairs, counts = np.unique((self.of * width + codes)[codes >= 0], return_counts=True)
        group, code = pairs // width, pairs % width
        first = np.lexsort((code, -counts, group))
        best = np.full(len(self), -1, dtype=np.int64)
        leading = first[np.unique(group[first], return_index=True)[1]]
        best[group[leading]] = code[leading]
        return best

    def has(self, flags: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Tell for each group whether one of its rows is flagged."""
        return np.bincount(self.of[flags], minlength=len(self)) > 0

    def _reduced(self, smaller: np.ufunc, values: Floats) -> Floats:
        if not len(self):
            return np.zeros(0)
        reduced: Floats = smaller.reduceat(values[self.rows], self.start[:-1])
        return reduced


def ends(column: Column, groups: Groups) -> tuple[Floats, Floats]:
    """Return the lowest and highest place of each group in a number, date or ordered column."""
    low, high = column.low[column.of], column.high[column.of]
    return groups.least(low), groups.most(high)


def values_in(column: Column, groups: Groups) -> pl.DataFrame:
    """Return the different values of each group in a category column: rows of `group`, `value`, sorted."""
    cells = pl.DataFrame({"group": groups.of, "cell": column.of}).unique()
    values = pl.DataFrame({"cell": np.arange(len(column.values)), "value": [list(v) for v in column.values]})
    return (
        cells.join(values.with_columns(pl.col("value").cast(pl.List(pl.String))), on="cell")
        .select("group", pl.col("value"))
        .explode("value")
        .drop_nulls()
        .unique()
        .sort("group", "value")
    )
