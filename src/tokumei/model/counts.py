"""What a recoding of tables decides from: distinct rows on their hierarchies, and how many there are of each."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.model.data import Labels, Rows
from tokumei.model.levels import Levels, Steps
from tokumei.model.release import Release
from tokumei.model.secrets import Secrets
from tokumei.model.table import Table


@dataclass(frozen=True)
class Counts:
    """The distinct rows of a table's quasi columns on their hierarchies, with their numbers.

    Where a person has several rows, `pairs` lists each vector and person once, so that merged vectors
    count the union of their people.
    """

    levels: Levels
    data_kinds: ClassVar[tuple[str, ...]] = ("table",)

    @classmethod
    def of(cls, table: Table) -> "Counts":
        """Count the distinct rows of a table."""
        return cls(Levels.of(table))

    def __len__(self) -> int:
        """Return what k is counted in: people, or rows where each is one person."""
        people = self.levels.table.people
        return int(people.max(initial=-1)) + 1

    @property
    def rows(self) -> Rows:
        """The rows of each vector."""
        return self.levels.rows

    @cached_property
    def pairs(self) -> tuple[Rows, Rows]:
        """Each vector and person that occur together, once; a row is a person where none is named."""
        levels = self.levels
        if levels.table.schema.person is None:
            return levels.vector, np.arange(len(levels), dtype=np.int64)
        most = int(levels.table.people.max(initial=0)) + 1
        return np.divmod(np.unique(levels.vector * most + levels.table.people), most)

    @cached_property
    def secrets(self) -> Secrets:
        """The sensitive values of the rows."""
        return Secrets.of(self.levels.table)

    def people_in(self, groups: Labels) -> Rows:
        """Return how many people stand behind each group of vectors; groups are numbered without a gap."""
        if self.levels.table.schema.person is None:
            return np.bincount(groups, self.rows).astype(np.int64)
        vector, person = self.pairs
        most = int(person.max(initial=0)) + 1
        return np.bincount(np.unique(groups[vector] * most + person) // most, minlength=int(groups.max(initial=-1)) + 1)


@dataclass(frozen=True)
class Generalization:
    """A recoding of a table: the level that each distinct row takes in each column.

    A vector whose columns all stand at the root is suppressed. With `drop` suppressed rows are left out.
    """

    levels: Levels
    at: Steps = field(repr=False)
    drop: bool = False

    def apply(self, data: Table) -> Release[Table]:
        """Return the release of the table that the counts were taken of."""
        published = self.levels.published(self.at[self.levels.vector])
        table = data.with_columns({name: published.frame[name] for name in self.levels.names})
        release = Release(table, key=np.arange(len(data), dtype=np.int64), labels=table.published_alike())
        return release.take(np.flatnonzero(~self.suppressed[self.levels.vector])) if self.drop else release

    @property
    def suppressed(self) -> npt.NDArray[np.bool_]:
        """Which vectors are suppressed."""
        stars: npt.NDArray[np.bool_] = (self.at >= np.array(self.levels.steps)).all(axis=1)
        return stars
