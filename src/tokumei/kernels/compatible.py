"""Counts who may be meant by a row with gaps, when a missing cell may be anything."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel
from tokumei.kernels.boxes import build

Codes = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]

SLICE = 256
"""So many rows are looked at between two reports of progress."""


def fewest_compatible(codes: Codes, start: Ints, people: Ints, progress: Callable[[float], None]) -> int:
    """Return the smallest number of people compatible with a vector, itself included.

    `codes` holds the distinct vectors, 0 being a missing cell; the people of vector v are
    `people[start[v]:start[v + 1]]`. Two vectors are compatible where no column tells them apart.
    """
    rows, first, last, left, floor, ceiling = build(codes)
    own = np.diff(start)
    # Vectors without gaps and of few people are compatible with few: the best is found early, and
    # no vector needs to be counted beyond it.
    order = np.lexsort((own, (codes == 0).sum(axis=1)))
    seen = np.full(int(people.max(initial=-1)) + 1, -1, dtype=np.int64)
    best, least = int(seen.size) + 1, int(own.min(initial=seen.size + 1))
    for at in range(0, order.size, SLICE):
        if best == least:
            break
        part = order[at : at + SLICE]
        best = search(codes, rows, first, last, left, floor, ceiling, start, people, part, seen, best)
        progress(at / order.size)
    return best


@kernel
def search(
    codes: Codes, rows: Ints, first: Ints, last: Ints, left: Ints, floor: Codes, ceiling: Codes,
    start: Ints, people: Ints, part: Ints, seen: Ints, best: int,
) -> int:  # fmt: skip
    """Return the fewest people compatible with one of some vectors, or `best` if that is fewer."""
    columns = codes.shape[1]
    stack = np.zeros(128, np.int64)
    for v in part:
        if start[v + 1] - start[v] >= best:
            continue
        held, size = 0, 1
        stack[0] = 0
        while size and held < best:
            size -= 1
            node = stack[size]
            apart = False
            for c in range(columns):
                code = codes[v, c]
                # A node that holds a gap in this column may hold a compatible vector.
                if code > 0 and floor[node, c] > 0 and (code < floor[node, c] or code > ceiling[node, c]):
                    apart = True
                    break
            if apart:
                continue
            if left[node]:
                stack[size], stack[size + 1] = left[node] + 1, left[node]
                size += 2
                continue
            for i in range(first[node], last[node]):
                other = rows[i]
                fits = True
                for c in range(columns):
                    if codes[v, c] > 0 and codes[other, c] > 0 and codes[v, c] != codes[other, c]:
                        fits = False
                        break
                if fits:
                    for j in range(start[other], start[other + 1]):
                        if seen[people[j]] != v:
                            seen[people[j]] = v
                            held += 1
        best = min(best, held)
    return best
