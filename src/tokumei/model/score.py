"""Scores a guess against the key: rate, interval, and what chance alone would give."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tokumei.model.data import Data, Rows

if TYPE_CHECKING:
    from tokumei.model.guess import Guess
    from tokumei.model.release import Release

Z95 = 1.959963984540054
"""Two-sided 95 % point of the normal distribution."""


@dataclass(frozen=True)
class Score:
    """How well an attack did.

    `rate` is hits over released rows, `low` and `high` its 95 % interval, `chance` what naming
    anybody at random would give. `expected` is there where the attack drew lots: its mean over all
    draws. Without a key rate and hits are None: nobody can tell. Where the attack names nobody but
    makes claims, hits are the claims that are true and `baseline`, which is then the chance too, is what
    such claims come to without the release. `guess` is what was guessed or claimed, `found` which
    released rows were hit: both are secret.
    """

    rate: float | None
    hits: int | None
    of: int
    chance: float
    low: float | None = None
    high: float | None = None
    expected: float | None = None
    baseline: float | None = None
    guess: Any = field(default_factory=lambda: np.zeros(0, dtype=np.int64), repr=False)
    found: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=bool), repr=False)

    @property
    def strength(self) -> float | None:
        """The rate; its expectation where the attack drew lots and that is higher."""
        return self.rate if self.rate is None or self.expected is None else max(self.rate, self.expected)

    def document(self) -> dict[str, Any]:
        """Return the numbers, without the guesses."""
        names = ("rate", "hits", "of", "chance", "low", "high")
        more = {name: getattr(self, name) for name in ("expected", "baseline") if getattr(self, name) is not None}
        return {name: getattr(self, name) for name in names} | more


@dataclass(frozen=True)
class WorstScore(Score):
    """How well the strongest of several attacks did, whose name is `strongest`; and each of them in `parts`.

    `hit_by` is the number of attacks that found each original row: secret, as is who is most at risk.
    """

    parts: Mapping[str, Score] = field(default_factory=dict, repr=False)
    strongest: str | None = None
    hit_by: Rows | None = field(default=None, repr=False)

    @classmethod
    def among(cls, parts: Mapping[str, Score], hit_by: Rows | None) -> "WorstScore":
        """Return the score of the strongest attack, the first on a tie, with all the others."""
        known = [name for name, score in parts.items() if score.strength is not None]
        strongest = max(known, key=lambda name: parts[name].strength or 0.0, default=None)
        best = parts[strongest] if strongest is not None else next(iter(parts.values()), Score(None, None, 0, 0.0))
        numbers = {one.name: getattr(best, one.name) for one in fields(Score)}
        return cls(**numbers, parts=parts, strongest=strongest, hit_by=hit_by)

    def most_at_risk(self, count: int = 10) -> Rows:
        """Return the original rows that most attacks found, at most so many, the lowest first on a tie."""
        if self.hit_by is None:
            return np.zeros(0, dtype=np.int64)
        return np.argsort(-self.hit_by, kind="stable")[: min(count, np.count_nonzero(self.hit_by))]

    def document(self) -> dict[str, Any]:
        """Return the numbers, and how many original rows were found by how many attacks; not which."""
        numbers = {**super().document(), "strongest": self.strongest}
        if self.hit_by is None:
            return numbers
        rows = np.bincount(self.hit_by, minlength=len(self.parts) + 1)
        return {**numbers, "rows_found_by": {str(attacks): int(count) for attacks, count in enumerate(rows)}}


def score(guess: "Guess", known: Data, release: "Release[Any]", unit: str = "row") -> Score:
    """Return how well a guess did; `unit` is what its attack names, unless the guess says so itself."""
    return guess.scored(known, release, unit)


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
    # At the ends the rounding of a root must not leave the rate outside.
    return max(0.0, min(middle - half, rate)), min(1.0, max(middle + half, rate))
