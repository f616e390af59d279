"""Distinct rows merged where their entries are equal, each column at one level of its hierarchy."""

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Ints = npt.NDArray[np.int64]
Entries = npt.NDArray[np.int32]


@kernel
def merged(cells: Entries, vectors: Ints, up: Entries, start: Ints, entries: Ints) -> tuple[Ints, Ints]:
    """Return the group of each of some vectors, numbered by first appearance, and the first vector of each group.

    `cells[v, c]` is the cell that vector v has in column c; `up[start[c] + cell]` is the entry of a cell of column
    c, out of `entries[c]`.
    """
    size = 16
    while size < 2 * vectors.size:
        size *= 2
    keys, slots = np.empty(size, np.int64), np.full(size, -1, np.int32)
    group, first = np.zeros(vectors.size, np.int64), np.zeros(vectors.size, np.int64)
    groups, done, columns = 1, 0, entries.size
    while done < columns:
        # As many columns as one whole number has room for; the groups so far are its highest digit.
        end, room = done, 2**62 // max(groups, 1)
        while end < columns and (room >= entries[end] or end == done):
            room //= max(entries[end], 1)
            end += 1
        groups = 0
        for at in range(vectors.size):
            key = np.int64(group[at])
            for column in range(done, end):
                if entries[column] > 1:
                    key = key * entries[column] + up[start[column] + cells[vectors[at], column]]
            # A prime spreads the keys; shifts bring the high digits down.
            spread = key * 0x1E3779B97F4A7C15
            slot = (spread ^ (spread >> 29)) & (size - 1)
            while slots[slot] >= 0 and keys[slot] != key:
                slot = (slot + 1) & (size - 1)
            if slots[slot] < 0:
                slots[slot], keys[slot], first[groups] = groups, key, at
                groups += 1
            group[at] = slots[slot]
        done = end
        if done < columns:
            slots[:] = -1
    return group, vectors[first[:groups]] if columns and vectors.size else first[:0]
