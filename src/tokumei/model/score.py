"""Scores a guess against the key: rate, interval, and what chance alone would give."""

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from tokumei.model.data import Data, Labels, Rows
from tokumei.model.release import Guess, Release

Z95 = 1.959963984540054
"""Two-sided 95 % point of the normal distribution."""


@dataclass(frozen=True)
class Score:
    """How well an attack did.

    `rate` is hits over released rows, `low` and `high` its 95 % interval, `chance` what naming
    anybody at random would give. `expected` is there where the attack drew lots: its mean over all
    draws. Without a key rate and hits are None: nobody can tell.
    """

    rate: float | None
    hits: int | None
    of: int
    chance: float
    low: float | None = None
    high: float | None = None
    expected: float | None = None
    guess: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.int64), repr=False)

    def document(self) -> dict[str, Any]:
        """Return the numbers, without the guesses."""
        names = ("rate", "hits", "of", "chance", "low", "high")
        numbers = {name: getattr(self, name) for name in names}
        return numbers if self.expected is None else {**numbers, "expected": self.expected}


def score(guess: Guess, known: Data, release: Release[Any], unit: str = "row") -> Score:
    """Compare each guess with the row, or person, that is truly behind the released row."""
    of = guess.rows.size
    units = known.units(unit)
    chance = 1 / max(int(units.max(initial=-1)) + 1, 1)
    key = release.declared_key if release.declared_key is not None else release.key
    if key is None:
        return Score(None, None, of, chance, guess=guess.rows)
    hits = int((_at(units, guess.rows, -1) == _at(units, key, -2)).sum())
    low, high = wilson(hits, of)
    return Score(hits / of if of else 0.0, hits, of, chance, low, high, _expected(guess, key, len(known)), guess.rows)


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, after Wilson: right even for no hits at all.

    >>> [round(end, 3) for end in wilson(0, 100)]
    [0.0, 0.037]
    """
    if not of:
        return 0.0, 1.0
    rate, spread = hits / of, Z95 * Z95 / of
    middle = (rate + spread / 2) / (1 + spread)
    half = Z95 * sqrt(rate * (1 - rate) / of + spread / (4 * of)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def _at(units: Labels, rows: Rows, none: int) -> Labels:
    named = np.full(rows.size, none, dtype=np.int64)
    real = rows >= 0
    named[real] = units[rows[real]]
    return named


def _expected(guess: Guess, key: Rows, known_rows: int) -> float | None:
    if guess.pools is None or not key.size:
        return None
    real = np.flatnonzero(key >= 0)
    sizes = guess.pools.sizes_at(real)
    holds = guess.pools.holds(real, key[real])
    among_all = 1 / max(known_rows, 1)
    hopes = np.where(sizes == 0, among_all, holds / np.maximum(sizes, 1))
    return float(hopes.sum() / key.size)
