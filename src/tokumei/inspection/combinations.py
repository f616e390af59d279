"""Finds which pairs and triples of columns tell people apart, and scores each row by them."""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations as choose
from math import comb, prod

import numpy as np
import numpy.typing as npt

from tokumei.inspection.facts import Facts, everyone, share_of_people
from tokumei.kernels.uniqueness import Codes, arranged, crowds, singled_out

LARGEST = 3
"""Sets of up to so many columns are tried."""

MOST_COLUMNS = 30
WORK = 4e8
"""Rows looked at in all triples together, before columns are left out: a few seconds."""

Alone = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Set = tuple[int, ...]


@dataclass(frozen=True)
class Combination:
    """Some columns and the share of people that they tell from everybody else.

    `minimal_share` counts those whom no smaller part of the combination tells apart already.
    """

    columns: tuple[str, ...]
    unique_share: float
    minimal_share: float


@dataclass(frozen=True)
class Standout:
    """Who stands out: the combinations, and for each row its smallest sets of telling columns.

    `minimal[s - 1]` counts the minimal unique sets of s columns of each row.
    """

    combinations: list[Combination]
    minimal: npt.NDArray[np.int32] = field(repr=False)
    columns: int
    left_out: tuple[str, ...] = ()

    @property
    def scores(self) -> Floats:
        """The SUDA score of each row: the sum of the weights of its minimal unique sets.

        Of n columns, a set of s weighs (n - s) (n - s - 1) ... down to (n - 3): the smaller the set,
        the more combinations around it are unique too.
        """
        scores: Floats = np.array(weights(self.columns)) @ self.minimal
        return scores


def standout(columns: Sequence[Facts], people: Codes) -> Standout:
    """Count the people that each pair and triple of columns tells apart.

    A row is alone on some columns if all rows with its values there belong to one person. It then is
    alone on any wider combination as well, so rows already alone are not looked at again. Above
    `MOST_COLUMNS`, or so many that the triples would take long, the columns with the most values
    are taken and the others are named in `left_out`.

    References: Elliot, Skinner and Dale (1998) on special uniques; Manning, Haglin and Keane (2008),
    Data Mining and Knowledge Discovery 16(2), doi:10.1007/s10618-007-0078-6, on minimal sample
    uniques. Where we differ: sets of up to three columns, and people may have several rows.
    """
    chosen = _chosen(columns, people.size)
    found = _Search([columns[i] for i in chosen], people).run()
    order = {facts.name: place for place, facts in enumerate(columns)}
    sets = [
        Combination(tuple(sorted((columns[chosen[i]].name for i in one), key=order.__getitem__)), *shares)
        for one, shares in found.shares.items()
    ]
    sets.sort(key=lambda one: (-one.minimal_share, len(one.columns), [order[name] for name in one.columns]))
    left_out = tuple(one.name for i, one in enumerate(columns) if i not in chosen)
    return Standout(sets, found.minimal, len(chosen), left_out)


def weights(columns: int) -> list[float]:
    """Return the weight of a minimal unique set of one, two and three columns.

    >>> weights(5)
    [24.0, 6.0, 2.0]
    """
    last = min(LARGEST, columns - 1)
    return [float(prod(columns - i for i in range(size, last + 1))) for size in range(1, LARGEST + 1)]


def _chosen(columns: Sequence[Facts], rows: int) -> list[int]:
    most = len(columns)
    while most > MOST_COLUMNS or (most > 10 and comb(most, LARGEST) * rows > WORK):
        most -= 1
    # Columns with many values first: they leave the fewest rows to look at with a third one.
    return sorted(range(len(columns)), key=lambda i: -columns[i].distinct)[:most]


class _Search:
    """One search: the flags of single columns and pairs are shared by the triples above them."""

    def __init__(self, columns: Sequence[Facts], people: Codes) -> None:
        self.columns, self.people = columns, people
        self.alone: dict[Set, Alone] = {}
        self.shares: dict[Set, tuple[float, float]] = {}
        self.minimal = np.zeros((LARGEST, people.size), dtype=np.int32)

    def run(self) -> "_Search":
        """Go through single columns, pairs and triples."""
        numbers = range(len(self.columns))
        self._each([(i,) for i in numbers], self._single)
        self._each(list(choose(numbers, 2)), self._pair)
        if len(self.columns) >= LARGEST:
            self._each(list(choose(numbers, 2)), self._triples)
        return self

    def _each(self, sets: list[Set], search: Callable[[Set], Iterable[tuple[Set, Alone, Alone]]]) -> None:
        threads = min(os.cpu_count() or 1, max(len(sets), 1))

        def part(start: int) -> npt.NDArray[np.int32]:
            # Each thread counts on its own: sums of whole numbers do not depend on who adds first.
            minimal = np.zeros_like(self.minimal)
            for one in sets[start::threads]:
                for found, alone, new in search(one):
                    minimal[len(found) - 1] += new
                    self._record(found, alone, new)
            return minimal

        with ThreadPoolExecutor(threads) as pool:
            for minimal in pool.map(part, range(threads)):
                self.minimal += minimal

    def _record(self, found: Set, alone: Alone, new: Alone) -> None:
        if len(found) < LARGEST:
            self.alone[found] = alone
        if len(found) > 1:
            self.shares[found] = (share_of_people(alone, self.people), share_of_people(new, self.people))

    def _single(self, one: Set) -> Iterable[tuple[Set, Alone, Alone]]:
        everybody = np.array([0, self.people.size], np.int32)
        alone = self._more(everyone(self.people), everybody, one[0])
        yield one, alone, alone

    def _pair(self, pair: Set) -> Iterable[tuple[Set, Alone, Alone]]:
        a, b = pair
        rows, starts = self._crowds(a, a)
        more = self._more(rows, starts, b)
        yield pair, more | self.alone[a,] | self.alone[b,], more & ~self.alone[b,]

    def _triples(self, pair: Set) -> Iterable[tuple[Set, Alone, Alone]]:
        a, b = pair
        if b + 1 == len(self.columns):
            return
        rows, starts = self._crowds(a, b)
        for c in range(b + 1, len(self.columns)):
            below = self.alone[a, c] | self.alone[b, c]
            more = self._more(rows, starts, c)
            yield (a, b, c), more | self.alone[a, b] | below, more & ~below

    def _crowds(self, a: int, b: int) -> tuple[Codes, Codes]:
        first, second = self.columns[a], self.columns[b]
        order = arranged(everyone(self.people), second.codes, second.size)
        if a != b:
            order = arranged(order, first.codes, first.size)
        return crowds(order, first.codes, second.codes, self.people)

    def _more(self, rows: Codes, starts: Codes, c: int) -> Alone:
        column = self.columns[c]
        return singled_out(rows, starts, column.codes, column.size, self.people).view(np.bool_)
