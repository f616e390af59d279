"""Sensitive columns of numbers, row by row: what the measures of contests compare."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData, UnknownColumn
from tokumei.model.columns import column, places
from tokumei.model.grouped import Groups
from tokumei.model.table import Table

Floats = npt.NDArray[np.float64]


def amount_columns(original: Table, released: Table, asked: Sequence[str] | None) -> list[str]:
    """Return the sensitive columns of numbers to compare; all by default. Both tables must have them."""
    names = list(dict.fromkeys(original.sensitive_numbers if asked is None else asked))
    for name in names:
        if name not in original.sensitive:
            raise UnknownColumn.named(name, original.sensitive, where="the sensitive columns")
        if original.kind(name) != "number":
            raise BadData(f"column '{name}' does not hold numbers in every row; name sensitive columns of numbers.")
        if name not in released.frame.columns:
            raise UnknownColumn.named(name, released.frame.columns, where="the released table")
    return names


def amounts(table: Table, name: str, *, raw: bool = False) -> Floats:
    """Return a column of numbers row by row: a range at its middle, NaN where no finite number is shown.

    `raw` is for an original, whose values are no cells yet.
    """
    series = table.frame[name]
    if series.dtype == pl.String:
        cells = column(table, name, raw=raw)
        values = cells.middle[cells.of]
    else:
        values = places(table, name, series)
    values[np.isinf(values)] = np.nan
    return values


def mean_of(values: Floats) -> float:
    """Return the mean of the values that are there; NaN where none is.

    >>> mean_of(np.array([1.0, np.nan, 3.0]))
    2.0
    """
    return float(Groups.by(np.zeros(values.size, dtype=np.int64)).mean(values)[0]) if values.size else float("nan")


def gap(before: float, after: float) -> float:
    """Return how far two means are apart: nothing where neither table has a value, NaN where one lacks it.

    >>> gap(3.0, 5.0), gap(float("nan"), float("nan"))
    (2.0, 0.0)
    """
    return 0.0 if np.isnan(before) and np.isnan(after) else abs(before - after)


def headline(errors: Sequence[float]) -> float:
    """Return the mean of the errors of columns; 0 where there is none to err in."""
    return float(np.mean(errors)) if errors else 0.0
