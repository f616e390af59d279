"""The spread of rows inside groups, as plain arithmetic on a matrix."""

import numpy as np
import numpy.typing as npt

from tokumei.model.data import Labels


def sse_of(matrix: npt.NDArray[np.float64], labels: Labels) -> float:
    """Return the sum of squared distances of rows to the middle of their group.

    >>> sse_of(np.array([[0.0], [2.0], [5.0]]), np.array([0, 0, 1]))
    2.0
    """
    rows = np.bincount(labels)
    total = 0.0
    for column in matrix.T:
        gap = column - (np.bincount(labels, column) / np.maximum(rows, 1))[labels]
        total += float(gap @ gap)
    return total
