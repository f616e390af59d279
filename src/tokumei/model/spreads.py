"""How the values of a column are spread before and after: in the same bins, and by mean, spread and quartiles."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from tokumei.kernels.sorting import different
from tokumei.model.bins import counted, edges_of, is_whole, spread
from tokumei.model.columns import Column
from tokumei.model.data import Rows
from tokumei.model.table import Table

Floats = npt.NDArray[np.float64]

MOMENTS = ("mean", "sd")
QUARTILES = {"quartile_1": 0.25, "median": 0.5, "quartile_3": 0.75}
HUGE = 1e150
"""Values beyond this are scaled down first, so that their squares do not overflow."""

FEWEST = 10
"""Numbers that sum up a column of the original tell of no fewer people than this."""

GRAIN = 0.1
"""They are rounded to this share of a bin, some half a percent of the range: no quartile is a cell to the digit."""


def total_variation(table: Table, name: str, before: Column, after: Column) -> float:
    """Return the share of rows that would have to change to turn one distribution into the other.

    Bins are made from the original: round ones for numbers and dates, one a value for ordered
    values and categories. A range is spread evenly over what it covers, a set over its values.
    Missing and suppressed are values of their own.
    """
    parted = _on_line(table, name, before, after) if before.on_a_line else _by_value(before, after)
    shares = [np.append(counts, _unreadable(cells)) for counts, cells in zip(parted, (before, after), strict=True)]
    totals = [part.sum() for part in shares]
    if not all(totals):
        return float(any(totals))
    gaps = shares[0] / totals[0] - shares[1] / totals[1]
    return float(np.maximum(gaps, 0).sum())


def summaries(table: Table, name: str, columns: Mapping[str, Column]) -> dict[str, dict[str, float]]:
    """Return what a column on a line tells of its values before and after, rounded to the grain of the original.

    Nothing is told where fewer than FEWEST people have a value in the original.
    """
    grain = _grain(table, name, columns["before"])
    return {} if grain is None else {when: summary(cells, grain) for when, cells in columns.items()}


def summary(cells: Column, grain: float) -> dict[str, float]:
    """Return mean, standard deviation and quartiles of a column, each cell standing at its middle.

    An ordered column has quartiles alone: the places in its order. Infinite values are left out;
    where no value is left every number is NaN.
    """
    middle = cells.middle[cells.of]
    values = middle[np.isfinite(middle)]
    names = (*MOMENTS, *QUARTILES) if cells.kind != "ordered" else tuple(QUARTILES)
    if not values.size:
        return dict.fromkeys(names, float("nan"))
    unit = _unit(values)
    values = values / unit
    quartiles = np.quantile(values, list(QUARTILES.values()))
    numbers = [float(values.mean()), float(values.std())] if cells.kind != "ordered" else []
    found = zip(names, [*numbers, *quartiles.tolist()], strict=True)
    return {what: _rounded(value, grain / unit) * unit for what, value in found}


def _grain(table: Table, name: str, before: Column) -> float | None:
    """Return a tenth of the width of the column's bins; None where too few people have a value."""
    places = before.low[before.of]
    told = np.isfinite(places)
    if different(table.people[told]).size < FEWEST:
        return None
    unit = _unit(places)
    edges, _ = _edges(table, name, places[told] / unit)
    return float(np.diff(edges).min()) * unit * GRAIN


def _rounded(value: float, grain: float) -> float:
    # Twelve digits drop what is only the machine's: 0.30000000000000004.
    return float(f"{round(value / grain) * grain:.12g}")


def _unreadable(cells: Column) -> Floats:
    rows = _rows(cells)
    return np.array([rows[cells.missing].sum(), rows[cells.suppressed].sum()], dtype=np.float64)


def _rows(cells: Column) -> Rows:
    return np.bincount(cells.of, minlength=cells.missing.size)


def _on_line(table: Table, name: str, before: Column, after: Column) -> tuple[Floats, Floats]:
    unit = _unit(before.low)
    places, low, high = (ends / unit for ends in (before.low, after.low, after.high))
    edges, width = _edges(table, name, places[np.isfinite(places)])
    read = ~(after.missing | after.suppressed)
    weight = _rows(after)[read].astype(np.float64)
    return (
        counted(places[before.of][~before.missing[before.of]], edges),
        spread(low[read], high[read], weight, edges, unit=width),
    )


def _unit(values: Floats) -> float:
    largest = float(np.abs(values[np.isfinite(values)]).max(initial=0.0))
    return largest if largest > HUGE else 1.0


def _edges(table: Table, name: str, values: Floats) -> tuple[Floats, float]:
    """Return the edges of bins, and what a whole number, a day or a place is wide."""
    dtype, kind = table.frame[name].dtype, table.kind(name)
    if not values.size:
        return np.array([0.0, 1.0]), 0.0
    if kind == "ordered":
        return np.arange(values.min(), values.max() + 2), 1.0
    return edges_of(values, dtype, kind), float(is_whole(dtype))


def _by_value(before: Column, after: Column) -> tuple[Floats, Floats]:
    texts = sorted({value for cells in (before, after) for values in cells.values for value in values})
    code = {text: place for place, text in enumerate(texts)}
    return _weights(before, code), _weights(after, code)


def _weights(cells: Column, code: dict[str, int]) -> Floats:
    sizes = np.array([len(values) for values in cells.values], dtype=np.int64)
    codes = np.array([code[value] for values in cells.values for value in values], dtype=np.int64)
    each = np.repeat(_rows(cells) / np.maximum(sizes, 1), sizes)
    return np.bincount(codes, each, len(code)).astype(np.float64)
