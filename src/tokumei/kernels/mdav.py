"""Maximum distance to average vector: the loop behind `mdav`."""

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# Columns of 512 rows stay in the first-level cache while distances over all columns add up.
BLOCK = 512


@kernel
def distances(columns: Floats, point: Floats, rows: int, out: Floats) -> None:
    """Fill `out` with the squared distance of each of the first `rows` rows to a point."""
    for start in range(0, rows, 512):
        end = min(start + 512, rows)
        first = columns[0]
        for i in range(start, end):
            gap = first[i] - point[0]
            out[i] = gap * gap
        for j in range(1, columns.shape[0]):
            column, at = columns[j], point[j]
            for i in range(start, end):
                gap = column[i] - at
                out[i] += gap * gap


@kernel
def farthest(far: Floats, rows: int) -> int:
    """Return the position of the largest value, the first of equals."""
    best = 0
    for i in range(1, rows):
        if far[i] > far[best]:
            best = i
    return best


@kernel
def nearest(far: Floats, numbers: Ints, rows: int, k: int, chosen: Ints) -> None:
    """Fill `chosen` with the positions of the k smallest values; ties to the lowest row number."""
    size = 0
    limit = np.inf
    for i in range(rows):
        value = far[i]
        if value > limit:
            continue
        if size == k and value == limit and numbers[i] > numbers[chosen[k - 1]]:
            continue
        place = size if size < k else k - 1
        while place > 0:
            before = chosen[place - 1]
            if far[before] < value or (far[before] == value and numbers[before] < numbers[i]):
                break
            if place < k:
                chosen[place] = before
            place -= 1
        chosen[place] = i
        if size < k:
            size += 1
        if size == k:
            limit = far[chosen[k - 1]]
