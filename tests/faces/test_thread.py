"""One thread from a file to a report, command by command, as a user would type it."""

import json
import shlex
import stat
from pathlib import Path

import polars as pl
import pytest

from tests.faces.conftest import CANARY, COLUMNS, Tokumei
from tokumei.cli import group
from tokumei.model import Recipe
from tokumei.texts import text

ORDER = ("sample", "inspect", "anonymize", "attack", "measure", "compare", "run", "report", "methods", "demo")


@pytest.mark.usefixtures("no_charts")
def test_the_example_of_every_command_runs_in_one_folder(folder: Path, tokumei: Tokumei) -> None:
    assert set(ORDER) <= set(group.list_commands(None))  # type: ignore[arg-type]
    for name in ORDER:
        ended = tokumei(*shlex.split(text(f"cli.example.{name}"))[1:])
        assert (ended.code, ended.err) == (0, ""), f"{name}: {ended.err}"
        assert ended.out.strip()
    assert (folder / "demo" / "report.html").exists()


def test_a_release_is_grouped_shuffled_and_without_identifiers(people: Path, release: Path) -> None:
    released = pl.read_csv(release)
    assert released.columns == ["age", "sex", "zip", "income"]
    assert released.height == 30
    assert released.group_by("age", "sex", "zip").len()["len"].min() >= 3
    assert CANARY not in release.read_text(encoding="utf-8")
    assert released["income"].to_list() != pl.read_csv(people)["income"].to_list()


def test_keep_order_keeps_it(people: Path, folder: Path, tokumei: Tokumei) -> None:
    assert tokumei("anonymize", people, "-o", "kept.csv", *COLUMNS, "--method", "mdav", "--keep-order").code == 0
    assert pl.read_csv("kept.csv")["income"].to_list() == pl.read_csv(people)["income"].to_list()


def test_the_key_leads_back_and_only_its_owner_may_read_it(people: Path, release: Path, folder: Path) -> None:
    key, released, original = pl.read_csv("key.csv"), pl.read_csv(release), pl.read_csv(people)
    assert key.columns == ["released_row", "original_row", "group"]
    assert original["income"].gather(key["original_row"]).to_list() == released["income"].to_list()
    assert stat.S_IMODE((folder / "key.csv").stat().st_mode) == 0o600


def test_no_key_is_written_without_being_asked_for(people: Path, folder: Path, tokumei: Tokumei) -> None:
    assert tokumei("anonymize", people, "-o", "safe.csv", *COLUMNS, "--method", "mdav").code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["people.csv", "safe.csv"]


def test_a_seed_makes_the_same_release_again(people: Path, folder: Path, tokumei: Tokumei) -> None:
    for name in ("one.csv", "two.csv", "three.csv"):
        seed = 8 if name == "three.csv" else 7
        words = ("--method", "mdav", "--seed", seed)
        assert tokumei("anonymize", people, "-o", name, *COLUMNS, *words).code == 0
    one, two, three = ((folder / name).read_bytes() for name in ("one.csv", "two.csv", "three.csv"))
    assert one == two != three


def test_attacks_are_scored_with_the_key_and_unscored_without(people: Path, release: Path, tokumei: Tokumei) -> None:
    with_key = tokumei("attack", people, release, *COLUMNS, "--key", "key.csv", "--json").document["attacks"]
    without = tokumei("attack", people, release, *COLUMNS, "--json").document["attacks"]
    assert set(with_key) == set(without) >= {"random_match", "nearest_value"}
    assert all(0 <= score["low"] <= score["rate"] <= score["high"] <= 1 for score in with_key.values())
    assert all(score["chance"] is not None for score in without.values())
    # Claims about the original are true or false whoever is behind a row.
    assert all((score["rate"] is None) == ("baseline" not in score) for score in without.values())


def test_measures_agree_with_those_of_the_run_that_made_the_release(
    people: Path, folder: Path, tokumei: Tokumei
) -> None:
    words = (*COLUMNS, "--method", "mdav", "--k", 4, "--measure", "k_anonymity,sse", "--key", "key.csv", "--json")
    made = tokumei("anonymize", people, "-o", "safe.csv", *words).document
    words = (*COLUMNS, "--measure", "k_anonymity,sse", "--key", "key.csv", "--json")
    again = tokumei("measure", people, "safe.csv", *words).document
    assert again["measures"]["k_anonymity"] == pytest.approx(made["measures"]["k_anonymity"])
    assert again["measures"]["sse"] == pytest.approx(made["measures"]["sse"])
    assert made["measures"]["k_anonymity"]["k"] >= 4


def test_compare_gives_a_run_for_each_method_and_k(people: Path, tokumei: Tokumei) -> None:
    words = (*COLUMNS, "--method", "mdav", "--k", "3,5", "--measure", "k_anonymity,sse")
    runs = tokumei("compare", people, *words, "--json").document["runs"]
    assert [run["recipe"]["step"][0]["k"] for run in runs] == [3, 5]
    assert [run["measures"]["k_anonymity"]["k"] >= k for run, k in zip(runs, (3, 5), strict=True)] == [True, True]
    out = tokumei("compare", people, *words).out
    assert all(said in out for said in ("Worth considering", "mdav(k=3)", "yes"))


def test_a_draft_recipe_runs_from_another_folder(people: Path, folder: Path, tokumei: Tokumei) -> None:
    (folder / "below").mkdir()
    assert tokumei("inspect", people.name, "--recipe", "below/people.toml").code == 0
    assert Recipe.load("below/people.toml").data.source is not None
    assert tokumei("run", "below/people.toml", "-o", "safe.csv").code == 0


def test_a_draft_keeps_how_the_file_is_read(folder: Path, tokumei: Tokumei) -> None:
    rows = "".join(f"{age};{age % 3},5;{'mf'[age % 2]}\n" for age in range(20, 50))
    (folder / "people.csv").write_bytes(("年齢;income;sex\n" + rows).encode("cp932"))
    words = ("--separator", ";", "--encoding", "cp932", "--decimal", ",")
    assert tokumei("inspect", "people.csv", *words, "--recipe", "people.toml").code == 0
    ended = tokumei("run", "people.toml", "-o", "safe.parquet", "--json")
    assert ended.code == 0, ended.err
    assert pl.read_parquet("safe.parquet")["income"].dtype == pl.Float64


def test_a_result_makes_the_report_of_its_run_without_a_row_of_the_data(
    people: Path, folder: Path, tokumei: Tokumei
) -> None:
    words = ("--method", "mdav", "--result", "result.json", "--report", "report.html")
    assert tokumei("anonymize", people, "-o", "safe.csv", *COLUMNS, *words).code == 0
    assert tokumei("report", "result.json", "-o", "again.html", "--lang", "ja").code == 0
    for name in ("result.json", "report.html", "again.html"):
        assert CANARY not in (folder / name).read_text(encoding="utf-8")
    assert 'lang="ja"' in (folder / "again.html").read_text(encoding="utf-8")


def test_a_release_goes_into_a_database_and_comes_back(people: Path, folder: Path, tokumei: Tokumei) -> None:
    words = (*COLUMNS, "--method", "mdav", "--key", "key.csv")
    address = "sqlite:///safe.db?table=safe"
    assert tokumei("anonymize", people, "-o", address, *words).code == 0
    assert tokumei("measure", people, address, *COLUMNS, "--key", "key.csv", "--json").document["rows_out"] == 30


def test_people_with_several_rows_are_counted_as_people(folder: Path, tokumei: Tokumei) -> None:
    rows = "".join(f"{row // 3},{20 + row},{row}\n" for row in range(36))
    (folder / "visits.csv").write_text("id,age,cost\n" + rows)
    words = ("--quasi", "age", "--identifier", "id", "--sensitive", "cost", "--person", "id", "--method", "mdav")
    ended = tokumei("anonymize", "visits.csv", "-o", "safe.csv", *words, "--k", 3, "--measure", "k_anonymity", "--json")
    assert ended.document["measures"]["k_anonymity"]["k"] >= 3


def test_the_demo_leaves_everything_it_speaks_of(folder: Path, tokumei: Tokumei) -> None:
    ended = tokumei("demo", "--out", "shown")
    assert ended.code == 0, ended.err
    place = folder / "shown"
    names = {"people.csv", "safe.csv", "key.csv", "recipe.toml", "result.json", "report.html"}
    assert {path.name for path in place.iterdir()} == names
    assert all(f"shown/{name}" in ended.out for name in names)
    assert stat.S_IMODE((place / "key.csv").stat().st_mode) == 0o600
    assert json.loads((place / "result.json").read_text(encoding="utf-8"))["requirements"][0]["met"]
    assert tokumei("run", place / "recipe.toml", "-o", "again.csv").code == 0
    assert (folder / "again.csv").read_bytes() == (place / "safe.csv").read_bytes()


@pytest.mark.usefixtures("no_charts")
def test_the_demo_writes_over_its_own_files_and_nobody_elses(folder: Path, tokumei: Tokumei) -> None:
    assert tokumei("demo", "--out", "shown", "--quiet").code == 0
    assert tokumei("demo", "--out", "shown", "--quiet").code == 0
    (folder / "people.csv").write_text("mine")
    ended = tokumei("demo", "--out", ".")
    assert (ended.code, "--force" in ended.err) == (2, True)
    assert (folder / "people.csv").read_text() == "mine"
    assert tokumei("demo", "--out", ".", "--quiet", "--force").code == 0


def test_further_steps_follow_the_first_in_the_order_they_are_named(
    people: Path, folder: Path, tokumei: Tokumei
) -> None:
    words = ("--method", "mdav", "--k", 3, "--then", "swap_within, noise(size=5, unit=absolute)", "--then", "yamaoka")
    ended = tokumei("anonymize", people, "-o", "safe.csv", *COLUMNS, *words, "--key", "key.csv", "--seed", 7, "--json")
    steps = ended.document["recipe"]["step"]
    assert [step.get("grouping") or step["transform"] for step in steps] == ["mdav", "swap_within", "noise", "yamaoka"]
    assert steps[2] == {"transform": "noise", "size": 5.0, "unit": "absolute"}
    assert "score_exploit" in [one["code"] for one in ended.document["findings"]]
    assert pl.read_csv("key.csv").columns == ["released_row", "original_row", "group", "declared_row"]


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("noize", "did you mean 'noise'"),
        ("noise(sizes=2)", "did you mean 'size'"),
        ("noise(columns=incom)", "did you mean 'income'"),
        ("noise(columns=sex)", "column 'sex' is of kind category; noise takes numbers"),
        ("unify(", "cannot be read"),
    ],
)
def test_a_further_step_that_does_not_fit_is_refused_in_one_sentence(
    then: str, said: str, people: Path, folder: Path, tokumei: Tokumei
) -> None:
    ended = tokumei("anonymize", people, "-o", "safe.csv", *COLUMNS, "--method", "mdav", "--then", then)
    assert (ended.code, ended.err.count("\n"), said in ended.err) == (2, 1, True), ended.err
    assert not (folder / "safe.csv").exists()
