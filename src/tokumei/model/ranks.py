"""Two lists side by side in ascending order."""

import numpy as np
import numpy.typing as npt

from tokumei.model.data import Rows

Floats = npt.NDArray[np.float64]


def by_rank(known: Floats, released: Floats) -> Rows:
    """Return for each released number the row of the known number of the same rank, -1 where there are fewer.

    Equal numbers rank by row; NaN stands last.

    >>> by_rank(np.array([5.0, 1.0, 3.0]), np.array([9.0, 2.0])).tolist()
    [2, 1]
    """
    found = np.full(released.size, -1, dtype=np.int64)
    order = np.argsort(known, kind="stable")
    common = min(known.size, released.size)
    found[np.argsort(released, kind="stable")[:common]] = order[:common]
    return found
