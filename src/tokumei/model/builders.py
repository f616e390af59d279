"""Hierarchies made for a column: what `auto` chooses for each kind of column."""

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.model.cells import SUPPRESSED
from tokumei.model.columns import column
from tokumei.model.hierarchy import Hierarchy, Intervals, Tree
from tokumei.model.table import Table

Floats = npt.NDArray[np.float64]

FINEST = 64
"""The most intervals that the finest level of a line gets."""


def hierarchy_of(table: Table, name: str) -> Tree:
    """Return the hierarchy of a column: what the schema says, else one made for it."""
    return table.schema.trees.get(name) or auto(table, name)


def auto(table: Table, name: str) -> Tree:
    """Make a hierarchy that suits the kind of a column."""
    cells = column(table, name)
    if cells.on_a_line:
        return _line(table, name, cells.low, cells.high)
    values = sorted({value for values in cells.values for value in values})
    return Hierarchy(tuple((value, SUPPRESSED) for value in values) or (("", SUPPRESSED),))


def _line(table: Table, name: str, low: Floats, high: Floats) -> Intervals:
    least, most = low[np.isfinite(low)].min(initial=np.inf), high[np.isfinite(high)].max(initial=-np.inf)
    if not least < most:
        return Intervals(())
    whole = _is_whole(table, name)
    width = _round_up((most - least) / FINEST)
    width = max(width, 2.0) if whole else width
    widths = [width]
    while np.floor(most / width) != np.floor(least / width) and width < most - least:
        width *= 2
        widths.append(width)
    first, last = np.floor(least / widths[-1]) * widths[-1], (np.floor(most / widths[-1]) + 1) * widths[-1]
    edges = [np.arange(round((last - first) / wide) + 1) * wide + first for wide in widths]
    return Intervals(tuple(level for level in edges if level.size > 2), is_whole=whole)


def _is_whole(table: Table, name: str) -> bool:
    dtype, kind = table.frame[name].dtype, table.kind(name)
    return dtype.is_integer() or dtype == pl.Date or kind == "ordered"


def _round_up(width: float) -> float:
    size = 10.0 ** np.floor(np.log10(width))
    return float(next(step * size for step in (1, 2, 5, 10) if step * size >= width * (1 - 1e-9)))
