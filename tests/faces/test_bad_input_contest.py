"""An original and a release that do not go together are refused in one sentence, by contests and by other commands."""

from pathlib import Path

import polars as pl
import pytest

from tests.faces.conftest import COLUMNS, Tokumei
from tests.faces.test_bad_input import refused

ROLES = ("--quasi", "1-3", "--sensitive", "4,5")
ORIGINAL = "2,1,1,100,100\n2,1,1,200,400\n1,1,2,300,200\n1,1,2,400,500\n"
MEASURE = ("--quasi", "age,sex,zip", "--sensitive", "income", "--key", "key.csv")


@pytest.fixture
def entry(folder: Path) -> Path:
    """Write a sound entry of four rows with its answer."""
    for name, text in {"x.csv": ORIGINAL, "y.csv": ORIGINAL, "answer.csv": "1\n2\n3\n4\n"}.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ORIGINAL + "1,1,1,4711,1\n", "y.csv: has 5 rows, the original 4"),
        (ORIGINAL.replace(",100,100", ",4711"), "y.csv: line 1 has 4 fields"),
        ("1,1,4711\n" * 4, "y.csv: has 3 columns, the original 5"),
        ("a,b,c,d,e\n" + ORIGINAL, "y.csv: line 1 holds column names"),
        (ORIGINAL.replace("300", "4711x"), "y.csv: line 3, column 4 is no number"),
        (ORIGINAL.replace("2,1,1,100", "[4711;,1,1,100"), "y.csv: line 1, column 1 is not written in full"),
        (ORIGINAL.replace("1,1,2,300", ",1,2,300"), "y.csv: line 3, column 1 is empty"),
        ("", "y.csv is empty"),
    ],
)
def test_a_release_that_cannot_be_of_the_original_is_refused(
    text: str, said: str, entry: Path, tokumei: Tokumei
) -> None:
    (entry / "y.csv").write_text(text)
    ended = tokumei("contest", "score", "x.csv", "y.csv", "answer.csv", *ROLES)
    sentence = refused(ended, entry, "answer.csv", "x.csv", "y.csv")
    assert said in sentence
    assert "4711" not in sentence


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1\n2\n3\n", "has 3 lines, the table 4"),
        ("1\n2\n3\n4\n1\n", "has 5 lines, the table 4"),
        ("1\n2\n3\n5\n", "line 4 names a row that the original does not have: its rows are numbered from 1 to 4"),
        ("1\n2\n3\n0\n", "line 4 is neither the number of an original row"),
        ("1\n2\n3\n3\n", "line 4 names an original row that a line above names already"),
        ("1\n2\n3\nDEL\n", "line 4 says DEL of a row that is not deleted"),
        ("1,1\n2,2\n3,3\n4,4\n", "an answer has one"),
        ("row\n1\n2\n3\n", "line 1 is neither"),
    ],
)
def test_an_answer_that_names_rows_that_do_not_exist_is_refused(
    text: str, said: str, entry: Path, tokumei: Tokumei
) -> None:
    (entry / "answer.csv").write_text(text)
    ended = tokumei("contest", "score", "x.csv", "y.csv", "answer.csv", *ROLES)
    assert said in refused(ended, entry, "answer.csv", "x.csv", "y.csv")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "the table has 5 columns"),
        (("--quasi", "1-3"), "which are quasi and which are sensitive"),
        (("--quasi", "1-4", "--sensitive", "4,5"), "4 was given more than one"),
        (("--quasi", "1-3", "--sensitive", "4-6"), "--sensitive 4-6: the columns are numbered from 1 to 5"),
        (("--quasi", "1-3", "--sensitive", "pay"), "--sensitive: no column 'pay'"),
        ((*ROLES, "--cross", "4"), "--cross: column 4 cannot be taken; there are 1, 2, 3"),
        ((*ROLES, "--e2", "1"), "--e2: column 1 cannot be taken; there are 4, 5"),
        ((*ROLES, "--e4", "4-5"), "--e4 4-5: name one column"),
        ((*ROLES, "--cros", "4"), "did you mean '--cross'"),
    ],
)
def test_columns_that_are_not_there_are_refused(
    words: tuple[str, ...], said: str, entry: Path, tokumei: Tokumei
) -> None:
    ended = tokumei("contest", "score", "x.csv", "y.csv", *words)
    assert said in refused(ended, entry, "answer.csv", "x.csv", "y.csv")


def test_sensitive_texts_are_refused(people: Path, folder: Path, tokumei: Tokumei) -> None:
    ended = tokumei("contest", "run", people, "-o", "e.csv", "--quasi", "age", "--sensitive", "sex")
    assert "column sex is sensitive but does not hold a number in every row" in refused(ended, folder, "people.csv")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "e.parquet"), "ends in .csv"),
        (("-o", "e.csv", "--answer", "e.csv"), "--key e.csv is also --output"),
        (("-o", "people.csv"), "--output"),
        (("-o", "e.csv", "--answer", "people.csv", "--force"), "is also the data"),
        (("-o", "e.csv", "--step", "mdaw"), "did you mean 'mdav'"),
        (("-o", "e.csv", "--step", "mdav(k=1)"), "at least 2"),
        (("-o", "e.csv", "--step", "mdav(k=3"), "--step 'mdav(k=3' cannot be read"),
        (("-o", "e.csv", "--step", "mdav(k=31)"), "k=31 needs at least 31 rows"),
        (("-o", "e.csv", "--step", "sse"), "'sse' is a measure"),
        (("-o", "e.csv", "--step", "mdav(fill=averages)"), "did you mean 'average'"),
        ((), "--output is missing; for example: tokumei contest run"),
    ],
)
def test_an_entry_that_cannot_be_made_is_refused_and_nothing_is_written(
    words: tuple[str, ...], said: str, people: Path, folder: Path, tokumei: Tokumei
) -> None:
    before = people.read_bytes()
    ended = tokumei("contest", "run", people, "--quasi", "2-4", "--sensitive", "5", *words)
    assert said in refused(ended, folder, "people.csv")
    assert people.read_bytes() == before


def test_an_unknown_inner_command_is_refused(folder: Path, tokumei: Tokumei) -> None:
    assert "did you mean 'score'? There are check, run, score" in refused(tokumei("contest", "scores"), folder)


# The same for tables with names, and keys.


@pytest.fixture
def tables(people: Path, release: Path) -> dict[str, pl.DataFrame]:
    """Return the released table and its key."""
    return {"safe.csv": pl.read_csv(release), "key.csv": pl.read_csv(release.parent / "key.csv")}


@pytest.mark.parametrize("verb", ["attack", "measure"])
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (lambda frame: frame.rename({"age": "years"}), "no column 'age' in the released table"),
        (lambda frame: frame.rename({"income": "pay"}), "no column 'income' in the released table"),
        (lambda frame: frame.rename({name: f"{name}2" for name in frame.columns}), "no column 'age'"),
        (lambda frame: frame.with_columns(income=pl.lit("much")), "column 'income': 30 cells are neither numbers"),
        (lambda frame: frame.head(29), "key.csv has 30 rows, the released table 29"),
        (lambda frame: pl.concat([frame, frame.head(1)]), "key.csv has 30 rows, the released table 31"),
    ],
    ids=["a quasi column renamed", "a sensitive one renamed", "no common column", "texts", "fewer rows", "more rows"],
)
def test_a_release_that_does_not_fit_is_refused_by_attack_and_measure(
    verb: str, changed: object, said: str, tables: dict[str, pl.DataFrame], folder: Path, tokumei: Tokumei
) -> None:
    changed(tables["safe.csv"]).write_csv("safe.csv")  # type: ignore[operator]
    ended = tokumei(verb, "people.csv", "safe.csv", *MEASURE, "--identifier", "name")
    assert said in refused(ended, folder, "key.csv", "people.csv", "safe.csv")


@pytest.mark.parametrize("verb", ["attack", "measure"])
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (lambda key: key.with_columns(original_row=pl.lit(30)), "names original row 30, but the original has 30 rows"),
        (lambda key: key.head(29), "key.csv has 29 rows, the released table 30"),
        (lambda key: pl.concat([key, key.head(1)]), "key.csv has 31 rows"),
        (lambda key: key.with_columns(released_row=pl.lit(0)), "must name each row from 0 to 29 once"),
        (lambda key: key.with_columns(original_row=pl.lit(-2)), "less than -1"),
        (lambda key: key.with_columns(original_row=pl.lit("x")), "must hold a whole number in every row"),
    ],
    ids=["beyond", "too few", "too many", "twice", "negative", "texts"],
)
def test_a_key_that_does_not_fit_is_refused_by_attack_and_measure(
    verb: str, changed: object, said: str, tables: dict[str, pl.DataFrame], folder: Path, tokumei: Tokumei
) -> None:
    changed(tables["key.csv"]).write_csv("key.csv")  # type: ignore[operator]
    ended = tokumei(verb, "people.csv", "safe.csv", *MEASURE, "--identifier", "name")
    assert said in refused(ended, folder, "key.csv", "people.csv", "safe.csv")


@pytest.mark.parametrize("verb", ["attack", "measure"])
def test_columns_in_another_order_are_no_fault(
    verb: str, tables: dict[str, pl.DataFrame], folder: Path, tokumei: Tokumei
) -> None:
    words = ("people.csv", "safe.csv", *COLUMNS, "--key", "key.csv", "--seed", 1, "--json")
    before = tokumei(verb, *words).document
    tables["safe.csv"].select(tables["safe.csv"].columns[::-1]).write_csv("safe.csv")
    after = tokumei(verb, *words)
    assert after.code == 0
    assert (after.document["attacks"], after.document["measures"]) == (before["attacks"], before["measures"])
