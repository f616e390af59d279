"""Correlation error: how far the correlations between sensitive columns have moved."""

from typing import Annotated

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.amounts import amount_columns, amounts, mean_of
from tokumei.params import Columns
from tokumei.registry import measure

Sensitive = Annotated[Columns, Field(description="the sensitive columns of numbers to compare; all of them by default")]
Floats = npt.NDArray[np.float64]

SLICE = 1 << 16
"""Rows multiplied in one go, which bounds the memory."""
ROUNDING = 1e-12
"""A smaller difference is that of another order of the rows."""
CONSTANT = 1e-13
"""A variance below this share of the mean square is none: rounding alone leaves so much."""


@measure(
    needs=("sensitive_numbers",),
    identity_zero=True,
    paper="PWSCup 2015, U4",
    aliases=("pwscup2015:U4",),
    numbers={
        "correlation_error": "mean over the pairs of sensitive columns of how far their correlation has moved (0 to 2)",
        "correlation_error.*": "the same over the pairs that this column is in",
    },
    ja={
        "summary": "機微な数値列どうしの相関係数が、どれだけずれたかを測る。",
        "sensitive": "比べる機微な数値列（既定はすべて）",
        "number:correlation_error": "機微な列の組ごとの相関係数のずれの平均（0〜2）",
        "number:correlation_error.*": "この列を含む組だけで見た同じ平均",
    },
)
def correlation_error(
    original: Table, released: Release, *, sensitive: Sensitive = None, job: Job = ALONE
) -> dict[str, float]:
    """Measure how far the correlations between the sensitive columns have moved.

    For each pair of columns the absolute difference between Pearson's correlation before and after; the
    headline is the mean over all pairs, 0 where there is one column only. A column without spread
    correlates with nothing: its correlations count as 0, so that averaging all rows away is seen.

    A range counts as the number at its middle. Rows where one of the two cells is missing, suppressed or
    infinite are left out of that pair.

    Time grows with n times the columns squared; memory does not grow with the pairs.

    Reference: U4 (corMAE) of the PWSCup 2015.

    >>> import polars as pl; from tokumei.model import Schema
    >>> frame = pl.DataFrame({"a": [1, 2, 3], "b": [2, 4, 6]})
    >>> table = Table(frame, Schema(sensitive=["a", "b"])).pinned()
    >>> correlation_error(table, Release(table.released(frame.with_columns(b=pl.Series([6, 4, 2])))))
    {'correlation_error': 2.0, 'correlation_error.a': 2.0, 'correlation_error.b': 2.0}
    """
    names = amount_columns(original, released.data, sensitive)
    if len(names) < 2:
        return {"correlation_error": 0.0}
    before = _correlations(np.column_stack([amounts(original, name, raw=True) for name in names]))
    job.progress(0.5)
    after = _correlations(np.column_stack([amounts(released.data, name) for name in names]))
    moved = np.abs(before - after)
    moved[moved < ROUNDING] = 0.0
    others, sums = len(names) - 1, moved.sum(axis=0)
    of_each = {
        f"correlation_error.{name}": float(sums) / others for name, sums in zip(names, moved.sum(0), strict=True)
    }
    return {"correlation_error": float(sums.sum()) / (others * len(names)), **of_each}


def _correlations(values: Floats) -> Floats:
    """Return Pearson's correlation of each pair of columns over the rows where both are there, 0 on the diagonal."""
    # Centered and scaled first, so that no square overflows and no digit is lost.
    values = values - np.array([mean_of(column) for column in values.T])
    values /= np.nanmax(np.abs(values), axis=0, initial=np.finfo(np.float64).tiny)
    count, sums, squares, products = _moments(values)
    count = np.maximum(count, 1)
    variance = squares - sums**2 / count
    variance[variance <= CONSTANT * squares] = 0.0
    covariance = products - sums * sums.T / count
    spread = np.sqrt(variance * variance.T)
    found = np.divide(covariance, spread, out=np.zeros_like(spread), where=spread > 0)
    np.fill_diagonal(found, 0.0)
    return np.clip(found, -1.0, 1.0)


def _moments(values: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return for each pair of columns: rows with both, and the first's sum, squares and products there."""
    totals = np.zeros((4, values.shape[1], values.shape[1]))
    for start in range(0, len(values), SLICE):
        part = values[start : start + SLICE]
        there = (~np.isnan(part)).astype(np.float64)
        known = np.nan_to_num(part, nan=0.0)
        totals += np.stack([there.T @ there, known.T @ there, (known**2).T @ there, known.T @ known])
    return totals[0], totals[1], totals[2], totals[3]
