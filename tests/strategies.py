"""Data for tests, of every kind: an example, drawn ones, and the awkward ones that deserve a name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from hypothesis import strategies as st

from tokumei.model import Data, Schema, Table

MARKED = [
    "", " ", "1", "01", "1.0", "1e5", "-0", "NaN", "null", "*", "**", "[x]", "[1;2]", "{a;b}", "{a", "a;b", "東京",
]  # fmt: skip
"""Texts that look like numbers, like missing cells, or like our own notation."""

EXACT = 2**53
"""Whole numbers beyond this are not told apart as floating point numbers."""

Texts = st.sampled_from(MARKED) | st.text(max_size=4)


@dataclass(frozen=True)
class ColumnType:
    """A kind of column a table may have: its polars type and its values."""

    dtype: Any
    values: st.SearchStrategy[Any]
    kind: str | None = None
    order: Sequence[str] = ()


SIZES = ("small", "medium", "large")
COLUMN_TYPES = {
    "float": ColumnType(pl.Float64, st.floats(-1e6, 1e6) | st.sampled_from([0.0, -0.0, 0.1])),
    "huge float": ColumnType(pl.Float64, st.floats(allow_nan=False, allow_infinity=False)),
    "float32": ColumnType(pl.Float32, st.floats(-1e6, 1e6, width=32)),
    "int": ColumnType(pl.Int64, st.integers(-EXACT, EXACT) | st.integers(0, 3)),
    "small int": ColumnType(pl.UInt8, st.integers(0, 255)),
    "few": ColumnType(pl.Int32, st.integers(0, 2)),
    "text": ColumnType(pl.String, Texts),
    "digits": ColumnType(pl.String, st.sampled_from(["01", "1", "10", "9", "090"]), "category"),
    "categorical": ColumnType(pl.Categorical, Texts),
    "enum": ColumnType(pl.Enum(SIZES), st.sampled_from(SIZES)),
    "ordered": ColumnType(pl.String, st.sampled_from(SIZES), "ordered", SIZES),
    "bool": ColumnType(pl.Boolean, st.booleans()),
    "date": ColumnType(pl.Date, st.dates(date(1900, 1, 1), date(2100, 1, 1))),
    "moment": ColumnType(pl.Datetime("us"), st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1))),
    "time": ColumnType(pl.Time, st.times()),
    "duration": ColumnType(pl.Duration("us"), st.timedeltas(timedelta(days=-999), timedelta(days=999))),
    "equal": ColumnType(pl.Int64, st.just(7)),
    "missing": ColumnType(pl.Float64, st.none()),
}


@st.composite
def tables(
    draw: Callable[..., Any],
    min_rows: int = 0,
    max_rows: int = 24,
    quasi: Sequence[str] = tuple(COLUMN_TYPES),
    sensitive: Sequence[str] = ("few", "digits", "float"),
) -> Table:
    """Draw a table of one to three quasi columns, one sensitive column and one of no role."""
    rows = draw(st.integers(min_rows, max_rows))
    kinds = draw(st.lists(st.sampled_from(quasi), min_size=1, max_size=3))
    chosen = {f"q{place}": COLUMN_TYPES[kind] for place, kind in enumerate(kinds)}
    chosen |= {"s": COLUMN_TYPES[draw(st.sampled_from(sensitive))], "o": COLUMN_TYPES["text"]}
    frame = pl.DataFrame({name: draw(columns(kind, rows)).alias(name) for name, kind in chosen.items()})
    schema = Schema(
        quasi=[name for name in chosen if name[0] == "q"],
        sensitive="s",
        kinds={name: kind.kind for name, kind in chosen.items() if kind.kind},  # type: ignore[misc]
        orders={name: kind.order for name, kind in chosen.items() if kind.order},
    )
    return Table(frame, schema).pinned()


@st.composite
def columns(draw: Callable[..., Any], kind: ColumnType, rows: int) -> pl.Series:
    """Draw a column, with missing cells in some, and in some of few different values."""
    values = kind.values
    if draw(st.booleans()):
        values = st.sampled_from(draw(st.lists(values, min_size=1, max_size=3)))
    if draw(st.booleans()):
        values |= st.none()
    return pl.Series(draw(st.lists(values, min_size=rows, max_size=rows)), dtype=kind.dtype)


def groups(rows: int) -> st.SearchStrategy[npt.NDArray[np.int64]]:
    """Draw group numbers for some rows."""
    one = st.integers(0, max(rows // 2, 1))
    return st.lists(one, min_size=rows, max_size=rows).map(lambda labels: np.array(labels, dtype=np.int64))


def continuous(rows: int = 60, columns: int = 3, seed: int = 0) -> Table:
    """Return a table of random numbers without any tie."""
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame({f"x{place}": rng.normal(size=rows) for place in range(columns)})
    return Table(frame.with_columns(s=rng.normal(size=rows)), Schema(quasi=frame.columns, sensitive="s")).pinned()


def people(rows: int = 60, seed: int = 0) -> Table:
    """Return a table as people have it: numbers, categories, a date, missing cells, a sensitive column."""
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame(
        {
            "age": rng.integers(18, 90, rows),
            "city": rng.choice(["Chiba", "Kyoto", "Tokyo"], rows),
            "born": (np.datetime64("1930-01-01") + rng.integers(0, 25_000, rows)).astype("datetime64[D]"),
            "pay": rng.integers(100, 999, rows),
            "illness": rng.choice(["none", "flu", "asthma"], rows),
            "note": [f"n{row}" for row in range(rows)],
        }
    )
    gap = pl.Series(rng.random(rows) < 0.1)
    frame = frame.with_columns(city=pl.when(gap).then(None).otherwise("city"))
    return Table(frame, Schema(quasi=["age", "city", "born"], sensitive=["pay", "illness"])).pinned()


def _of(**values: Sequence[Any]) -> Table:
    frame = pl.DataFrame(values).with_columns(s=pl.int_range(pl.len()) % 3)
    return Table(frame, Schema(quasi=list(values), sensitive="s")).pinned()


AWKWARD: dict[str, Table] = {
    "one column": _of(a=[3, 1, 2, 5, 4, 9]),
    "one row more than k": _of(a=[3, 1, 2, 7], b=list("xyzw")),
    "exactly k rows": _of(a=[3, 1, 2], b=list("xyz")),
    "all equal": _of(a=[1.5] * 7, b=["x"] * 7),
    "all missing": _of(a=[None] * 6).with_columns({"a": pl.Series([None] * 6, dtype=pl.Float64)}),
    "a column all missing": _of(a=[1, 2, 3, 4, 5, 6], b=pl.Series([None] * 6, dtype=pl.String)),
    "missing here and there": _of(a=[1, None, 3, None, 5, 6, 7], b=["x", "y", None, None, "x", "x", "y"]),
    "one huge value": _of(a=[1.0, 2.0, 3.0, 4.0, 5.0, 1e308]),
    "huge values of both signs": _of(a=[-1.7e308, 1.7e308, 0.0, 1e-308, 1.0, -1.0]),
    "tiny differences": _of(a=[1e15 + step for step in range(6)]),
    "text that looks like numbers": _of(a=["1", "01", "1.0", "1e5", "NaN", "-1", "1", "01"]),
    "text that looks like our notation": _of(a=["*", "[1;2]", "{a;b}", "a;b", "**", "[", "*", "[1;2]"]),
    "dates and times": _of(
        day=[date(2020, 1, day) for day in range(1, 8)],
        moment=[datetime(2020, 1, 1, hour) for hour in range(7)],
        clock=[time(hour, 30) for hour in range(7)],
    ),
    "true and false": _of(a=[True, False, True, None, False, True]),
    "duplicates": _of(a=[1, 1, 1, 1, 2, 2, 2, 2], b=list("xxxxyyyy")),
    "500 columns": _of(**{f"c{place}": [(place * row) % 7 for row in range(9)] for place in range(500)}),
}
"""Tables of at least three rows that a method easily gets wrong, by what is awkward about them."""


@dataclass(frozen=True)
class Makers:
    """How tests come by one kind of data.

    `example(rows, seed)` is data as people have it, `without_ties(rows)` rows that all differ from each
    other, `drawn(min_rows)` any data, `awkward` what a method easily gets wrong, of at least three rows.
    """

    example: Callable[..., Data]
    without_ties: Callable[[int], Data]
    drawn: Callable[..., st.SearchStrategy[Data]]
    awkward: Mapping[str, Data]


MAKERS = {"table": Makers(people, continuous, tables, AWKWARD)}
"""The makers of each kind of data; contract tests run on the methods of every kind that has them."""
