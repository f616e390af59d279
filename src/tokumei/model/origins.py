"""Which original row stands behind each released row, and which rows were published alike."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.kernels.sorting import different
from tokumei.model.cells import SUPPRESSED
from tokumei.model.data import Data, Labels, Rows
from tokumei.model.release import Release
from tokumei.model.table import Table


@dataclass(frozen=True)
class Origins:
    """The released rows that have an original: where each is, its original row, and its group from 0."""

    released: Rows = field(repr=False)
    original: Rows = field(repr=False)
    group: Labels = field(repr=False)

    @property
    def groups(self) -> int:
        """The number of groups."""
        return int(self.group.max(initial=-1)) + 1


def origins(release: Release[Any]) -> Origins:
    """Return the released rows with an original; dummies are left out.

    The groups are the labels of the release. Where it has none, rows with equal released quasi
    values are one group.
    """
    released, original = release.behind()
    labels = release.labels if release.labels is not None else release.data.published_alike()
    group = np.unique(labels[released], return_inverse=True)[1]
    return Origins(released, original, group.astype(np.int64))


def has_missing(table: Table) -> bool:
    """Tell whether a quasi cell is missing."""
    return any(series.null_count() for series in table.quasi_cells())


def suppressed_rows(table: Table) -> npt.NDArray[np.bool_]:
    """Mark the rows that are suppressed in every quasi column."""
    # A column of another type than text holds no `*`.
    quasi = table.frame.select(table.quasi)
    if not quasi.width or set(quasi.dtypes) != {pl.String}:
        return np.zeros(len(table), dtype=bool)
    return quasi.select(pl.all_horizontal((pl.all() == SUPPRESSED).fill_null(value=False))).to_series().to_numpy()


def deleted_rows(original: Data, release: Release[Any]) -> int:
    """Return how many original rows were not released; by the row counts alone where there is no key."""
    if release.key is None:
        return max(len(original) - len(release.data), 0)
    return len(original) - int(different(release.key[release.key >= 0]).size)


def people_behind(original: Data, release: Release[Any]) -> Labels | None:
    """Return the person behind each released row, a dummy being one of its own; None where that is not known."""
    if release.key is not None:
        people = release.key.copy()
        real = people >= 0
        people[real] = original.people[people[real]]
        people[~real] = len(original) + np.arange(int((~real).sum()))
        return people
    return None if release.data.schema.person is None else release.data.people


def crowds_in(group: Labels, people: Labels | None) -> Rows:
    """Return the number of people in each group; of rows where nobody knows whose they are.

    >>> crowds_in(np.array([0, 0, 1]), np.array([7, 7, 8])).tolist(), crowds_in(np.array([0, 0, 1]), None).tolist()
    ([1, 1], [2, 1])
    """
    return np.bincount(group if people is None else pairs(group, people)[0])


def pairs(group: Labels, people: Labels) -> tuple[Labels, Labels]:
    """Return each group with each person in it, sorted."""
    most = int(people.max(initial=0)) + 1
    return np.divmod(different(group * most + people), most)
