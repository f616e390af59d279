"""An entry is made, checked and scored from the command line, by numbers of columns or by their names."""

import stat
from pathlib import Path

import pytest

from tests.faces.conftest import Tokumei
from tests.papers.test_euclid_measures import B, X

CODES = ["U1", "U2", "U3", "U4", "U5", "U6", "S1", "S2", "E1", "E2", "E3", "E4", "EUC1", "EUC2"]
COLUMNS = ("--quasi", "1-3", "--sensitive", "4,5")


@pytest.fixture
def household(folder: Path, tokumei: Tokumei) -> Path:
    """Return a table of the contest's shape, with names of its columns."""
    assert tokumei("sample", "household", "-o", "household.csv", "--rows", 80, "--seed", 7).code == 0
    return folder / "household.csv"


@pytest.fixture
def paper(folder: Path) -> Path:
    """Write Tables 2a and 2b of the paper without a header, and their answer."""
    X.write_csv(folder / "x.csv", include_header=False)
    B.write_csv(folder / "b.csv", include_header=False)
    (folder / "answer.csv").write_text("1\n2\n3\n4\n")
    return folder


def test_one_command_makes_an_entry_that_the_others_find_sound_and_score_alike(
    household: Path, folder: Path, tokumei: Tokumei
) -> None:
    steps = ("--step", "mdav(k=4, fill=span)", "--step", "swap_within", "--seed", 3)
    made = tokumei("contest", "run", household, "-o", "entry.csv", "--answer", "answer.csv", *steps, "--json")
    assert (made.code, made.err) == (0, "")
    assert made.document["recipe"]["step"] == [
        {"grouping": "mdav", "k": 4, "fill": {"name": "span"}}, {"transform": "swap_within"}
    ]  # fmt: skip
    assert stat.S_IMODE((folder / "answer.csv").stat().st_mode) == 0o600
    checked = tokumei("contest", "check", "entry.csv", "answer.csv", "--original", household, "--json")
    assert (checked.code, checked.document["count"]) == (0, 0)
    assert [one["kind"] for one in checked.document["files"]] == ["table", "answer"]
    scored = tokumei("contest", "score", household, "entry.csv", "answer.csv", "--seed", 3, "--json")
    assert scored.document["contest"] == pytest.approx(made.document["contest"], abs=1e-9)
    assert list(scored.document["contest"]) == CODES


def test_rows_are_shuffled_unless_told_otherwise(household: Path, folder: Path, tokumei: Tokumei) -> None:
    lines = household.read_text().splitlines()[1:]
    for name, words in (("kept.csv", ("--keep-order",)), ("mixed.csv", ())):
        assert tokumei("contest", "run", household, "-o", name, *words).code == 0
    assert (folder / "kept.csv").read_text().splitlines() == lines
    mixed = (folder / "mixed.csv").read_text().splitlines()
    assert (mixed != lines, sorted(mixed)) == (True, sorted(lines))
    assert sorted(path.name for path in folder.iterdir()) == ["household.csv", "kept.csv", "mixed.csv"]


def test_deleted_rows_may_stay_as_lines_of_del(household: Path, folder: Path, tokumei: Tokumei) -> None:
    words = ("--step", "delete_rows(share=0.25)", "--answer", "answer.csv", "--keep-deleted", "--json")
    made = tokumei("contest", "run", household, "-o", "entry.csv", *words)
    assert made.document["contest"]["U6"] == 20
    assert (folder / "entry.csv").read_text().count(",".join(["DEL"] * 25)) == 20
    assert (folder / "answer.csv").read_text().splitlines()[-20:] == ["DEL"] * 20
    assert tokumei("contest", "check", "entry.csv", "answer.csv", "--original", household).code == 0
    scored = tokumei("contest", "score", household, "entry.csv", "answer.csv", "--json").document
    assert (scored["contest"]["U6"], scored["contest"]["U5"], scored["rows_out"]) == (20, 0, 60)


def test_a_false_answer_is_handed_in_and_found_out(household: Path, tokumei: Tokumei) -> None:
    words = ("--step", "yamaoka", "--answer", "answer.csv", "--json")
    made = tokumei("contest", "run", household, "-o", "entry.csv", *words).document
    scored = tokumei("contest", "score", household, "entry.csv", "answer.csv", "--json").document
    for document in (made, scored):
        assert document["contest"]["U5"] > 0.01
        assert document["contest"]["E2"] < 0.1
        assert "key_contradicts_data" in [finding["code"] for finding in document["findings"]]


def test_the_tables_of_the_paper_score_as_worked_out(paper: Path, tokumei: Tokumei) -> None:
    document = tokumei("contest", "score", "x.csv", "b.csv", "answer.csv", *COLUMNS, "--json").document
    wanted = {"U1": 1.25, "U2": 13.75, "U3": 0, "U4": 0.113857, "U5": 0.040625, "U6": 0, "S1": 2, "S2": 2, "E1": 0.5}
    found = document["contest"]
    assert {code: found[code] for code in wanted} == pytest.approx(wanted, abs=1e-6)
    assert {found[code] for code in CODES if code not in wanted} <= {1, None}
    assert document["recipe"]["columns"]["4"] == {"role": "sensitive"}


def test_the_codes_take_the_columns_they_are_told(paper: Path, tokumei: Tokumei) -> None:
    words = (*COLUMNS, "--cross", "1-2", "--e2", "5", "--e4", "5", "--e4-rank", "--json")
    recipe = tokumei("contest", "score", "x.csv", "b.csv", "answer.csv", *words).document["recipe"]
    options = {part["name"]: part for part in (*recipe["measure"], *recipe["attack"])}
    assert options["cross_mean"]["columns"] == options["cross_count"]["columns"] == ["1", "2"]
    assert options["nearest_value"]["column"] == "5"
    assert options.get("rank_value", {"column": "5"})["column"] == "5"


def test_columns_of_a_table_with_names_go_by_name_or_number(people: Path, folder: Path, tokumei: Tokumei) -> None:
    for name, words in (("one.csv", ("age,sex,zip", "income")), ("two.csv", ("2-4", "5"))):
        columns = ("--quasi", words[0], "--sensitive", words[1])
        assert tokumei("contest", "run", people, "-o", name, *columns, "--seed", 1).code == 0
    assert (folder / "one.csv").read_text() == (folder / "two.csv").read_text()
    # Columns without a role stay at home.
    assert (folder / "one.csv").read_text().splitlines()[0].count(",") == 3
    assert tokumei("contest", "score", people, "one.csv", *columns, "--json").document["contest"]["U1"] == 0


def test_without_the_answer_the_table_shows_a_dash_and_the_reason(paper: Path, tokumei: Tokumei) -> None:
    shown = tokumei("contest", "score", "x.csv", "b.csv", *COLUMNS).out
    assert "–   needs the answer" in shown
    assert tokumei("contest", "score", "x.csv", "b.csv", *COLUMNS, "--json").document["contest"]["E1"] is None


def test_faults_are_named_by_line_and_column_and_end_with_2(paper: Path, tokumei: Tokumei) -> None:
    (paper / "bad.csv").write_text("2,1,1,4711,90\n2,[1;,1,220,x\n1,1,7,280,210\n1,1,2,390,520\n")
    (paper / "twice.csv").write_text("1\n1\n3\n4\n")
    ended = tokumei("contest", "check", "b.csv", "bad.csv", "twice.csv", "--original", "x.csv", *COLUMNS, "--json")
    assert ended.code == 2
    assert [(one["file"], one["row"], one["column"], one["code"]) for one in ended.document["faults"]] == [
        ("bad.csv", 2, 2, "notation"), ("bad.csv", 2, 5, "number"), ("bad.csv", 3, 3, "domain"),
        ("twice.csv", 2, None, "answer_twice"),
    ]  # fmt: skip
    assert ended.err == "tokumei: 4 faults, the first of them in bad.csv; mend the lines and columns named.\n"
    for lang in ("en", "ja"):
        shown = tokumei("contest", "check", "bad.csv", "--original", "x.csv", *COLUMNS, "--lang", lang)
        assert shown.code == 2
        assert "4711" not in shown.out + shown.err
    assert tokumei("contest", "check", "bad.csv", "--quiet").out == ""


def test_of_many_faults_the_first_are_shown(paper: Path, tokumei: Tokumei) -> None:
    (paper / "bad.csv").write_text("[,[,[\n" * 600)
    assert "and 1,750 more" in tokumei("contest", "check", "bad.csv").out
    document = tokumei("contest", "check", "bad.csv", "--json").document
    assert (document["count"], len(document["faults"])) == (1800, 1000)


def test_a_language_said_first_holds_for_the_inner_command(paper: Path, tokumei: Tokumei) -> None:
    assert "誤りはありません" in tokumei("contest", "--lang", "ja", "check", "b.csv").out
    assert "tokumei contest run" in tokumei("contest").out
