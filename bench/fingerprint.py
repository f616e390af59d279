"""Releases made by one method or by two, and how many of the methods an explanation of them names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

import numpy as np

import tokumei as tk
from bench.data import data_set
from tokumei.explanation import Explanation
from tokumei.model import Release, Schema, Table

Call = Mapping[str, Any]


@dataclass(frozen=True)
class Hidden:
    """Made-up data that methods are hidden in: some columns of a sample, the first quasi ones of them crossed.

    `outside` and `inside` are the columns that are unified: one that cross tables do not look at, one that they do.
    """

    sample: str
    quasi: tuple[str, ...]
    sensitive: tuple[str, ...]
    crossed: tuple[str, ...]
    outside: str
    inside: str
    grouping: Call = field(default_factory=lambda: {"name": "mdav", "k": 3})

    def table(self, rows: int, seed: int) -> Table:
        """Return so many rows."""
        frame = data_set(self.sample).load(rows, seed).frames["table"]
        return Table(frame.select(*self.quasi, *self.sensitive), Schema(self.quasi, self.sensitive)).pinned()

    @property
    def methods(self) -> dict[str, Call]:
        """The eight methods by their letters in Table 7 of the paper."""
        return {
            "D_A": self.grouping,
            "D_B": {"name": "noise"},
            "D_C": {"name": "yamaoka"},
            "D_D": {"name": "unify", "columns": [self.outside]},
            "D_E": {"name": "unify", "columns": [self.inside]},
            "D_F": {"name": "average_sensitive"},
            "D_G": {"name": "swap_within"},
            "D_H": {"name": "delete_rows", "share": 0.1},
        }


HOUSEHOLD = Hidden(
    "household",
    ("q01", "q02", "q03", "q04", "q05", "q06"),
    ("s14", "s15", "s16", "s17", "s20", "s21", "s22"),
    ("q01", "q02", "q03"),
    outside="q05",
    inside="q02",
)
PEOPLE = Hidden(
    "people",
    ("sex", "prefecture", "education", "occupation"),
    ("income", "diagnosis"),
    ("sex", "education"),
    outside="prefecture",
    inside="education",
    grouping={"name": "mondrian", "k": 4, "fill": "span"},
)
RANGES = replace(HOUSEHOLD, grouping={"name": "tomobiki", "k": 5, "fill": "span"})
EVERY = (HOUSEHOLD, PEOPLE, RANGES)

ERASED: dict[tuple[str, ...], tuple[str, str]] = {
    ("D_F", "D_G"): ("D_G", "after averages inside the same groups a swap has nothing left to exchange"),
    ("D_G", "D_F"): ("D_G", "averages inside the same groups are the same whatever was exchanged there before"),
}
"""The pairs, in their order, of which one method leaves no trace at all: which one, and why."""


@dataclass(frozen=True)
class Told:
    """What was done to a table, and what the explanation of it says."""

    done: tuple[str, ...]
    rows: int
    named: frozenset[str]

    @property
    def traced(self) -> frozenset[str]:
        """The methods that left a trace."""
        return frozenset(self.done) - {ERASED.get(self.done, ("", ""))[0]}

    @property
    def right(self) -> int:
        """How many of these were named."""
        return len(self.traced & self.named)

    @property
    def wrong(self) -> int:
        """How many methods were named that were not used."""
        return len(self.named - set(self.done))


def explained(hidden: Hidden, table: Table, done: Sequence[str], seed: int, **options: Any) -> Explanation:
    """Return the explanation of a table after some methods: its rows shuffled, only the declared key at hand."""
    release = made(hidden, table, done, seed)
    declared = release.declared_key if release.declared_key is not None else release.key
    release = Release(release.data, key=declared).take(np.random.default_rng(seed).permutation(len(release.data)))
    return tk.explain(table, release, cross=hidden.crossed, **options)


def made(hidden: Hidden, table: Table, done: Sequence[str], seed: int) -> Release:
    """Return a table after some methods, one after the other."""
    if not done:
        return Release.untouched(table)
    first, *others = (hidden.methods[letter] for letter in done)
    options = {name: value for name, value in first.items() if name != "name"}
    release: Release = tk.anonymize(table, first["name"], then=others, seed=seed, **options)
    return release


def singles_and_pairs(hidden: Hidden, rows: int, seed: int) -> Iterator[Told]:
    """Yield what is told of a table after nothing, after each method, and after each two in both orders."""
    table, letters = hidden.table(rows, seed), list(hidden.methods)
    for done in [(), *permutations(letters, 1), *permutations(letters, 2)]:
        yield Told(done, rows, frozenset(explained(hidden, table, done, seed).letters))


def shares(told: Iterable[Told]) -> tuple[float, float]:
    """Return the share of the methods that were named, and of the names that were wrong."""
    every = list(told)
    right, wrong = sum(one.right for one in every), sum(one.wrong for one in every)
    return right / sum(len(one.traced) for one in every), wrong / max(right + wrong, 1)
