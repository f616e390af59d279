"""What an attack answers: whom it takes each released row to be, claims about the original, or several guesses.

An attack is never handed the key, so it cannot score itself. It says what it guesses; when it has ended, the
run hands that guess the key and lets it tell how well it did.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tokumei.errors import BadOption
from tokumei.kernels.sorting import different
from tokumei.model.data import Data, Labels, Rows
from tokumei.model.release import Release
from tokumei.model.score import Score, WorstScore, wilson

Flags = npt.NDArray[np.bool_]


class Pools(Protocol):
    """The sets of known rows that an attack drew from: see `model.matching.Candidates`."""

    def sizes_at(self, released: Rows) -> Rows:
        """Return how many known rows each of these released rows was guessed among; 0 for all."""

    def holds(self, released: Rows, known: Rows) -> Flags:
        """Tell for each released row whether the known row beside it was among them."""


def nobody() -> Rows:
    """Return no rows at all."""
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class Guess:
    """For each released row the known row that an attack takes it to be, -1 for none.

    Where the attack drew lots, `pools` tells among which rows, so that the scorer can give the
    expected rate beside the one drawn. `unit` is what is named where the attack does not declare it.
    """

    rows: Rows = field(default_factory=nobody, repr=False)
    pools: Pools | None = None
    unit: str | None = None

    def scored(self, known: Data, release: Release[Any], unit: str) -> Score:
        """Compare each guess with the row, or person, that is truly behind the released row."""
        of = self.rows.size
        units = known.units(self.unit or unit)
        chance = 1 / max(int(units.max(initial=-1)) + 1, 1)
        key = answer(release)
        if key is None:
            return Score(None, None, of, chance, guess=self.rows)
        found = _at(units, self.rows, -1) == _at(units, key, -2)
        hits = int(found.sum())
        rate, expected = hits / of if of else 0.0, _expected(self.pools, key, len(known))
        return Score(rate, hits, of, chance, *wilson(hits, of), expected, guess=self.rows, found=found)

    def seen_among(self, rows: Rows) -> "Guess":
        """Return the guess of an attack that saw only these rows of the known data, in numbers of the whole."""
        pools = None if self.pools is None else _Seen(self.pools, rows)
        return replace(self, rows=np.append(rows, -1)[self.rows], pools=pools)


@dataclass(frozen=True, kw_only=True)
class Claims(Guess):
    """What an attack claims of the original, true or false whoever is behind the released rows.

    `held` tells of each claim whether the original bears it out, `usual` how many of such claims are
    borne out if they are made without the release. `said` is the claims themselves, one each.
    """

    held: Flags = field(repr=False)
    usual: float
    said: Sequence[Any] = field(default=(), repr=False)

    def scored(self, known: Data, release: Release[Any], unit: str) -> Score:
        """Count the claims that are true; no key is needed for that."""
        of, hits = self.held.size, int(self.held.sum())
        rate = hits / of if of else 0.0
        return Score(rate, hits, of, self.usual, *wilson(hits, of), baseline=self.usual, guess=self.said)

    def seen_among(self, rows: Rows) -> Guess:
        """Refuse: what is claimed of some rows tells nothing of the whole."""
        raise BadOption("an attack that names no rows cannot be made by who knows only some of them; choose another.")


@dataclass(frozen=True, kw_only=True)
class Several(Guess):
    """The guesses of several attacks by their names: the strongest counts."""

    guesses: Mapping[str, Guess]

    def scored(self, known: Data, release: Release[Any], unit: str) -> Score:
        """Score each guess, and the whole by the one that did best; count how many found each original row."""
        scores = {name: guess.scored(known, release, unit) for name, guess in self.guesses.items()}
        key = answer(release)
        hit_by = None if key is None else _hit_by([one.found for one in scores.values()], key, len(known))
        return WorstScore.among(scores, hit_by)

    def seen_among(self, rows: Rows) -> "Several":
        """Return each guess in numbers of the whole."""
        return replace(self, guesses={name: guess.seen_among(rows) for name, guess in self.guesses.items()})


def answer(release: Release[Any]) -> Rows | None:
    """Return the rows that guesses are scored against: those declared, where that was done."""
    return release.declared_key if release.declared_key is not None else release.key


@dataclass(frozen=True)
class _Seen:
    """The sets that were drawn from, for who saw only some rows of the known data."""

    pools: Pools
    rows: Rows

    def sizes_at(self, released: Rows) -> Rows:
        return self.pools.sizes_at(released)

    def holds(self, released: Rows, known: Rows) -> Flags:
        order = np.argsort(self.rows)
        place = np.searchsorted(self.rows, known, sorter=order)
        seen = order[np.minimum(place, order.size - 1)] if order.size else np.zeros_like(known)
        is_seen = self.rows[seen] == known if order.size else np.zeros(known.size, dtype=bool)
        held: Flags = self.pools.holds(released, np.where(is_seen, seen, 0)) & is_seen
        return held


def _at(units: Labels, rows: Rows, none: int) -> Labels:
    named = np.full(rows.size, none, dtype=np.int64)
    real = rows >= 0
    named[real] = units[rows[real]]
    return named


def _expected(pools: Pools | None, key: Rows, known_rows: int) -> float | None:
    if pools is None or not key.size:
        return None
    real = np.flatnonzero(key >= 0)
    sizes = pools.sizes_at(real)
    holds = pools.holds(real, key[real])
    among_all = 1 / max(known_rows, 1)
    hopes = np.where(sizes == 0, among_all, holds / np.maximum(sizes, 1))
    return float(hopes.sum() / key.size)


def _hit_by(found: Sequence[Flags], key: Rows, known_rows: int) -> Rows:
    """Return how many of some attacks found each original row, behind whichever released row."""
    hit_by = np.zeros(known_rows, dtype=np.int64)
    for flags in found:
        if flags.size:
            hit_by[different(key[flags & (key >= 0)])] += 1
    return hit_by
