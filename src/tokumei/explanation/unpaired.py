"""What a release tells of its sensitive columns where nobody knows whose row is whose."""

import numpy as np
import polars as pl

from tokumei.explanation.both import Both, Cells, varied
from tokumei.explanation.groups import distinct
from tokumei.explanation.traces import Evidence, Trace, trace
from tokumei.model.data import Rows
from tokumei.model.table import row_groups

NEARLY_ALL = 0.9
HALF = 0.5


def unpaired(both: Both) -> list[Trace]:
    """Return the traces that need no pairs: values shared by whole groups, new values, rows taken apart."""
    shared = [one for one in both.sensitive if _is_even(both, one)]
    others = varied([one for one in both.sensitive if one not in shared])
    drawn = [one for one in others if one.numbers and np.isin(one.after, one.before).mean() < HALF]
    if drawn and _repeated(drawn) > HALF:
        shared, drawn = [*shared, *drawn], []
    kept = [one for one in others if np.isin(one.after, one.before).mean() >= NEARLY_ALL]
    return [one for one in (_averaged(both, shared), _drawn(drawn), _taken_apart(both, kept)) if one is not None]


def _averaged(both: Both, columns: list[Cells]) -> Trace | None:
    if not columns:
        return None
    rows = int((_times(columns) > 1).sum())
    evidence = Evidence("values_shared", rows, rows, {"rows": rows, "columns": len(columns)})
    return trace("average_sensitive", evidence, how={"columns": [one.name for one in columns]})


def _drawn(columns: list[Cells]) -> Trace | None:
    if not columns:
        return None
    cells = sum(int((~np.isin(one.after, one.before)).sum()) for one in columns)
    evidence = Evidence("values_new", cells, cells, {"cells": cells, "columns": len(columns)})
    return trace("noise", evidence, how={"columns": [one.name for one in columns]})


def _taken_apart(both: Both, columns: list[Cells]) -> Trace | None:
    """Return the trace of rows that hold values of these columns which no original row holds together."""
    before, after = both.vectors(columns)
    rows = int((~np.isin(after, before)).sum())
    if len(columns) < 2 or rows <= HALF * after.size:
        return None
    evidence = Evidence("rows_taken_apart", rows, rows, {"rows": rows, "of": after.size})
    return trace("swap_within", evidence, how={"columns": [one.name for one in columns]})


def _repeated(columns: list[Cells]) -> float:
    """Return how many of the rows with new values share all of these with another row, as those of a group do."""
    new = np.any([~np.isin(one.after, one.before) for one in columns], axis=0)
    return float((_times(columns)[new] > 1).mean())


def _times(columns: list[Cells]) -> Rows:
    """Return how often the values that each released row holds together are there."""
    labels = row_groups(pl.DataFrame({one.name: one.after for one in columns}), [one.name for one in columns])
    return np.bincount(labels)[labels]


def _is_even(both: Both, cells: Cells) -> bool:
    """Tell whether a column that holds several values holds one in nearly every group of released rows."""
    labels = both.groups[1]
    count = int(labels.max(initial=-1)) + 1
    several = np.bincount(labels, minlength=count) > 1
    kinds = distinct(labels, cells.after, count)
    varies = bool(varied([cells]))
    return varies and bool(several.any()) and float((kinds[several] == 1).mean()) >= NEARLY_ALL
