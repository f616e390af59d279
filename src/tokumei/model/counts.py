"""What a recoding of tables decides from: distinct rows on their hierarchies, and how many there are of each."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.kernels.sorting import different
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
    hidden: Secrets | None = field(default=None, repr=False)
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
        return np.divmod(different(levels.vector * most + levels.table.people), most)

    @cached_property
    def secrets(self) -> Secrets:
        """The sensitive values of the rows: those of the whole table, where only a block of it is looked at."""
        return self.hidden or Secrets.of(self.levels.table)

    def crowds(self, most: int) -> tuple[Rows, Rows]:
        """Return where the people of each vector begin, and the people, of none more than `most`.

        Whether a union has k people shows in k of each.
        """
        vector, person = self.pairs
        order = np.argsort(vector, kind="stable")
        many = np.bincount(vector, minlength=len(self.rows))
        place = np.arange(order.size) - np.repeat(np.cumsum(many) - many, many)
        first = np.concatenate([[0], np.cumsum(np.minimum(many, most))]).astype(np.int64)
        return first, person[order[place < most]]

    def people_in(self, groups: Labels) -> Rows:
        """Return how many people stand behind each group of vectors; -1 is no group."""
        there, some = groups >= 0, int(groups.max(initial=-1)) + 1
        if self.levels.table.schema.person is None:
            return np.bincount(groups[there], self.rows[there], some).astype(np.int64)
        vector, person = self.pairs
        most = int(person.max(initial=0)) + 1
        pairs = different((groups[vector] * most + person)[there[vector]])
        return np.bincount(pairs // most, minlength=some)


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
        return np.asarray((self.at >= np.array(self.levels.steps)).all(axis=1))
