"""What is written to a file or a database is read back as it was."""

import datetime as dt
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from tests.io.conftest import Server
from tokumei import io
from tokumei.errors import UnwritableTarget

TEXTLIKE = ["", " ", "01", "02138", "1", "1.50", "1e5", "-0", "NaN", "inf", "null", "true", "2020-02-30", "08:15"]
NOTATION = ["*", "**", "[24;31]", "{Chiba;Tokyo}", "[[x]]", "{a;;b;c}", "a;b", "a,b", "a\tb", "a|b"]
MARKED = ['"', '""', 'say "x"', "two\nlines", "two\r\nlines", "=1+1", "'", "\\", "東京", "é", "👩‍👧", "_x0041_", "% "]
LETTERS = st.characters(exclude_categories=["Cs", "Cc", "Cn"])
TEXTS = st.sampled_from(TEXTLIKE + NOTATION + MARKED) | st.text(LETTERS, max_size=5)
MOMENTS = st.datetimes(dt.datetime(1900, 3, 1), dt.datetime(2200, 1, 1))
COLUMNS: dict[str, tuple[Any, st.SearchStrategy[Any], Any]] = {
    # The first cell shows the type, as one look-alike is enough to leave a column in doubt.
    "text": ("x", TEXTS, pl.String),
    "whole": (1, st.integers(-(2**53), 2**53), pl.Int64),
    "real": (0.5, st.floats(allow_nan=False, allow_infinity=False), pl.Float64),
    "day": (dt.date(2020, 2, 29), MOMENTS.map(dt.datetime.date), pl.Date),
    "moment": (dt.datetime(2020, 2, 29, 8, 15), MOMENTS, pl.Datetime("us")),
    "clock": (dt.time(8, 15), st.times(), pl.Time),
}
NAMES = ["age", "a;b", 'q"x', "two\nlines", "東京", "[24;31]", " zip code ", "select", "o'clock"]
EMPTY_IS_MISSING = {".csv", ".csv.gz", ".tsv"}
ENDINGS = [".csv", ".csv.gz", ".tsv", ".parquet", ".arrow", ".feather", ".json", ".ndjson", ".jsonl"]


@st.composite
def frames(draw: Callable[..., Any], names: list[str]) -> pl.DataFrame:
    """Draw a frame of one to four columns, each with a first cell that shows its type."""
    rows = draw(st.integers(0, 5))
    kinds = draw(st.lists(st.sampled_from(sorted(COLUMNS)), min_size=1, max_size=4))
    columns = {}
    # A single name that holds a separator would rightly be taken for several.
    names = names if len(kinds) > 1 else ["age"]
    for name, kind in zip(draw(st.permutations(names)), kinds, strict=False):
        first, values, dtype = COLUMNS[kind]
        cells = draw(st.lists(values | st.none(), min_size=rows, max_size=rows))
        columns[name] = pl.Series([first, *cells], dtype=dtype)
    return pl.DataFrame(columns)


def again(frame: pl.DataFrame, target: str) -> pl.DataFrame:
    io.write_frame(frame, target, force=True)
    return io.read(target)


def without_empty_texts(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(pl.selectors.string().replace({"": None}))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("files")


@pytest.mark.parametrize("ending", ENDINGS)
@given(frame=frames(NAMES))
def test_a_file_gives_back_the_table_that_was_written(ending: str, frame: pl.DataFrame, folder: Path) -> None:
    expected = without_empty_texts(frame) if ending in EMPTY_IS_MISSING else frame
    assert again(frame, f"{folder}/people{ending}").equals(expected)


@given(frame=frames(NAMES))
def test_a_workbook_gives_back_what_excel_can_hold(frame: pl.DataFrame, folder: Path) -> None:
    last = frame.row(0, named=True)
    expected = without_empty_texts(pl.concat([frame, pl.DataFrame([last], schema=frame.schema)]))
    # Excel keeps sixteen digits of a number.
    assert_frame_equal(again(expected, f"{folder}/people.xlsx"), expected, rel_tol=1e-15, abs_tol=0)


@given(frame=frames(NAMES))
def test_sqlite_gives_back_the_table_that_was_written(frame: pl.DataFrame, folder: Path) -> None:
    assert again(frame, f"sqlite:///{folder}/people.db?table=p").equals(frame)


@settings(max_examples=settings().max_examples // 2)
@given(frame=frames(NAMES))
def test_postgresql_gives_back_the_table_that_was_written(frame: pl.DataFrame, postgres: Server) -> None:
    assert again(frame, postgres.address("p")).equals(frame)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", ":", " "])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp932", "utf-8-sig"])
@pytest.mark.parametrize("decimal", [".", ","])
def test_a_csv_file_is_read_the_way_it_was_told_to_be_written(
    separator: str, encoding: str, decimal: str, tmp_path: Path
) -> None:
    told = io.Reading(separator, encoding, decimal)
    frame = pl.DataFrame({"name": ["佐藤", 'a"b', "c;d,e|f"], "x": [0.5, None, -3.25], "n": [1, 2, 3]})
    io.write_frame(frame, f"{tmp_path}/f.csv", reading=told)
    assert io.read(f"{tmp_path}/f.csv", told).equals(frame)


@given(frame=frames([*string.ascii_lowercase]))
def test_reading_a_csv_file_twice_is_reading_it_once(frame: pl.DataFrame, folder: Path) -> None:
    once = again(frame, f"{folder}/once.csv")
    assert again(once, f"{folder}/twice.csv").equals(once)


@pytest.mark.parametrize("ending", ENDINGS)
def test_rows_without_any_value_are_kept(ending: str, tmp_path: Path) -> None:
    frame = pl.DataFrame({"a": [1, None, None, 2, None]})
    assert again(frame, f"{tmp_path}/f{ending}").equals(frame)


@pytest.mark.parametrize("ending", [ending for ending in ENDINGS if "js" not in ending])
def test_a_table_of_no_rows_keeps_its_columns(ending: str, tmp_path: Path) -> None:
    read = again(pl.DataFrame({"a": pl.Series([], dtype=pl.Int64), "b": []}), f"{tmp_path}/f{ending}")
    assert (read.height, read.columns) == (0, ["a", "b"])


def test_a_workbook_refuses_a_last_row_that_it_would_lose(tmp_path: Path) -> None:
    with pytest.raises(UnwritableTarget, match="the last row is empty"):
        io.write_frame(pl.DataFrame({"a": [1, None]}), f"{tmp_path}/f.xlsx")


@pytest.mark.parametrize("ending", [".csv", ".json", ".xlsx"])
def test_a_moment_with_a_zone_stays_the_same_moment(ending: str, tmp_path: Path) -> None:
    moments = pl.Series("t", [None, dt.datetime(2020, 1, 1)], dtype=pl.Datetime("us", "Asia/Tokyo"))
    read = again(moments.to_frame(), f"{tmp_path}/f{ending}")["t"]
    assert read.dt.convert_time_zone("Asia/Tokyo").equals(moments)


def test_types_survive_where_a_file_carries_them(tmp_path: Path) -> None:
    frame = pl.DataFrame({"size": pl.Series(["small", "large"], dtype=pl.Enum(["small", "large"])), "n": [[1], [2, 3]]})
    io.write_frame(frame.select("size"), f"{tmp_path}/f.parquet")
    assert io.read(f"{tmp_path}/f.parquet").schema["size"] == frame.schema["size"]
