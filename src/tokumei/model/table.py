"""A table with its schema: what methods of kind table work on."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData, UnknownColumn
from tokumei.model.data import FrameAt, Labels
from tokumei.model.schema import Kind, Schema

__all__ = ["Labels", "Table", "row_groups"]


@dataclass(frozen=True)
class Table:
    """Rows and the roles of their columns.

    The frame is a polars frame; `row` means position. Cells of a released table may hold ranges,
    sets and `*` (see `model.cells`).
    """

    # No repr of the frame: a traceback or a log must not show cells.
    frame: pl.DataFrame = field(repr=False)
    schema: Schema
    data_kind: ClassVar[str] = "table"

    def __post_init__(self) -> None:
        """Check the roles against the columns once, at the door."""
        self.schema.check(self.frame.columns)

    @classmethod
    def open(cls, source: str, schema: Schema, *, frame_at: FrameAt) -> "Table":
        """Return the table that a source holds."""
        return cls(frame_at(source), schema).pinned()

    def released_at(self, source: str, *, frame_at: FrameAt) -> "Table":
        """Return a released form of this table that a source holds."""
        return self.released(frame_at(source))

    def released(self, frame: pl.DataFrame) -> "Table":
        """Return a released form of this table: same roles and kinds, cells in one notation."""
        from tokumei.model.cells import folded

        frame = folded(frame, self.schema)
        for name in self.quasi:
            if name not in frame.columns:
                raise UnknownColumn.named(name, frame.columns, where="the released table")
        return Table(frame, self.pinned().schema.only(frame.columns).but(other="keep"))

    def readable(self, original: "Table") -> "Table":
        """Return this released table with its columns named as in the original."""
        same = all(name in self.frame.columns for name in original.quasi)
        return self if same else original.released(self.frame)

    def profile(self, released: "Table", k: int) -> dict[str, Any]:
        """Return the distributions of this table and a release of it, rare values pooled."""
        from tokumei.model.profile import profile

        return profile(self, released, k)

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.frame.height

    @property
    def quasi(self) -> list[str]:
        """The quasi-identifying columns, in the order of the table."""
        return self.schema.columns("quasi", self.frame)

    @property
    def sensitive(self) -> list[str]:
        """The sensitive columns, in the order of the table."""
        return self.schema.columns("sensitive", self.frame)

    @property
    def sensitive_numbers(self) -> list[str]:
        """The sensitive columns that hold numbers."""
        return [name for name in self.sensitive if self.kind(name) == "number"]

    def kind(self, name: str) -> Kind:
        """Return the kind of a column."""
        return self.schema.kind(name, self.frame.schema[name])

    @cached_property
    def people(self) -> Labels:
        """The person behind each row, numbered by first appearance; the row itself by default."""
        if self.schema.person is None:
            return np.arange(len(self), dtype=np.int64)
        return row_groups(self.frame, [self.schema.person])

    def with_columns(self, columns: Mapping[str, pl.Series]) -> "Table":
        """Return the table with some columns replaced, in place."""
        return replace(self, frame=self.frame.with_columns(**columns))

    def take(self, rows: npt.NDArray[Any]) -> "Table":
        """Return the rows with these numbers, in this order."""
        return replace(self, frame=self.frame[rows] if self.frame.width else self.frame)

    def published(self) -> "Table":
        """Return the table without identifiers, and without other columns the schema drops."""
        gone = set(self.schema.columns("identifier", self.frame))
        if self.schema.other == "drop":
            gone |= set(self.schema.columns("other", self.frame))
        left = [name for name in self.frame.columns if name not in gone]
        return Table(self.frame.select(left), self.schema.only(left))

    def pinned(self) -> "Table":
        """Return the table with the kind and order of each column written into its schema.

        A released column may be text where the original held numbers; its kind must not change.
        """
        kinds = {name: self.kind(name) for name in self.frame.columns}
        enums = {name: dtype.categories for name, dtype in self.frame.schema.items() if isinstance(dtype, pl.Enum)}
        orders = {**{name: tuple(values) for name, values in enums.items()}, **self.schema.orders}
        return replace(self, schema=self.schema.but(kinds=kinds, orders=orders))

    def salt(self) -> int:
        """Return a number that only the whole table gives, whatever the order of its rows.

        It goes into every random stream of a release, so that a published seed alone does not
        undo a shuffle or subtract a noise.
        """
        if not self.frame.width or not self.frame.height:
            return 0
        return int(self.frame.hash_rows(seed=0).to_numpy().astype(np.uint64).sum(dtype=np.uint64))

    def need_quasi(self) -> list[str]:
        """Return the quasi columns, or say that there are none."""
        if not self.quasi:
            raise BadData("no column has the role quasi; name at least one with --quasi.")
        return self.quasi


def row_groups(frame: pl.DataFrame, columns: list[str]) -> Labels:
    """Number rows by equal values in the given columns, in order of first appearance.

    Missing equals missing. Without columns every row is alike.

    >>> row_groups(pl.DataFrame({"a": ["x", "y", "x"]}), ["a"]).tolist()
    [0, 1, 0]
    """
    if not columns or not frame.height:
        return np.zeros(frame.height, dtype=np.int64)
    first = (
        frame.lazy()
        .select(*columns, pl.int_range(pl.len(), dtype=pl.Int64).alias("__row"))
        .with_columns(pl.col("__row").min().over(columns).alias("__first"))
        .select("__first")
        .collect()
        .to_series()
        .to_numpy()
    )
    is_first = first == np.arange(first.size)
    return (np.cumsum(is_first) - 1)[first].astype(np.int64)

