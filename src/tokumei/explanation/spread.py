"""How released numbers spread inside groups, and how far they still follow their originals there."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tokumei.explanation.both import Cells, Floats, Mask
from tokumei.explanation.groups import Mixed
from tokumei.explanation.shifts import paired, sd
from tokumei.model.data import Labels

FAR = 3.0
"""Numbers farther from the mean than so many standard deviations count as just so far, or a few rows would tell all."""
FEW = 4
"""With fewer cells beside others of their group nothing can be told."""
MEDIAN = 0.4549
"""The median of the square of a normal number of variance 1."""
LOST, SURE = 0.5, 3.0
"""Numbers follow their originals no more below this slope, if it lies so many standard errors below 1."""


@dataclass(frozen=True)
class Spread:
    """What the numbers of some columns do inside groups, each column in its own standard deviations.

    `follows` is the slope of the released numbers over the original ones: 1 where each kept its place, 0 where
    places were drawn anew or lost. `left` is the released spread over the original one, less that of the noise, and
    `most` what it may be at most. `noise` is the standard deviation of what was added, `blur` and `doubt` are the
    standard errors of the slope and of what is left; `cells` is how many cells stand beside others of their group.
    """

    cells: int
    noise: float
    follows: float = 1.0
    left: float = 1.0
    most: float = 1.0
    blur: float = 0.0
    doubt: float = 0.0

    @classmethod
    def of(cls, columns: Sequence[Cells], mixed: Mixed) -> "Spread":
        """Return the spread of some columns of numbers inside groups."""
        sums = np.sum([_sums(one, mixed) for one in columns], axis=0) if columns else np.zeros(6)
        cells, together, before, after, shifts, groups = (float(one) for one in sums)
        noise = float(np.sqrt(shifts / groups)) if groups else float("nan")
        if not before:
            return cls(0, noise)
        left, doubt, blur = after - cells * noise**2, after * np.sqrt(2 / cells), noise * np.sqrt(before)
        # Where groups lost rows the noise comes out too large: then all of the spread may be left.
        most = left if mixed.is_whole else after
        found = (float(one / before) for one in (together, left, most, blur, doubt))
        return cls(int(cells), noise, *found)

    @property
    def method(self) -> str | None:
        """What was done inside groups, where the numbers follow their originals no more; None if it cannot be told."""
        if not self.is_lost:
            return None
        if self.most + self.doubt < LOST:
            return "average_sensitive"
        return "swap_within" if self.left - self.doubt > LOST else None

    @property
    def is_lost(self) -> bool:
        """Whether the numbers follow their originals no more, and noise as strong as this does not explain that."""
        return self.cells >= FEW and self.follows < min(LOST, 1 - SURE * self.blur)


def _sums(cells: Cells, mixed: Mixed) -> Floats:
    """Return what the numbers of a column add up to.

    The cells beside the first of each group; the products of what is before and after, and the squares of both, each
    less the mean of its group; the squares of how far the means of groups moved, in the size of a single cell, and
    the number of groups.
    """
    assert cells.numbers is not None
    middle, width = np.nanmean(cells.numbers[0]), sd(cells.numbers[0])
    if not width:
        return np.zeros(6)
    before, after = ((values - middle) / width for values in paired(cells, mixed.pairs))
    there = ~(np.isnan(before) | np.isnan(after))
    shifts, groups = _shifts(before[there], after[there], there, mixed)
    told = there & mixed.pairs.sure
    # Noise takes numbers farther out than their originals were.
    far = FAR * (1 + np.nan_to_num(np.sqrt(shifts / max(groups, 1.0))))
    labels = mixed.of_pairs[told]
    old, new = np.clip(before[told], -FAR, FAR), np.clip(after[told], -far, far)
    old, new = old - _means(old, labels), new - _means(new, labels)
    beside = labels.size - np.count_nonzero(np.bincount(labels))
    return np.array([beside, old @ new, old @ old, new @ new, shifts, groups])


def _means(values: Floats, labels: Labels) -> Floats:
    counts = np.bincount(labels)
    return (np.bincount(labels, values) / np.maximum(counts, 1))[labels]


def _shifts(before: Floats, after: Floats, there: Mask, mixed: Mixed) -> tuple[float, float]:
    """Return by how much the means of groups moved, squared and in the size of one cell, in all; and their number.

    Rows alone in their group tell best; where there are some the others are not asked. Where groups lost rows nobody
    knows of, the median speaks for those that did not.
    """
    alone = mixed.alone[there]
    if alone.sum() >= FEW:
        return float(((after - before)[alone] ** 2).sum()), float(alone.sum())
    labels = mixed.of_pairs[there]
    counts = np.bincount(labels)
    squares = np.bincount(labels, after - before)[counts > 0] ** 2 / counts[counts > 0]
    if squares.size and not mixed.is_whole:
        return float(np.median(squares) / MEDIAN * squares.size), float(squares.size)
    return float(squares.sum()), float(squares.size)
