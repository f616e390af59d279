"""Traces in the rows themselves: rows that are missing, and whether they stand in their old order."""

import numpy as np

from tokumei.explanation.both import Both, Pairs
from tokumei.explanation.traces import Evidence, Trace, trace
from tokumei.model.data import Rows


def deleted(both: Both, pairs: Pairs, *, is_told: bool) -> Trace | None:
    """Return the trace of `delete_rows`: fewer rows than there were."""
    originals = len(both.original)
    missing = pairs.deleted if is_told else originals - len(both.released)
    if not missing:
        return None
    evidence = Evidence("rows_missing", missing, missing, {"rows": missing, "of": originals}, certain=True)
    below = _below(both, pairs.original) if is_told else None
    how = {"share": missing / originals, **({} if below is None else {"below": below})}
    return trace("delete_rows", evidence, how=how)


def is_shuffled(pairs: Pairs) -> bool | None:
    """Tell whether the released rows stand in another order than the original ones; None if nobody knows."""
    rows = pairs.original[pairs.sure][np.argsort(pairs.released[pairs.sure])]
    return bool((np.diff(rows) < 0).any()) if rows.size > 1 else None


def _below(both: Both, left: Rows) -> int | None:
    """Return the group size under which rows went, if just the rows of smaller groups did."""
    groups = both.groups[0]
    sizes = np.bincount(groups)[groups]
    gone = np.ones(sizes.size, dtype=bool)
    gone[left] = False
    if not left.size or sizes[gone].max() >= sizes[~gone].min():
        return None
    return int(sizes[~gone].min())
