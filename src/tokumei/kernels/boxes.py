"""Finds the rows inside each of many boxes: a median tree over whole-number codes.

A box names, for each column, the lowest and highest code it admits and perhaps a set of codes. A row
inside the box may be the row that a generalized record was made from.
"""

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Codes = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

ANY = -2
"""The code of a row that every box admits in a column: nobody knows its value."""

LEAF = 16
"""A node of so few rows is not split: looking at each row is as quick."""


def rows_in_boxes(codes: Codes, low: Codes, high: Codes, sets: Codes, allowed: list[Flags]) -> tuple[Ints, Ints]:
    """Return the rows inside each box, as where each box's part starts and the rows, ascending.

    `sets[b, c]` is the row of `allowed[c]` that says which codes of column c box b admits, -1 for all
    between its ends. A row with the code ANY is inside every box in that column.
    """
    asked = (codes, *build(codes), low, high, sets, *_flattened(allowed))
    starts = np.zeros(low.shape[0] + 1, dtype=np.int64)
    search(*asked, starts, np.zeros(0, dtype=np.int64))
    starts = np.cumsum(starts)
    found = np.empty(int(starts[-1]), dtype=np.int64)
    search(*asked, starts, found)
    return starts, found


def count_in_boxes(codes: Codes, low: Codes, high: Codes, sets: Codes, allowed: list[Flags]) -> Ints:
    """Return how many rows are inside each box, without listing them."""
    counts = np.zeros(low.shape[0] + 1, dtype=np.int64)
    search(codes, *build(codes), low, high, sets, *_flattened(allowed), counts, np.zeros(0, dtype=np.int64))
    return counts[1:]


def _flattened(allowed: list[Flags]) -> tuple[Flags, Ints]:
    widths = [flags.shape[1] if flags.size else 0 for flags in allowed]
    sizes = [flags.size for flags in allowed]
    offsets = np.array([[sum(sizes[:i]), width] for i, width in enumerate(widths)], dtype=np.int64)
    flat = np.concatenate([flags.ravel() for flags in allowed]) if allowed else np.zeros(0, dtype=bool)
    return flat.astype(bool), offsets.reshape(-1, 2)


@kernel
def build(codes: Codes) -> tuple[Ints, Ints, Ints, Ints, Codes, Codes]:
    """Build the tree: the rows in tree order, and for each node its rows, left child (0 for a leaf) and bounds."""
    n, columns = codes.shape
    most = max(4 * (n // 16 + 1), 4)
    rows = np.arange(n)
    start, end = np.zeros(most, np.int64), np.zeros(most, np.int64)
    left = np.zeros(most, np.int64)
    floor, ceiling = np.zeros((most, columns), np.int32), np.zeros((most, columns), np.int32)
    end[0] = n
    nodes, node = 1, 0
    while node < nodes:
        first, last = start[node], end[node]
        widest, width = -1, 0
        for c in range(columns):
            smallest, largest = np.int32(2147483647), np.int32(-2147483648)
            for i in range(first, last):
                code = codes[rows[i], c]
                smallest, largest = min(smallest, code), max(largest, code)
            floor[node, c], ceiling[node, c] = smallest, largest
            if last > first and int(largest) - int(smallest) > width:
                widest, width = c, int(largest) - int(smallest)
        if last - first > 16 and widest >= 0:
            keys = codes[rows[first:last], widest]
            middle = (last - first) // 2
            rows[first:last] = rows[first:last][np.argsort(keys, kind="mergesort")]
            left[node] = nodes
            start[nodes], end[nodes] = first, first + middle
            start[nodes + 1], end[nodes + 1] = first + middle, last
            nodes += 2
        node += 1
    return rows, start[:nodes], end[:nodes], left[:nodes], floor[:nodes], ceiling[:nodes]


@kernel
def search(
    codes: Codes, rows: Ints, start: Ints, end: Ints, left: Ints, floor: Codes, ceiling: Codes,
    low: Codes, high: Codes, sets: Codes, flat: Flags, offsets: Ints, counts: Ints, found: Ints,
) -> None:  # fmt: skip
    """Count the rows of each box into `counts` (from place 1), or list them where `found` has room."""
    columns = codes.shape[1]
    stack = np.zeros(128, np.int64)
    for b in range(low.shape[0]):
        held, size = 0, 1
        stack[0] = 0
        at = counts[b] if found.size else 0
        while size:
            size -= 1
            node = stack[size]
            apart = start[node] == end[node]
            for c in range(columns):
                # A node that holds an unknown value in this column may hold a row inside.
                outside = ceiling[node, c] < low[b, c] or floor[node, c] > high[b, c]
                apart = apart or (outside and floor[node, c] != -2)
            if apart:
                continue
            if left[node]:
                stack[size], stack[size + 1] = left[node] + 1, left[node]
                size += 2
                continue
            for i in range(start[node], end[node]):
                row = rows[i]
                inside = True
                for c in range(columns):
                    code = codes[row, c]
                    if code == -2:
                        continue
                    if code < low[b, c] or code > high[b, c]:
                        inside = False
                        break
                    if sets[b, c] >= 0 and not flat[offsets[c, 0] + sets[b, c] * offsets[c, 1] + code]:
                        inside = False
                        break
                if inside:
                    if found.size:
                        found[at + held] = row
                    held += 1
        if found.size:
            found[at : at + held].sort()
        else:
            counts[b + 1] = held
