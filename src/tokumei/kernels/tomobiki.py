"""The (k,m)-neighbor graph and its cutting: the loops behind `tomobiki`.

A graph is kept as `start` and `friends`: those of row i are `friends[start[i]:start[i + 1]]`. Rows that
may be looked at together share a number in `zone`; -1 marks rows that have their group.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel
from tokumei.kernels.knn import nearest_rows, outermost_first

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Progress = Callable[[float], None]

GROUPS = 20_000
"""Groups cut off between two looks at progress."""
ROWS = 10_000_000
"""Rows of components looked at between two looks at progress."""


def groups(points: Floats, k: int, m: int, *, by_component: bool, threads: int, progress: Progress) -> Ints:
    """Return the group of each row: the Tomobiki method, from the outside or component by component."""
    n = points.shape[0]
    if n < 2 * k:
        return np.zeros(n, dtype=np.int64)
    m = min(m, n - 1)
    near = nearest_rows(points, min(k + m - 2, n - 1), threads, lambda share: progress(0.6 * share))
    start, friends = linked(*edges(points, near, k, m), n)
    labels, zone, seen = np.empty(n, dtype=np.int64), np.zeros(n, dtype=np.int64), np.zeros(n + 1, dtype=np.int64)
    group = 0
    if not by_component:
        order, at = outermost_first(points), 0
        while at < n:
            at, group = cut_from_outside(points, start, friends, order, at, k, zone, seen, labels, group, GROUPS)
            progress(0.6 + 0.4 * at / n)
        return labels
    held, begin = np.arange(n), np.zeros(n + 1, dtype=np.int64)
    parts, end = components(start, friends, zone, seen, held, begin), n
    while parts:
        end, parts, group = cut_components(
            points, start, friends, held, begin, parts, end, k, zone, seen, labels, group, ROWS
        )
        progress(1.0 - 0.4 * end / n)
    return labels


@kernel
def edges(points: Floats, near: Numbers, k: int, m: int) -> tuple[Numbers, Numbers, int]:
    """Return both ends of the edges of the (k,m)-neighbor graph, and how many there are.

    As long as a component has fewer than k rows, its m nearest pairs of a row inside and a row outside
    become edges; on a tie the lower row inside, then the lower row outside. A component of c rows
    finds them among the first c - 1 + m neighbors of its rows, so `near` must have k + m - 2.
    """
    n, count = near.shape
    most = 2 * n * m
    ends, others = np.empty(most, np.int32), np.empty(most, np.int32)
    parent, root, size = np.arange(n), np.arange(n), np.ones(n, np.int64)
    order = np.arange(n)
    best, best_in, best_out = np.empty(m + 1), np.empty(m + 1, np.int64), np.empty(m + 1, np.int64)
    total, left = 0, n
    while left:
        new = total
        first = 0
        while first < left:
            last = first
            found = 0
            while last < left and root[order[last]] == root[order[first]]:
                row = order[last]
                last += 1
                outside = 0
                for c in range(count):
                    other = near[row, c]
                    if root[other] == root[row]:
                        continue
                    distance = 0.0
                    for j in range(points.shape[1]):
                        gap = points[other, j] - points[row, j]
                        distance += gap * gap
                    place = found
                    while place > 0 and (
                        best[place - 1] > distance
                        or (best[place - 1] == distance and best_in[place - 1] == row and best_out[place - 1] > other)
                    ):
                        best[place] = best[place - 1]
                        best_in[place], best_out[place] = best_in[place - 1], best_out[place - 1]
                        place -= 1
                    best[place], best_in[place], best_out[place] = distance, row, other
                    found = min(found + 1, m)
                    outside += 1
                    if outside == m:
                        break
            for c in range(found):
                ends[total], others[total] = best_in[c], best_out[c]
                total += 1
            first = last
        for edge in range(new, total):
            one, two = top(parent, ends[edge]), top(parent, others[edge])
            if one != two:
                parent[max(one, two)] = min(one, two)
                size[min(one, two)] += size[max(one, two)]
        small = 0
        for i in range(n):
            root[i] = top(parent, i)
            if size[root[i]] < k:
                order[small] = i
                small += 1
        if new == total:
            break
        # Rows of one component side by side, ascending: a stable sort by root keeps their order.
        order[:small] = order[:small][np.argsort(root[order[:small]], kind="mergesort")]
        left = small
    return ends, others, total


@kernel
def top(parent: Ints, row: int) -> int:
    """Return the row that stands for the component of a row, shortening the way there."""
    while parent[row] != row:
        parent[row] = parent[parent[row]]
        row = parent[row]
    return row


@kernel
def linked(ends: Numbers, others: Numbers, total: int, n: int) -> tuple[Ints, Numbers]:
    """Return the graph of some edges, each once however often it is given."""
    start = np.zeros(n + 1, np.int64)
    for edge in range(total):
        start[ends[edge] + 1] += 1
        start[others[edge] + 1] += 1
    for i in range(n):
        start[i + 1] += start[i]
    filled, friends = start[:-1].copy(), np.empty(2 * total, np.int32)
    for edge in range(total):
        one, two = ends[edge], others[edge]
        friends[filled[one]], friends[filled[two]] = two, one
        filled[one] += 1
        filled[two] += 1
    kept = 0
    for i in range(n):
        first = kept
        mine = np.sort(friends[start[i] : start[i + 1]])
        start[i] = first
        for friend in mine:
            if kept == first or friends[kept - 1] != friend:
                friends[kept] = friend
                kept += 1
    start[n] = kept
    return start, friends[:kept].copy()


@kernel
def cut_from_outside(
    points: Floats, start: Ints, friends: Numbers, order: Ints, at: int, k: int, zone: Ints, seen: Ints,
    labels: Ints, group: int, most: int,
) -> tuple[int, int]:  # fmt: skip
    """Cut groups off around the rows of `order`, from place `at` on; return the place reached and the next group.

    What is left of a component below 2k rows is a group. What is cut off is cut again, as a component of
    its own, where it has 2k rows or more. Stops when `most` groups are done.
    """
    cut = np.empty(zone.size, np.int64)
    until = group + most
    while at < order.size and group < until:
        row = order[at]
        at += 1
        if zone[row] < 0:
            continue
        size = reach(start, friends, zone, seen, row, 2 * k, cut, 0)
        if size >= 2 * k:
            size = cut_off(points, start, friends, zone, seen, row, k, cut)
        if size < 2 * k:
            for i in range(size):
                labels[cut[i]], zone[cut[i]] = group, -1
            group += 1
            continue
        begin = np.empty(size // k + 2, np.int64)
        begin[0] = 0
        zone[cut[:size]] = row + 1
        end, parts = size, 1
        while parts:
            end, parts, group = cut_components(
                points, start, friends, cut, begin, parts, end, k, zone, seen, labels, group, size
            )
    return at, group


@kernel
def components(start: Ints, friends: Numbers, zone: Ints, seen: Ints, held: Ints, begin: Ints) -> int:
    """Put the rows of each component side by side; fill `begin` with where each begins, return how many there are."""
    found, placed = 0, 0
    sorted_rows = np.empty(held.size, np.int64)
    for row in held:
        if zone[row] >= 0:
            begin[found] = placed
            found += 1
            placed += reach(start, friends, zone, seen, row, held.size, sorted_rows, placed)
            for i in range(begin[found - 1], placed):
                zone[sorted_rows[i]] = -2
    held[:] = sorted_rows
    return found


@kernel
def cut_components(
    points: Floats, start: Ints, friends: Numbers, held: Ints, begin: Ints, parts: int, end: int, k: int,
    zone: Ints, seen: Ints, labels: Ints, group: int, budget: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Cut components, the last of `held` first, until all are groups or `budget` rows were looked at.

    `begin` says where each part of `held` begins, `end` where the last one ends; each is connected. A part
    below 2k rows is a group. From another one, a group is cut off around the row farthest from its lowest
    row; the components of what is left are parts again, and so is what was cut off.
    """
    cut = np.empty(end, np.int64)
    while parts and budget > 0:
        first = begin[parts - 1]
        part = held[first:end]
        size = part.size
        budget -= size
        taken = size
        if size >= 2 * k:
            # Rows of one part share a number of their own, so that no search leaves it.
            zone[part] = part.min() + 1
            taken = cut_off(points, start, friends, zone, seen, farthest(points, part), k, cut)
        if taken == size:
            for row in part:
                labels[row], zone[row] = group, -1
            group += 1
            parts, end = parts - 1, first
            continue
        left = 0
        for row in part:
            if zone[row] >= 0:
                part[left] = row
                left += 1
        part[left:] = cut[:taken]
        found = components(start, friends, zone, seen, part[:left], begin[parts - 1 :])
        begin[parts - 1 : parts - 1 + found] += first
        parts += found
        begin[parts - 1] = first + left
    return end, parts, group


@kernel
def farthest(points: Floats, part: Ints) -> int:
    """Return the row of a part farthest from its lowest row, the lowest one on a tie."""
    lowest = part.min()
    best, distance = -1, -1.0
    for row in part:
        far = 0.0
        for j in range(points.shape[1]):
            gap = points[row, j] - points[lowest, j]
            far += gap * gap
        if far > distance or (far == distance and row < best):
            best, distance = row, far
    return best


@kernel
def cut_off(points: Floats, start: Ints, friends: Numbers, zone: Ints, seen: Ints, row: int, k: int, cut: Ints) -> int:
    """Take k rows or more out of a connected zone, beginning with a row; return how many.

    A row leaves with everybody who would be left among fewer than k: its friends. The next to leave is
    the row at the border nearest to the center of those gone. Rows taken are in `cut`, their zone is -1.
    """
    here = zone[row]
    border = np.empty(64, np.int64)
    at_border, size = 0, 0
    total = np.zeros(points.shape[1])
    while True:
        gone = size
        cut[size], zone[row] = row, -1
        size += 1
        for f in range(start[row], start[row + 1]):
            friend = friends[f]
            if zone[friend] != here:
                continue
            together = reach(start, friends, zone, seen, friend, k, cut, size)
            if together < k:
                for i in range(size, size + together):
                    zone[cut[i]] = -1
                size += together
                continue
            if at_border == border.size:
                border = np.append(border, np.empty(border.size, np.int64))
            border[at_border] = friend
            at_border += 1
        for i in range(gone, size):
            total += points[cut[i]]
        if size >= k:
            return size
        kept, row, nearest = 0, -1, np.inf
        for b in range(at_border):
            other = border[b]
            if zone[other] != here:
                continue
            border[kept] = other
            kept += 1
            distance = 0.0
            for j in range(points.shape[1]):
                gap = points[other, j] - total[j] / size
                distance += gap * gap
            if row < 0 or distance < nearest or (distance == nearest and other < row):
                row, nearest = other, distance
        at_border = kept


@kernel
def reach(start: Ints, friends: Numbers, zone: Ints, seen: Ints, row: int, most: int, found: Ints, first: int) -> int:
    """List rows connected to a row inside its zone, from place `first` of `found`; stop at `most`; return how many."""
    # Each search has a stamp of its own, counted in the last place.
    seen[-1] += 1
    stamp, here = seen[-1], zone[row]
    found[first], seen[row] = row, stamp
    looked, size = 0, 1
    while looked < size:
        at = found[first + looked]
        looked += 1
        for f in range(start[at], start[at + 1]):
            friend = friends[f]
            if zone[friend] == here and seen[friend] != stamp:
                if size == most:
                    return size
                found[first + size], seen[friend] = friend, stamp
                size += 1
    return size
