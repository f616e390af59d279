"""Groups inside which values may have been mixed, and what became of a column in each of them."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tokumei.explanation.both import Both, Cells, Floats, Mask, Pairs
from tokumei.model.data import Labels, Rows
from tokumei.model.grouped import Groups

WHOLE = 0.5 + 1e-9
"""The mean of whole numbers may be rounded that far."""
ROUNDING = 1e-9
"""A mean of other numbers may be off by this share of the largest."""


@dataclass(frozen=True, eq=False)
class Mixed:
    """The groups of one table: original rows that were there to be mixed, and the released rows in each group.

    `inside` is the table whose quasi values make the groups: what was mixed before they changed kept to the groups
    of the original, what was mixed afterwards to those of the release. `of_source` and `of_pairs` number the groups.
    """

    inside: str
    pairs: Pairs
    source: Rows = field(repr=False)
    of_source: Labels = field(repr=False)
    of_pairs: Labels = field(repr=False)

    @classmethod
    def of_original(cls, both: Both, pairs: Pairs) -> "Mixed":
        """Return the groups of the original, with the rows that were deleted from them."""
        labels = both.groups[0]
        return cls("original", pairs, np.arange(labels.size), labels, labels[pairs.original])

    @classmethod
    def of_released(cls, both: Both, pairs: Pairs) -> "Mixed":
        """Return the groups of the release, with the original rows behind them."""
        labels = both.groups[1][pairs.released]
        return cls("released", pairs, pairs.original, labels, labels)

    @property
    def count(self) -> int:
        """The number of groups, some of them perhaps without a released row."""
        return int(self.of_source.max(initial=-1)) + 1

    @cached_property
    def sizes(self) -> Rows:
        """The number of rows that were there to be mixed, of each group."""
        return np.bincount(self.of_source, minlength=self.count)

    @cached_property
    def alone(self) -> Mask:
        """Mark the pairs that had nobody to be mixed with; where rows were deleted the release cannot tell."""
        alone: Mask = (self.sizes == 1)[self.of_pairs] & self.is_whole
        return alone

    @property
    def is_whole(self) -> bool:
        """Whether all the rows of each group are known, deleted ones too."""
        return self.inside == "original" or not self.pairs.deleted

    @cached_property
    def rows(self) -> Rows:
        """The number of released rows of each group."""
        return np.bincount(self.of_pairs, minlength=self.count)

    def values(self, cells: Cells) -> tuple[Rows, Rows]:
        """Return how many values each group has among its released rows: before and after.

        Rows alone are left out, and so are cells that are missing: an average leaves them so.
        """
        missing = cells.missing[0][self.pairs.original] | cells.missing[1][self.pairs.released]
        beside = (self.rows[self.of_pairs] > 1) & ~missing
        labels = self.of_pairs[beside]
        codes = cells.before[self.pairs.original[beside]], cells.after[self.pairs.released[beside]]
        before, after = (distinct(labels, one, self.count) for one in codes)
        return before, after

    def kept(self, cells: Cells) -> Rows:
        """Return how many released values of each group were in the group, each as often as it was."""
        width = int(max(cells.before.max(initial=0), cells.after.max(initial=0))) + 1
        there = self.of_source * width + cells.before[self.source]
        here = self.of_pairs * width + cells.after[self.pairs.released]
        values, of = np.unique(np.concatenate([there, here]), return_inverse=True)
        counts = (np.bincount(part, minlength=values.size) for part in (of[: there.size], of[there.size :]))
        return np.bincount(values // width, np.minimum(*counts), minlength=self.count).astype(np.int64)

    def at_mean(self, numbers: tuple[Floats, Floats]) -> Mask:
        """Mark the groups whose released numbers all are the mean: of all its rows, or of those that were left."""
        before, after = numbers[0][self.pairs.original], numbers[1][self.pairs.released]
        near = _nearness(before, after)
        all_rows, left = self._means(self.of_source, numbers[0][self.source]), self._means(self.of_pairs, before)
        off = (np.abs(after - mean[self.of_pairs]) > near for mean in (all_rows, left))
        one, other = (np.bincount(self.of_pairs, gone, minlength=self.count) == 0 for gone in off)
        at_mean: Mask = one | other
        return at_mean

    def _means(self, labels: Labels, values: Floats) -> Floats:
        means = np.full(self.count, np.nan)
        if labels.size:
            means[np.unique(labels)] = Groups.by(labels).mean(values)
        return means


def distinct(labels: Labels, codes: Rows, count: int) -> Rows:
    """Return how many different values each of so many groups holds.

    >>> distinct(np.array([0, 0, 2]), np.array([5, 7, 5]), 3).tolist()
    [2, 0, 1]
    """
    width = int(codes.max(initial=0)) + 1
    # Sorted by hand: counting by hashes is slower on numbers as scattered as these.
    pairs = np.sort(labels * width + codes)
    return np.bincount(pairs[np.flatnonzero(np.diff(pairs, prepend=-1))] // width, minlength=count)


def _nearness(before: Floats, after: Floats) -> float:
    both = np.concatenate([before, after])
    there = both[~np.isnan(both)]
    return WHOLE if (there == np.rint(there)).all() else ROUNDING * float(np.abs(there).max(initial=0.0))
