"""A table generalized column by column: every column at one level, and the groups that fail suppressed."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.kernels.merging import merged
from tokumei.model.counts import Counts, Generalization
from tokumei.model.data import Labels, Rows
from tokumei.model.promises import Promises

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
At = tuple[int, ...]
"""The level of each column."""


@dataclass(frozen=True)
class Node:
    """The groups of a table with each column at one level.

    `first` is a vector of each group, `rows` their rows. `group` is the group of each vector, or of those
    that the groups were made from. At least `doomed` of the rows of a group are in failing groups at every finer level.
    """

    at: At
    group: Labels = field(repr=False)
    first: Rows = field(repr=False)
    rows: Rows = field(repr=False)
    doomed: Floats = field(repr=False)


@dataclass(frozen=True)
class Nodes:
    """All ways to generalize a table column by column, and what each of them must keep.

    Rows of failing groups are suppressed, or with `drop` left out.
    """

    promises: Promises
    drop: bool = False

    @property
    def counts(self) -> Counts:
        """The vectors of the table."""
        return self.promises.counts

    @property
    def steps(self) -> At:
        """The last level of each column."""
        return tuple(self.counts.levels.steps)

    def at(self, at: At, finer: Node | None = None) -> Node:
        """Return the node at a level of each column, made from one below it where that is at hand."""
        # Only rows can be summed from group to group: people may be in several, values must be counted anew.
        begin = finer if self.promises.by_rows else None
        vectors, rows = (self._vectors, self.counts.rows) if begin is None else (begin.first, begin.rows)
        start = np.array([self._start[column][level] for column, level in enumerate(at)], dtype=np.int64)
        group, first = merged(self.counts.levels.cells, vectors, self._up, start, self.entries_at(at))
        summed = np.bincount(group, rows, first.size).astype(np.int64)
        if self.promises.by_rows:
            return Node(at, group, first, summed, np.where(summed < self.promises.k, summed, 0.0))
        return Node(at, group, first, summed, self.promises.doomed_in(group))

    def entries_at(self, at: At) -> Rows:
        """Return how many entries each column has at a level."""
        return np.array([self._entries[column][level] for column, level in enumerate(at)], dtype=np.int64)

    def failing(self, node: Node) -> Mask:
        """Tell which groups of a node do not keep what is promised."""
        return node.doomed > 0 if self.promises.lasts else ~self.promises.kept_by(node.group)

    def hidden(self, node: Node, failing: Mask, most: float = np.inf) -> Mask:
        """Tell which groups of a node are suppressed: those that fail, and those that must join them.

        Fewer rows than a group needs would stand out: the smallest groups join until they no longer do, one, two,
        four, ... of them; or until more than `most` rows are suppressed.
        """
        hidden, joined = failing.copy(), 0
        left = np.flatnonzero(~failing)
        left = left[np.argsort(node.rows[left], kind="stable")]
        while joined < left.size and node.rows[hidden].sum() <= most and not self._may_stand(node, hidden):
            joined = max(2 * joined, 1)
            hidden[left[:joined]] = True
        return hidden

    def recoding(self, at: At) -> Generalization:
        """Return the recoding that publishes a node."""
        node, levels = self.at(at), self.counts.levels
        hidden = self.hidden(node, self.failing(node))[node.group]
        chosen = np.where(hidden[:, None], self.steps, at).astype(np.int8)
        return Generalization(levels, chosen, drop=self.drop and bool(hidden.any()))

    def _may_stand(self, node: Node, hidden: Mask) -> bool:
        if self.drop or not hidden.any():
            return True
        if self.promises.by_rows:
            return int(node.rows[hidden].sum()) >= self.promises.k
        return bool(self.promises.kept_by(np.where(hidden[node.group], 0, -1)).all())

    @cached_property
    def _vectors(self) -> Rows:
        return np.arange(len(self.counts.rows), dtype=np.int64)

    @cached_property
    def _entries(self) -> list[list[int]]:
        return [[int(level.max(initial=-1)) + 1 for level in one.up.T] for one in self.counts.levels.ladders]

    @cached_property
    def _start(self) -> list[Rows]:
        sizes = [one.up.shape for one in self.counts.levels.ladders]
        begin = np.cumsum([0, *(cells * levels for cells, levels in sizes)])
        return [at + cells * np.arange(levels) for at, (cells, levels) in zip(begin, sizes, strict=False)]

    @cached_property
    def _up(self) -> npt.NDArray[np.int32]:
        return np.concatenate([one.up.T.ravel() for one in self.counts.levels.ladders])
