"""Contest files are read back as they were written, and each fault in them is named by line and column."""

import stat
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import MARKED
from tokumei.errors import BadData, TargetExists, UnreadableSource, UnwritableTarget
from tokumei.io.contest import answered_rows, read_original, released_frame, sheet, write_entry
from tokumei.io.faults import Wanted, answer_faults, table_faults
from tokumei.io.options import Reading
from tokumei.model import Release, Schema, Table
from tokumei.model.columns import column

ORIGINAL = pl.DataFrame({"sex": ["f", "m", "f", "m"], "age": [24, 31, 40, 56], "pay": [100, 200, 300, 400]})
SCHEMA = Schema(quasi=["sex", "age"], sensitive="pay")
WANTED = [Wanted.like(one, sensitive=one.name == "pay") for one in ORIGINAL]


def written(path: Path, text: str | bytes) -> str:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def release(frame: pl.DataFrame = ORIGINAL, **secrets: object) -> Release:
    original = Table(ORIGINAL, SCHEMA).pinned()
    return Release(original.released(frame), **secrets)  # type: ignore[arg-type]


def faults_in(path: Path, text: str, **known: object) -> list[tuple[int | None, int | None, str]]:
    found = table_faults(sheet(written(path / "t.csv", text)), WANTED, **{"rows": 4, **known})  # type: ignore[arg-type]
    return [(fault.line, fault.column, fault.code) for fault in found]


def test_an_entry_has_no_header_and_its_answer_counts_from_1_for_the_eyes_of_its_owner(tmp_path: Path) -> None:
    ranged = ORIGINAL.with_columns(age=pl.Series(["[24;31]", "[24;31]", "40", "*"]), sex=pl.lit("{f;m}"))[[2, 0, 3, 1]]
    table, answer = f"{tmp_path}/entry.csv", f"{tmp_path}/answer.csv"
    write_entry(release(ranged, key=np.array([2, 0, 3, 1])), table, answer=answer, rows=4, keep_deleted=False)
    assert Path(table).read_text() == "{f;m},40,300\n{f;m},[24;31],100\n{f;m},*,400\n{f;m},[24;31],200\n"
    assert Path(answer).read_text() == "3\n1\n4\n2\n"
    assert stat.S_IMODE(Path(answer).stat().st_mode) == 0o600
    assert stat.S_IMODE(Path(table).stat().st_mode) != 0o600


@pytest.mark.parametrize("keep_deleted", [True, False])
def test_deleted_rows_are_left_out_or_are_lines_of_del(keep_deleted: bool, tmp_path: Path) -> None:
    table, answer = f"{tmp_path}/entry.csv", f"{tmp_path}/answer.csv"
    write_entry(
        release(ORIGINAL[[3, 1]], key=np.array([3, 1])), table, answer=answer, rows=4, keep_deleted=keep_deleted
    )
    gone = "DEL,DEL,DEL\n" * 2 if keep_deleted else ""
    assert Path(table).read_text() == f"m,56,400\nm,31,200\n{gone}"
    read, told = sheet(table), sheet(answer)
    assert table_faults(read, WANTED, rows=4) == answer_faults(told, read, 4) == []
    assert released_frame(read, ORIGINAL).equals(ORIGINAL[[3, 1]])
    assert answered_rows(told).tolist() == [3, 1]


def test_the_declared_key_is_what_is_handed_in(tmp_path: Path) -> None:
    entry = release(key=np.arange(4), declared_key=np.array([1, 2, 3, 0]))
    write_entry(entry, f"{tmp_path}/e.csv", answer=f"{tmp_path}/a.csv", rows=4, keep_deleted=True)
    assert (tmp_path / "a.csv").read_text() == "2\n3\n4\n1\n"
    assert (tmp_path / "e.csv").read_text().count("\n") == 4


def test_no_answer_is_written_unless_asked_for(tmp_path: Path) -> None:
    write_entry(release(key=np.arange(4)), f"{tmp_path}/entry.csv", answer=None, rows=4, keep_deleted=False)
    assert [path.name for path in tmp_path.iterdir()] == ["entry.csv"]


def test_what_cannot_be_written_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    entry, there = release(key=np.array([0, 1, 2, -1])), written(tmp_path / "there.csv", "old")
    with pytest.raises(BadData, match="rows that were added"):
        write_entry(entry, f"{tmp_path}/e.csv", answer=f"{tmp_path}/a.csv", rows=4, keep_deleted=False)
    with pytest.raises(UnwritableTarget, match=r"ends in \.csv"):
        write_entry(entry, f"{tmp_path}/e.parquet", answer=None, rows=4, keep_deleted=False)
    with pytest.raises(TargetExists):
        write_entry(entry, f"{tmp_path}/e.csv", answer=there, rows=4, keep_deleted=False)
    assert [path.name for path in tmp_path.iterdir()] == ["there.csv"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("entries")


Cells = st.sampled_from([text for text in MARKED if text and text.strip() == text] + ["DEL", "a,b", '"', "a\nb"])


@given(texts=st.lists(Cells, min_size=1, max_size=6))
def test_an_untouched_table_is_read_back_whatever_its_texts_look_like(texts: list[str], folder: Path) -> None:
    frame = pl.DataFrame({"q": texts, "s": range(len(texts))}, schema_overrides={"q": pl.String})
    original = Table(frame, Schema(quasi="q", sensitive="s")).pinned()
    rows = np.arange(len(texts))
    write_entry(
        Release.untouched(original), f"{folder}/e.csv", answer=f"{folder}/a.csv", rows=len(texts), keep_deleted=False,
        force=True,
    )  # fmt: skip
    table = sheet(f"{folder}/e.csv")
    assert table_faults(table, [Wanted.like(one, sensitive=one.name == "s") for one in frame]) == []
    back = original.from_released({"table": released_frame(table, frame)})
    cells = column(back, "q")
    assert [cells.values[of] for of in cells.of] == [(text,) for text in texts]
    assert np.array_equal(answered_rows(sheet(f"{folder}/a.csv")), rows)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("f,24,100\nm,31,200\nf,40,300\nm,56,400\n", []),
        ("f,[24;40],100\n{f;m},*,[100;200]\n*,{24;31},{1;2}\nDEL,31.5,-7e2", []),
        ("f,[24;40,100\n", [(1, 2, "notation")]),
        ("f,24],100\n{f;},24,{1\n", [(1, 2, "notation"), (2, 1, "notation"), (2, 3, "notation")]),
        ("f,[24;31;40],1\nf;m,24,1\n", [(1, 2, "notation"), (2, 1, "notation")]),
        ("f,[40;24],100\nf,24,[2;1]\n", [(1, 2, "order"), (2, 3, "order")]),
        ("f,24,much\nf,old,1\nf,24,[1;b]\n", [(1, 3, "number"), (2, 2, "number"), (3, 3, "number")]),
        ("f,24,NaN\nf,24,inf\n", [(1, 3, "number"), (2, 3, "number")]),
        ("f,23,1\nf,[24;57],1\nx,24,1\n{f;x},24,1\n",
         [(1, 2, "domain"), (2, 2, "domain"), (3, 1, "domain"), (4, 1, "domain")]),
        ("[f;m],24,1\n[1;2],24,1\n", [(1, 1, "range_of_texts"), (2, 1, "range_of_texts")]),
        ("f, 24,1\nf ,24,1\n", [(1, 2, "space"), (2, 1, "space")]),
        ("f,,1\n,24,\n", [(1, 2, "empty"), (2, 1, "empty"), (2, 3, "empty")]),
        ("f,24,1\nf,24\n\nf,24,1,2\n", [(2, None, "fields"), (3, None, "blank"), (4, None, "fields")]),
        ("f,24,1\n\n\n", []),
        ("f,24,1\r\nm,31,2\r\n", []),
        ("f,24\nm,31,2\nf,24,1\n", [(1, None, "fields")]),
        ("f,24,1,2\nm,31,2\nf,24,1\n", [(1, None, "fields")]),
        ("sex,age,pay\nf,24,1\n", [(1, None, "header")]),
        ("s,a,p\nf,24,1\nm,x,2\n", [(1, None, "header"), (3, 2, "number")]),
        ("f,24\nm,31\n", [(None, None, "columns")]),
        ("f,24,1\n" * 5, [(None, None, "rows")]),
        ("x,24,1\n" * 5, [(None, None, "rows"), *((line, 1, "domain") for line in range(1, 6))]),
        ("DEL,DEL,DEL\nDEL,24,1\n", []),
    ],
)  # fmt: skip
def test_each_fault_is_named_by_line_and_column(
    text: str, found: list[tuple[int | None, int | None, str]], tmp_path: Path
) -> None:
    assert faults_in(tmp_path, text, names=ORIGINAL.columns) == found


def test_no_value_stands_in_a_sentence(tmp_path: Path) -> None:
    table = sheet(written(tmp_path / "t.csv", "4711,[4711;,4711x\n4711\n 4711,4711,4711]\n"))
    found = table_faults(table, WANTED, rows=2)
    assert {fault.code for fault in found} == {"domain", "notation", "number", "fields", "rows", "space"}
    assert [fault for fault in found if "4711" in fault.said() + fault.sentence("ja")] == []


def test_gaps_of_the_original_may_stay_empty(tmp_path: Path) -> None:
    gapped = [Wanted.like(pl.Series("a", [1, None]), sensitive=False), Wanted()]
    assert table_faults(sheet(written(tmp_path / "t.csv", ",x\n1,\n")), gapped)[0].column == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1\n2\nDEL\n", []),
        ("1\n2\n", [(None, "answer_rows")]),
        ("1\n1\nDEL\n", [(2, "answer_twice")]),
        ("0\nx\nDEL\n", [(1, "answer_number"), (2, "answer_number")]),
        ("1.5\n\nDEL\n", [(1, "answer_number"), (2, "answer_number")]),
        ("5\n99999999999999999999\nDEL\n", [(1, "answer_beyond"), (2, "answer_number")]),
        ("DEL\n2\n3\n", [(1, "answer_deleted"), (3, "answer_alive")]),
    ],
)
def test_each_fault_of_an_answer_is_named_by_line(
    text: str, found: list[tuple[int | None, str]], tmp_path: Path
) -> None:
    table = sheet(written(tmp_path / "t.csv", "f,24,1\nm,31,2\nDEL,DEL,DEL\n"))
    answer = sheet(written(tmp_path / "a.csv", text))
    assert answer.is_answer
    assert [(fault.line, fault.code) for fault in answer_faults(answer, table, 4)] == found


def test_an_answer_alone_may_name_any_row(tmp_path: Path) -> None:
    assert answer_faults(sheet(written(tmp_path / "a.csv", "7\nDEL\n123456\n"))) == []


@pytest.mark.parametrize(
    "text", [b"", b"\n\n", b'f,"24,1\n', b'f,2"4,"1"x\nf,1,2\n', b"\x1f\x8bxx", b"f,\0,1\n", b"f,\xff\xfe,1\n"]
)
def test_a_file_that_is_no_table_is_refused_in_a_sentence(text: bytes, tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource) as caught:
        sheet(written(tmp_path / "t.csv", text))
    assert "t.csv" in str(caught.value)


def test_an_original_is_read_with_and_without_names_of_its_columns(tmp_path: Path) -> None:
    bare, named = "f,24,100\nm,31,200\n", "sex,age,pay\nf,24,100\nm,31,200\n"
    frame = read_original(written(tmp_path / "bare.csv", bare))
    assert (frame.columns, frame.dtypes) == (["1", "2", "3"], [pl.String, pl.Int64, pl.Int64])
    assert read_original(written(tmp_path / "named.csv", named)).columns == ["sex", "age", "pay"]
    assert read_original(str(tmp_path / "named.csv"), header=False).height == 3
    semicolons = written(tmp_path / "semi.csv", bare.replace(",", ";"))
    assert read_original(semicolons).equals(read_original(semicolons, Reading(separator=";")))
    assert read_original(semicolons).width == 3
    with pytest.raises(UnreadableSource, match="line 2 has 2 fields"):
        read_original(written(tmp_path / "ragged.csv", "1,24,1\n2,3\n1,24,3\n"))


def test_japanese_texts_are_read_in_the_encoding_they_come_in(tmp_path: Path) -> None:
    text = "東京都の世帯,24,100\n千葉県の世帯,31,200\n"
    assert sheet(written(tmp_path / "t.csv", text.encode("cp932"))).frame["1"][0] == "東京都の世帯"
