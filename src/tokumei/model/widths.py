"""How wide published cells are, as shares of what their column may be: from 0, exact, to 1, suppressed."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tokumei.model.columns import Column, column
from tokumei.model.data import Rows
from tokumei.model.grouped import Groups
from tokumei.model.hierarchy import Hierarchy, Tree
from tokumei.model.levels import Ladder
from tokumei.model.origins import Origins
from tokumei.model.schema import Schema
from tokumei.model.table import Table

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


def widths(original: Table, released: Table, name: str, behind: Origins | None) -> Floats:
    """Return the width of each published cell of a column; NaN where nobody can tell.

    A range is as wide as its length over the range of the original, a set, or an entry of a tree with the values
    below it, as (size - 1) / (domain - 1), a suppressed cell is 1. The domain is the values of the column's tree, if
    it has one, and those that occur. A bare value is as wide as what it stands for: the original values of its
    group and itself. A missing cell is 0 where the original is missing too, else 1.

    Only rows with an original are returned. Where nobody knows the originals all rows are: bare
    values are then exact where no value is more frequent than in the original, else NaN.
    """
    ruler = _Ruler.of(column(original, name, raw=True), original.schema.trees.get(name))
    cells = column(released, name)
    if behind is None:
        return _alone(ruler, cells)
    cell, row = cells.of[behind.released], ruler.known.of[behind.original]
    width = ruler.widths(cells)[cell]
    bare = _bare(cells)[cell]
    if bare.any():
        width[bare] = _groups(ruler, cells, cell, row, Groups.by(behind.group))[bare]
    missing = cells.missing[cell]
    width[missing] = np.where(ruler.known.missing[row], 0.0, 1.0)[missing]
    return width


def entry_widths(one: Ladder) -> Floats:
    """Return the width that each distinct cell of a column would have at each level: cells by levels.

    It is the width that `widths` gives to what would be published of a whole column; missing cells
    have none below the root.
    """
    ruler, root = _Ruler.of(one.read, one.tree), np.ones(one.read.missing.size)
    inner = [_at_level(ruler, one, level) for level in range(1, one.steps)]
    wide = np.column_stack([ruler.widths(one.read), *inner, root])
    wide[one.read.missing, : one.steps] = 0.0
    return wide


def _at_level(ruler: "_Ruler", one: Ladder, level: int) -> Floats:
    texts, own = one.written(level), np.arange(one.up.shape[0])
    cells = column(Table(texts.to_frame(one.name), _schema_of(one)), one.name)
    cell = cells.of[one.up[:, level]]
    # An entry that is but a name for what belongs to it is as wide as that.
    held = _groups(ruler, one.read, own, own, Groups.by(one.up[:, level].astype(np.int64)))
    return np.where(_bare(cells)[cell], held, ruler.widths(cells)[cell])


def _schema_of(one: Ladder) -> Schema:
    # Texts do not tell what the column holds: its kind and order are said.
    kind = one.table.kind(one.name)
    orders = {one.name: tuple(one.table.order(one.name))} if kind == "ordered" else {}
    return one.table.schema.only([one.name]).but(kinds={one.name: kind}, orders=orders)


@dataclass(frozen=True)
class _Ruler:
    """An original column, and what its widths are measured by: its range, or the number of values it may have."""

    known: Column = field(repr=False)
    length: float
    code: dict[str, int] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, known: Column, tree: Tree | None = None) -> "_Ruler":
        if known.on_a_line:
            places = known.low[np.isfinite(known.low)]
            return cls(known, float(_gap(places.min(), places.max())) if places.size else 0.0)
        possible = [row[0] for row in tree.levels] if isinstance(tree, Hierarchy) else []
        texts = sorted({value for values in known.values for value in values}.union(possible))
        return cls(known, (len(texts) - 1) / 2, {text: place for place, text in enumerate(texts)})

    def widths(self, cells: Column) -> Floats:
        """Return the width of each distinct cell by what is written in it."""
        if self.known.on_a_line:
            gaps = _gap(cells.low, cells.high)
        else:
            gaps = np.array([(len(set(values)) - 1) / 2 for values in cells.values])
        return np.where(cells.suppressed, 1.0, self.shares(gaps))

    def shares(self, gaps: Floats) -> Floats:
        """Return lengths as shares of the whole; anything wider than nothing is all of a column of one value."""
        shares = np.full(gaps.shape, 1.0)
        np.divide(gaps, self.length, out=shares, where=(self.length > 0) & np.isfinite(gaps))
        return np.where(gaps > 0, np.minimum(shares, 1.0), 0.0)

    def codes(self, cells: Column) -> Rows:
        """Return the place of each distinct cell's one value among the original's; -1 where it has none."""
        return np.array([self.code.get(v[0], -1) if len(v) == 1 else -1 for v in cells.values], dtype=np.int64)


def _gap(low: Floats, high: Floats) -> Floats:
    # Half the gap, so that the range of huge values does not overflow; equal infinities are no gap.
    return np.subtract(high / 2, low / 2, out=np.zeros(np.shape(low)), where=low != high)


def _bare(cells: Column) -> Mask:
    if cells.on_a_line:
        return np.equal(cells.low, cells.high)
    return np.array([len(values) == 1 for values in cells.values], dtype=bool)


def _groups(ruler: _Ruler, cells: Column, cell: Rows, row: Rows, groups: Groups) -> Floats:
    """Return for each row the width of what its group's bare values stand for."""
    if ruler.known.on_a_line:
        published = np.where(_bare(cells), cells.low, np.nan)[cell]
        there = ruler.known.low[row]
        low, high = groups.least(np.fmin(there, published)), groups.most(np.fmax(there, published))
        return ruler.shares(_gap(low, high))[groups.of]
    both = np.concatenate([ruler.codes(ruler.known)[row], ruler.codes(cells)[cell]])
    pairs = np.concatenate([groups.of, groups.of]) * (len(ruler.code) + 1) + both
    held = np.bincount(np.unique(pairs[both >= 0]) // (len(ruler.code) + 1), minlength=len(groups))
    return ruler.shares(np.maximum(held - 1, 0) / 2)[groups.of]


def _alone(ruler: _Ruler, cells: Column) -> Floats:
    rows = np.bincount(cells.of, minlength=cells.missing.size)
    there = np.bincount(ruler.known.of, minlength=ruler.known.missing.size)
    was_missing, is_missing = int(there[ruler.known.missing].sum()), int(rows[cells.missing].sum())
    width = ruler.widths(cells)
    # Which of the missing cells were missing before is not known, only how many.
    width[cells.missing] = max(is_missing - was_missing, 0) / max(is_missing, 1)
    bare = _bare(cells)
    excess = _excess(ruler, cells, np.where(bare, rows, 0), np.where(ruler.known.missing, 0, there))
    # A generalized row may show the one value of its group where its own cell was missing.
    width[bare] = np.nan if excess > was_missing else 0.0
    return width[cells.of]


def _excess(ruler: _Ruler, cells: Column, rows: Rows, there: Rows) -> int:
    """Return how many bare cells there are beyond those the original has of each value."""
    if ruler.known.on_a_line:
        mine, theirs = cells.low, ruler.known.low
        values = np.unique(theirs)
        at, home = np.searchsorted(values, mine), np.searchsorted(values, theirs)
        known = np.append(values, np.nan)[at] == mine
    else:
        at, home = ruler.codes(cells), ruler.codes(ruler.known)
        known, values = at >= 0, np.zeros(len(ruler.code))
    held = np.bincount(at[known], rows[known], values.size + 1)
    had = np.bincount(home[home >= 0], there[home >= 0], values.size + 1)
    return int(np.maximum(held - had, 0).sum() + rows[~known].sum())
