"""Nearest neighbors of every row: exact in a tree of boxes, or nearly so in two sets of blocks.

Points are distinct rows; copies are hung on at the end. On a tie of distance the lower number is nearer.
Distances are squared.
"""

from functools import partial

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel
from tokumei.kernels.copies import distinct, hang
from tokumei.kernels.slices import Progress, each_slice, steps

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

LEAF = 12
BLOCK = 256
SLICE = 16_000
"""Points times columns between two looks at progress: a few tens of milliseconds."""
MOST_LOOKS = 150_000_000
"""Looks at points (some seconds): where exact search takes more, blocks find nearly the same in a fraction of it."""


def nearest_rows(matrix: Floats, count: int, threads: int, progress: Progress, *, exact: bool = False) -> Numbers:
    """Return the `count` nearest other rows of each row, nearest first; needs more than `count` rows.

    Exact for tables of moderate size, nearly so for large ones in many dimensions unless `exact`. Rows that are exactly
    alike are searched for once.
    """
    first, of = distinct(matrix)
    wanted = min(count, first.size - 1)
    near = np.zeros((first.size, 0), dtype=np.int32)
    if wanted:
        near = neighbors(np.ascontiguousarray(matrix[first]), wanted, threads, progress, exact=exact)
    if first.size == of.size:
        return near
    start = np.concatenate([[0], np.cumsum(np.bincount(of))])
    found = np.empty((of.size, count), dtype=np.int32)
    hang(start, np.argsort(of, kind="stable"), near, found)
    return found


def outermost_first(points: Floats) -> Ints:
    """Return the rows from the farthest to the nearest to the center of all, the lowest first on a tie."""
    far = np.zeros(len(points))
    for column in points.T:
        far += (column - column.mean()) ** 2
    return np.argsort(-far, kind="stable")


def neighbors(points: Floats, count: int, threads: int, progress: Progress, *, exact: bool = False) -> Numbers:
    """Return the `count` nearest other points of each point, nearest first; needs more than `count` points."""
    n = points.shape[0]
    order, start, end, child, low, high = build(points, LEAF)
    sorted_points = np.ascontiguousarray(points[order])
    found = np.empty((n, count), dtype=np.int32)

    def search(first: int, last: int) -> int:
        return search_tree(sorted_points, order, start, end, child, low, high, first, last, count, found)

    # A block must hold far more points than are wanted, or lists would stay open.
    if n > 50_000 and not exact and count <= BLOCK // 8:
        sample = np.linspace(0, n - 1, 256).astype(np.int64)
        looks = sum(search(int(at), int(at) + 1) for at in sample)
        if looks / sample.size * n > MOST_LOOKS:
            return _in_blocks(sorted_points, order, count, threads, progress)
    each_slice(search, steps(n, max(SLICE // points.shape[1], 64)), threads, progress)
    return found


def _in_blocks(points: Floats, order: Ints, count: int, threads: int, progress: Progress) -> Numbers:
    n = points.shape[0]
    near, far = np.full((n, count), -1, dtype=np.int32), np.full((n, count), np.inf)
    for turn in range(2):
        place, starts = blocks(points, BLOCK, turn)
        search = partial(search_blocks, points, place, starts, near, far)
        each_slice(search, steps(starts.size - 1, 64), threads, _stage(progress, 0.4 * turn, 0.4))
    better, closer = near.copy(), far.copy()
    friends = partial(search_friends, points, near, better, closer)
    each_slice(friends, steps(n, max(SLICE // points.shape[1], 64)), threads, _stage(progress, 0.8, 0.2))
    found = np.empty((n, count), dtype=np.int32)
    found[order] = order[better]
    return found


def _stage(progress: Progress, begun: float, part: float) -> Progress:
    return lambda share: progress(begun + part * share)


@kernel
def build(points: Floats, leaf: int) -> tuple[Ints, Ints, Ints, Ints, Floats, Floats]:
    """Build the tree: the points in tree order; for each node its points, left child (0 for a leaf) and box."""
    n, columns = points.shape
    order = np.arange(n)
    most = max(4 * (n // leaf + 1), 4)
    start, end, child = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    low, high = np.empty((most, columns)), np.empty((most, columns))
    end[0] = n
    nodes, node = 1, 0
    while node < nodes:
        first, last = start[node], end[node]
        low[node], high[node] = points[order[first]], points[order[first]]
        for i in range(first, last):
            row = order[i]
            for j in range(columns):
                low[node, j], high[node, j] = min(low[node, j], points[row, j]), max(high[node, j], points[row, j])
        if last - first > leaf:
            column = int(np.argmax(high[node] - low[node]))
            middle = (first + last) // 2
            part_at(points, order, first, last, middle, column)
            child[node] = nodes
            start[nodes], end[nodes], start[nodes + 1], end[nodes + 1] = first, middle, middle, last
            nodes += 2
        node += 1
    return order, start[:nodes], end[:nodes], child[:nodes], low[:nodes], high[:nodes]


@kernel
def part_at(points: Floats, order: Ints, first: int, last: int, place: int, column: int) -> None:
    """Order numbers so that the point at `place` stands where sorting by a column would put it."""
    low, high = first, last - 1
    while low < high:
        pivot = points[order[(low + high) // 2], column]
        i, j = low, high
        while i <= j:
            while points[order[i], column] < pivot:
                i += 1
            while points[order[j], column] > pivot:
                j -= 1
            if i <= j:
                order[i], order[j] = order[j], order[i]
                i += 1
                j -= 1
        if place <= j:
            high = j
        elif place >= i:
            low = i
        else:
            return


@kernel
def search_tree(
    points: Floats, order: Ints, start: Ints, end: Ints, child: Ints, low: Floats, high: Floats,
    first: int, last: int, count: int, found: Numbers,
) -> int:  # fmt: skip
    """Find the neighbors of the points at places `first` to `last` of the tree; return how many points were seen."""
    columns = points.shape[1]
    near, far = np.empty(count, np.int64), np.empty(count)
    stack, bound = np.empty(128, np.int64), np.empty(128)
    looks = 0
    for q in range(first, last):
        size = 0
        limit = np.inf
        stack[0], bound[0] = 0, 0.0
        waiting = 1
        while waiting:
            waiting -= 1
            node = stack[waiting]
            if bound[waiting] > limit:
                continue
            while child[node]:
                left, right = child[node], child[node] + 1
                to_left, to_right = 0.0, 0.0
                for j in range(columns):
                    x = points[q, j]
                    gap = max(low[left, j] - x, x - high[left, j], 0.0)
                    to_left += gap * gap
                    gap = max(low[right, j] - x, x - high[right, j], 0.0)
                    to_right += gap * gap
                node = left if to_left <= to_right else right
                if max(to_left, to_right) <= limit:
                    stack[waiting], bound[waiting] = left + right - node, max(to_left, to_right)
                    waiting += 1
                if min(to_left, to_right) > limit:
                    node = -1
                    break
            if node < 0:
                continue
            looks += end[node] - start[node]
            for i in range(start[node], end[node]):
                distance = 0.0
                for j in range(columns):
                    gap = points[i, j] - points[q, j]
                    distance += gap * gap
                if distance > limit or i == q:
                    continue
                number = order[i]
                if size == count and distance == limit and number > near[count - 1]:
                    continue
                place = size if size < count else count - 1
                while place > 0 and (
                    far[place - 1] > distance or (far[place - 1] == distance and near[place - 1] > number)
                ):
                    far[place], near[place] = far[place - 1], near[place - 1]
                    place -= 1
                far[place], near[place] = distance, number
                size += size < count
                if size == count:
                    limit = far[count - 1]
        for c in range(count):
            found[order[q], c] = near[c]
    return looks


@kernel
def blocks(points: Floats, most: int, turn: int) -> tuple[Ints, Ints]:
    """Cut points into blocks of at most `most`; return them block by block and where each block starts.

    A later turn cuts at other places and along other columns, so that a border of one is inside the other.
    """
    n, columns = points.shape
    place, starts = np.arange(n), np.zeros(4 * (n // most + 1), np.int64)
    stack = np.empty((128, 2), np.int64)
    stack[0, 0], stack[0, 1] = 0, n
    waiting, found = 1, 0
    low, high = np.empty(columns), np.empty(columns)
    while waiting:
        waiting -= 1
        first, last = stack[waiting, 0], stack[waiting, 1]
        if last - first <= most:
            starts[found] = first
            found += 1
            continue
        low[:], high[:] = points[place[first]], points[place[first]]
        for i in range(first, last, 1 + (last - first) // 4096):
            for j in range(columns):
                low[j], high[j] = min(low[j], points[place[i], j]), max(high[j], points[place[i], j])
        column = int(np.argmax(high - low))
        middle = (first + last) // 2
        if turn:
            high[column] = low[column]
            second = int(np.argmax(high - low))
            column = second if high[second] > low[second] else column
            # Not in the middle: at a third or two thirds by turns, as the first row has it.
            middle = first + (last - first) * (3 + 2 * ((first // most) % 2)) // 8
        part_at(points, place, first, last, middle, column)
        stack[waiting, 0], stack[waiting, 1] = middle, last
        stack[waiting + 1, 0], stack[waiting + 1, 1] = first, middle
        waiting += 2
    starts[found] = n
    return place, starts[: found + 1]


@kernel
def search_blocks(points: Floats, place: Ints, starts: Ints, near: Numbers, far: Floats, first: int, last: int) -> None:
    """Compare the points of each block from `first` to `last` with each other, keeping the nearest."""
    columns, count = points.shape[1], near.shape[1]
    widest = 0
    for block in range(first, last):
        widest = max(widest, starts[block + 1] - starts[block])
    held, distance = np.empty((columns, widest)), np.empty(widest)
    for block in range(first, last):
        begin, size = starts[block], starts[block + 1] - starts[block]
        for i in range(size):
            for j in range(columns):
                held[j, i] = points[place[begin + i], j]
        for q in range(size):
            distance[:size] = 0.0
            for j in range(columns):
                column, x = held[j], held[j, q]
                for i in range(size):
                    gap = column[i] - x
                    distance[i] += gap * gap
            number = place[begin + q]
            distance[q] = np.inf
            limit = far[number, count - 1]
            for i in range(size):
                if distance[i] < limit:
                    keep(near[number], far[number], place[begin + i], distance[i])
                    limit = far[number, count - 1]


@kernel
def search_friends(points: Floats, near: Numbers, better: Numbers, closer: Floats, first: int, last: int) -> None:
    """Look at the neighbors of neighbors of some points, keeping the nearest."""
    columns, count = points.shape[1], near.shape[1]
    for q in range(first, last):
        for c in range(count):
            friend = near[q, c]
            for d in range(count):
                other = near[friend, d]
                if other == q:
                    continue
                distance = 0.0
                for j in range(columns):
                    gap = points[other, j] - points[q, j]
                    distance += gap * gap
                if distance < closer[q, count - 1]:
                    keep(better[q], closer[q], other, distance)


@kernel
def keep(near: Numbers, far: Floats, number: int, distance: float) -> None:
    """Put a point into a list of the nearest, unless it stands there already; the last one drops out."""
    for c in range(near.size):
        if near[c] == number:
            return
    place = near.size - 1
    while place > 0 and far[place - 1] > distance:
        far[place], near[place] = far[place - 1], near[place - 1]
        place -= 1
    far[place], near[place] = distance, number
