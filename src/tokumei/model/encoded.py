"""The only place where columns become a matrix that distances can be measured on."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData, BadOption
from tokumei.model.columns import column, places
from tokumei.model.data import Labels
from tokumei.model.levels import Levels, ladder
from tokumei.model.schema import LINE_KINDS, Kind, Schema
from tokumei.model.secrets import Secrets
from tokumei.model.table import Table
from tokumei.params import Codes, Scale

Matrix = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

LEAST_WIDTH = 1e-300
"""A narrower column has no width: one over it would be infinite."""
MOST_ONEHOT = 2000
"""More indicator columns than this would fill memory without telling rows apart any better."""


@dataclass(frozen=True)
class Encoded:
    """The quasi columns as numbers: one row a record, one or more columns a quasi column.

    Numbers are scaled over the whole table (never per block), dates count as days, ordered values
    by their order, categories by code or by one indicator column each. A missing cell stands at
    the column's mean and is marked in `missing`, so that losses can leave it out. `names` tells
    which quasi column each matrix column came from; `coding` how, for the result. `coded` names the
    columns whose numbers are codes of categories.
    """

    matrix: Matrix = field(repr=False)
    names: tuple[str, ...]
    missing: Mask | None = field(default=None, repr=False)
    coding: dict[str, str] = field(default_factory=dict)
    coded: frozenset[str] = frozenset()
    table: Table | None = None
    hidden: Secrets | None = field(default=None, repr=False)
    data_kinds: ClassVar[tuple[str, ...]] = ("table",)
    ja: ClassVar[dict[str, str]] = {
        "scale": "距離を測る前の数値の尺度（0〜1 にする、標準偏差で割る、しない）",
        "codes": "カテゴリを数値にする方法（名前順、出現順、値ごとに 1 列、階層に沿って）",
    }

    @classmethod
    def of(cls, table: Table, *, scale: Scale = "minmax", codes: Codes = "alphabetical") -> "Encoded":
        """Encode the quasi columns of a table."""
        parts = [_column(table, name, scale, codes) for name in table.need_quasi()]
        matrix = np.column_stack([part.values for part in parts])
        missing = np.column_stack([part.missing for part in parts])
        return cls(
            matrix=np.ascontiguousarray(matrix),
            names=tuple(part.name for part in parts for _ in range(part.values.shape[1])),
            missing=missing if missing.any() else None,
            coding={part.name: part.coding for part in parts},
            coded=frozenset(part.name for part in parts if part.is_code),
            table=table,
            hidden=Secrets.of(table),
        )

    @cached_property
    def levels(self) -> Levels:
        """The quasi columns on their hierarchies: those of the whole table, where it has them."""
        return Levels.of(self._known_table)

    @property
    def secrets(self) -> Secrets:
        """The sensitive values of the rows, with their shares in the whole table."""
        return self.hidden or Secrets.of(self._known_table)

    @property
    def notes(self) -> dict[str, Any]:
        """What the result should say of the encoding."""
        return {"coding": self.coding}

    def __len__(self) -> int:
        """Return the number of rows."""
        return int(self.matrix.shape[0])

    @property
    def is_code(self) -> Mask:
        """Which matrix columns hold codes of categories: numbers that only name."""
        return np.array([name in self.coded for name in self.names], dtype=np.bool_)

    def as_published(self) -> tuple[Matrix, npt.NDArray[np.float64]]:
        """Return the matrix with categories as whole codes from 0, and one over the full width of each column.

        Every column weighs the same when it is published, whatever its scale; one without width weighs nothing.
        """
        matrix = self.matrix.copy()
        for place in np.flatnonzero(self.is_code):
            matrix[:, place] = np.unique(matrix[:, place], return_inverse=True)[1]
        widths = np.ptp(matrix, axis=0) if len(self) else np.zeros(matrix.shape[1])
        return matrix, np.divide(1.0, widths, out=np.zeros_like(widths), where=widths > LEAST_WIDTH)

    def per(self, people: Labels) -> "Encoded":
        """Return one row a person: the mean of the person's rows, missing where all of them are."""
        first = np.unique(people, return_index=True)[1]
        rows = np.bincount(people, minlength=first.size)
        matrix = np.column_stack([np.bincount(people, column) / rows for column in self.matrix.T])
        missing = None
        if self.missing is not None:
            missing = np.column_stack([np.bincount(people, column) == rows for column in self.missing.T])
        table = None if self.table is None else self.table.take(first)
        # The mean of several codes names nothing.
        hidden = None if self.hidden is None else self.hidden.per(people)
        matrix = np.ascontiguousarray(matrix)
        return replace(self, matrix=matrix, missing=missing, table=table, coded=frozenset(), hidden=hidden)

    def take(self, rows: npt.NDArray[Any]) -> "Encoded":
        """Return some rows, on the scale of the whole table."""
        return replace(
            self,
            matrix=np.ascontiguousarray(self.matrix[rows]),
            missing=None if self.missing is None else self.missing[rows],
            table=None if self.table is None else self.table.take(rows),
            hidden=None if self.hidden is None else self.hidden.take(rows),
        )

    @property
    def _known_table(self) -> Table:
        if self.table is None:
            raise BadData("this encoding was made without its table; a method that needs the values cannot use it.")
        return self.table


def encoded(rows: Sequence[Sequence[float]] | Matrix) -> Encoded:
    """Return plain numbers as an encoding, without scaling: for examples and tests.

    >>> len(encoded([[0.0], [1.0]]))
    2
    """
    matrix = np.ascontiguousarray(rows, dtype=np.float64)
    names = tuple(f"x{i + 1}" for i in range(matrix.shape[1]))
    table = Table(pl.DataFrame(matrix, schema=list(names), orient="row"), Schema(quasi=names))
    return Encoded(matrix, names, table=table)


@dataclass(frozen=True)
class _Column:
    name: str
    values: Matrix
    missing: Mask
    coding: str
    is_code: bool = False


def _column(table: Table, name: str, scale: Scale, codes: Codes) -> _Column:
    series, kind = table.frame[name], table.kind(name)
    weight = table.schema.weights.get(name, 1.0)
    if kind not in LINE_KINDS and codes == "hierarchy" and name in table.schema.trees:
        values, missing = _along(table, name)
        return _Column(name, values * np.sqrt(weight), _wide(missing, values), codes)
    if kind not in LINE_KINDS and codes in ("onehot", "hierarchy"):
        values, missing = _indicators(series, name)
        return _Column(name, values * np.sqrt(weight), _wide(missing, values), "onehot")
    numbers, coding = _numbers(table, name, kind, codes)
    missing = np.isnan(numbers)
    scaled = _scaled(numbers, missing, scale) * np.sqrt(weight)
    how = f"{coding}, {scale}" if scale != "none" else coding
    return _Column(name, scaled[:, None], missing[:, None], how, is_code=kind not in LINE_KINDS)


def _numbers(table: Table, name: str, kind: Kind, codes: Codes) -> tuple[Matrix, str]:
    series = table.frame[name]
    if kind in LINE_KINDS:
        return _finite(name, _on_line(table, name)), LINE_KINDS[kind]
    values = series.drop_nulls().unique(maintain_order=True)
    order = values if codes == "appearance" else values.sort()
    return code_of(series, order), codes


def _on_line(table: Table, name: str) -> Matrix:
    series = table.frame[name]
    if table.kind(name) != "ordered" and series.dtype != pl.String:
        return places(table, name, series)
    cells = column(table, name)
    return cells.middle[cells.of]


def _finite(name: str, numbers: Matrix) -> Matrix:
    infinite = int(np.isinf(numbers).sum())
    if infinite:
        raise BadData(f"column '{name}' holds {infinite} infinite values; make them missing or remove the rows.")
    return numbers


def code_of(series: pl.Series, order: pl.Series) -> Matrix:
    """Return the position of each value in an order that has them all; NaN where it is missing.

    >>> code_of(pl.Series(["b", None, "a"]), pl.Series(["a", "b"])).tolist()
    [1.0, nan, 0.0]
    """
    if isinstance(series.dtype, pl.Categorical | pl.Enum):
        series, order = series.cast(pl.String), order.cast(pl.String)
    place = pl.Series(np.arange(len(order), dtype=np.float64))
    codes = series.replace_strict(order, place, default=None, return_dtype=pl.Float64)
    return codes.to_numpy().astype(np.float64)


def _scaled(numbers: Matrix, missing: Mask, scale: Scale) -> Matrix:
    """Scale a column and put missing cells at its mean."""
    present = numbers[~missing]
    if not present.size:
        return np.zeros_like(numbers)
    # Halving first keeps the range of huge values from overflowing.
    largest = np.abs(present).max()
    unit = largest if largest > 1e150 else 1.0
    values, present = numbers / unit, present / unit
    if scale == "minmax":
        low, width = present.min(), np.ptp(present)
    elif scale == "zscore":
        low, width = present.mean(), present.std()
    else:
        low, width = np.float64(0), np.float64(1)
    shifted = (values - low) / width if width > 0 else np.zeros_like(values)
    shifted[missing] = shifted[~missing].mean()
    return shifted


def _indicators(series: pl.Series, name: str) -> tuple[Matrix, Mask]:
    order = series.drop_nulls().unique().sort()
    if len(order) > MOST_ONEHOT:
        raise BadOption(
            f"codes=onehot: column '{name}' has {len(order)} values, more than {MOST_ONEHOT}; "
            "use codes=alphabetical or coarsen the column first."
        )
    codes = code_of(series, order)
    missing = np.isnan(codes)
    return _apart(codes[:, None] == np.arange(max(len(order), 1)), missing), missing


def _along(table: Table, name: str) -> tuple[Matrix, Mask]:
    """Return indicators of all ancestors: the squared distance of two values is the share of steps until they meet."""
    climbed, series = ladder(table, name), table.frame[name]
    missing = series.is_null().to_numpy()
    levels = [level[climbed.of] for level in climbed.up[:, : climbed.steps].T]
    present = [np.unique(level[~missing]) for level in levels]
    columns = sum(map(len, present))
    if columns > MOST_ONEHOT:
        raise BadOption(
            f"codes=hierarchy: column '{name}' has {columns} values and ancestors, more than {MOST_ONEHOT}; "
            "use codes=alphabetical or coarsen the column first."
        )
    flags = [level[:, None] == among for level, among in zip(levels, present, strict=True)]
    wide = np.hstack(flags) if (~missing).any() else np.zeros((len(series), 1), dtype=bool)
    return _apart(wide, missing) * np.sqrt(np.diff(climbed.losses)).repeat([len(among) for among in present]), missing


def _apart(flags: Mask, missing: Mask) -> Matrix:
    # Two different categories are one apart: each of two indicators adds a half.
    values: Matrix = flags * np.sqrt(0.5)
    values[missing] = values[~missing].mean(axis=0) if (~missing).any() else 0.0
    return values


def _wide(missing: Mask, values: Matrix) -> Mask:
    return np.repeat(missing[:, None], values.shape[1], axis=1)
