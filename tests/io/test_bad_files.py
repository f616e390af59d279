"""A file that cannot be read is refused in one sentence that shows no cell."""

import logging
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from tokumei import io
from tokumei.errors import MissingComponent, UnreadableSource

FRAME = pl.DataFrame({"age": [47, 24] * 500, "city": ["Chiba", "Tokyo"] * 500})
ENDINGS = [".csv", ".csv.gz", ".tsv", ".parquet", ".arrow", ".feather", ".json", ".ndjson", ".jsonl", ".xlsx"]
BINARY = [".csv.gz", ".parquet", ".arrow", ".json", ".xlsx"]


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(UnreadableSource) as caught:
        action()
    said = str(caught.value)
    assert said.endswith(".")
    assert "\n" not in said
    assert not any(cell in said for cell in ("Chiba", "Tokyo", "47"))
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return said


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_empty_file_is_refused(ending: str, tmp_path: Path) -> None:
    (tmp_path / f"a{ending}").touch()
    assert "is empty" in refused(lambda: io.read(f"{tmp_path}/a{ending}"))


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_missing_file_is_refused(ending: str, tmp_path: Path) -> None:
    assert "no file" in refused(lambda: io.read(f"{tmp_path}/a{ending}"))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.97])
@pytest.mark.parametrize("ending", BINARY)
def test_a_truncated_file_is_refused(ending: str, share: float, tmp_path: Path) -> None:
    path = tmp_path / f"a{ending}"
    io.write_frame(FRAME, str(path))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    refused(lambda: io.read(str(path)))


@pytest.mark.parametrize("ending", BINARY)
def test_a_file_of_another_kind_is_refused(ending: str, tmp_path: Path) -> None:
    (tmp_path / f"a{ending}").write_text("age,city\n31,Chiba\n" * 100)
    refused(lambda: io.read(f"{tmp_path}/a{ending}"))


@pytest.mark.parametrize("ending", [".json", ".ndjson"])
@pytest.mark.parametrize("text", ['{"age": 47', '"Chiba"', "47", "[47]", '[{"age": 47}, "Chiba"]'])
def test_json_that_is_no_table_is_refused(ending: str, text: str, tmp_path: Path) -> None:
    (tmp_path / f"a{ending}").write_text(text)
    refused(lambda: io.read(f"{tmp_path}/a{ending}"))


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".json", ".ndjson"])
def test_a_column_of_lists_is_refused_by_name(ending: str, tmp_path: Path) -> None:
    io.write_frame(pl.DataFrame({"age": [1], "tags": [["Chiba"]]}), f"{tmp_path}/a{ending}")
    assert "'tags'" in refused(lambda: io.read(f"{tmp_path}/a{ending}"))


def test_a_folder_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "a.csv").mkdir()
    assert "folder" in refused(lambda: io.read(f"{tmp_path}/a.csv"))


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shut(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    # Root may read anything, so the answer is ours.
    monkeypatch.setattr(Path, "open", shut)
    assert "no permission" in refused(lambda: io.read(f"{tmp_path}/a.csv"))


@pytest.mark.parametrize("name", ["a.txt", "a", "csv", "a.gz", "a.doc"])
def test_an_unknown_ending_is_answered_with_those_there_are(name: str) -> None:
    assert ".csv.gz, .tsv, .parquet" in refused(lambda: io.read(name))


@pytest.mark.parametrize("rows", [[["age", "age"], [1, 2]], [["age", None], [1, 2]], []])
def test_a_sheet_with_a_bad_header_is_refused(rows: list[list[object]], tmp_path: Path) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    refused(lambda: io.read(f"{tmp_path}/a.xlsx"))


def test_an_empty_column_of_a_sheet_is_nothing_to_warn_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    io.write_frame(pl.DataFrame({"a": [1], "b": [None]}), f"{tmp_path}/a.xlsx")
    with caplog.at_level(logging.WARNING):
        assert io.read(f"{tmp_path}/a.xlsx").columns == ["a", "b"]
    assert caplog.records == []


@pytest.mark.parametrize(
    ("module", "source", "extra"),
    [
        ("fastexcel", "a.xlsx", "tokumei[excel]"),
        ("adbc_driver_sqlite.dbapi", "sqlite:///a.db?table=p", "tokumei[db]"),
        ("adbc_driver_postgresql.dbapi", "postgresql://127.0.0.1:1/shop?table=p", "tokumei[db]"),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_extra(
    module: str, source: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.xlsx", "a.db"):
        (tmp_path / name).write_text("x")
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingComponent) as caught:
        io.read(source)
    assert extra in str(caught.value)
