"""A table's quasi cells as entries of hierarchies: where each stands, and what it becomes further up."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData
from tokumei.model import periods
from tokumei.model.builders import hierarchy_of
from tokumei.model.cells import SUPPRESSED, parse, ranges, single, written
from tokumei.model.columns import Column, column, places, series_at
from tokumei.model.data import Labels, Rows
from tokumei.model.grouped import Groups
from tokumei.model.hierarchy import Hierarchy, Intervals, Tree
from tokumei.model.table import Table, first_rows, row_groups

Floats = npt.NDArray[np.float64]
Entries = npt.NDArray[np.int32]
Steps = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Ladder:
    """One column on its hierarchy.

    `read` is the column as it is; `of` numbers the distinct cell of each row. `up[c, l]` is the entry that
    distinct cell c belongs to at level l, numbered from 0 within the level; level 0 is the cell itself and the
    last level the root, which everything belongs to. A cell that a former step has generalized stands at
    `level[c]` already and belongs to itself below it.
    """

    table: Table = field(repr=False)
    name: str
    tree: Tree = field(repr=False)
    of: Rows = field(repr=False)
    up: Entries = field(repr=False)
    level: Steps = field(repr=False)
    read: Column = field(repr=False)
    weight: float = 1.0

    @property
    def steps(self) -> int:
        """The number of steps from a value to the root."""
        return self.tree.steps

    @property
    def losses(self) -> Floats:
        """What a cell loses at each level, from 0 to 1."""
        return self.tree.losses

    def meeting(self, groups: Groups) -> Steps:
        """Return for each group the lowest level at which all its rows belong to one entry."""
        found = np.full(len(groups), self.steps, dtype=np.int8)
        undecided = np.arange(len(groups))
        for level in range(self.steps):
            if not undecided.size:
                break
            there = self.up[self.of[groups.rows], level]
            least = np.minimum.reduceat(there, groups.start[:-1])[undecided]
            most = np.maximum.reduceat(there, groups.start[:-1])[undecided]
            found[undecided[least == most]] = level
            undecided = undecided[least != most]
        return found

    def published(self, level: Steps) -> pl.Series:
        """Return the column with each row's cell at a level, a cell above it left where it stands.

        A column that stays as it is keeps its type.
        """
        series = self.table.frame[self.name]
        if not (level > self.level[self.of]).any():
            return series
        entries = [self.written(at) for at in range(self.steps + 1)]
        start = np.cumsum([0, *(len(texts) for texts in entries)])
        place = start[level] + self.up[self.of, level]
        return pl.concat(entries).gather(place).alias(self.name)

    def sizes(self, level: int) -> Rows:
        """Return how many distinct cells belong to each entry of a level."""
        return np.bincount(self.up[:, level])

    def written(self, level: int) -> pl.Series:
        """Return the text of each entry of a level, null where it stands for missing cells."""
        cell = np.unique(self.up[:, level], return_index=True)[1]
        own = written(self.table.frame[self.name].gather(first_rows(self.of))[cell])
        if level == 0:
            return own
        if level == self.steps:
            return pl.Series([SUPPRESSED] * cell.size, dtype=pl.String)
        stays = (self.level[cell] > level) | own.is_null().to_numpy()
        texts = _texts_of(self, cell, level, np.flatnonzero(~stays))
        return texts.fill_null(own) if not stays.any() else texts.zip_with(pl.Series(~stays), own).fill_null(own)


@dataclass(frozen=True)
class Levels:
    """The quasi columns of a table on their hierarchies, and its distinct rows.

    `vector` numbers the distinct row of each row; `cells[v, c]` is the distinct cell that vector v has in column c.
    """

    table: Table = field(repr=False)
    ladders: tuple[Ladder, ...]

    @classmethod
    def of(cls, table: Table) -> "Levels":
        """Put the quasi columns of a table on their hierarchies: those of the schema, else made for the column."""
        return cls(table, tuple(ladder(table, name) for name in table.need_quasi()))

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.table)

    @property
    def names(self) -> list[str]:
        """The quasi columns."""
        return [one.name for one in self.ladders]

    @property
    def steps(self) -> list[int]:
        """The number of steps to the root of each column."""
        return [one.steps for one in self.ladders]

    @property
    def weights(self) -> Floats:
        """How much each column counts, as shares of one."""
        total = sum(one.weight for one in self.ladders)
        return np.array([one.weight / total for one in self.ladders])

    @cached_property
    def vector(self) -> Labels:
        """The number of the distinct row that each row is, by first appearance."""
        return row_groups(self._frame, self._frame.columns)

    @cached_property
    def cells(self) -> Entries:
        """The distinct cell of each distinct row in each column."""
        return np.ascontiguousarray(self._frame[first_rows(self.vector)].to_numpy().astype(np.int32))

    @cached_property
    def rows(self) -> Rows:
        """The number of rows alike to each distinct row."""
        return np.bincount(self.vector, minlength=len(self.cells))

    def entries(self) -> list[Entries]:
        """Return for each column the entry of every distinct row at every level: distinct rows by levels."""
        return [one.up[self.cells[:, place]] for place, one in enumerate(self.ladders)]

    def published(self, at: Steps) -> Table:
        """Return the table with each row's cells at their levels: rows by columns."""
        series = {one.name: one.published(at[:, place]) for place, one in enumerate(self.ladders)}
        return self.table.with_columns(series)

    @cached_property
    def _frame(self) -> pl.DataFrame:
        return pl.DataFrame({str(place): one.of for place, one in enumerate(self.ladders)})


def ladder(table: Table, name: str) -> Ladder:
    """Put a column of a table on its hierarchy."""
    tree = hierarchy_of(table, name)
    cells = column(table, name)
    up, level = _along(table, cells, tree) if isinstance(tree, Intervals) else _among(table, cells, tree)
    weight = table.schema.weights.get(name, 1.0)
    return Ladder(table, name, tree, cells.of, up, level, cells, weight)


def _along(table: Table, cells: Column, tree: Intervals) -> tuple[Entries, Steps]:
    """Climb intervals: a range of a former step stands at the first level that has it in one interval."""
    if not cells.on_a_line:
        raise BadData(f"column '{cells.name}' holds categories; intervals are for numbers, dates and ordered values.")
    high = cells.high.copy()
    away = ~(cells.missing | cells.suppressed)
    up = np.zeros((cells.low.size, tree.steps + 1), dtype=np.int64)
    level = np.where(cells.low == high, 0, tree.steps).astype(np.int8)
    for at in range(tree.steps - 1, 0, -1):
        low, top = tree.holding(at, cells.low), tree.holding(at, high, are_tops=True)
        top[cells.low == high] = low[cells.low == high]
        _refuse_outside(cells, away & ((low < 0) | (top < 0)))
        up[:, at] = low
        level[(low == top) & (cells.low != high)] = at
    level[cells.suppressed], level[cells.missing] = tree.steps, 0
    return _numbered(up, level, cells.missing), level


def _among(table: Table, cells: Column, tree: Hierarchy) -> tuple[Entries, Steps]:
    """Climb a tree: a cell may be a value of it, an entry further up, or several values."""
    row, level = _rows_in(table, cells, tree)
    numbers = tree.numbers()
    up = numbers[np.maximum(row, 0)]
    apart = cells.missing | (row < 0)
    return _numbered(up, level, apart), level


def _numbered(up: Rows, level: Steps, apart: npt.NDArray[np.bool_]) -> Entries:
    """Number the entries of each level anew; a cell below its level, or on a branch apart, is one of its own."""
    found = np.zeros(up.shape, dtype=np.int32)
    cell = np.arange(len(up))
    for at in range(up.shape[1] - 1):
        most = int(up[:, at].max(initial=0)) + 1
        own = (level > at) | apart if at else np.ones(len(up), dtype=np.bool_)
        found[:, at] = np.unique(np.where(own, most + cell, up[:, at]), return_inverse=True)[1]
    return found


def _rows_in(table: Table, cells: Column, tree: Hierarchy) -> tuple[Rows, Steps]:
    """Return for each distinct cell a row of the tree below its entry, -1 for none, and the level it stands at."""
    inside = _leaves(table, cells, tree)
    found = np.array([rows[0] if len(rows) else -1 for rows in inside], dtype=np.int64)
    level = np.zeros(found.size, dtype=np.int8)
    numbers = tree.numbers()
    for cell in [cell for cell, rows in enumerate(inside) if len(rows) > 1]:
        rows = numbers[inside[cell]]
        level[cell] = int(np.argmax((rows == rows[0]).all(axis=0)))
    hidden = cells.missing | cells.suppressed
    level[cells.suppressed] = tree.steps
    uncovered = (found < 0) & ~hidden
    if uncovered.any():
        found[uncovered] = _row_of_others(cells.name, tree, int(uncovered.sum()))
    return found, level


def _leaves(table: Table, cells: Column, tree: Hierarchy) -> Sequence[Rows | list[int]]:
    """Return the rows of the tree that each distinct cell may be; none where it is missing or suppressed."""
    if not cells.on_a_line:
        place = {row[0]: at for at, row in enumerate(tree.levels)}
        return [[place[v] for v in values] if all(v in place for v in values) else [] for values in cells.values]
    at = leaf_places(table, cells.name, tree)
    order = np.argsort(at, kind="stable")
    first = np.searchsorted(at[order], cells.low, side="left")
    last = np.searchsorted(at[order], cells.high, side="right")
    last[cells.missing | cells.suppressed] = 0
    return [order[a:b] for a, b in zip(first, last, strict=True)]


def leaf_places(table: Table, name: str, tree: Hierarchy) -> Floats:
    """Return where the values of a tree lie on the line of a column; refused where they are not of its kind."""
    at = places(table, name, pl.Series([row[0] for row in tree.levels], dtype=pl.String))
    unread = int(np.isnan(at).sum())
    if unread:
        what = {"number": "numbers", "date": "dates", "ordered": "values of its order"}[table.kind(name)]
        raise BadData(
            f"column '{name}': {unread} values of its hierarchy are no {what}; mend the hierarchy, or say what the "
            f"column is (--kind-of {name}=category)."
        )
    return at


def _row_of_others(name: str, tree: Hierarchy, count: int) -> int:
    if tree.others is None:
        raise BadData(f"column '{name}': {count} of its values are not in its hierarchy; add rows for them.")
    # Right below the root no row is needed.
    return next((at for at, row in enumerate(tree.levels) if row[1] == tree.others), -1)


def _refuse_outside(cells: Column, outside: npt.NDArray[np.bool_]) -> None:
    if outside.any():
        raise BadData(
            f"column '{cells.name}': {int(outside.sum())} of its values lie outside the intervals of its hierarchy; "
            "widen them."
        )


def _texts_of(one: Ladder, cell: Rows, level: int, which: Rows) -> pl.Series:
    texts = pl.Series([None] * cell.size, dtype=pl.String)
    if not which.size:
        return texts
    if isinstance(one.tree, Intervals):
        at = one.read.low[cell[which]]
        return texts.scatter(which, interval_texts(one.table, one.name, one.tree, level, at))
    row = _rows_in(one.table, one.read, one.tree)[0][cell[which]]
    # What has no row in the tree, because it belongs right below the root, stays as it is.
    return texts.scatter(which, [as_cell(one.tree.levels[at][level]) if at >= 0 else None for at in row])


def interval_texts(table: Table, name: str, tree: Intervals, level: int, at: Floats) -> pl.Series:
    """Return how the intervals are written that hold some places at a level."""
    interval = tree.holding(level, at)
    if tree.period(level):
        return pl.Series(periods.labels(tree.edges[level - 1][interval], tree.period(level)), dtype=pl.String)
    low, high = (_values_at(table, name, end) for end in tree.ends(level, interval))
    return ranges(low, high)


def _values_at(table: Table, name: str, ends: Floats) -> pl.Series:
    # The end of an interval may be a number that a small type cannot hold, or not exactly.
    dtype = table.frame[name].dtype if table.kind(name) == "number" else None
    if dtype == pl.Float32:
        return pl.Series(ends)
    return pl.Series(ends).cast(pl.Int128) if dtype is not None and dtype.is_integer() else series_at(table, name, ends)


def as_cell(entry: str) -> str:
    """Write an entry of a hierarchy in a cell: as it is where it is a range, a set or suppressed already."""
    return single(entry) if len(parse(entry).values) == 1 else entry


def common(ladders: Sequence[Ladder], groups: Groups) -> Steps:
    """Return the lowest levels at which the rows of each group belong together: groups by columns."""
    return np.column_stack([one.meeting(groups) for one in ladders])
