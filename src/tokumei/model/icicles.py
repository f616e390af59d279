"""How the rows of a column gather in the entries of its hierarchy, level by level: aggregates for a chart."""

from typing import Any

import numpy as np

from tokumei.errors import BadData
from tokumei.model.data import Rows
from tokumei.model.hierarchy import Intervals
from tokumei.model.levels import Ladder, ladder
from tokumei.model.table import Table

MOST_COLUMNS = 12
LEAST_SHARE = 0.01
"""An entry that fewer of the rows lie in would be too narrow to see."""
ROUNDED_TO = 5


def icicles(original: Table, few: int) -> list[dict[str, Any]]:
    """Return for each quasi column with a hierarchy where its entries begin and end, counted in rows.

    The values themselves are left out, and every entry that fewer than `few` rows lie in. Ends are rounded to
    the nearest 5, so that no difference of two of them tells of a single row.
    """
    named = [name for name in original.quasi if name in original.schema.trees and len(original)][:MOST_COLUMNS]
    found = [_icicle(original, name, few) for name in named]
    return [one for one in found if one is not None]


def _icicle(original: Table, name: str, few: int) -> dict[str, Any] | None:
    try:
        one = ladder(original.as_released(), name)
    except BadData:
        # A hierarchy that does not fit was of no use to the methods that ran, and is of none here.
        return None
    rows = np.bincount(one.of, minlength=len(one.up))
    order = _nested(one, rows)
    levels = [_bands(one, level, rows[order], order, few) for level in range(one.steps - 1, 0, -1)]
    entries = [len(one.sizes(level)) for level in range(one.steps + 1)]
    return {"name": name, "entries": entries, "levels": levels} if levels else None


def _nested(one: Ladder, rows: Rows) -> Rows:
    """Return the distinct cells in an order in which every entry is in one piece, the largest of a level first."""
    if isinstance(one.tree, Intervals):
        return np.argsort(one.read.low, kind="stable")
    keys = []
    for entry in one.up.T:
        keys += [entry, -np.bincount(entry, rows)[entry]]
    # The last key sorts first: the root, then what lies right below it.
    return np.lexsort(keys)


def _bands(one: Ladder, level: int, rows: Rows, order: Rows, few: int) -> list[dict[str, Any]]:
    entry = one.up[order, level]
    starts = np.flatnonzero(np.diff(entry, prepend=-1))
    ends = np.cumsum(rows)[np.append(starts[1:], order.size) - 1]
    begins = np.append(0, ends[:-1])
    least = max(few, LEAST_SHARE * rows.sum())
    texts = one.written(level)
    return [
        {"entry": texts[int(entry[start])], "from": _rounded(begin), "to": _rounded(end)}
        for start, begin, end in zip(starts, begins, ends, strict=True)
        if end - begin >= least
    ]


def _rounded(count: float) -> int:
    return round(count / ROUNDED_TO) * ROUNDED_TO
