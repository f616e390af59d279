"""Variable-size groups around the rows farthest from the center: the loop behind `vmdav`.

Rows live in a tree of boxes (`kernels.knn.build`) in which each node counts those not grouped yet.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel
from tokumei.kernels.knn import build, outermost_first

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

LEAF = 12
GROUPS = 2_000
"""Groups made between two looks at progress."""


def groups(points: Floats, k: int, gamma: float, progress: Callable[[float], None]) -> Ints:
    """Return the group of each row; rows left over at the end are -1."""
    n = points.shape[0]
    labels, queue = np.full(n, -1, dtype=np.int64), outermost_first(points)
    group, left = 0, n
    while left >= k:
        # A tree of the rows left, made anew whenever half of them are gone, keeps its boxes tight.
        rows = np.sort(queue[labels[queue] < 0])
        order, start, end, child, low, high = build(np.ascontiguousarray(points[rows]), LEAF)
        numbers = rows[order]
        tree = (np.ascontiguousarray(points[numbers]), numbers, start, end, child, low, high)
        place = np.full(n, -1, dtype=np.int64)
        place[numbers] = np.arange(numbers.size)
        live, above, leaf = end - start, _above(child), _leaf_of(start, end, child)
        at, until = 0, max(left // 2, k)
        while left >= until and left >= k:
            at, left, group = rounds(
                *tree, live, above, leaf, place, queue, at, labels, left, group, k, gamma, until, GROUPS
            )
            progress(1 - left / n)
    return labels


def _above(child: Ints) -> Ints:
    above = np.full(child.size, -1, dtype=np.int64)
    inner = np.flatnonzero(child)
    above[child[inner]] = above[child[inner] + 1] = inner
    return above


def _leaf_of(start: Ints, end: Ints, child: Ints) -> Ints:
    leaves = np.flatnonzero(child == 0)
    leaves = leaves[np.argsort(start[leaves])]
    return np.repeat(leaves, (end - start)[leaves])


@kernel
def rounds(
    points: Floats, numbers: Ints, start: Ints, end: Ints, child: Ints, low: Floats, high: Floats, live: Ints,
    above: Ints, leaf: Ints, place: Ints, queue: Ints, at: int, labels: Ints, left: int, group: int, k: int,
    gamma: float, until: int, most: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Make groups until fewer than `until` rows are left, at most `most`; return the queue's place, rows left, group.

    A group is the first row of the queue with its k-1 nearest. It grows, up to 2k-1 rows, by the row nearest
    to any of its rows as long as that one is less than `gamma` times as far from it as from any other row.
    """
    near, far = np.empty(k, np.int64), np.empty(k)
    one, one_far = np.empty(1, np.int64), np.empty(1)
    held = np.empty(2 * k, np.int64)
    closest, distance = np.empty(2 * k, np.int64), np.empty(2 * k)
    for _ in range(most):
        if left < until or left < k:
            break
        while labels[queue[at]] >= 0:
            at += 1
        first = place[queue[at]]
        take(first, numbers, labels, group, live, above, leaf)
        nearest(points, numbers, start, end, child, low, high, live, labels, first, near[: k - 1], far[: k - 1])
        held[0] = first
        for c in range(k - 1):
            held[c + 1] = near[c]
            take(near[c], numbers, labels, group, live, above, leaf)
        left -= k
        size, known = k, 0
        while size < 2 * k - 1 and left:
            best = -1
            for g in range(size):
                if g >= known or labels[numbers[closest[g]]] >= 0:
                    nearest(points, numbers, start, end, child, low, high, live, labels, held[g], one, one_far)
                    closest[g], distance[g] = one[0], one_far[0]
                if (
                    best < 0
                    or distance[g] < distance[best]
                    or (distance[g] == distance[best] and numbers[closest[g]] < numbers[closest[best]])
                ):
                    best = g
            known = size
            row, inside = closest[best], distance[best]
            one_far[0] = np.inf
            nearest(points, numbers, start, end, child, low, high, live, labels, row, one, one_far)
            if not np.sqrt(inside) < gamma * np.sqrt(one_far[0]):
                break
            held[size] = row
            take(row, numbers, labels, group, live, above, leaf)
            size += 1
            left -= 1
        group += 1
    return at, left, group


@kernel
def take(at: int, numbers: Ints, labels: Ints, group: int, live: Ints, above: Ints, leaf: Ints) -> None:
    """Give a row its group and take it out of the tree's counts."""
    labels[numbers[at]] = group
    node = leaf[at]
    while node >= 0:
        live[node] -= 1
        node = above[node]


@kernel
def nearest(
    points: Floats, numbers: Ints, start: Ints, end: Ints, child: Ints, low: Floats, high: Floats, live: Ints,
    labels: Ints, query: int, near: Ints, far: Floats,
) -> None:  # fmt: skip
    """Fill `near` with the places of the nearest rows without a group, other than the query; ties to the lower row."""
    columns, count = points.shape[1], near.size
    stack, bound = np.empty(128, np.int64), np.empty(128)
    stack[0], bound[0] = 0, 0.0
    waiting, size, limit = 1 if count else 0, 0, np.inf
    while waiting:
        waiting -= 1
        node = stack[waiting]
        if bound[waiting] > limit:
            continue
        if child[node]:
            left, right = child[node], child[node] + 1
            to_left, to_right = 0.0, 0.0
            for j in range(columns):
                x = points[query, j]
                gap = max(low[left, j] - x, x - high[left, j], 0.0)
                to_left += gap * gap
                gap = max(low[right, j] - x, x - high[right, j], 0.0)
                to_right += gap * gap
            if to_left <= to_right:
                left, right, to_left, to_right = right, left, to_right, to_left
            if live[left] and to_left <= limit:
                stack[waiting], bound[waiting] = left, to_left
                waiting += 1
            if live[right] and to_right <= limit:
                stack[waiting], bound[waiting] = right, to_right
                waiting += 1
            continue
        for i in range(start[node], end[node]):
            if i == query or labels[numbers[i]] >= 0:
                continue
            distance = 0.0
            for j in range(columns):
                gap = points[i, j] - points[query, j]
                distance += gap * gap
            if distance > limit or (size == count and distance == limit and numbers[i] > numbers[near[count - 1]]):
                continue
            at = size if size < count else count - 1
            while at > 0 and (
                far[at - 1] > distance or (far[at - 1] == distance and numbers[near[at - 1]] > numbers[i])
            ):
                far[at], near[at] = far[at - 1], near[at - 1]
                at -= 1
            far[at], near[at] = distance, i
            size += size < count
            if size == count:
                limit = far[count - 1]
