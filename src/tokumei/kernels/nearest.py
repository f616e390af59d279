"""The nearest value inside sorted parts of a list."""

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@kernel
def nearest_in_parts(
    start: Ints, rows: Ints, values: Floats, first: Ints, part: Ints, wanted: Floats,
    equal_only: bool,
) -> Ints:  # fmt: skip
    """Return for each query the row of its part with the nearest value, the lowest row on a tie.

    `rows` and `values` are sorted by value, then row, inside each part (NaN last); `first` lists the rows
    of each part ascending, for queries that tell nothing, or find no equal value where only that counts.
    """
    found = np.empty(part.size, dtype=np.int64)
    for q in range(part.size):
        low, high = start[part[q]], start[part[q] + 1]
        high = low + np.searchsorted(values[low:high], np.inf, side="right")
        if np.isnan(wanted[q]) or high == low:
            found[q] = first[low]
            continue
        inside = values[low:high]
        right = low + np.searchsorted(inside, wanted[q])
        if equal_only:
            found[q] = rows[right] if right < high and values[right] == wanted[q] else first[low]
            continue
        if right == high or (right > low and wanted[q] - values[right - 1] <= values[right] - wanted[q]):
            left = low + np.searchsorted(inside, values[right - 1])
            tie = right < high and wanted[q] - values[left] == values[right] - wanted[q]
            found[q] = min(rows[left], rows[right]) if tie else rows[left]
        else:
            found[q] = rows[right]
    return found
