"""Traces in the quasi columns: rows published alike in groups, columns set to one value."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tokumei.errors import listing
from tokumei.explanation.both import Both, Cells, Mask, Pairs
from tokumei.explanation.shifts import is_noise, moved
from tokumei.explanation.traces import Evidence, Trace, trace
from tokumei.model.data import Labels, Rows

FEWER = 0.5
"""Grouping leaves alone at most so many of the rows that were alone."""
EXPLAINED = 0.95
"""A constant column is nothing but the middle of its groups where it is so in so many of them."""
HALF = 0.5


def grouped(both: Both, pairs: Pairs) -> Trace | None:
    """Return the trace of a k-anonymization: quasi cells changed, and fewer rows alone with theirs than before."""
    before, after = both.vectors(both.telling)
    changed = int(_altered(before, after, pairs).sum())
    was, now = _crowds(before[pairs.original] if pairs.original.size else before), _crowds(after)
    if not changed or not _grew(was, now):
        return None
    together, k = int((now > 1).sum()), int(now.min())
    coarse = any(one.coarse.any() for one in both.telling)
    said = {"changed": changed, "rows": together, "of": int(now.size), "k": k}
    how: dict[str, Any] = {"cells": "coarse" if coarse else "single"}
    how["mean_group"] = float(now.size / np.count_nonzero(np.bincount(after)))
    if k > 1:
        # A row alone in the end had company before others were deleted; how much nobody knows.
        how["k"] = k
    return trace("k_anonymization", Evidence("rows_grouped", together, now.size, said), how=how)


def unified(both: Both, pairs: Pairs, groups: Trace | None, crossed: Sequence[str]) -> Trace | None:
    """Return the trace of `unify`: columns with one value everywhere, unless grouping alone has led to that."""
    constant = [one for one in both.quasi if one.is_constant and not (groups and _is_middle(both, one, pairs))]
    columns = [one.name for one in (*constant, *both.fixed)]
    if not columns:
        return None
    inside = [one.name for one in constant if one.name in crossed]
    letters = tuple(letter for letter, some in (("D_D", len(inside) < len(constant)), ("D_E", bool(inside))) if some)
    rows = len(both.released)
    evidence = Evidence("columns_constant", rows, rows, {"columns": listing(columns), "count": len(columns)})
    return trace("unify", evidence, how={"columns": columns, "crossed": inside}, letters=letters)


def shifted(both: Both, pairs: Pairs, groups: Trace | None) -> Trace | None:
    """Return the trace of noise on quasi columns of numbers; what makes groups alike moves numbers too."""
    columns = [] if groups else [one for one in both.telling if is_noise(one, pairs)]
    if not columns:
        return None
    cells = sum(moved(one, pairs) for one in columns)
    evidence = Evidence("cells_shifted", cells, cells, {"cells": cells, "columns": len(columns)})
    return trace("noise", evidence, how={"columns": [one.name for one in columns]})


def _altered(before: Labels, after: Labels, pairs: Pairs) -> Mask:
    """Mark the released rows whose quasi values are not those of their original, or of no original at all."""
    altered = ~np.isin(after, before)
    altered[pairs.released] = after[pairs.released] != before[pairs.original]
    return altered


def _crowds(labels: Labels) -> Rows:
    return np.bincount(labels)[labels]


def _grew(was: Rows, now: Rows) -> bool:
    if (was == 1).any():
        return bool((now == 1).mean() <= FEWER * (was == 1).mean())
    return bool(now.size) and now.min() > was.min()


def _is_middle(both: Both, cells: Cells, pairs: Pairs) -> bool:
    """Tell whether a constant is the mean or the commonest original value in every group of released rows."""
    others = [one for one in both.telling if one.coarse.any()]
    if others or not pairs.original.size:
        return False
    group = np.unique(both.groups[1][pairs.released], return_inverse=True)[1]
    constant, codes = cells.after[0], cells.before[pairs.original]
    width = int(cells.before.max()) + 1
    values, counts = np.unique(group * width + codes, return_counts=True)
    most, mine = np.zeros(group.max() + 1, dtype=np.int64), np.zeros(group.max() + 1, dtype=np.int64)
    np.maximum.at(most, values // width, counts)
    np.add.at(mine, group, codes == constant)
    fits = mine == most
    if cells.numbers is not None:
        before, after = cells.numbers[0][pairs.original], cells.numbers[1][0]
        fits |= np.abs(np.bincount(group, before) / np.bincount(group) - after) <= HALF
    return float(fits.mean()) >= EXPLAINED
