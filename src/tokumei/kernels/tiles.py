"""The leaves of an R-tree packed by sorting and tiling."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def tiles(matrix: Floats, least: int, progress: Callable[[float], None]) -> Ints:
    """Return the tile of each row: sorted by a column and cut into slabs, each slab by the next, and so on.

    Every tile has at least `least` rows. Columns are taken from the widest on, as long as slabs are large
    enough to be cut.

    >>> tiles(np.array([[0.0], [9.0], [1.0], [8.0]]), 2, lambda _: None).tolist()
    [0, 1, 0, 1]
    """
    n, columns = matrix.shape
    labels = np.zeros(n, dtype=np.int64)
    spread = np.ptp(matrix, axis=0) if n else np.zeros(columns)
    # A column more than log2 of the tiles would find nothing left to cut.
    wanted = max(n // least, 1)
    chosen = [int(c) for c in np.argsort(-spread, kind="stable")[: max(int(np.log2(wanted)), 1)] if spread[c] > 0]
    slabs = [np.arange(n)]
    for turn, column in enumerate(chosen):
        left = len(chosen) - turn
        slabs = [piece for slab in slabs for piece in _cut(slab, matrix[slab, column], least, left)]
        progress((turn + 1) / len(chosen))
    for tile, rows in enumerate(slabs):
        labels[rows] = tile
    return labels


def _cut(rows: Ints, values: Floats, least: int, columns_left: int) -> list[Ints]:
    tiles_here = rows.size // least
    slabs = min(max(int(np.ceil(tiles_here ** (1 / columns_left) - 1e-9)), 1), max(tiles_here, 1))
    return np.array_split(rows[np.argsort(values, kind="stable")], slabs)
