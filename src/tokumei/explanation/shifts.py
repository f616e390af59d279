"""Whether numbers were moved by noise: up and down, each by an amount of its own."""

import numpy as np

from tokumei.explanation.both import Cells, Floats, Mask, Pairs

BOTH_WAYS = 0.1
"""Of the changes of a noise at least so many go up, and at least so many down."""
ENOUGH = 8
"""So few changes may all go one way by chance."""
SOME = 0.05
"""Noise changes at least so many of the cells."""
HELD = 0.9
"""Where so many of the released values stood in the original column they were moved about, not drawn anew."""


def is_noise(cells: Cells, pairs: Pairs) -> bool:
    """Tell whether a column of numbers was changed the way noise changes it.

    Rounding makes few values of many, a cut at one end goes one way, an exchange keeps the values: none is noise.
    """
    if cells.numbers is None or cells.coarse.any():
        return False
    before, after = paired(cells, pairs)
    other = _changed(before, after)
    count = int(other.sum())
    if count <= SOME * other.size or _held(cells, pairs) >= HELD or _coarser(before, after):
        return False
    up = float((after[other] > before[other]).mean())
    return count < ENOUGH or BOTH_WAYS <= up <= 1 - BOTH_WAYS


def paired(cells: Cells, pairs: Pairs) -> tuple[Floats, Floats]:
    """Return the numbers of the paired rows of a column: before and after."""
    assert cells.numbers is not None
    return cells.numbers[0][pairs.original], cells.numbers[1][pairs.released]


def changed(cells: Cells, pairs: Pairs) -> Mask:
    """Mark the pairs whose cell in a column of numbers holds another number now."""
    return _changed(*paired(cells, pairs))


def moved(cells: Cells, pairs: Pairs) -> int:
    """Return how many numbers of a column are others now."""
    return int(changed(cells, pairs).sum())


def sd(values: Floats) -> float:
    """Return the standard deviation of the numbers that are there, 0 if there are none."""
    there = values[~np.isnan(values)]
    return float(there.std()) if there.size else 0.0


def _changed(before: Floats, after: Floats) -> Mask:
    other: Mask = (before != after) & ~np.isnan(before) & ~np.isnan(after)
    return other


def _held(cells: Cells, pairs: Pairs) -> float:
    """Return the share of released cells whose value the original column holds, each value as often as there."""
    width = int(max(cells.before.max(initial=0), cells.after.max(initial=0))) + 1
    there = np.bincount(cells.before, minlength=width)
    here = np.bincount(cells.after[pairs.released], minlength=width)
    return float(np.minimum(there, here).sum() / max(here.sum(), 1))


def _coarser(before: Floats, after: Floats) -> bool:
    """Tell whether far fewer different values are left."""
    there = ~(np.isnan(before) | np.isnan(after))
    old, new = (np.count_nonzero(np.diff(np.sort(values[there]))) for values in (before, after))
    return bool(new <= old / 2)
