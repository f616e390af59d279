"""The command that tells how a release was made: a table in each language, one document, no cell, no other claim."""

import json
from pathlib import Path

import polars as pl
import pytest

from tests.faces.conftest import CANARY, Tokumei
from tests.faces.test_bad_input import refused

ROLES = ("--quasi", "q01,q02,q03,q04,q05", "--sensitive", "s14,s15,s16,s17")
MADE = ("--method", "mdav", "--k", "3", "--then", "swap_within", "--then", "delete_rows(share=0.1)", "--seed", "3")


@pytest.fixture
def original(folder: Path, tokumei: Tokumei) -> Path:
    """Return a table of households."""
    assert tokumei("sample", "household", "-o", "household.csv", "--rows", 300, "--seed", 1).code == 0
    return folder / "household.csv"


@pytest.fixture
def made(original: Path, tokumei: Tokumei) -> Path:
    """Return a release of the households, made in three steps; its key is in key.csv."""
    words = ("anonymize", original, "-o", "safe.csv", *ROLES, "--other", "drop", *MADE, "--key", "key.csv")
    assert tokumei(*words).code == 0
    return original.parent / "safe.csv"


def test_the_methods_are_named_with_what_speaks_for_them(original: Path, made: Path, tokumei: Tokumei) -> None:
    ended = tokumei("explain", original, made, *ROLES, "--key", "key.csv", "--json")
    assert (ended.code, ended.err) == (0, "")
    assert {one["name"] for one in ended.document["methods"]} == {"k_anonymization", "swap_within", "delete_rows"}
    assert (ended.document["key"], ended.document["shuffled"], ended.document["untold"]) == ("declared", True, [])
    assert (ended.document["rows_in"], ended.document["rows_out"]) == (300, 270)
    assert all(one["evidence"] and one["confidence"] >= 0.9 for one in ended.document["methods"])


@pytest.mark.parametrize(
    ("lang", "head", "said"),
    [
        ("en", "Seems to have been made by: rows deleted", "30 of 300 rows are missing"),
        ("ja", "推定される手法: 行の削除", "300 行中 30 行がありません"),
    ],
)
def test_a_reader_is_shown_a_table(
    lang: str, head: str, said: str, original: Path, made: Path, tokumei: Tokumei
) -> None:
    ended = tokumei("explain", original, made, *ROLES, "--key", "key.csv", "--lang", lang)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(head)
    assert said in ended.out
    assert ("inside" in ended.out, "グループ" in ended.out) == ((True, False) if lang == "en" else (False, True))


def test_a_false_answer_in_the_key_is_found_out(original: Path, tokumei: Tokumei) -> None:
    words = (
        *ROLES,
        "--other",
        "drop",
        "--method",
        "unify",
        "--columns",
        "q05",
        "--then",
        "yamaoka",
        "--key",
        "key.csv",
    )
    assert tokumei("anonymize", original, "-o", "safe.csv", *words).code == 0
    document = tokumei(
        "explain", original, "safe.csv", *ROLES, "--key", "key.csv", "--cross", "q01,q02", "--json"
    ).document
    assert {one["name"]: one["paper"] for one in document["methods"]} == {"unify": ["D_D"], "yamaoka": ["D_C"]}
    assert document["key"] == "found"


def test_without_a_key_it_is_said_what_cannot_be_told(original: Path, made: Path, tokumei: Tokumei) -> None:
    ended = tokumei("explain", original, made, *ROLES)
    assert ended.code == 0
    assert "Cannot be told: Yamaoka (a false key)" in ended.out
    assert "k-anonymization" in ended.out


def test_a_table_nothing_was_done_to_has_no_trace_of_a_method(original: Path, tokumei: Tokumei) -> None:
    ended = tokumei("explain", original, original, *ROLES)
    assert ended.out.startswith("None of the eight methods left a trace.")
    assert "in the order of the original" in ended.out


def test_the_document_is_written_where_asked_for_and_nothing_said_where_not(
    original: Path, made: Path, tokumei: Tokumei, folder: Path
) -> None:
    words = ("explain", original, made, *ROLES, "--key", "key.csv", "--result", "told.json")
    assert tokumei(*words, "--quiet").out == ""
    assert json.loads((folder / "told.json").read_text(encoding="utf-8"))["rows_out"] == 270
    assert "told.json exists already" in tokumei(*words).err


def test_no_cell_is_shown(people: Path, tokumei: Tokumei) -> None:
    roles = ("--quasi", "age,sex,zip", "--sensitive", "income,name")
    assert tokumei("anonymize", people, "-o", "safe.csv", *roles, "--method", "mdav", "--then", "swap_within").code == 0
    for words in ((), ("--json",), ("--lang", "ja")):
        ended = tokumei("explain", people, "safe.csv", *roles, *words)
        assert ended.code == 0
        assert CANARY not in ended.out + ended.err


CHANGES = {
    "more": (lambda frame: pl.concat([frame, frame, frame]), "the released table has 810 rows, the original 300"),
    "renamed": (lambda frame: frame.rename({"q02": "age"}), "no column 'q02' in the released table"),
    "gone": (lambda frame: frame.drop("s14"), "no column 's14' in the released table"),
    "text": (lambda frame: frame.with_columns(s14=pl.lit(CANARY)), "column 's14': 270 cells are neither numbers"),
    "strange": (lambda frame: frame.select(pl.all().name.prefix("x")), "no column 'q01' in the released table"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_release_that_cannot_be_of_the_original_is_refused(
    change: str, original: Path, made: Path, folder: Path, tokumei: Tokumei
) -> None:
    altered, said = CHANGES[change]
    altered(pl.read_csv(made)).write_csv(made)
    assert said in refused(tokumei("explain", original, made, *ROLES), folder, *_files(folder))


def test_a_key_of_another_release_and_columns_that_are_none_are_refused(
    original: Path, made: Path, folder: Path, tokumei: Tokumei
) -> None:
    key = (folder / "key.csv").read_text()
    lines = key.splitlines()
    lines[1] = "0,300,0"
    for text, said in {
        "\n".join(lines): "names original row 300, but the original has 300 rows",
        "\n".join(lines[:-1]): "has 269 rows, the released table 270",
    }.items():
        (folder / "key.csv").write_text(text + "\n")
        assert said in refused(tokumei("explain", original, made, *ROLES, "--key", "key.csv"), folder, *_files(folder))
    for words, said in {
        ("--quasi", "q01", "--cross", "s14"): "no column 's14' in the quasi columns",
        (): "no column has a role; name quasi columns with --quasi",
        ("--quasi", "q01,q99"): "no column 'q99'",
    }.items():
        assert said in refused(tokumei("explain", original, made, *words), folder, *_files(folder))


def _files(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]
