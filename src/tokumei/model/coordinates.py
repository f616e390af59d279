"""Columns of two tables as coordinates: each known row a point, each released row the box it may lie in."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadOption
from tokumei.kernels.forest import Boxes
from tokumei.model.columns import column
from tokumei.model.schema import LINE_KINDS
from tokumei.model.table import Table
from tokumei.params import Scale

Floats = npt.NDArray[np.float64]

SAFE = 1e100
"""The squares of larger numbers, or of those smaller than one over this, may leave what a float can hold."""


def coordinates(known: Table, released: Table, names: Sequence[str], scale: Scale = "none") -> tuple[Boxes, Boxes]:
    """Return the known rows as points and the released rows as boxes, one coordinate a column on a line.

    A range is as wide as it says. A missing or suppressed released cell may lie anywhere, so it adds nothing
    to a distance; neither does an infinite value. A known cell without a finite value lies beyond all
    others: farther than all columns together can be apart, from whatever released cell shows a value.

    The scale is that of the known rows.
    """
    for name in names:
        if known.kind(name) not in LINE_KINDS:
            raise BadOption(f"column '{name}' is a {known.kind(name)}: no distances are measured there; name numbers.")
    points = _stacked([_ends(known, name, raw=True)[0] for name in names], len(known))
    ends = [_ends(released, name) for name in names]
    low = _stacked([end[0] for end in ends], len(released))
    high = low if all(end[0] is end[1] for end in ends) else _stacked([end[1] for end in ends], len(released))
    points[np.isinf(points)] = np.nan
    low, high = _wide_open(low, high)
    factors = _factors(points, [low, high], scale)
    points *= factors
    low *= factors
    if high is not low:
        high *= factors
    _put_gaps_beyond(points, [low, high])
    return Boxes(points, points), Boxes(low, high)


def _stacked(columns: Sequence[Floats], rows: int) -> Floats:
    # Where nothing is compared everybody is equally near.
    return np.ascontiguousarray(np.column_stack(columns)) if columns else np.zeros((rows, 1))


def _ends(table: Table, name: str, *, raw: bool = False) -> tuple[Floats, Floats]:
    """Return where the cells of a column begin and end; twice the same array where none is a range."""
    series = table.frame[name]
    if series.dtype.is_numeric() and table.kind(name) == "number":
        values = series.cast(pl.Float64).to_numpy().astype(np.float64)
        return values, values
    cells = column(table, name, raw=raw)
    low = cells.low[cells.of]
    return low, low if np.array_equal(cells.low, cells.high, equal_nan=True) else cells.high[cells.of]


def _wide_open(low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Return the ends with cells that tell nothing reaching from one infinity to the other."""
    nothing = np.isnan(low) | (np.isinf(low) & (low == high))
    if not nothing.any():
        return low, high
    return np.where(nothing, -np.inf, low), np.where(nothing, np.inf, high)


def _factors(points: Floats, ends: Sequence[Floats], scale: Scale) -> Floats:
    """Return what each column is multiplied with; all with a power of two where squares might not be held."""
    largest = max(map(_largest, (points, *ends)))
    unit = 1.0
    if largest and not 1 / SAFE < largest < SAFE:
        unit = 2.0 ** float(np.clip(-np.frexp(largest)[1], -1000, 1000))
    if scale == "none":
        return np.full(points.shape[1], unit)
    return np.array([unit / _width(values[~np.isnan(values)] * unit, scale) for values in points.T])


def _largest(values: Floats) -> float:
    largest = float(np.abs(values).max(initial=0.0))
    return largest if np.isfinite(largest) else float(np.abs(values[np.isfinite(values)]).max(initial=0.0))


def _width(values: Floats, scale: Scale) -> float:
    width = 0.0
    if values.size:
        width = float(np.ptp(values) if scale == "minmax" else values.std())
    return width if width > 1 / SAFE else 1.0


def _put_gaps_beyond(points: Floats, ends: Sequence[Floats]) -> None:
    gaps = np.isnan(points)
    if not gaps.any():
        return
    every = np.vstack([np.where(np.isfinite(values), values, np.nan) for values in (points, *ends)])
    told = ~np.isnan(every).all(axis=0)
    top, width = np.zeros(points.shape[1]), np.zeros(points.shape[1])
    top[told] = np.nanmax(every[:, told], axis=0)
    width[told] = top[told] - np.nanmin(every[:, told], axis=0)
    reach = float(np.sqrt((width**2).sum()))
    points[gaps] = (top + (2 * reach or 1.0))[np.nonzero(gaps)[1]]
