"""Gathers vectors of many columns, each to those with whom it agrees most: for `local_suppression` on wide tables."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Codes = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

WORK = 50_000_000
"""So many cells are looked at between two reports of progress."""


def gathered(
    codes: Codes, rows: Ints, first: Ints, person: Ints, weights: Floats, k: int, progress: Callable[[float], None]
) -> Ints:
    """Return a group of at least k people for each vector; all vectors together must have as many.

    The rarest vector left takes in, one by one, the vector that makes the group blank the fewest cells more.
    Those who are left at the end join the group where they cost least.
    """
    n, columns = codes.shape
    labels, order = np.full(n, -1, dtype=np.int64), _rarest_first(codes, rows)
    kept, spoken = np.ones((n, columns), dtype=np.bool_), np.zeros(n, dtype=np.int64)
    size = np.zeros(n, dtype=np.int64)
    seen = np.full(int(person.max(initial=-1)) + 1, -1, dtype=np.int64)
    at, groups, most = 0, 0, max(WORK // (n * columns * k + 1), 1)
    while at < n:
        at, groups = rounds(
            codes, rows, first, person, weights, k, order, at, groups, most, labels, kept, spoken, size, seen
        )
        progress(at / n)
    return labels


def _rarest_first(codes: Codes, rows: Ints) -> Ints:
    common = np.zeros(len(codes))
    for column in codes.T:
        common += np.log(np.bincount(column, rows)[column])
    return np.argsort(common, kind="stable")


@kernel
def rounds(
    codes: Codes, rows: Ints, first: Ints, person: Ints, weights: Floats, k: int, order: Ints, at: int, groups: int,
    most: int, labels: Ints, kept: npt.NDArray[np.bool_], spoken: Ints, size: Ints, seen: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Make groups, at most so many; return the place reached in the order and the number of groups.

    `spoken` is the vector whose values a group keeps, in the columns of `kept`; `size` are its rows.
    """
    made = 0
    while at < order.size and made < most:
        v = order[at]
        if labels[v] >= 0:
            at += 1
            continue
        made += 1
        g = groups
        labels[v], spoken[g], size[g], people = g, v, rows[v], 0
        newest = v
        while True:
            for q in range(first[newest], first[newest + 1]):
                people += seen[person[q]] != g
                seen[person[q]] = g
            if people >= k:
                break
            blank, best, newest = 0.0, np.inf, -1
            for c in range(codes.shape[1]):
                blank += 0.0 if kept[g, c] else weights[c]
            for u in range(order.size):
                if labels[u] < 0:
                    cost = rows[u] * blank
                    for c in range(codes.shape[1]):
                        if kept[g, c] and codes[u, c] != codes[v, c]:
                            cost += (size[g] + rows[u]) * weights[c]
                    if cost < best:
                        best, newest = cost, u
            if newest < 0:
                break
            labels[newest] = g
            size[g] += rows[newest]
            for c in range(codes.shape[1]):
                kept[g, c] &= codes[newest, c] == codes[v, c]
        if people >= k:
            groups += 1
            continue
        # Fewer than k people are left: each of their vectors joins another group.
        for u in range(order.size):
            if labels[u] == g:
                best, to = np.inf, 0
                for other in range(groups):
                    cost = 0.0
                    for c in range(codes.shape[1]):
                        if not kept[other, c]:
                            cost += rows[u] * weights[c]
                        elif codes[u, c] != codes[spoken[other], c]:
                            cost += (size[other] + rows[u]) * weights[c]
                    if cost < best:
                        best, to = cost, other
                labels[u] = to
                size[to] += rows[u]
                for c in range(codes.shape[1]):
                    kept[to, c] &= codes[u, c] == codes[spoken[to], c]
        at = order.size
    return at, groups
