"""Some rows to work on, what all methods on them share, and what a go at the work gives."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from tokumei import binding, catalogue, runner
from tokumei.engines.memory import Call
from tokumei.model import Data, Encoded, Job, Labels, Recipe, Release, Result, Rows, Table
from tokumei.model.recipe import CallPart, DataPart, columns_of

Numbers = dict[str, float | None]


@dataclass(frozen=True)
class Outcome:
    """What one go at the work gave: a release, groups, a released frame with its key, or numbers.

    `seconds` is there where the work kept its own time: a method of ours without its fill, or a
    program beside this process without its start.
    """

    release: Release[Any] | None = None
    labels: Labels | None = None
    frame: pl.DataFrame | None = None
    key: Rows | None = None
    numbers: Mapping[str, float | None] = field(default_factory=dict)
    seconds: float | None = None


Work = Callable[[], Outcome]


@dataclass(frozen=True)
class Case:
    """Rows, and the options that every method on them shares."""

    data: Data
    k: int = 5
    seed: int = 0

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.data)

    @property
    def columns(self) -> int:
        """The number of quasi columns."""
        return len(self.data.schema.quasi)

    @property
    def table(self) -> Table:
        """The data, for who can work on tables only."""
        assert isinstance(self.data, Table)
        return self.data

    @cached_property
    def qi(self) -> Encoded:
        """The quasi columns as a matrix, scaled and coded by default: what groupings of tables see."""
        return Encoded.of(self.table)

    @cached_property
    def labels(self) -> Labels:
        """Groups of k rows that stand near each other in sorted order: quick to have at any size."""
        order = np.lexsort(self.qi.matrix.T[::-1]) if isinstance(self.data, Table) else np.arange(self.rows)
        labels = np.empty(self.rows, dtype=np.int64)
        labels[order] = np.minimum(np.arange(self.rows) // self.k, max(self.rows // self.k - 1, 0))
        return labels

    @cached_property
    def release(self) -> Release[Any]:
        """A release of the data for attacks and measures to work on."""
        return self.release_of(Outcome(labels=self.labels))

    def job(self) -> Job:
        """Return the surroundings of one repeatable call."""
        return Job(np.random.default_rng(self.seed), os.cpu_count() or 1)

    def release_of(self, outcome: Outcome) -> Release[Any]:
        """Return the release that an outcome stands for; groups are filled by default."""
        if outcome.release is not None:
            return outcome.release
        if outcome.frame is not None:
            return Release.of(self.data.from_released({self.data.parts[0]: outcome.frame}), key=outcome.key)
        assert outcome.labels is not None
        fill = self.data.default_fill
        if fill is None:
            return Release.untouched(self.data)
        return self.filled(binding.bound_call("fill", fill, {}), outcome.labels)

    def filled(self, fill: Call, labels: Labels) -> Release[Any]:
        """Return the release that a fill makes of groups."""
        data = fill.on(self.data, labels, job=self.job())
        return Release.of(data, key=np.arange(self.rows, dtype=np.int64), labels=labels)

    def fewer(self, rows: int) -> "Case":
        """Return a case with the first so many rows."""
        return replace(self, data=self.data.take(np.arange(min(rows, self.rows))))

    def asked(self, release: Release[Any], attacks: list[CallPart], measures: list[CallPart]) -> Result:
        """Attack and measure a release of the data."""
        part = DataPart(kind=self.data.data_kind, other="keep", **self.data.said())
        recipe = Recipe(seed=self.seed, data=part, columns=columns_of(self.data.schema))
        calls = {"attack": attacks, "measure": measures}
        return runner.run(recipe.model_copy(update=calls), original=self.data, release=release)


def judged(case: Case, release: Release[Any]) -> dict[str, Numbers]:
    """Return what every measure and attack that fits says of a release, loss and risk apart."""
    kind = case.data.data_kind
    result = case.asked(release, binding.fitting("attack", kind), binding.fitting("measure", kind))
    return {"loss": numbers_of(result, "loss"), "risk": numbers_of(result, "risk")}


def numbers_of(result: Result, family: str) -> Numbers:
    """Return the numbers of a result that tell of loss, or of risk; not those of single columns."""
    found: Numbers = {}
    for name, numbers in result.measures.items():
        if catalogue.get(name.split("(")[0], "measure").family == family:
            found |= {f"{name}.{number}": value for number, value in numbers.items() if "." not in number}
    if family == "risk":
        found |= {f"{name}.rate": score.rate for name, score in result.attacks.items()}
    return found
