"""Fits how time grows with the number of rows: n to which power."""

from collections.abc import Sequence

import numpy as np


def exponent(rows: Sequence[int], seconds: Sequence[float]) -> float | None:
    """Return the slope of log seconds over log rows; None below three sizes.

    >>> exponent([10, 20, 40], [1.0, 4.0, 16.0])
    2.0
    """
    if len(set(rows)) < 3 or min(seconds) <= 0:
        return None
    x, y = np.log(rows), np.log(seconds)
    x, y = x - x.mean(), y - y.mean()
    return round(float(x @ y / (x @ x)), 6)


def power(slope: float | None) -> str:
    """Return an exponent as one would say it.

    >>> power(1.123), power(None)
    ('n^1.1', '')
    """
    return "" if slope is None else f"n^{slope:.1f}"
