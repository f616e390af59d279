"""Round edges to count numbers and dates between, and pooling of counts too small to show."""

from collections.abc import Sequence
from itertools import pairwise
from math import floor, log10

import numpy as np
import numpy.typing as npt
import polars as pl

Values = npt.NDArray[np.float64]

MOST = 20
"""Bins between the outer edges; with the two open ends a chart has at most a few more."""

HOUR = 1 / 24
DAY_STEPS = (HOUR, 3 * HOUR, 6 * HOUR, 1.0, 2.0, 7.0)
MONTH_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12000)
DAYS_OF_MONTH = 30.44


def is_whole(dtype: pl.DataType) -> bool:
    """Tell whether a column counts in whole steps: a value then covers all up to the next."""
    return dtype.is_integer() or dtype == pl.Date


def is_calendar(dtype: pl.DataType, kind: str) -> bool:
    """Tell whether a column is parted by the calendar; a duration is a number of days."""
    return kind == "date" and dtype != pl.Duration


def edges_of(values: Values, dtype: pl.DataType, kind: str) -> Values:
    """Return the round edges that a column of numbers or dates is parted by."""
    return day_edges(values) if is_calendar(dtype, kind) else number_edges(values, whole=is_whole(dtype))


def number_edges(values: Values, *, whole: bool) -> Values:
    """Return round edges around the bulk of some finite numbers; one hundredth at each end stays outside.

    >>> number_edges(np.arange(17.0, 91.0), whole=True).tolist()[:3]
    [15.0, 20.0, 25.0]
    """
    low, high = _bulk(values)
    # Dividing before subtracting keeps the width of huge values from overflowing.
    width = high / MOST - low / MOST
    if width <= 0:
        width = max(abs(low), 1.0) / 100
        width = min(width, 1.0) if whole else width
    step = max(_round_up(width), 1.0) if whole else _round_up(width)
    first, last = floor(low / step), floor(high / step) + 1
    with np.errstate(over="ignore"):
        edges = np.unique(np.arange(first, last + 1, dtype=np.float64) * step)
    edges = edges[np.isfinite(edges)]
    # Beyond 2 to the 53rd, neighbors of a value may be farther apart than a step.
    return edges if edges.size > 1 else np.array([low, np.nextafter(low, np.inf)])


def day_edges(days: Values) -> Values:
    """Return edges at whole hours, days, months or years around the bulk of some dates.

    >>> np.array(day_edges(np.array([0.0, 45.0, 89.0]))).tolist()[:2]
    [-3.0, 4.0]
    """
    low, high = _bulk(days)
    step = next((step for step in DAY_STEPS if (high - low) / step <= MOST), None)
    if step is not None:
        # Weeks begin on a Monday; day 0 was a Thursday.
        shift = 4.0 if step == 7 else 0.0
        first, last = floor((low - shift) / step), floor((high - shift) / step) + 1
        return np.arange(first, last + 1, dtype=np.float64) * step + shift
    months = next((s for s in MONTH_STEPS if (high - low) / (s * DAYS_OF_MONTH) <= MOST), MONTH_STEPS[-1])
    # Months are counted from year 0, so that ten years begin with a year that ends in 0.
    first, last = floor(_month(low) / months), floor(_month(high) / months) + 1
    starts = np.arange(first, last + 1) * months - 1970 * 12
    return starts.astype("datetime64[M]").astype("datetime64[D]").astype(np.float64)


def counted(values: Values, edges: Values) -> Values:
    """Count values below the first edge, between each two, and from the last edge on."""
    bins = np.searchsorted(edges, values, side="right")
    return np.bincount(bins, minlength=edges.size + 1).astype(np.float64)


def spread(low: Values, high: Values, weight: Values, edges: Values, *, unit: float) -> Values:
    """Count ranges, each spread evenly from its low to its high end.

    `unit` is what a whole number or a day is wide: a range from 3 to 4 covers both of them.
    """
    with np.errstate(over="ignore"):
        step = edges[1] - edges[0]
        outside = np.nan_to_num([edges[0] - step, edges[-1] + step])
    low, high = (np.nan_to_num(end, neginf=outside[0], posinf=outside[1]) for end in (low, high))
    # A range too narrow to halve counts as a point.
    is_point = low / 2 == high / 2
    # Halving first keeps the width of huge ranges from overflowing.
    half = np.where(is_point, 1.0, high / 2 - low / 2 + unit / 2)
    below = [
        float((weight * np.where(is_point, low < edge, np.clip((edge / 2 - low / 2) / half, 0, 1))).sum())
        for edge in edges
    ]
    return np.diff([0.0, *below, float(weight.sum())])


def pooled(counts: Sequence[float], few: int) -> list[tuple[int, int]]:
    """Return which neighboring bins stand together so that none holds between 1 and few - 1.

    Each pair is a first bin and the one after the last. No bins are returned if all together hold too few.

    >>> pooled([2, 3, 9, 0, 8], few=5)
    [(0, 2), (2, 3), (3, 4), (4, 5)]
    >>> pooled([1, 2], few=5)
    []
    """
    ends = list(range(len(counts) + 1))
    totals = list(counts)
    while (small := _smallest(totals, few)) is not None:
        if len(totals) == 1:
            return []
        left = small - 1 if small == len(totals) - 1 or (small and totals[small - 1] <= totals[small + 1]) else small
        totals[left : left + 2] = [totals[left] + totals[left + 1]]
        del ends[left + 1]
    return list(pairwise(ends))


def _bulk(values: Values) -> tuple[float, float]:
    # A few extreme values must not squeeze everybody else into one bin.
    low, high = np.quantile(values, [0.01, 0.99], method="nearest")
    return float(low), float(high)


def _round_up(width: float) -> float:
    size = 10.0 ** floor(log10(width)) if width >= 1e-300 else 1e-300
    return float(next((step * size for step in (1, 2, 5) if step * size >= width * (1 - 1e-9)), 10 * size))


def _month(days: float) -> int:
    return int(np.datetime64(floor(days), "D").astype("datetime64[M]").astype(np.int64)) + 1970 * 12


def _smallest(totals: Sequence[float], few: int) -> int | None:
    small = [place for place, total in enumerate(totals) if 0 < total < few]
    return min(small, key=lambda place: totals[place]) if small else None
