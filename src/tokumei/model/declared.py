"""What the data says of the key that was declared: rows that stand unchanged in the release tell whose they are."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.model.alike import alike
from tokumei.model.data import Rows
from tokumei.model.release import Release
from tokumei.model.table import Table

Mask = npt.NDArray[np.bool_]
Hashes = npt.NDArray[np.uint64]

SPEAKS = 0.5
"""Columns speak of the key where at least this share of the released rows is unmistakable in them."""
WRONG = 0.05
"""The declared key is wrong where at least this share of the unmistakable rows is declared another."""


@dataclass(frozen=True)
class Witness:
    """What some columns tell of the declared key.

    `released` are the released rows that equal just one original row in these columns and no other
    released row does; `original` is that row, `declared` the one that was declared. `among` is the
    number of released rows for which a row was declared.
    """

    columns: tuple[str, ...]
    released: Rows = field(repr=False)
    original: Rows = field(repr=False)
    declared: Rows = field(repr=False)
    among: int

    @property
    def speaks(self) -> bool:
        """Whether enough rows are unmistakable."""
        return 0 < self.released.size >= SPEAKS * self.among

    @property
    def wrong(self) -> int:
        """How many unmistakable rows are declared to be another."""
        return int((self.original != self.declared).sum())

    @property
    def contradicts(self) -> bool:
        """Whether these columns speak against the declared key."""
        return self.speaks and self.wrong >= max(WRONG * self.released.size, 1)


def contradiction(original: Table, release: Release[Any]) -> Witness | None:
    """Return the columns that speak against the declared key, if all that speak do.

    Noise that meets the value of another row by chance is no contradiction: it leaves few rows unmistakable.
    A single column permuted among rows that are equal elsewhere is one: no row has changed, only whose it is.
    """
    heard = [witness for witness in witnesses(original, release) if witness.speaks]
    return heard[0] if heard and all(witness.contradicts for witness in heard) else None


def witnesses(original: Table, release: Release[Any]) -> list[Witness]:
    """Return what all columns, the quasi columns and the sensitive columns tell of the declared key."""
    declared = release.declared_key if release.declared_key is not None else release.key
    if declared is None:
        return []
    there = release.data.frame.columns
    quasi, sensitive = ([name for name in names if name in there] for names in (original.quasi, original.sensitive))
    both = {name: alike(original, release.data, name) for name in (*quasi, *sensitive)}
    sets = dict.fromkeys(tuple(names) for names in ([*quasi, *sensitive], quasi, sensitive) if names)
    return [_witness(both, names, declared) for names in sets]


def _witness(both: dict[str, tuple[pl.Series, pl.Series]], names: Sequence[str], declared: Rows) -> Witness:
    before, after = (_hashes([both[name][side] for name in names]) for side in (0, 1))
    released, original = _only_pairs(before, after)
    told = declared[released] >= 0
    released, original = released[told], original[told]
    return Witness(tuple(names), released, original, declared[released], int((declared >= 0).sum()))


def _hashes(columns: Sequence[pl.Series]) -> Hashes:
    # Two different rows in a million have the same hash once in ten million tables.
    return pl.DataFrame(columns).hash_rows(seed=0).to_numpy()


def _only_pairs(before: Hashes, after: Hashes) -> tuple[Rows, Rows]:
    """Return the rows of two tables that equal each other and no further row, the released ones ascending."""
    here, first_here, times_here = np.unique(after, return_index=True, return_counts=True)
    there, first_there, times_there = np.unique(before, return_index=True, return_counts=True)
    _, place, other = np.intersect1d(here, there, assume_unique=True, return_indices=True)
    alone = (times_here[place] == 1) & (times_there[other] == 1)
    released, original = first_here[place][alone], first_there[other][alone]
    order = np.argsort(released)
    return released[order].astype(np.int64), original[order].astype(np.int64)
