"""Rows that a combination of columns tells apart from everybody else: the loops behind `inspect`.

Columns come as codes from 0 upwards. Rows are laid out in blocks of equal codes; one more column is
then tried on every block with a table of its codes, so no combination is ever hashed or sorted anew.
"""

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Codes = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]


@kernel
def arranged(order: Codes, codes: Codes, size: int) -> Codes:
    """Return the rows in the order of one more column; rows of equal code stay as they were."""
    starts = np.zeros(size + 1, np.int64)
    for row in order:
        starts[codes[row] + 1] += 1
    for code in range(size):
        starts[code + 1] += starts[code]
    out = np.empty_like(order)
    for row in order:
        code = codes[row]
        out[starts[code]] = row
        starts[code] += 1
    return out


@kernel
def crowds(order: Codes, first: Codes, second: Codes, people: Codes) -> tuple[Codes, Codes]:
    """Return the blocks of rows alike in two columns that hold at least two people, and where each starts.

    A block of one person is left out: whatever column is added, its rows stay that person's alone.
    """
    kept = np.empty_like(order)
    starts = np.empty(order.size // 2 + 1, np.int32)
    size, blocks, start = 0, 0, 0
    while start < order.size:
        head = order[start]
        end, mixed = start + 1, False
        while end < order.size and first[order[end]] == first[head] and second[order[end]] == second[head]:
            mixed = mixed or people[order[end]] != people[head]
            end += 1
        if mixed:
            starts[blocks] = size
            blocks += 1
            for i in range(start, end):
                kept[size] = order[i]
                size += 1
        start = end
    starts[blocks] = size
    return kept[:size].copy(), starts[: blocks + 1].copy()


@kernel
def singled_out(order: Codes, starts: Codes, codes: Codes, size: int, people: Codes) -> Flags:
    """Mark the rows that one more column leaves alone, or alone with rows of the same person."""
    alone = np.zeros(people.size, np.uint8)
    seen = np.full(size, -1, np.int32)
    owner = np.empty(size, np.int32)
    for block in range(starts.size - 1):
        start, end = starts[block], starts[block + 1]
        for i in range(start, end):
            code, person = codes[order[i]], people[order[i]]
            if seen[code] != block:
                seen[code] = block
                owner[code] = person
            elif owner[code] != person:
                owner[code] = -1
        for i in range(start, end):
            if owner[codes[order[i]]] >= 0:
                alone[order[i]] = 1
    return alone
