"""CSV files of many hands: separators, encodings, quotes, types, and what is wrong with them."""

import codecs
import datetime as dt
import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei import io
from tokumei.errors import BadOption, UnreadableSource
from tokumei.io.records import records

JAPANESE = "氏名,年齢,住所\n佐藤さくら,31,東京都千代田区\n鈴木一郎,24,千葉市\n"
SECRET = "Sato"


def read(text: str | bytes, folder: Path, reading: io.Reading | None = None, ending: str = ".csv") -> pl.DataFrame:
    return found(text, folder, reading, ending)[0]


def found(
    text: str | bytes, folder: Path, reading: io.Reading | None = None, ending: str = ".csv"
) -> tuple[pl.DataFrame, io.Reading]:
    path = folder / f"people{ending}"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return io.detected(str(path), reading)


def refused(text: str | bytes, folder: Path, reading: io.Reading | None = None, ending: str = ".csv") -> str:
    """Return the sentence of a refusal, which shows no cell."""
    with pytest.raises(UnreadableSource) as caught:
        read(text, folder, reading, ending)
    said = str(caught.value)
    assert said.endswith(".")
    assert "\n" not in said
    assert SECRET not in said
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return said


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found_out(separator: str, tmp_path: Path) -> None:
    text = 'name;age;note\nSato;31;"a;b, c | d"\nSuzuki;24;x\n'.replace(";", separator)
    frame, how = found(text, tmp_path)
    assert frame.columns == ["name", "age", "note"]
    assert how.separator == separator


def test_our_own_notation_does_not_pass_for_a_separator(tmp_path: Path) -> None:
    frame = read("age,city\n[24;31],{Chiba;Tokyo}\n[24;31],*\n", tmp_path)
    assert frame.rows() == [("[24;31]", "{Chiba;Tokyo}"), ("[24;31]", "*")]


@pytest.mark.parametrize(
    ("text", "mark", "cells"),
    [
        ("x;y\n1,5;a\n2;b\n", ",", [1.5, 2.0]),
        ("x;y\n1.5;a\n2;b\n", ".", [1.5, 2.0]),
        ('x,y\n"1,5",a\n2,b\n', ".", ["1,5", "2"]),
    ],
)
def test_the_decimal_mark_is_found_out_where_the_separator_allows(
    text: str, mark: str, cells: list[Any], tmp_path: Path
) -> None:
    frame, how = found(text, tmp_path)
    assert frame["x"].to_list() == cells
    assert how.decimal == mark


def test_a_decimal_mark_that_is_told_is_taken(tmp_path: Path) -> None:
    assert read('x,y\n"1,5",a\n', tmp_path, io.Reading(decimal=","))["x"].to_list() == [1.5]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp932", "euc_jp"])
def test_the_encoding_of_japanese_text_is_found_out(encoding: str, tmp_path: Path) -> None:
    marks = {"utf-16-le": codecs.BOM_UTF16_LE}
    frame = read(marks.get(encoding, b"") + JAPANESE.encode(encoding), tmp_path)
    assert frame.columns == ["氏名", "年齢", "住所"]
    assert frame["氏名"].to_list() == ["佐藤さくら", "鈴木一郎"]


@pytest.mark.parametrize("told", ["shift_jis", "Shift_JIS", "SJIS", "cp932", "MS932"])
def test_shift_jis_may_be_told_by_any_of_its_names(told: str, tmp_path: Path) -> None:
    text = "氏名,年齢\n髙橋①,31\n"
    assert read(text.encode("cp932"), tmp_path, io.Reading(encoding=told))["氏名"].to_list() == ["髙橋①"]


@pytest.mark.parametrize("encoding", ["cp1252", "iso8859-5", "gb18030", "euc_kr"])
def test_other_encodings_are_asked_for_and_never_guessed(encoding: str, tmp_path: Path) -> None:
    words = {"cp1252": "Müller,Zürich,Citroën", "iso8859-5": "Иванов,Москва,имя"}
    words |= {"gb18030": "张伟,北京市海淀区,姓名", "euc_kr": "김철수,서울특별시,이름"}
    text = ("a,b,c\n" + (words[encoding] + "\n") * 20).encode(encoding)
    assert "--encoding" in refused(text, tmp_path)
    assert read(text, tmp_path, io.Reading(encoding=encoding)).row(0) == tuple(words[encoding].split(","))


def test_a_wrong_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    said = refused("name,age\nSato,31\nSatö,24\n".encode("cp1252"), tmp_path, io.Reading(encoding="utf-8"))
    assert "line 3 is not utf-8 text" in said


def test_zero_bytes_are_no_text(tmp_path: Path) -> None:
    assert "zero bytes" in refused(b"name,age\nSato,3\x001\n", tmp_path)


@pytest.mark.parametrize(
    ("cells", "dtype", "values"),
    [
        (["02138", "10115"], pl.String, ["02138", "10115"]),
        (["1", "-2", "0"], pl.Int64, [1, -2, 0]),
        (["1", "", "3"], pl.Int64, [1, None, 3]),
        (["1", "x"], pl.String, ["1", "x"]),
        (["0.5", "1e3", "-2.", ".5"], pl.Float64, [0.5, 1000.0, -2.0, 0.5]),
        (["0.5", "inf"], pl.Float64, [0.5, float("inf")]),
        (["NaN", "inf"], pl.String, ["NaN", "inf"]),
        (["1234567890123456789012", "1.5"], pl.String, ["1234567890123456789012", "1.5"]),
        (["9223372036854775807"], pl.Int64, [2**63 - 1]),
        (["9223372036854775808"], pl.String, ["9223372036854775808"]),
        (["true", "false"], pl.Boolean, [True, False]),
        (["2020-02-29", ""], pl.Date, [dt.date(2020, 2, 29), None]),
        (["2020-02-30"], pl.String, ["2020-02-30"]),
        (["2020-02-29 08:15", "2020-02-29T08:15:30.5"], pl.Datetime("us"),
         [dt.datetime(2020, 2, 29, 8, 15), dt.datetime(2020, 2, 29, 8, 15, 30, 500_000)]),
        (["08:15:00"], pl.Time, [dt.time(8, 15)]),
        (["+1", "2"], pl.String, ["+1", "2"]),
        ([" 1", "2"], pl.String, [" 1", "2"]),
        (["null", "NA"], pl.String, ["null", "NA"]),
        (["", ""], pl.String, [None, None]),
    ],
)  # fmt: skip
def test_a_column_has_a_type_only_if_every_cell_has_it(
    cells: list[str], dtype: Any, values: list[Any], tmp_path: Path
) -> None:
    column = read("x,y\n" + "".join(f"{cell},a\n" for cell in cells), tmp_path)["x"]
    assert column.dtype == dtype
    assert column.to_list() == values


def test_a_late_cell_counts_as_much_as_an_early_one(tmp_path: Path) -> None:
    text = "x,y\n" + "1,a\n" * 30_000 + "x1,a\n"
    assert read(text, tmp_path)["x"].dtype == pl.String


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "\n", "\n\n\n"])
def test_lines_may_end_in_any_way(end: str, last: str, tmp_path: Path) -> None:
    text = ("\n\nname,age\nSato,31\n\nSuzuki,24" + last).replace("\n", end)
    assert read(text, tmp_path).rows() == [("Sato", 31), ("Suzuki", 24)]


def test_cells_keep_quotes_separators_and_line_breaks(tmp_path: Path) -> None:
    text = 'name,note\n"Sa""to","two\nlines, one cell"\n"",b\n'
    assert read(text, tmp_path).rows() == [('Sa"to', "two\nlines, one cell"), (None, "b")]


def test_a_table_of_no_rows_keeps_its_columns(tmp_path: Path) -> None:
    frame = read("name,age\n", tmp_path)
    assert (frame.height, frame.columns) == (0, ["name", "age"])


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("", "is empty"),
        ("\n\n", "is empty"),
        ("name,age\nSato,31\nSato\n", "line 3 has 1 fields, the header has 2"),
        ("name,age\nSato,31\nSato,1,2\n", "line 3 has 3 fields, the header has 2"),
        ('\nname,age\n"Sa\nto",31\nSato\n', "line 5 has 1 fields"),
        ("name,age,name\nSato,31,x\n", "names name more than once"),
        ("name,,age\nSato,1,2\n", "column 2 of 3 has no name"),
        ('name,age\n"Sato,31\nx,1\n', "never closed"),
        ('name,age\nSato "x" ,"31" a\n"b" "c",1,\n', "quotation marks"),
        ("Sato,31\nSato,31\n", "looks like data"),
        ("31,24\n1,2\n", "looks like data"),
    ],
)  # fmt: skip
def test_a_faulty_file_is_refused_with_the_place_of_the_fault(text: str, sign: str, tmp_path: Path) -> None:
    assert sign in refused(text, tmp_path)


@pytest.mark.parametrize(
    ("text", "told", "inside"),
    [("name;age\nSato;31\n", ",", "';'"), ("name,age\nSato,31\n", ";", "','"), ("name\tage\nSato\t31\n", ",", "tab")],
)
def test_a_wrong_separator_is_refused_with_the_right_one(text: str, told: str, inside: str, tmp_path: Path) -> None:
    assert f"try --separator {inside}" in refused(text, tmp_path, io.Reading(separator=told))


def test_a_single_column_needs_no_separator(tmp_path: Path) -> None:
    assert read("age\n31\n\n24\n", tmp_path)["age"].to_list() == [31, None, 24]


def test_years_may_be_names_of_columns(tmp_path: Path) -> None:
    assert read("town,2019,2020,2021\nChiba,5,6,7\n", tmp_path).columns == ["town", "2019", "2020", "2021"]


@pytest.mark.parametrize(
    ("data", "sign"),
    [
        (gzip.compress(b"name,age\nSato,31\n" * 1000)[:-20], "ends too early"),
        (b"name,age\nSato,31\n", "not a gzip file"),
        (gzip.compress(b"name,age\n")[:10] + b"\xff" * 20, "not a gzip file"),
    ],
)
def test_a_truncated_or_false_archive_is_refused(data: bytes, sign: str, tmp_path: Path) -> None:
    assert sign in refused(data, tmp_path, ending=".csv.gz")


def test_an_archive_without_its_ending_is_told_apart(tmp_path: Path) -> None:
    assert "rename it to end in .csv.gz" in refused(gzip.compress(b"name,age\n"), tmp_path)


@pytest.mark.parametrize(
    "wrong", [{"separator": ""}, {"separator": "ab"}, {"separator": "x"}, {"separator": '"'}, {"encoding": "klingon"},
              {"encoding": "base64"}, {"decimal": ";"}],
)  # fmt: skip
def test_a_reading_that_cannot_be_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        io.Reading(**wrong)


CELLS = st.text(st.sampled_from('ab,;\n"'), max_size=4)


@given(rows=st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=6))
def test_records_are_counted_as_they_were_written(rows: Sequence[Sequence[str]]) -> None:
    quoted = [['"' + cell.replace('"', '""') + '"' for cell in row] for row in rows]
    text = "".join(",".join(row) + "\n" for row in quoted).encode()
    counted = records(text, ",")
    assert counted.fields.tolist() == [len(row) for row in rows]
    assert not counted.open
    line = 1
    for record, row in enumerate(rows):
        assert counted.line(record, text) == line
        line += 1 + sum(cell.count("\n") for cell in row)


def test_records_are_counted_alike_in_pieces_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b'a,b\n"1,\n2",3\r\n\r\n4,"",5\n6'
    whole = records(text, ",")
    for size in range(1, len(text)):
        monkeypatch.setattr("tokumei.io.records.PIECE", size)
        pieces = records(text, ",")
        assert all(np.array_equal(getattr(pieces, name), getattr(whole, name)) for name in ("fields", "ends", "blank"))
