"""How far up its hierarchy each published cell stands: what a cell has lost, from 0, its value, to 1, the root."""

import numpy as np
import numpy.typing as npt

from tokumei.model.builders import auto
from tokumei.model.cells import written
from tokumei.model.columns import Column, column
from tokumei.model.data import Rows
from tokumei.model.grouped import Groups
from tokumei.model.hierarchy import Hierarchy, Intervals, Tree
from tokumei.model.levels import Ladder, as_cell, leaf_places
from tokumei.model.origins import Origins
from tokumei.model.table import Table, first_rows
from tokumei.model.widths import widths

Floats = npt.NDArray[np.float64]


def lost(original: Table, released: Table, name: str, behind: Origins | None, *, weighted: bool = True) -> Floats:
    """Return what each published cell of a column has lost on its hierarchy; NaN where nobody can tell.

    An entry of the hierarchy loses the steps up to its level, over all there are; a range or a set those to
    the lowest entry that covers it. A bare value loses what its group would, had it been published as the
    lowest entry that covers the originals of the group and the value itself: nothing where it is exact. What
    nothing below the root covers loses all. Steps count by their weights, or alike. Missing cells and
    releases whose originals nobody knows count as in `widths`.
    """
    tree = original.schema.trees.get(name) or _made(original, name)
    shares = tree.losses if weighted else np.arange(tree.steps + 1) / tree.steps
    table = released.but(schema=released.schema.but(trees={**released.schema.trees, name: tree}))
    cells = column(table, name)
    level = _levels(tree, table, cells)
    if behind is None:
        told = widths(original, table, name, None)
        return np.where(((level == 0) | cells.missing)[cells.of], told, shares[level[cells.of]])
    known = column(original, name, raw=True)
    cell, row = cells.of[behind.released], known.of[behind.original]
    found = level[cell]
    bare = found == 0
    if bare.any():
        there, here = _entries(tree, table, known, cells)
        here[level > 0] = np.nan
        found[bare] = _meeting(there[row], here[cell], Groups.by(behind.group))[bare]
    return np.where(cells.missing[cell], np.where(known.missing[row], 0.0, 1.0), shares[found])


def entry_heights(one: Ladder) -> Floats:
    """Return what each distinct cell of a column would have lost at each level: cells by levels.

    It is what `lost` finds where a whole column is published at a level; missing cells lose nothing below the root.
    """
    inner = [_at_level(one, level) for level in range(1, one.steps)]
    found = np.column_stack([_levels(one.tree, one.table, one.read), *inner, np.full(len(one.up), one.steps)])
    found[one.read.missing, : one.steps] = 0
    shares: Floats = one.losses[found]
    return shares


def _at_level(one: Ladder, level: int) -> Rows:
    texts = one.written(level)
    table = Table(texts.to_frame(one.name), one.table.schema.only([one.name]))
    cells = column(table, one.name)
    found: Rows = _levels(one.tree, table, cells)[cells.of][one.up[:, level]]
    # An entry that is but a name for several cells has gone as far as these meet.
    crowded = one.sizes(level)[one.up[:, level]] > 1
    return np.where(crowded & (found == 0), level, found)


def _made(original: Table, name: str) -> Tree:
    alone = Table(original.frame.select(name), original.schema.only([name]).but(other="keep"))
    return auto(alone.as_released(), name)


def _levels(tree: Tree, table: Table, cells: Column) -> Rows:
    """Return the level that each distinct cell names, or the lowest with an entry that covers it."""
    level = _of_ranges(tree, cells) if isinstance(tree, Intervals) else _of_entries(tree, table, cells)
    level[cells.suppressed], level[cells.missing] = tree.steps, 0
    return level


def _of_ranges(tree: Intervals, cells: Column) -> Rows:
    level = np.where(cells.low == cells.high, 0, tree.steps)
    for at in range(tree.steps - 1, 0, -1):
        low, high = tree.holding(at, cells.low), tree.holding(at, cells.high, are_tops=True)
        level[(low == high) & (low >= 0) & (level > 0)] = at
    return level


def _of_entries(tree: Hierarchy, table: Table, cells: Column) -> Rows:
    texts = written(table.frame[cells.name].gather(first_rows(cells.of))).to_list()
    # An entry with one value below it stands where it is named; of several of one name the lowest is meant.
    named = {as_cell(row[at]): at for at in range(tree.steps, -1, -1) for row in tree.levels}
    level, numbers = np.array([named.get(text, -1) for text in texts], dtype=np.int64), tree.numbers()
    single = cells.low == cells.high if cells.on_a_line else np.array([len(v) == 1 for v in cells.values], dtype=bool)
    level[single & (level < 0)] = 0
    for cell in np.flatnonzero((level < 0) & ~cells.missing & ~cells.suppressed).tolist():
        rows = numbers[_inside(tree, table, cells, cell)]
        level[cell] = int(np.argmax((rows == rows[:1]).all(axis=0))) if len(rows) else tree.steps
    return level


def _inside(tree: Hierarchy, table: Table, cells: Column, cell: int) -> Rows:
    """Return the rows of the tree that a range or a set covers; none where it has a value without a row."""
    if cells.on_a_line:
        at = leaf_places(table, cells.name, tree)
        return np.flatnonzero((at >= cells.low[cell]) & (at <= cells.high[cell]))
    place = {row[0]: at for at, row in enumerate(tree.levels)}
    rows = [place.get(value, -1) for value in cells.values[cell]]
    return np.array(rows if min(rows) >= 0 else [], dtype=np.int64)


def _entries(tree: Tree, table: Table, known: Column, cells: Column) -> tuple[Floats, Floats]:
    """Return what each distinct cell of the original and of the release belongs to on every level below the root.

    What no entry of a level covers is on a branch of its own; NaN where a cell is no single value.
    """
    value, row = _values(tree, table, known, cells)
    entries = np.repeat(value[:, None], tree.steps, axis=1)
    for level in range(1, tree.steps):
        held = tree.holding(level, value) if isinstance(tree, Intervals) else _held(tree, row, level)
        covered = held >= 0
        # Numbers of entries and of values apart: values become negative ones.
        entries[:, level] = np.where(covered, held, -1.0 - np.unique(value, return_inverse=True)[1])
    entries[np.isnan(value)] = np.nan
    return entries[: known.missing.size], entries[known.missing.size :]


def _values(tree: Tree, table: Table, known: Column, cells: Column) -> tuple[Floats, Rows]:
    """Return a number for each distinct cell that is a single value, and its row in a tree, -1 for none."""
    both = [known, cells]
    if known.on_a_line:
        value = np.concatenate([np.where(one.low == one.high, one.low, np.nan) for one in both])
        at = leaf_places(table, cells.name, tree) if isinstance(tree, Hierarchy) else np.zeros(0)
        order = np.argsort(at, kind="stable")
        near = np.minimum(np.searchsorted(at[order], value), max(at.size - 1, 0))
        row = np.where(at[order][near] == value, order[near], -1) if at.size else np.full(value.size, -1)
        return value, row
    place = {row[0]: at for at, row in enumerate(tree.levels)} if isinstance(tree, Hierarchy) else {}
    texts = [values[0] if len(values) == 1 else None for one in both for values in one.values]
    number = {text: at for at, text in enumerate(dict.fromkeys(texts)) if text is not None}
    value = np.array([np.nan if text is None else number[text] for text in texts], dtype=np.float64)
    return value, np.array([-1 if text is None else place.get(text, -1) for text in texts], dtype=np.int64)


def _held(tree: Hierarchy, row: Rows, level: int) -> Rows:
    """Return the entry of a level that rows of a tree belong to; without a row that of the others, if there is one."""
    entries = tree.numbers()[:, level]
    there = next((at for at, path in enumerate(tree.levels) if path[1] == tree.others), -1)
    # Others right below the root need no row of their own.
    others = -1 if tree.others is None else entries[there] if there >= 0 else entries.max() + 1
    return np.where(row < 0, others, entries[row])


def _meeting(there: Floats, here: Floats, groups: Groups) -> Rows:
    """Return for each row the lowest level at which all its group belongs to one entry."""
    steps = there.shape[1]
    found = np.full(len(groups), steps, dtype=np.int64)
    for level in range(steps - 1, -1, -1):
        least = groups.least(np.fmin(there[:, level], here[:, level]))
        most = groups.most(np.fmax(there[:, level], here[:, level]))
        found[(least == most) | np.isnan(least)] = level
    return found[groups.of]
