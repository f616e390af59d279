"""How released rows agree with known ones, and what each agreement is worth: learned without any true pair.

After Fellegi and Sunter: a level of agreement weighs the logarithm of how much more often true pairs reach it
than any two rows do. How often any two rows do (u) is counted among the known values. How often true pairs do
(m) is learned: a few released rows are compared with everybody, and each known row counts by the odds that it
is the one behind, over and over until m no longer moves.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData
from tokumei.kernels.linking import FAR, MISSING, UNIT, Cells, best_rows, gather, most_voted, votes
from tokumei.model.columns import Column, column
from tokumei.model.data import Rows
from tokumei.model.job import Job
from tokumei.model.matching import codes_of_sets
from tokumei.model.table import Table, first_rows, row_groups

Codes = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

CLOSENESS = (0.0, 2**-7, 2**-5, 2**-4, 2**-3, 2**-2, 2**-1, 1.0)
"""How far off a number may be at each level of agreement, in standard deviations of the known values."""

STRANGERS = 0.01
"""The share of released rows that nobody known may be behind, before anything is learned."""

SAMPLE, FEW, EARLY = 100, 25, 4
"""So many released rows are learned from; so few in the first rounds, and so many rounds are the first."""

MUCH, LITTLE = (0.7, 0.05), (0.6, 0.3)
"""Two ways to start: how often the values of true pairs may agree exactly, and how often not at all."""

CLEARLY = 0.01
"""How much better one start must explain a released row than the other, in logarithms of odds."""

DOUBT = 0.1
"""So much of a true pair is taken to have been seen that agrees no better than any two rows."""

ROUNDS, SETTLED = 16, 0.005
"""Learning ends after so many rounds, or, after the first ones, when no share moves by more than this."""

NOBODY = -1e6
"""The logarithm of the odds of what is ruled out."""

FEWEST = 1e-9
"""What never happened may still happen so often."""

NOWHERE = -30.0
"""The weight of a level that no known value has."""


def shared(known: Table, released: Table) -> list[str]:
    """Return the quasi and sensitive columns that both tables have."""
    return [name for name in (*known.quasi, *known.sensitive) if name in released.frame.columns]


@dataclass(frozen=True)
class Linking:
    """Two tables as vectors of codes and cells, ready to be compared column by column.

    `known` holds the different known vectors, `of_known` the vector of each row, `rows` the first row of
    each; `released` and `of_released` likewise. `shares[e, s]` is the share of known values that cell e
    admits at level s (u), `is_told[e]` whether a cell says anything; `missing[e]` what a missing known
    value is evidence of.
    """

    known: Codes = field(repr=False)
    of_known: Rows = field(repr=False)
    released: Codes = field(repr=False)
    of_released: Rows = field(repr=False)
    column_of: Rows = field(repr=False)
    cells: Cells = field(repr=False)
    shares: Floats = field(repr=False)
    is_told: Flags = field(repr=False)
    missing: Floats = field(repr=False)

    @classmethod
    def of(cls, known: Table, released: Table, columns: Sequence[str]) -> "Linking":
        """Lay two tables side by side in some columns that both have."""
        parts = [_Part.of(column(known, name, raw=True), column(released, name)) for name in columns]
        first = np.concatenate([[0], np.cumsum([len(part.low) for part in parts])]).astype(np.int64)
        codes = np.column_stack([part.known for part in parts])
        vectors = np.column_stack([part.released + start for part, start in zip(parts, first[:-1], strict=True)])
        of_known, of_released = _alike(codes), _alike(vectors)
        return cls(
            known=codes[first_rows(of_known)].astype(np.int32),
            of_known=of_known,
            released=vectors[first_rows(of_released)].astype(np.int32),
            of_released=of_released,
            column_of=np.repeat(np.arange(len(parts)), np.diff(first)),
            cells=_cells(parts),
            shares=np.concatenate([part.shares for part in parts]),
            is_told=np.concatenate([part.is_told for part in parts]),
            missing=np.concatenate([part.missing for part in parts]),
        )

    def learned(self, job: Job) -> "Judge":
        """Return who judges agreement, with weights learned from a sample of the released rows."""
        sample = self.released[self.of_released[job.rng.permutation(self.of_released.size)[:SAMPLE]]]
        trusting, doubting = (self._begun(_start(self.cells[0], *one), sample[:FEW], job) for one in (MUCH, LITTLE))
        # Doubt finds exact agreement in few columns, trust what noise has left in many: that shows clearly.
        trust = trusting[0] if trusting[1] > doubting[1] + CLEARLY * len(sample[:FEW]) else doubting[0]
        for turn in range(ROUNDS):
            before, (trust, _) = trust, self._taught(trust, sample, job)
            job.progress(turn / ROUNDS)
            if np.abs(trust - before).max(initial=0.0) < SETTLED:
                break
        return Judge.of(self, self.weights(trust))

    def _begun(self, trust: Floats, sample: Codes, job: Job) -> tuple[Floats, float]:
        """Return what the first rounds make of a start, and how well it explains the sample."""
        explained = 0.0
        for _ in range(EARLY):
            trust, explained = self._taught(trust, sample, job, everybody=True)
        return trust, explained

    def _taught(self, trust: Floats, sample: Codes, job: Job, *, everybody: bool = False) -> tuple[Floats, float]:
        """Return how far columns are to be trusted after another look, and how well the trust so far explains it.

        Where `everybody` is taken to be known, no released row is a stranger's: what is not learned yet
        would make strangers of them all.
        """
        judge, copies = Judge.of(self, self.weights(trust)), np.bincount(self.of_known)
        odds = np.log(STRANGERS / (1 - STRANGERS)) + np.log(max(self.of_known.size, 1))
        stranger = NOBODY if everybody else float(odds)

        def seen(vector: Codes) -> tuple[Floats, float]:
            ours, mass = judge.linking, np.zeros((vector.size, FAR + 1))
            found, explained = gather(ours.known, copies, vector[judge.order], *ours.cells, judge.weights, stranger)
            mass[judge.order] = found[:, : FAR + 1]
            return self._parted(mass, vector, trust), explained

        # A column is trusted only where true pairs are seen to agree.
        taught, explained = np.zeros_like(trust), 0.0
        taught[:, FAR] = DOUBT
        # The first call compiles, which threads must not do side by side.
        first = [seen(vector) for vector in sample[:1]]
        with ThreadPoolExecutor(job.threads) as pool:
            # Added up in the order of the sample, so that the number of threads changes nothing.
            for mass, one in (*first, *pool.map(seen, sample[1:])):
                taught += mass
                explained += one
        taught /= taught.sum(axis=1, keepdims=True)
        return taught, explained

    def weights(self, trust: Floats) -> Codes:
        """Return the weight of each level of each cell, where true pairs keep to the levels of a column so often.

        At the place of FAR is how often they do not: then their values are as far apart as any two.
        """
        kept, lost = trust[:, :FAR][self.column_of], trust[:, FAR][self.column_of]
        often = lost[:, None] * self.shares
        often[:, :FAR] += kept
        worth = np.log(np.maximum(often, FEWEST)) - np.log(np.maximum(self.shares, FEWEST))
        # Nobody known is there: a hope that cannot be met would keep the search from giving up on a row.
        worth[self.shares == 0] = NOWHERE
        worth[~self.is_told] = 0.0
        worth = np.column_stack([worth, np.zeros(len(worth))]) + self.missing
        whole: Codes = np.rint(worth * UNIT).astype(np.int32)
        return whole

    def _parted(self, mass: Floats, vector: Codes, trust: Floats) -> Floats:
        """Part what was seen at each level into what kept to it and what came there as any two rows do."""
        # A cell that tells nothing, or of a gap, teaches nothing about values.
        mass = np.where(self.is_told[vector][:, None], mass, 0.0)
        by_chance = trust[:, FAR:] * self.shares[vector]
        kept = np.zeros_like(mass)
        kept[:, :FAR] = trust[:, :FAR]
        parted = mass * kept / np.maximum(kept + by_chance, FEWEST)
        parted[:, FAR] = (mass - parted).sum(axis=1)
        return parted


@dataclass(frozen=True)
class Judge:
    """The weights of all levels of all cells, and the tables with the most `telling` columns first.

    Columns that tell little need not be looked at for rows that are far behind already.
    """

    linking: Linking = field(repr=False)
    weights: Codes = field(repr=False)
    telling: Floats = field(repr=False)
    order: Rows = field(repr=False)

    @classmethod
    def of(cls, linking: Linking, weights: Codes) -> "Judge":
        """Order columns by how far behind the best a known row usually is by that column alone."""
        behind = weights[:, : FAR + 1].max(axis=1, keepdims=True) - weights[:, : FAR + 1]
        usual = (linking.shares * behind).sum(axis=1) / UNIT
        telling = np.asarray(usual[linking.released].sum(axis=0))
        order = np.argsort(-telling, kind="stable")
        known, released = (np.ascontiguousarray(codes[:, order]) for codes in (linking.known, linking.released))
        cells = (linking.cells[0][order], *linking.cells[1:])
        return cls(replace(linking, known=known, released=released, cells=cells), weights, telling[order], order)

    def best(self, job: Job) -> Rows:
        """Return for each released row the known row that agrees best; the first on a tie."""
        ours, rows = self.linking, first_rows(self.linking.of_known)
        asked = (ours.known, rows, ours.released, ours.cells, self.weights, self.telling)
        return best_rows(*asked, job.threads, job.progress)[ours.of_released]


@dataclass(frozen=True)
class Ballot:
    """The values of one column that released rows vote for, in ascending order, and the place each votes for there.

    A value counts for all no farther off than `reach`. Values of a category have their `texts`; a row that
    votes for none has the place -1.
    """

    at: Floats = field(repr=False)
    places: Rows = field(repr=False)
    reach: float = 0.0
    texts: Sequence[str] = field(default=(), repr=False)

    @classmethod
    def of(cls, known: Table, released: Table, name: str, tolerance: float) -> tuple["Ballot", Floats]:
        """Return what released rows vote for, and the true value of each known row; NaN where there is none.

        A range votes for its middle, a set for nothing. The tolerance is in standard deviations.
        """
        held, shown = column(known, name, raw=True), column(released, name)
        texts = sorted({values[0] for values in (*held.values, *shown.values) if len(values) == 1})
        truth, voted = (one.middle if one.on_a_line else _numbered(one, texts) for one in (held, shown))
        voted = voted[shown.of]
        at, places = np.unique(voted, return_inverse=True)
        at = at[~np.isnan(at)]
        reach = tolerance * _spread(voted[~np.isnan(voted)]) if shown.on_a_line else 0.0
        return cls(at, np.where(np.isnan(voted), -1, places), reach, texts), truth[held.of]

    def elected(self, judge: Judge, people: Rows, job: Job) -> Rows:
        """Return the place of the value that is likeliest for each of these known rows; -1 where nobody votes."""
        linking = judge.linking
        voting = self.places >= 0
        pairs = np.column_stack([linking.of_released[voting], self.places[voting]])
        pairs, counts = np.unique(pairs, axis=0, return_counts=True)
        start = np.searchsorted(pairs[:, 0], np.arange(len(linking.released) + 1))
        places = np.ascontiguousarray(pairs[:, 1])
        wanted, back = np.unique(linking.of_known[people], return_inverse=True)

        def part(some: Rows) -> Rows:
            against = (linking.known[some], linking.released, *linking.cells, judge.weights)
            return votes(*against, start, places, counts, self.at, self.reach)

        found, parts = [part(wanted[:0])], np.array_split(wanted, max(wanted.size // 16, 1))
        with ThreadPoolExecutor(job.threads) as pool:
            for elected in pool.map(part, parts):
                found.append(elected)
                job.progress(len(found) / len(parts))
        return np.concatenate(found)[back]

    def commonest(self, truth: Floats) -> Flags:
        """Tell for each true value whether the one value that is right most often is as good."""
        at, counts = np.unique(truth, return_counts=True)
        best = most_voted(counts.astype(np.float64), at, self.reach)
        right: Flags = np.abs(truth - at[best]) <= self.reach if truth.size else np.zeros(0, dtype=bool)
        return right

    def is_right(self, places: Rows, truth: Floats) -> Flags:
        """Tell for each place whether the value there is as good as the true one."""
        stated = np.append(self.at, np.nan)[places]
        right: Flags = np.abs(stated - truth) <= self.reach
        return right

    def spoken(self, places: Rows) -> list[float | str | None]:
        """Return the values at places as texts or numbers; None for place -1."""
        values = [*(self.texts[int(code)] for code in self.at)] if self.texts else self.at.tolist()
        return [None if place < 0 else values[place] for place in places.tolist()]


@dataclass(frozen=True)
class _Part:
    """One column of both tables: the code of each known row, the cell of each released row, what each cell admits."""

    known: Rows
    released: Rows
    levels: int
    low: Codes
    high: Codes
    sets: list[Flags | None]
    shares: Floats
    is_told: Flags
    missing: Floats

    @classmethod
    def of(cls, known: Column, released: Column) -> "_Part":
        if known.on_a_line != released.on_a_line:
            raise BadData(f"column '{known.name}' is {known.kind} in one table and {released.kind} in the other.")
        codes, low, high, sets = (_on_a_line if known.on_a_line else _of_sets)(known, released)
        gone = known.missing[known.of]
        codes = np.where(gone, -1, codes[known.of])
        low[released.missing], high[released.missing] = -1, -1
        is_told = ~(released.missing | released.suppressed)
        copies = np.bincount(codes[~gone], minlength=int(codes.max(initial=0)) + 1)
        shares = _shares(copies, low, high, sets)
        missing = _worth_of_gaps(known, released, is_told)
        return cls(codes, released.of, low.shape[1], low, high, sets, shares, is_told, missing)


def _numbered(cells: Column, texts: Sequence[str]) -> Floats:
    place = {text: number for number, text in enumerate(texts)}
    return np.array([place[values[0]] if len(values) == 1 else np.nan for values in cells.values], dtype=np.float64)


def _spread(values: Floats) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        return float(np.nan_to_num(values.std(), nan=0.0, posinf=0.0)) if values.size else 0.0


def _on_a_line(known: Column, released: Column) -> tuple[Rows, Codes, Codes, list[Flags | None]]:
    values = known.low[known.of][~known.missing[known.of]]
    places = np.unique(values)
    with np.errstate(over="ignore", invalid="ignore"):
        spread = _spread(values)
        near = [(released.low - spread * far, released.high + spread * far) for far in CLOSENESS]
    low = np.column_stack([np.searchsorted(places, ends[0], side="left") for ends in near])
    high = np.column_stack([np.searchsorted(places, ends[1], side="right") - 1 for ends in near])
    codes = np.searchsorted(places, known.low)
    return codes, low.astype(np.int32), high.astype(np.int32), [None] * len(low)


def _of_sets(known: Column, released: Column) -> tuple[Rows, Codes, Codes, list[Flags | None]]:
    codes, low, high, allowed = codes_of_sets(known, released)
    sets = [holds if holds.any() else None for holds in allowed] or [None] * low.size
    return codes, low[:, None].astype(np.int32), high[:, None].astype(np.int32), sets


def _shares(copies: Rows, low: Codes, high: Codes, sets: list[Flags | None]) -> Floats:
    """Return the share of known values that each cell admits at each level and not before."""
    ahead = np.concatenate([[0], np.cumsum(copies)])
    within = np.where(high >= low, ahead[np.maximum(high, -1) + 1] - ahead[np.maximum(low, 0)], 0)
    for cell, holds in enumerate(sets):
        if holds is not None:
            within[cell, 0] = copies[holds[: copies.size]].sum()
    total = int(ahead[-1])
    shares = np.zeros((len(low), FAR + 1))
    reached = np.column_stack([np.zeros(len(low)), within])
    shares[:, : low.shape[1]] = np.diff(reached, axis=1)
    shares[:, FAR] = total - reached[:, -1]
    shares /= max(total, 1)
    return shares


def _worth_of_gaps(known: Column, released: Column, is_told: Flags) -> Floats:
    """Return what it says that a known value is missing, or is there, beside each cell.

    A missing cell stands for a missing value as often as there are enough of them; the others were
    suppressed. Where there are fewer of them than missing values, a fill has overwritten the rest.
    """
    here, there = int(known.missing[known.of].sum()), int(released.missing[released.of].sum())
    overwritten = max(here - there, 0) / max(int(is_told[released.of].sum()), 1)
    gap = np.where(released.missing, min(here / max(there, 1), 1.0), min(overwritten, 1.0))
    usual = here / max(known.of.size, 1)
    worth = np.zeros((len(is_told), MISSING + 1))
    worth[:, : FAR + 1] = _odds(1 - gap, 1 - usual)[:, None]
    worth[:, MISSING] = _odds(gap, usual)
    worth[released.suppressed] = 0.0
    return worth


def _odds(share: Floats, usual: float) -> Floats:
    odds: Floats = np.log(np.maximum(share, 1e-3)) - np.log(max(usual, 1e-3))
    return odds


def _cells(parts: list[_Part]) -> Cells:
    widest = len(CLOSENESS)
    low = np.concatenate([_widened(part.low, widest) for part in parts])
    high = np.concatenate([_widened(part.high, widest) for part in parts])
    every = [holds for part in parts for holds in part.sets]
    sizes = np.array([0 if holds is None else holds.size for holds in every], dtype=np.int64)
    sets = np.where(sizes > 0, np.cumsum(sizes) - sizes, -1)
    held = np.concatenate([np.zeros(1, dtype=bool), *(holds for holds in every if holds is not None)])
    levels = np.array([part.levels for part in parts], dtype=np.int64)
    return levels, low, high, np.where(sets >= 0, sets + 1, -1), held


def _widened(ends: Codes, width: int) -> Codes:
    return np.column_stack([ends, np.repeat(ends[:, -1:], width - ends.shape[1], axis=1)]).astype(np.int32)


def _start(levels: Rows, nearest: float, lost: float) -> Floats:
    """Return how often true pairs may keep to each level before anything is learned."""
    trust = np.zeros((levels.size, FAR + 1))
    for c, count in enumerate(levels.tolist()):
        others = 0.7 ** np.arange(count - 1)
        trust[c, 1:count] = others / others.sum() * (1 - nearest - lost)
        trust[c, 0] = nearest if count > 1 else 1 - lost
        trust[c, FAR] = lost
    return trust


def _alike(codes: Rows) -> Rows:
    names = [str(c) for c in range(codes.shape[1])]
    return row_groups(pl.DataFrame(codes, schema=names), names)
