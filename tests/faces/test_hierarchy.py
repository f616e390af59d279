"""Hierarchies on the command line: made, checked, shown, and used by every command that reads a release."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.faces.conftest import CANARY, COLUMNS, Ended, Tokumei
from tests.faces.test_bad_input import refused
from tokumei.io import read_hierarchy

ROLES = ("--quasi", "age,sex,zip", "--sensitive", "income", "--identifier", "name")


@pytest.fixture
def zips(people: Path, tokumei: Tokumei) -> Path:
    """Return a hierarchy of the postcodes of the people."""
    ended = tokumei("hierarchy", "make", people, "zip", "--kind", "prefix", "-o", "zip.csv")
    assert ended.code == 0, ended.err
    return people.parent / "zip.csv"


def checked(tokumei: Tokumei, *words: object) -> dict[str, Any]:
    """Return the document of a check, whatever it found."""
    ended = tokumei("hierarchy", "check", *words, "--json")
    assert ended.code in (0, 2)
    found: dict[str, Any] = ended.document
    assert ended.code == (2 if found["faults"] else 0)
    return found


@pytest.mark.parametrize("kind", ["auto", "interval", "prefix", "flat"])
@pytest.mark.parametrize("ending", [".csv", ".toml", ".json"])
def test_what_is_made_for_a_column_fits_it(kind: str, ending: str, people: Path, tokumei: Tokumei) -> None:
    made = tokumei("hierarchy", "make", people, "zip", "--kind", kind, "-o", f"zip{ending}", "--json")
    assert made.code == 0, made.err
    assert made.document["entries"][0] >= 30
    assert made.document["entries"][-1] == 1
    found = checked(tokumei, f"zip{ending}", people, "zip")
    assert found["faults"] == []
    assert found["values"] == 30


def test_each_kind_takes_its_options(people: Path, tokumei: Tokumei) -> None:
    words = ("--kind", "interval", "--width", "5,10,20", "--low", "0", "--high", "120", "-o", "age.csv", "--json")
    assert tokumei("hierarchy", "make", people, "age", *words).document["entries"] == [121, 24, 12, 6, 1]
    assert read_hierarchy("age.csv").levels[24] == ("24", "[20;24]", "[20;29]", "[20;39]", "*")
    sizes = ("--kind", "order", "--order", "m,f", "-o", "sex.csv", "--json")
    assert tokumei("hierarchy", "make", people, "sex", *sizes).document["options"] == {"order": ["m", "f"]}


def test_values_are_grouped_by_a_table_of_two_columns(people: Path, tokumei: Tokumei) -> None:
    Path("groups.csv").write_text("m,one\n", encoding="utf-8")
    words = ("--kind", "group", "--groups", "groups.csv", "--others", "other", "-o", "sex.csv")
    assert tokumei("hierarchy", "make", people, "sex", *words).code == 0
    assert sorted(read_hierarchy("sex.csv").levels) == [("f", "other", "*"), ("m", "one", "*")]


@pytest.mark.parametrize(
    ("rows", "code", "count"),
    [
        ("m;x;*\nf;x;*\nf;x;*\n", "twice", 1),
        ("m;x;y;*\nf;x;z;*\n", "parents", 1),
        ("m;x\nf;y\n", "roots", 2),
        ("m;x;*\nf;*\n", "uneven", 1),
        ("m;f;*\nf;m;*\n", "cycle", 2),
        ("m;;*\nf;;*\n", "empty", 2),
        ("m;x;*\n", "uncovered", 1),
        ("m;\n", "empty", 1),
    ],
)
def test_a_check_counts_what_is_wrong(rows: str, code: str, count: int, people: Path, tokumei: Tokumei) -> None:
    Path("sex.csv").write_text(rows, encoding="utf-8")
    faults = {one["code"]: one["count"] for one in checked(tokumei, "sex.csv", people, "sex")["faults"]}
    assert faults[code] == count
    ended = tokumei("hierarchy", "check", "sex.csv", people, "sex")
    assert ended.code == 2
    assert ended.err.startswith("tokumei: sex.csv does not fit column 'sex': ")


def test_a_check_tells_what_is_never_used_without_calling_it_a_fault(people: Path, tokumei: Tokumei) -> None:
    Path("sex.csv").write_text("m;x;*\nf;x;*\nd;y;*\n M;x;*\n", encoding="utf-8")
    found = checked(tokumei, "sex.csv", people, "sex")
    assert found["faults"] == []
    assert {one["code"]: one["count"] for one in found["notes"]} == {"unused_values": 2, "unused_branches": 1}


def test_a_check_sees_values_that_differ_in_spaces_or_capitals_only(people: Path, tokumei: Tokumei) -> None:
    Path("sex.csv").write_text("M;x;*\n f;x;*\n", encoding="utf-8")
    found = checked(tokumei, "sex.csv", people, "sex")
    assert {one["code"]: one["count"] for one in found["notes"]}["nearly"] == 2


def test_a_column_whose_kind_disagrees_is_told(people: Path, tokumei: Tokumei) -> None:
    Path("age.csv").write_text("young;*\nold;*\n", encoding="utf-8")
    codes = [one["code"] for one in checked(tokumei, "age.csv", people, "age")["faults"]]
    assert codes == ["misfit", "uncovered"]


def test_uncovered_values_are_shown_only_when_asked_for(people: Path, tokumei: Tokumei) -> None:
    Path("name.csv").write_text("nobody;*\n", encoding="utf-8")
    for lang in ("en", "ja"):
        ended = tokumei("hierarchy", "check", "name.csv", people, "name", "--lang", lang)
        assert CANARY not in ended.out + ended.err
        assert "30" in ended.out
    assert CANARY not in tokumei("hierarchy", "check", "name.csv", people, "name", "--json").out
    shown = tokumei("hierarchy", "check", "name.csv", people, "name", "--show-values")
    assert CANARY in shown.out
    assert CANARY not in shown.err
    found = checked(tokumei, "name.csv", people, "name", "--show-values")
    assert CANARY in found["faults"][0]["values"]


def test_a_tree_is_drawn_within_its_lines_and_what_is_left_out_is_counted(zips: Path, tokumei: Tokumei) -> None:
    drawn = tokumei("hierarchy", "show", zips, "--lines", 3).out
    assert "150**** (30)" in drawn
    assert "1500*** (28)" in drawn
    assert "and 10 more" in drawn
    whole = tokumei("hierarchy", "show", zips, "--json").document
    assert whole["entries"] == [30, 11, 2, 1, 1]
    assert sum(len(values) for values in leaves(whole["tree"])) == 30


def leaves(tree: Any) -> list[list[str]]:
    """Return the lists of values in a nested tree."""
    return [tree] if isinstance(tree, list) else [values for part in tree.values() for values in leaves(part)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("make", "people.csv", "zipp", "-o", "h.csv"), "did you mean 'zip'"),
        (("make", "people.csv", "zip", "--kind", "prefixes", "-o", "h.csv"), "did you mean 'prefix'"),
        (("make", "people.csv", "sex", "--kind", "interval", "-o", "h.csv"), "column 'sex' holds categories"),
        (("make", "people.csv", "sex", "--kind", "order", "-o", "h.csv"), "has no order"),
        (
            ("make", "people.csv", "age", "--kind", "interval", "--factor", "1", "-o", "h.csv"),
            "factor=1 is not allowed",
        ),
        (("make", "people.csv", "age", "--kind", "interval", "--width", "x", "-o", "h.csv"), "width=x is not allowed"),
        (("make", "people.csv", "age", "--kind", "prefix", "--width", "5", "-o", "h.csv"), "no option '--width'"),
        (("make", "people.csv", "age"), "--output is missing"),
        (("make", "people.csv", "age", "-o", "people.csv", "--force"), "is also the data"),
        (("make", "people.csv", "age", "-o", "people.csv"), "is also the data"),
        (("check", "nowhere.csv", "people.csv", "age"), "no file nowhere.csv"),
        (("show", "nowhere.csv"), "no file nowhere.csv"),
        (("show", "people.csv"), "several parents"),
        (("checks",), "did you mean 'check'"),
    ],
)
def test_a_command_that_cannot_be_read_is_refused(
    words: tuple[str, ...], said: str, people: Path, folder: Path, tokumei: Tokumei
) -> None:
    before = people.read_bytes()
    assert said in refused(tokumei("hierarchy", *words), folder, "people.csv")
    assert people.read_bytes() == before


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("zip=nowhere.csv", "no such file, and no kind of hierarchy"),
        ("zip=prefixes", "no such file, and no kind of hierarchy"),
        ("zip=prefix(stp=1)", "no option 'stp'"),
        ("age=interval(factor=1)", "factor=1 is not allowed"),
        ("age=interval(width=5", "cannot be read"),
        ("zip=zip.csv(pads=true)", "no option 'pads'"),
        ("sex=zip.csv", "are not in its hierarchy; add rows for them"),
        ("age=sex.csv", "2 values of its hierarchy are no numbers"),
        ("zip=zip.csv(weights=1,2)", "weights: 2 given; a hierarchy of"),
    ],
)
def test_a_hierarchy_that_does_not_fit_is_refused_before_anything_is_written(
    asked: str, said: str, zips: Path, folder: Path, tokumei: Tokumei
) -> None:
    Path("sex.csv").write_text("m;*\nf;*\n", encoding="utf-8")
    words = ("-o", "safe.csv", *COLUMNS, "--method", "mdav", "--k", 3, "--fill", "ancestor", "--hierarchy", asked)
    ended = tokumei("anonymize", "people.csv", *words)
    assert said in refused(ended, folder, "people.csv", "sex.csv", "zip.csv")


GENERALIZED = ("--method", "mdav", "--k", 3, "--fill", "ancestor", "--seed", 7)


def released(tokumei: Tokumei, *hierarchies: str) -> Ended:
    words = [word for one in hierarchies for word in ("--hierarchy", one)]
    return tokumei("anonymize", "people.csv", "-o", "safe.csv", *COLUMNS, *GENERALIZED, *words, "--key", "key.csv")


@pytest.mark.parametrize(
    "hierarchies",
    [("zip=zip.csv", "age=interval(width=5,10)"), ("zip=auto",), (), ("zip=zip.csv(weights=1,2,1,2)", "sex=sex.toml")],
)
def test_a_release_read_back_is_understood_by_attacks_and_measures(
    hierarchies: tuple[str, ...], zips: Path, tokumei: Tokumei
) -> None:
    Path("sex.toml").write_text('anybody = ["m", "f"]\n', encoding="utf-8")
    ended = released(tokumei, *hierarchies)
    assert ended.code == 0, ended.err
    words = [word for one in hierarchies for word in ("--hierarchy", one)]
    read = ("people.csv", "safe.csv", *ROLES, "--key", "key.csv", *words, "--json")
    attacked = tokumei("attack", *read, "--attack", "random_match")
    assert attacked.code == 0, attacked.err
    assert attacked.document["attacks"]["random_match"]["expected"] <= 1 / 3
    measured = tokumei("measure", *read, "--measure", "gcp,k_anonymity")
    assert measured.code == 0, measured.err
    assert measured.document["measures"]["k_anonymity"]["k"] >= 3
    assert 0 < measured.document["measures"]["gcp"]["gcp"] < 1


def test_a_hierarchy_is_not_overwritten_by_the_release_it_is_for(zips: Path, tokumei: Tokumei) -> None:
    before = zips.read_bytes()
    words = ("-o", "zip.csv", *COLUMNS, *GENERALIZED, "--hierarchy", "zip=zip.csv(others=*)", "--force")
    ended = tokumei("anonymize", "people.csv", *words)
    assert ended.code == 2
    assert "is also the hierarchy of 'zip'" in ended.err
    assert zips.read_bytes() == before


def test_a_recipe_says_hierarchies_as_files_kinds_and_groups(zips: Path, tokumei: Tokumei) -> None:
    assert released(tokumei, "zip=zip.csv(others=*)", "age=interval(width=5,10)").code == 0
    Path("recipe.toml").write_text(
        """
        seed = 7
        [data]
        source = "people.csv"
        [columns]
        name = { role = "identifier" }
        age = { role = "quasi", hierarchy = { kind = "interval", width = [5, 10] } }
        sex = { role = "quasi", hierarchy = { anybody = ["m", "f"] } }
        zip = { role = "quasi", hierarchy = { file = "zip.csv", others = "*" } }
        income = { role = "sensitive" }
        [[step]]
        grouping = "mdav"
        k = 3
        fill = "ancestor"
        """,
        encoding="utf-8",
    )
    ended = tokumei("run", "recipe.toml", "-o", "again.csv", "--json")
    assert ended.code == 0, ended.err
    ages = {line.split(",")[0] for line in Path("again.csv").read_text(encoding="utf-8").splitlines()[1:]}
    assert ages <= {line.split(",")[0] for line in Path("safe.csv").read_text(encoding="utf-8").splitlines()[1:]}
    document = json.loads(json.dumps(ended.document["recipe"]["columns"]))
    assert document["age"]["hierarchy"] == {"kind": "interval", "width": [5, 10]}
