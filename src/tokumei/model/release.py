"""A release with its secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Self

import numpy as np
from typing_extensions import TypeVar

from tokumei.errors import BadData
from tokumei.model.data import Data, Home, Labels, Rows

if TYPE_CHECKING:
    from tokumei.model.table import Table

__all__ = ["Release", "Rows"]

D = TypeVar("D", bound=Data, default="Table")
X = TypeVar("X", bound=Data)


@dataclass(frozen=True)
class Release(Generic[D]):
    """Data that may go out, and beside it what must not.

    `key` is the original row behind each released row (-1 for a dummy), `labels` the group of each
    released row, `declared_key` the answer a contest team hands in where it differs from the key.
    They are None where nobody knows them, as for a released file read back without its key. A kind of
    data may have a class of releases of its own, with what else comes of it.
    """

    data: D
    key: Rows | None = field(default=None, repr=False)
    labels: Labels | None = field(default=None, repr=False)
    declared_key: Rows | None = field(default=None, repr=False)
    notes: Mapping[str, Any] = field(default_factory=dict)
    homes: Mapping[str, Home] = field(default_factory=dict, repr=False)

    @staticmethod
    def of(data: X, **secrets: Any) -> "Release[X]":
        """Return a release of the class that its kind of data has."""
        return data.release(data, **secrets)

    @staticmethod
    def untouched(data: X) -> "Release[X]":
        """Return the release that changes nothing: the start of every chain of steps."""
        return Release.of(data.as_released(), key=np.arange(len(data), dtype=np.int64), homes=data.homes)

    @property
    def table(self) -> Any:
        """The released table, in the kind of frame the original came in."""
        return self.native(self.data.parts[0])

    def native(self, part: str) -> Any:
        """Return the released frame of one part of the data, in the kind of frame the original came in."""
        frame, home = self.data.frames[part], self.homes.get(part)
        is_first = part == self.data.parts[0]
        rows = self.rows_behind() if is_first else np.full(frame.height, -1, dtype=np.int64)
        return frame if home is None else home.back(frame, rows)

    def write(self, target: str, *, key: str | None = None, keep_order: bool = False, force: bool = False) -> None:
        """Write the release, shuffled unless `keep_order`; the key only where asked for, readable to you alone."""
        if not self.homes:
            raise BadData("this release was not made by anonymize; write its table with your frame library.")
        next(iter(self.homes.values())).write(self, target, key=key, keep_order=keep_order, force=force)

    def published(self) -> Self:
        """Return the release without columns that must not go out."""
        return replace(self, data=self.data.published())

    def readable(self, original: Data) -> Self:
        """Return the release as attacks and measures read it: columns named as in the original."""
        return replace(self, data=self.data.readable(original))

    def rows_behind(self) -> Rows:
        """Return the original row of each released row; -1 for a dummy or where it is not known."""
        return self.key if self.key is not None else np.full(len(self.data), -1, dtype=np.int64)

    def then(self, after: "Release[D]") -> "Release[D]":
        """Return the release of two steps in a row: the key of the first taken at the second.

        >>> import polars as pl; from tokumei.model import Schema, Table
        >>> first = Release(Table(pl.DataFrame(), Schema()), key=np.array([2, 0, 1]))
        >>> first.then(Release(first.data, key=np.array([2, -1]))).key.tolist()
        [1, -1]
        """
        return replace(
            after,
            key=_through(self.key, after.key),
            labels=after.labels if after.labels is not None else self._labels_at(after.key),
            declared_key=self._declared_after(after),
            notes={**self.notes, **after.notes},
            homes=self.homes,
        )

    def take(self, rows: Rows) -> Self:
        """Return the release with its rows chosen and ordered anew, secrets along with them."""
        return replace(
            self,
            data=self.data.take(rows),
            key=None if self.key is None else self.key[rows],
            labels=None if self.labels is None else self.labels[rows],
            declared_key=None if self.declared_key is None else self.declared_key[rows],
        )

    def behind(self) -> tuple[Rows, Rows]:
        """Return the released rows that have an original, and the original row of each."""
        if self.key is None:
            raise BadData("the original row of each released row is needed; give the key file with --key.")
        real = np.flatnonzero(self.key >= 0)
        return real, self.key[real]

    def _declared_after(self, after: "Release[D]") -> Rows | None:
        # What was declared goes along with its rows until a step declares anew.
        if after.declared_key is not None:
            return _through(self.key, after.declared_key)
        return _through(self.declared_key, after.key)

    def _labels_at(self, key: Rows | None) -> Labels | None:
        if self.labels is None or key is None or (key < 0).any():
            return None
        return self.labels[key]


def _through(first: Rows | None, second: Rows | None) -> Rows | None:
    if first is None or second is None:
        return None
    found = np.full(second.size, -1, dtype=np.int64)
    real = second >= 0
    found[real] = first[second[real]]
    return found
