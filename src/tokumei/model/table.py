"""A table with its schema: what methods of kind table work on."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData
from tokumei.model.schema import Kind, Schema

Labels = npt.NDArray[np.int64]
"""The group number of each row."""


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
        gone = self.schema.columns("identifier", self.frame)
        if self.schema.other == "drop":
            gone += self.schema.columns("other", self.frame)
        return Table(self.frame.drop(gone), self.schema_without(gone))

    def schema_without(self, gone: list[str]) -> Schema:
        """Return the schema after some columns left the table."""
        old, drop = self.schema, set(gone)
        return Schema(
            quasi=[name for name in old.quasi if name not in drop],
            sensitive=[name for name in old.sensitive if name not in drop],
            identifier=[name for name in old.identifier if name not in drop],
            other=old.other,
            hierarchies=_without(old.hierarchies, drop),
            kinds=_without(old.kinds, drop),
            orders=_without(old.orders, drop),
            weights=_without(old.weights, drop),
            person=None if old.person in drop else old.person,
        )

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


def _without(values: Mapping[str, Any], drop: set[str]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in drop}
