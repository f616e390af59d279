"""Frames at the edge: pandas, polars and pyarrow in, the same kind out, index and untouched columns kept."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from tokumei.errors import BadData, MissingComponent
from tokumei.model.data import Rows

Write = Callable[..., None]


@dataclass(frozen=True)
class Frames:
    """A frame of the user's with ours beside it: turns what we release back into the user's kind."""

    native: Any = field(repr=False)
    ours: pl.DataFrame = field(repr=False)
    kind: str
    save: Write

    def back(self, frame: pl.DataFrame, rows: Rows) -> Any:
        """Return a frame of ours as the user's kind; `rows` are the original rows behind it, -1 for none."""
        if self.kind == "pandas":
            return self._pandas(frame, rows)
        if self.kind == "pyarrow":
            return self._arrow(frame)
        return frame.lazy() if self.kind == "lazy" else frame

    def write(self, release: Any, target: str, *, key: str | None, keep_order: bool, force: bool) -> None:
        """Write a release to a file or database."""
        self.save(release, target, key=key, keep_order=keep_order, force=force)

    def _pandas(self, frame: pl.DataFrame, rows: Rows) -> Any:
        import pandas as pd

        known = bool((rows >= 0).all()) and rows.size == frame.height
        index = self.native.index.take(rows) if known else None
        columns = {}
        for name in frame.columns:
            if known and self._untouched(frame[name], rows):
                columns[name] = self.native[name].take(rows)
            else:
                columns[name] = _pandas_column(pd, frame[name], self._pandas_type(name), index)
        return pd.DataFrame(columns, index=index)

    def _pandas_type(self, name: str) -> Any:
        return self.native[name].dtype if name in self.native.columns else None

    def _arrow(self, frame: pl.DataFrame) -> Any:
        table = frame.to_arrow()
        for place, name in enumerate(frame.columns):
            if name in self.native.column_names and self.ours.schema[name] == frame.schema[name]:
                table = table.set_column(place, name, table.column(place).cast(self.native.schema.field(name).type))
        return table

    def _untouched(self, series: pl.Series, rows: Rows) -> bool:
        if series.name not in self.ours.columns or series.dtype != self.ours.schema[series.name]:
            return False
        return series.equals(self.ours[series.name].gather(rows), null_equal=True)


def taken_in(frame: Any, save: Write) -> Frames:
    """Take a user's frame in, or say which kinds of frame there are."""
    if isinstance(frame, pl.DataFrame):
        return Frames(frame, _without_nan(frame), "polars", save)
    if isinstance(frame, pl.LazyFrame):
        return Frames(frame, _without_nan(frame.collect()), "lazy", save)
    package = type(frame).__module__.partition(".")[0]
    if package not in ("pandas", "pyarrow"):
        raise BadData(f"a {type(frame).__name__} is no frame; give a pandas, polars or pyarrow table.")
    import narwhals as nw

    if package == "pandas":
        _refuse_odd_columns(frame)
    try:
        ours = nw.from_native(frame, eager_only=True).to_polars()
    except ImportError:
        raise MissingComponent("a pandas frame needs pyarrow: install it with  pip install pyarrow.") from None
    return Frames(frame, _without_nan(ours), package, save)


def _refuse_odd_columns(frame: Any) -> None:
    if not all(isinstance(name, str) for name in frame.columns):
        raise BadData("column names must be text; rename the columns, for instance with df.columns.astype(str).")
    if not frame.columns.is_unique:
        doubled = frame.columns[frame.columns.duplicated()].unique().tolist()
        raise BadData(f"column names must be unique; {', '.join(doubled)} appears more than once.")


def _without_nan(frame: pl.DataFrame) -> pl.DataFrame:
    # A missing cell is a mask with us, never a number.
    return frame.fill_nan(None)


def _pandas_column(pd: Any, series: pl.Series, dtype: Any, index: Any) -> Any:
    values = _pandas_values(pd, series)
    column = pd.Series(values, index=index, name=series.name)
    # A range is text even where numbers were: then the column's old type does not fit.
    if dtype is None or (series.dtype == pl.String and not _holds_text(pd, dtype)):
        return column
    try:
        return column.astype(dtype)
    except (TypeError, ValueError):
        return column


def _pandas_values(pd: Any, series: pl.Series) -> Any:
    kind = series.dtype
    if isinstance(kind, pl.Categorical | pl.Enum | pl.Boolean | pl.String | pl.Date | pl.Time):
        return series.to_list()
    if isinstance(kind, pl.Datetime) and kind.time_zone is not None:
        return pd.DatetimeIndex(series.to_numpy()).tz_localize("UTC").tz_convert(kind.time_zone)
    if series.null_count() and kind.is_integer():
        return pd.array(series.to_list(), dtype="Int64")
    return series.to_numpy()


def _holds_text(pd: Any, dtype: Any) -> bool:
    text = pd.api.types.is_string_dtype(dtype) or pd.api.types.is_object_dtype(dtype)
    return bool(text and not isinstance(dtype, pd.CategoricalDtype))


def rows_of(given: Any, count: int, what: str) -> Rows:
    """Return row numbers that a user handed over, checked for their count."""
    rows = np.asarray(given, dtype=np.int64).ravel()
    if rows.size != count:
        raise BadData(f"{what} has {rows.size} entries; the released table has {count} rows.")
    return rows
