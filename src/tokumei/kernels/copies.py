"""Rows that are exactly alike: found once, searched once, and hung side by side."""

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]


def distinct(matrix: Floats) -> tuple[Ints, Ints]:
    """Return the first row of each point, in the order of the rows, and the point of each row.

    >>> [part.tolist() for part in distinct(np.array([[1.0], [2.0], [1.0]]))]
    [[0, 1], [0, 1, 0]]
    """
    hashes = hash_rows(np.ascontiguousarray(matrix, dtype=np.float64))
    order = np.argsort(hashes, kind="stable")
    new = np.append(True, hashes[order][1:] != hashes[order][:-1])[: order.size]
    first, of = order[new], np.empty(order.size, dtype=np.int64)
    of[order] = np.cumsum(new) - 1
    if not np.array_equal(matrix[first[of]], matrix):
        # Two points share a hash: once in 10^13 tables of a million rows.
        first, of = np.unique(matrix, axis=0, return_index=True, return_inverse=True)[1:]
    place = np.argsort(first)
    rank = np.empty_like(place)
    rank[place] = np.arange(place.size)
    return first[place], rank[of]


@kernel
def hash_rows(matrix: Floats) -> Hashes:
    """Return a number of 64 bits for each row, the same for rows that are equal."""
    hashes = np.empty(matrix.shape[0], np.uint64)
    for i in range(matrix.shape[0]):
        mixed = np.uint64(0x9E3779B97F4A7C15)
        for j in range(matrix.shape[1]):
            # Adding zero makes one of the two zeros there are.
            bits = np.float64(matrix[i, j] + 0.0).view(np.uint64)
            mixed = (mixed ^ bits) * np.uint64(0xBF58476D1CE4E5B9)
            mixed ^= mixed >> np.uint64(29)
            mixed = mixed * np.uint64(0x94D049BB133111EB)
            mixed ^= mixed >> np.uint64(32)
        hashes[i] = mixed
    return hashes


@kernel
def hang(start: Ints, rows: Ints, near: Numbers, found: Numbers) -> None:
    """Fill `found` with the nearest rows of each row, from the nearest points of each point.

    A row's own copies come first, those after it before those before it, then the copies of each near
    point, from another one on for each copy: so no row becomes everybody's neighbor. `rows` lists the
    copies of point p from `start[p]` to `start[p + 1]`.
    """
    count = found.shape[1]
    for point in range(start.size - 1):
        copies = start[point + 1] - start[point]
        for rank in range(copies):
            row = rows[start[point] + rank]
            size = min(copies - 1, count)
            for c in range(size):
                found[row, c] = rows[start[point] + (rank + 1 + c) % copies]
            for c in range(near.shape[1]):
                if size == count:
                    break
                other = near[point, c]
                others = start[other + 1] - start[other]
                for d in range(min(others, count - size)):
                    found[row, size] = rows[start[other] + (rank + d) % others]
                    size += 1
