"""The nearest of some boxes to each of others: exact, inside parts of a list, with a tree over each large part.

A point is a box without width. Two boxes are as far apart as their nearest sides, and at 0 where they
meet. Distances are squared. On a tie the lower row is nearer.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel
from tokumei.kernels.copies import distinct
from tokumei.kernels.slices import Progress, each_slice

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

LEAF = 32
LOOKS = 200_000
"""Boxes looked at, about, between two reports of progress: a few milliseconds."""
LAST = 2**62
"""Behind every row."""
IN_TREE = 2_000
"""Boxes that a query in a tree is taken to look at."""


Tree = tuple[Floats, Floats, Ints, Ints, Ints, Ints, Ints, Ints, Ints, Floats, Floats, Floats, Floats]
"""Trees over parts, as kernels take them: the ends of the boxes leaf by leaf; the rows in this order and where each
part starts; its root, -1 without a tree; of each node its ends, child, least row and box; the ends of all boxes."""


@dataclass(frozen=True)
class Boxes:
    """A box a row: from `low` to `high` in each column. An end may be infinite, but none is missing."""

    low: Floats = field(repr=False)
    high: Floats = field(repr=False)

    def __len__(self) -> int:
        """Return the number of boxes."""
        return len(self.low)

    @property
    def is_points(self) -> bool:
        """Whether no box has a width."""
        return self.low is self.high

    @property
    def middle(self) -> Floats:
        """The middle of each box; 0 in a column that the box does not bound."""
        if self.is_points:
            return self.low
        with np.errstate(invalid="ignore"):
            middle: Floats = self.low / 2 + self.high / 2
        middle[~np.isfinite(middle)] = 0.0
        return middle

    def take(self, rows: npt.NDArray[Any]) -> "Boxes":
        """Return the boxes with these numbers."""
        low = np.ascontiguousarray(self.low[rows])
        return Boxes(low, low if self.is_points else np.ascontiguousarray(self.high[rows]))


@dataclass(frozen=True)
class Parts:
    """Parts of a list: the rows of part p are `rows[start[p]:start[p + 1]]`."""

    start: Ints = field(repr=False)
    rows: Ints = field(repr=False)

    @property
    def sizes(self) -> Ints:
        """How many rows each part has."""
        return np.diff(self.start)

    @staticmethod
    def whole(size: int) -> "Parts":
        """Return all of so many rows as one part."""
        return Parts(np.array([0, size]), np.arange(size))


def nearest(
    known: Boxes, parts: Parts, asked: Boxes, part: Ints, count: int, threads: int, progress: Progress
) -> tuple[Ints, Floats]:
    """Return for each box asked for the `count` nearest known rows of its part, nearest first, and how far they are.

    Where a part has fewer rows the rest is -1, infinitely far.
    """
    first, of = _different(asked, part)
    if first.size < len(asked):
        found, far = nearest(known, parts, asked.take(first), part[first], count, threads, progress)
        return found[of], far[of]
    found, far = np.full((len(asked), count), -1, dtype=np.int64), np.full((len(asked), count), np.inf)
    sizes, turns = parts.sizes, np.bincount(part, minlength=parts.sizes.size)
    # A tree costs about two looks at each box for every level: it must be asked often enough.
    tree = planted(known, parts, (sizes > 2 * LEAF) & (turns > 2 * np.log2(np.maximum(sizes, 1))))
    has_tree = tree[4][part] >= 0
    order = np.lexsort((part, has_tree))
    scanned = int((~has_tree).sum())
    order[scanned:] = _near_each_other(asked.middle, part, order[scanned:])
    looks = np.cumsum(np.where(has_tree, IN_TREE, parts.sizes[part])[order])
    cuts = np.searchsorted(looks, np.arange(0, int(looks[-1]) if looks.size else 0, LOOKS)).tolist()

    def work(begin: int, end: int) -> None:
        search(tree, asked.low, asked.high, part, order[begin:end], found, far)

    each_slice(work, [*dict.fromkeys(cuts), len(asked)], threads, progress)
    return found, far


def planted(known: Boxes, parts: Parts, pays: Flags) -> Tree:
    """Return trees over the parts where that pays."""
    rows = parts.rows.copy()
    root, first, last, child, least, low, high = plant(
        known.middle, known.low, known.high, rows, parts.start, pays, LEAF
    )
    near = blocked(known.low, rows, first, last, child)
    far = near if known.is_points else blocked(known.high, rows, first, last, child)
    return near, far, rows, parts.start, root, first, last, child, least, low, high, known.low, known.high


def _different(asked: Boxes, part: Ints) -> tuple[Ints, Ints]:
    columns = [part[:, None].astype(np.float64), asked.low]
    return distinct(np.hstack(columns if asked.is_points else [*columns, asked.high]))


def _near_each_other(middle: Floats, part: Ints, order: Ints) -> Ints:
    """Return the same numbers ordered so that, inside a part, near boxes follow each other."""
    ends = np.flatnonzero(np.diff(part[order])) + 1
    line_up(middle, order, np.concatenate([[0], ends, [order.size]]))
    return order


@kernel
def plant(
    middle: Floats, lowest: Floats, highest: Floats, rows: Ints, start: Ints, pays: Flags, leaf: int
) -> tuple[Ints, Ints, Ints, Ints, Ints, Floats, Floats]:
    """Build the trees and order `rows` by them: each part's root, then of each node its ends, child, least row and box.

    A child of 0 marks a leaf; the other child follows the one named.
    """
    columns = middle.shape[1]
    most = 1
    for part in range(start.size - 1):
        if pays[part]:
            most += 4 * ((start[part + 1] - start[part]) // leaf + 1)
    root = np.full(start.size - 1, -1, np.int64)
    first, last = np.zeros(most, np.int64), np.zeros(most, np.int64)
    child, least = np.zeros(most, np.int64), np.zeros(most, np.int64)
    low, high = np.full((most, columns), np.inf), np.full((most, columns), -np.inf)
    small, large = np.empty(columns), np.empty(columns)
    nodes = 0
    for part in range(start.size - 1):
        if not pays[part]:
            continue
        root[part] = node = nodes
        first[node], last[node] = start[part], start[part + 1]
        nodes += 1
        while node < nodes:
            begin, end = first[node], last[node]
            least[node] = rows[begin]
            small[:], large[:] = np.inf, -np.inf
            for i in range(begin, end):
                row = rows[i]
                least[node] = min(least[node], row)
                for j in range(columns):
                    low[node, j], high[node, j] = min(low[node, j], lowest[row, j]), max(high[node, j], highest[row, j])
                    small[j], large[j] = min(small[j], middle[row, j]), max(large[j], middle[row, j])
            if end - begin > leaf:
                half = (begin + end) // 2
                part_at(middle, rows, begin, end, half, int(np.argmax(large - small)))
                child[node] = nodes
                first[nodes], last[nodes], first[nodes + 1], last[nodes + 1] = begin, half, half, end
                nodes += 2
            node += 1
    return root, first[:nodes], last[:nodes], child[:nodes], least[:nodes], low[:nodes], high[:nodes]


@kernel
def line_up(middle: Floats, order: Ints, cuts: Ints) -> None:
    """Order the numbers between two cuts so that near ones follow each other: median cuts down to single ones."""
    columns = middle.shape[1]
    stack = np.empty((256, 2), np.int64)
    small, large = np.empty(columns), np.empty(columns)
    for cut in range(cuts.size - 1):
        stack[0, 0], stack[0, 1] = cuts[cut], cuts[cut + 1]
        waiting = 1
        while waiting:
            waiting -= 1
            begin, end = stack[waiting, 0], stack[waiting, 1]
            if end - begin < 2:
                continue
            small[:], large[:] = np.inf, -np.inf
            for i in range(begin, end, 1 + (end - begin) // 1024):
                for j in range(columns):
                    x = middle[order[i], j]
                    small[j], large[j] = min(small[j], x), max(large[j], x)
            half = (begin + end) // 2
            part_at(middle, order, begin, end, half, int(np.argmax(large - small)))
            stack[waiting, 0], stack[waiting, 1] = half, end
            stack[waiting + 1, 0], stack[waiting + 1, 1] = begin, half
            waiting += 2


@kernel
def part_at(middle: Floats, order: Ints, first: int, last: int, place: int, column: int) -> None:
    """Order numbers so that the box at `place` stands where sorting by a column would put it."""
    low, high = first, last - 1
    while low < high:
        pivot = middle[order[(low + high) // 2], column]
        i, j = low, high
        while i <= j:
            while middle[order[i], column] < pivot:
                i += 1
            while middle[order[j], column] > pivot:
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
def blocked(ends: Floats, rows: Ints, first: Ints, last: Ints, child: Ints) -> Floats:
    """Return ends of boxes leaf by leaf, inside a leaf column by column: what is looked at together lies together."""
    columns = ends.shape[1]
    held = np.empty(rows.size * columns if first.size else 0)
    for node in range(first.size):
        if child[node] == 0:
            begin, many = first[node], last[node] - first[node]
            for i in range(many):
                for j in range(columns):
                    held[begin * columns + j * many + i] = ends[rows[begin + i], j]
    return held


@kernel
def search(tree: Tree, floor: Floats, ceiling: Floats, part: Ints, queries: Ints, found: Ints, far: Floats) -> None:
    """Find the nearest boxes of some queries, in a tree or by looking at the whole part."""
    near_ends, far_ends, rows, start, root, first, last, child, least, low, high, lowest, highest = tree
    columns, count = floor.shape[1], found.shape[1]
    stack, bound = np.empty(128, np.int64), np.empty(128)
    distance = np.empty(64)
    for q in queries:
        here, there, near, gaps = floor[q], ceiling[q], found[q], far[q]
        # Only what is nearer than `limit`, or as near and of a lower row than `worst`, is kept.
        held, limit, worst = 0, np.inf, LAST
        node = root[part[q]]
        if node < 0:
            for i in range(start[part[q]], start[part[q] + 1]):
                row, apart = rows[i], 0.0
                for j in range(columns):
                    gap = max(lowest[row, j] - there[j], here[j] - highest[row, j], 0.0)
                    apart += gap * gap
                    if apart > limit:
                        break
                if apart < limit or (apart == limit and row < worst):
                    held = keep(near, gaps, held, row, apart)
                    if held == count:
                        limit, worst = gaps[count - 1], near[count - 1]
            continue
        stack[0], bound[0] = node, 0.0
        waiting = 1
        while waiting:
            waiting -= 1
            node = stack[waiting]
            if bound[waiting] > limit or (bound[waiting] == limit and least[node] > worst):
                continue
            while child[node]:
                left, right = child[node], child[node] + 1
                to_left, to_right = 0.0, 0.0
                for j in range(columns):
                    gap = max(low[left, j] - there[j], here[j] - high[left, j], 0.0)
                    to_left += gap * gap
                    gap = max(low[right, j] - there[j], here[j] - high[right, j], 0.0)
                    to_right += gap * gap
                node, other, closer, farther = left, right, to_left, to_right
                if to_right < to_left or (to_right == to_left and least[right] < least[left]):
                    node, other, closer, farther = right, left, to_right, to_left
                if farther < limit or (farther == limit and least[other] < worst):
                    stack[waiting], bound[waiting] = other, farther
                    waiting += 1
                if closer > limit or (closer == limit and least[node] > worst):
                    node = -1
                    break
            if node < 0:
                continue
            begin, many = first[node], last[node] - first[node]
            distance[:many] = 0.0
            for j in range(columns):
                until, since, at = there[j], here[j], begin * columns + j * many
                lower, upper = near_ends[at : at + many], far_ends[at : at + many]
                for i in range(many):
                    gap = max(lower[i] - until, since - upper[i], 0.0)
                    distance[i] += gap * gap
            for i in range(many):
                apart, row = distance[i], rows[begin + i]
                if apart < limit or (apart == limit and row < worst):
                    held = keep(near, gaps, held, row, apart)
                    if held == count:
                        limit, worst = gaps[count - 1], near[count - 1]


@kernel
def keep(near: Ints, far: Floats, held: int, row: int, apart: float) -> int:
    """Put a row into a list of the nearest, where the last drops out of a full one; return how many it holds."""
    place = held if held < near.size else held - 1
    while place > 0 and (far[place - 1] > apart or (far[place - 1] == apart and near[place - 1] > row)):
        far[place], near[place] = far[place - 1], near[place - 1]
        place -= 1
    far[place], near[place] = apart, row
    return min(held + 1, near.size)
