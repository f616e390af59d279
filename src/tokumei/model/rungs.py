"""The levels of all quasi columns side by side: what two rows must share on each, and what it weighs."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import gcd, lcm

import numpy as np
import numpy.typing as npt

from tokumei.model.data import Rows
from tokumei.model.levels import Entries, Ladder, Levels

Floats = npt.NDArray[np.float64]

MOST_WEIGHT = 2**31 - 1
"""The most that the whole numbers for the weights of all rungs may come to."""
WORDS = 3
"""Numbers of 63 bits that entries are sorted by: beyond them two entries are as good as equal."""


@dataclass(frozen=True)
class _Rung:
    """A level of a column at which its cells differ: its number of entries, its weight, and all that is lost by then.

    Levels that part the cells alike are one rung.
    """

    column: int
    level: int
    entries: int
    weight: float
    price: float


@dataclass(frozen=True)
class Rungs:
    """Every level of every column at which rows can differ, in whole weights.

    A merge of two distinct rows loses the weights of the rungs on which their entries differ; `unit` of them are one
    column of weight one lost for one row.
    """

    levels: Levels = field(repr=False)
    rungs: tuple[_Rung, ...] = field(repr=False)
    weights: Rows
    unit: float

    @classmethod
    def of(cls, levels: Levels) -> "Rungs":
        """List the rungs of a table."""
        rungs = [rung for column, one in enumerate(levels.ladders) for rung in _rungs(column, one)]
        return cls(levels, tuple(rungs), *whole([rung.weight for rung in rungs]))

    def __len__(self) -> int:
        """Return the number of rungs."""
        return len(self.rungs)

    def entries(self, rows: Rows) -> Entries:
        """Return the entries of distinct rows on each rung."""
        cells, ladders = self.levels.cells[rows], self.levels.ladders
        found = np.zeros((rows.size, len(self)), dtype=np.int32)
        for place, rung in enumerate(self.rungs):
            found[:, place] = ladders[rung.column].up[cells[:, rung.column], rung.level]
        return found

    def coarse_first(self) -> Rows:
        """Return the distinct rows sorted by their coarsest entries, then by finer ones: alike stands near alike."""
        return np.lexsort(self._words()[::-1])

    def _words(self) -> list[Rows]:
        """Return numbers to sort by: entries packed together, those first whose difference costs most."""
        cells, ladders = self.levels.cells, self.levels.ladders
        words, room = [np.zeros(len(cells), dtype=np.int64)], 2**62
        for rung in sorted(self.rungs, key=lambda one: (-one.price, one.entries)):
            if room < rung.entries:
                if len(words) == WORDS:
                    break
                words, room = [*words, np.zeros(len(cells), dtype=np.int64)], 2**62
            words[-1] = words[-1] * rung.entries + ladders[rung.column].up[cells[:, rung.column], rung.level]
            room //= rung.entries
        return words


def _rungs(column: int, one: Ladder) -> list[_Rung]:
    found: list[_Rung] = []
    losses = one.losses * one.weight
    for level, weight in enumerate(np.diff(losses).tolist()):
        entries = int(one.up[:, level].max(initial=-1)) + 1
        if entries < 2:
            break
        price = float(losses[level + 1])
        if found and entries == found[-1].entries:
            # A coarser level with as many entries parts the cells alike.
            found[-1] = replace(found[-1], weight=found[-1].weight + weight, price=price)
        else:
            found.append(_Rung(column, level, entries, weight, price))
    return found


def whole(shares: Sequence[float]) -> tuple[Rows, float]:
    """Return whole numbers in the proportions of some weights, exact where that is possible, and how many make 1.

    >>> whole([1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 3])[0].tolist()
    [3, 3, 2, 2, 2]
    """
    fractions = {share: Fraction(share).limit_denominator(1000) for share in set(shares)}
    scale = lcm(*(one.denominator for one in fractions.values()))
    numbers = {share: int(one * scale) for share, one in fractions.items()}
    exact = [numbers[share] for share in shares]
    near = all(abs(float(one) - share) <= 1e-12 * share for share, one in fractions.items())
    if near and sum(exact) <= MOST_WEIGHT:
        common = gcd(*exact) or 1
        return np.array(exact, dtype=np.int64) // common, scale / common
    unit = (MOST_WEIGHT - len(shares)) / sum(shares)
    return np.rint(np.array(shares) * unit).astype(np.int64), unit
