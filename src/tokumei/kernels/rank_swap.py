"""Pairs places in a row of values with others near them: the swaps of rank swapping."""

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@kernel
def partners(draws: Floats, reach: int) -> Ints:
    """Return the place that each place changes with, itself where nobody free is near.

    From the first place on, each that is free draws one of the `reach` places after it; where that is taken the
    next free one after it is, round the end of the reach to its beginning.
    """
    n = draws.size
    partner = np.full(n, -1, dtype=np.int64)
    for place in range(n):
        if partner[place] >= 0:
            continue
        partner[place] = place
        near = min(reach, n - 1 - place)
        first = int(draws[place] * near)
        for step in range(near):
            other = place + 1 + (first + step) % near
            if partner[other] < 0:
                partner[place], partner[other] = other, place
                break
    return partner
