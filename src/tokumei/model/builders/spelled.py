"""Spells a hierarchy out: a row for each value, as hierarchy files hold it."""

import numpy as np

from tokumei.errors import BadData
from tokumei.model.builders.line import Floats, Line
from tokumei.model.cells import SUPPRESSED, written
from tokumei.model.columns import series_at
from tokumei.model.hierarchy import Hierarchy, Intervals, Tree
from tokumei.model.levels import interval_texts
from tokumei.model.table import Table

MOST_BETWEEN = 10_000
"""Up to so many whole numbers or days all are spelled out, not only those that occur."""


def spelled(table: Table, name: str, tree: Tree) -> Hierarchy:
    """Return a hierarchy as a tree of texts.

    Of whole numbers and days every one is listed that the intervals cover, so that the tree fits further
    data and does not tell which values occur; where these are too many, those of the column.
    """
    if table.frame[name].null_count() == len(table):
        raise BadData(f"column '{name}' holds no values to write a hierarchy of.")
    if isinstance(tree, Hierarchy):
        return tree
    at = _places(Line.of(table, name, "intervals are for values on a line"), tree)
    values = written(series_at(table, name, at, whole=True))
    levels = [interval_texts(table, name, tree, level, at) for level in range(1, tree.steps)]
    texts = [column.to_list() for column in (values, *levels)]
    return Hierarchy(tuple(zip(*texts, [SUPPRESSED] * at.size, strict=True)), tree.weights)


def _places(line: Line, tree: Intervals) -> Floats:
    if not line.is_whole or not line.at.size:
        return line.at
    low, high = (tree.edges[0][0], tree.edges[0][-1]) if tree.edges else (line.at[0], line.at[-1])
    if high - low >= MOST_BETWEEN:
        return line.at
    between: Floats = np.union1d(line.at, np.arange(np.ceil(low), np.floor(high) + 1))
    return between
