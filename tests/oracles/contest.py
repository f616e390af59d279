"""The measures U1 to U6 of the PWSCup 2015 written out cell by cell, for tables of plain numbers."""

from itertools import combinations
from math import sqrt
from statistics import fmean

Rows = list[tuple[float, ...]]


def mean_error(x: Rows, y: Rows) -> float:
    """Return U1 of the sensitive values of two tables."""
    return fmean(abs(fmean(a) - fmean(b)) for a, b in zip(zip(*x, strict=True), zip(*y, strict=True), strict=True))


def cross_mean(x_quasi: Rows, x: Rows, y_quasi: Rows, y: Rows) -> float:
    """Return U2, over the cells that both tables have."""
    common = set(x_quasi) & set(y_quasi)
    errors = []
    for cell in common:
        before = [row for quasi, row in zip(x_quasi, x, strict=True) if quasi == cell]
        after = [row for quasi, row in zip(y_quasi, y, strict=True) if quasi == cell]
        for a, b in zip(zip(*before, strict=True), zip(*after, strict=True), strict=True):
            errors.append(abs(fmean(a) - fmean(b)))
    return fmean(errors)


def cross_count(x_quasi: Rows, y_quasi: Rows) -> float:
    """Return U3, over the cells that both tables have."""
    return fmean(abs(x_quasi.count(cell) - y_quasi.count(cell)) for cell in set(x_quasi) & set(y_quasi))


def correlation_error(x: Rows, y: Rows) -> float:
    """Return U4; a column without spread correlates with nothing."""
    before, after = list(zip(*x, strict=True)), list(zip(*y, strict=True))
    pairs = combinations(range(len(before)), 2)
    return fmean(abs(_pearson(before[j], before[k]) - _pearson(after[j], after[k])) for j, k in pairs)


def cell_error(x: Rows, y: Rows, key: list[int]) -> float:
    """Return U5."""
    widths = [max(column) - min(column) for column in zip(*x, strict=True)]
    return fmean(
        abs(x[row][place] - after[place]) / widths[place]
        for row, after in zip(key, y, strict=True)
        for place in range(len(widths))
    )


def _pearson(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    a, b = tuple(v - fmean(a) for v in a), tuple(v - fmean(b) for v in b)
    spread = sqrt(sum(v * v for v in a) * sum(v * v for v in b))
    return sum(v * w for v, w in zip(a, b, strict=True)) / spread if spread > 1e-9 else 0.0
