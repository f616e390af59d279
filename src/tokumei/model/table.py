"""A table with its schema: what methods of kind table work on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import polars as pl
from polars import selectors

from tokumei.errors import BadData, UnknownColumn
from tokumei.model.cells import folded, quoted
from tokumei.model.data import Data, Home, Labels
from tokumei.model.dates import as_dates, as_released
from tokumei.model.hierarchy import Hierarchy, Tree
from tokumei.model.release import Release
from tokumei.model.schema import Kind, Schema

__all__ = ["Labels", "Table", "first_rows", "row_groups"]


@dataclass(frozen=True)
class Table(Data):
    """Rows and the roles of their columns.

    The frame is a polars frame; `row` means position. Cells of a released table may hold ranges,
    sets and `*` (see `model.cells`).
    """

    # No repr of the frame: a traceback or a log must not show cells.
    frame: pl.DataFrame = field(repr=False)
    schema: Schema
    homes: Mapping[str, Home] = field(default_factory=dict, repr=False, compare=False)
    data_kind: ClassVar[str] = "table"
    parts: ClassVar[tuple[str, ...]] = ("table",)
    release: ClassVar[type[Release[Any]]] = Release
    default_fill: ClassVar[str | None] = "average"

    def __post_init__(self) -> None:
        """Check the roles against the columns once, at the door."""
        self.schema.check(self.frame.columns)

    @classmethod
    def from_frames(cls, frames: Mapping[str, pl.DataFrame], schema: Schema) -> "Table":
        """Return the table that a frame holds."""
        table = cls(frames["table"], schema)
        for name in table.sensitive:
            _refuse_slips(table, name)
        return table

    def from_released(self, frames: Mapping[str, pl.DataFrame]) -> "Table":
        """Return a released form of this table that a frame holds."""
        return self.released(frames["table"])

    def released(self, frame: pl.DataFrame) -> "Table":
        """Return a released form of this table: same roles and kinds, cells in one notation."""
        frame = folded(frame, self.quasi)
        for name in self.quasi:
            if name not in frame.columns:
                raise UnknownColumn.named(name, frame.columns, where="the released table")
        held = self.pinned()
        table = Table(frame, held.schema.only(frame.columns).but(other="keep"))
        return table.with_columns({name: as_released(frame[name], held.frame[name]) for name in table._dates})

    def readable(self, original: "Table") -> "Table":
        """Return this released table with its columns named as in the original, and with its hierarchies."""
        same = all(name in self.frame.columns for name in original.quasi)
        table = self if same else original.released(self.frame)
        there = {name: tree for name, tree in original.schema.trees.items() if name in table.frame.columns}
        return table.with_trees({**there, **table.schema.trees})

    def explaining(self, released: "Table") -> "Table":
        """Return this original with hierarchies that explain the cells of a release, beside those it has."""
        from tokumei.model.builders.explained import explained

        return self.with_trees({**explained(self, released), **self.schema.trees})

    def with_trees(self, trees: Mapping[str, Tree]) -> "Table":
        """Return the table with these hierarchies."""
        held = self.schema.trees
        same = held.keys() == trees.keys() and all(held[name] is tree for name, tree in trees.items())
        return self if same else replace(self, schema=self.schema.but(trees=trees))

    def hierarchy_made(self, name: str, asked: str | Mapping[str, Any], read: Callable[..., Hierarchy]) -> Tree:
        """Return the hierarchy that is asked for a column: from a file, or made for the values there are."""
        from tokumei.model.builders import asked_for

        return asked_for(self.as_released(), name, asked, read)

    def with_every_hierarchy(self) -> "Table":
        """Return the table with a hierarchy for each quasi column: one that suits it, where none was given."""
        from tokumei.model.builders import hierarchy_of

        cells = self.as_released()
        trees = {name: hierarchy_of(cells, name) for name in self.quasi}
        return self.with_trees({**self.schema.trees, **trees})

    def contradicted_by(self, release: Release[Any]) -> tuple[int, int] | None:
        """Return how many rows are surely declared wrong, and among how many; None where nothing says so."""
        from tokumei.model.declared import contradiction

        told = contradiction(self, release)
        return None if told is None else (told.wrong, int(told.released.size))

    def profile(self, release: Release[Any], k: int) -> dict[str, Any]:
        """Return the distributions of this table and a release of it, rare values pooled."""
        from tokumei.model.profile import profile

        return profile(self, release, k)

    @property
    def frames(self) -> dict[str, pl.DataFrame]:
        """The one frame."""
        return {"table": self.frame}

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
        return self.schema.kind(name, self.frame.get_column(name).dtype)

    def order(self, name: str) -> pl.Series:
        """Return the values of an ordered column from first to last: as declared, of its type, or sorted."""
        declared, series = self.schema.orders.get(name), self.frame[name]
        if declared is not None:
            return pl.Series(name, list(declared))
        if isinstance(series.dtype, pl.Enum):
            return series.dtype.categories
        return series.drop_nulls().unique().sort()

    @cached_property
    def people(self) -> Labels:
        """The person behind each row, numbered by first appearance; the row itself by default."""
        if self.schema.person is None:
            return np.arange(len(self), dtype=np.int64)
        return row_groups(self.frame, [self.schema.person])

    def published_alike(self) -> Labels:
        """Number the rows by equal quasi values; missing equals missing, NaN is missing."""
        return self._alike

    @cached_property
    def _alike(self) -> Labels:
        return row_groups(self.quasi_cells(), self.quasi)

    def quasi_cells(self) -> pl.DataFrame:
        """Return the quasi columns with one way of being missing."""
        return self.frame.select(self.quasi).with_columns(selectors.float().fill_nan(None))

    def with_columns(self, columns: Mapping[str, pl.Series]) -> "Table":
        """Return the table with some columns replaced, in place."""
        return replace(self, frame=self.frame.with_columns(**columns))

    def take(self, rows: npt.NDArray[Any]) -> "Table":
        """Return the rows with these numbers, in this order."""
        return replace(self, frame=self.frame[rows] if self.frame.width else self.frame)

    def as_released(self) -> "Table":
        """Return the table with its quasi values as cells, so that no value is misread as a range or a set."""
        return self.with_columns({name: quoted(self.frame[name]) for name in self.quasi})

    def published(self) -> "Table":
        """Return the table without identifiers, and without other columns the schema drops."""
        gone = set(self.schema.columns("identifier", self.frame))
        if self.schema.other == "drop":
            gone |= set(self.schema.columns("other", self.frame))
        left = [name for name in self.frame.columns if name not in gone]
        return replace(self, frame=self.frame.select(left), schema=self.schema.only(left))

    def pinned(self) -> "Table":
        """Return the table with the kind and order of each column written into its schema, and dates as dates.

        A released column may be text where the original held numbers; its kind must not change.
        Columns of dates written as text are read once, here, so that every method meets dates.
        """
        kinds = {name: self.kind(name) for name in self.frame.columns}
        orders = {name: tuple(self.order(name)) for name, kind in kinds.items() if kind == "ordered"}
        read = self.with_columns({name: as_dates(self.frame[name]) for name in self._dates})
        return replace(read, schema=self.schema.but(kinds=kinds, orders=orders))

    @property
    def _dates(self) -> list[str]:
        # Other columns and identifiers are nobody's business: they stay as they were written.
        return [name for name in [*self.quasi, *self.sensitive] if self.kind(name) == "date"]

    def need_quasi(self) -> list[str]:
        """Return the quasi columns, or say that there are none."""
        if not self.quasi:
            raise BadData("no column has the role quasi; name at least one with --quasi.")
        return self.quasi


def _refuse_slips(table: Table, name: str) -> None:
    """Refuse a sensitive column of numbers that a few texts have turned into categories."""
    series = table.frame[name]
    if series.dtype != pl.String or name in table.schema.kinds:
        return
    numbers = series.drop_nulls().cast(pl.Float64, strict=False)
    texts = numbers.null_count()
    if 0 < texts < len(numbers) / 2:
        raise BadData(
            f"column '{name}': {texts} of its {len(numbers)} cells hold text and all others numbers; mend them, "
            f"make them missing, or say what the column is (--kind-of {name}=category)."
        )


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
    labels: Labels = (np.cumsum(is_first) - 1)[first].astype(np.int64)
    return labels


def first_rows(labels: Labels) -> Labels:
    """Return the first row of each label, where labels are numbered by first appearance.

    >>> first_rows(np.array([0, 1, 0, 2])).tolist()
    [0, 1, 3]
    """
    # A row is the first of its label where no row before it has a label so high: no sort is needed.
    return np.flatnonzero(np.diff(np.maximum.accumulate(labels), prepend=-1)) if labels.size else labels
