"""The road from a recipe to numbers: what runs, what is skipped, what is written, and what is never shown."""

import json
import os
import stat
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import tokumei as tk
from tests.strategies import people
from tokumei import catalogue, runner
from tokumei.cli import group
from tokumei.errors import (
    BadOption,
    BadRecipe,
    BrokenPromise,
    InputError,
    RequirementNotMet,
    TargetExists,
    UnknownColumn,
)
from tokumei.model import Encoded, Labels, Recipe, Release, Schema, Table
from tokumei.params import K
from tokumei.registry import grouping
from tokumei.runner import Output, Watcher

GROUPED = {"step": [{"grouping": "mdav", "k": 4}]}


def run(document, original=None, **more):
    return runner.run(Recipe.parse(document), original=people(40) if original is None else original, **more)


@pytest.fixture
def target(tmp_path):
    return str(tmp_path / "out.csv")


def test_a_step_groups_and_fills_and_keeps_its_secrets():
    result = run(GROUPED)
    release = result.release
    assert release.key.tolist() == list(range(40))
    assert np.bincount(release.labels).min() >= 4
    assert (result.rows_in, result.rows_out, result.groups) == (40, 40, 10)
    assert release.data.frame.select("age", "city", "born").unique().height <= 10
    assert set(result.seconds) >= {"read", "group", "fill"}


def test_steps_compose_and_the_last_labels_stand():
    result = run({"step": [{"grouping": "mdav", "k": 2}, {"grouping": "mdav", "k": 8, "fill": "span"}]})
    assert result.release.key.tolist() == list(range(40))
    assert np.bincount(result.release.labels).min() >= 8


def test_nothing_asked_is_the_untouched_table():
    result = run({})
    assert result.release.data.frame.equals(people(40).frame)
    assert result.groups is None


def test_identifiers_go_and_dropped_columns_go():
    held = people(40)
    schema = held.schema.but(identifier="note")
    assert "note" not in run(GROUPED, Table(held.frame, schema)).release.data.frame.columns
    assert "note" not in run(GROUPED, Table(held.frame, held.schema.but(other="drop"))).release.data.frame.columns


def test_a_person_of_several_rows_stays_in_one_group_and_groups_hold_k_people():
    rng = np.random.default_rng(0)
    frame = people(60).frame.with_columns(id=pl.Series(rng.integers(0, 20, 60)))
    held = Table(frame, Schema(quasi=["age", "born"], person="id")).pinned()
    labels = run(GROUPED, held).release.labels
    pairs = pl.DataFrame({"person": held.people, "label": labels})
    assert pairs.group_by("person").agg(pl.col("label").n_unique())["label"].max() == 1
    assert pairs.group_by("label").agg(pl.col("person").n_unique())["person"].min() >= 4
    with pytest.raises(InputError, match="k=40 needs at least 40 people; the table has"):
        run({"step": [{"grouping": "mdav", "k": 40}]}, held)


def test_whom_a_row_is_of_does_not_go_out_and_group_sizes_still_count_people():
    frame = people(40).frame.with_columns(id=pl.Series(range(40)) // 2)
    held = Table(frame, Schema(quasi=["age", "born"], person="id")).pinned()
    result = run(GROUPED, held)
    assert "id" not in result.release.data.frame.columns
    assert min(size["from"] for size in result.profile["group_sizes"]) >= 4
    assert sum(size["groups"] * size["from"] for size in result.profile["group_sizes"]) <= 20
    kept = Table(frame, held.schema.but(other=["id", "city", "pay", "illness", "note"]))
    assert "id" in run(GROUPED, kept).release.data.frame.columns


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        (np.arange(40) // 2, "k=4 was promised, but the smallest group has 2 rows"),
        (np.zeros(39), "of 40 rows each must get a group numbered from 0"),
        (np.arange(40) // 20 - 1, "of 40 rows each must get a group numbered from 0"),
    ],
)
def test_a_grouping_that_breaks_its_promise_publishes_nothing(labels, sentence, target):
    with catalogue.only_during():

        @grouping()
        def careless(qi: Encoded, *, k: K = 3) -> Labels:
            return labels

        with pytest.raises(BrokenPromise, match=f"careless: {sentence}"):
            run({"step": [{"grouping": "careless", "k": 4}]}, output=Output(target))
        assert not Path(target).exists()


def test_a_grouping_that_promises_nothing_may_make_any_groups():
    with catalogue.only_during():

        @grouping(promises=())
        def pairs(qi: Encoded, *, k: K = 3) -> Labels:
            return np.arange(len(qi)) // 2

        assert run({"step": [{"grouping": "pairs", "k": 4}]}).groups == 20


def test_a_hierarchy_is_read_on_every_road(tmp_path):
    people(40).frame.write_csv(tmp_path / "people.csv")
    (tmp_path / "city.csv").write_text("Chiba;Kanto;*\nTokyo;Kanto;*\nKyoto;Kansai;*\n")
    far = {"codes": "hierarchy", "k": 3}
    columns = {"age": {"role": "quasi"}, "city": {"role": "quasi", "hierarchy": str(tmp_path / "city.csv")}}
    source = {"source": str(tmp_path / "people.csv"), "other": "keep"}
    result = runner.run(Recipe.parse({"data": source, "columns": columns, "step": [{"grouping": "mdav", **far}]}))
    assert result.notes["coding"]["city"] == "hierarchy"
    schema = Schema(quasi="city", hierarchies={"city": tmp_path / "city.csv"})
    assert tk.anonymize(people(40).frame, schema, "mdav", **far).notes["coding"]["city"] == "hierarchy"
    words = ["anonymize", str(tmp_path / "people.csv"), "-o", str(tmp_path / "out.csv"), "--quasi", "city", "--other"]
    more = [
        "keep",
        "--method",
        "mdav",
        "--codes",
        "hierarchy",
        "--json",
        "--hierarchy",
        f"city={tmp_path / 'city.csv'}",
    ]
    ended = CliRunner().invoke(group, [*words, *more])
    assert json.loads(ended.stdout)["notes"]["coding"]["city"] == "hierarchy"


# Seeds ---------------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_numbers_and_the_same_order(tmp_path):
    recipe = {"seed": 7, **GROUPED, "attack": [{"name": "random_match"}]}
    one, two = (run(recipe, output=Output(str(tmp_path / f"{place}.csv"))) for place in (1, 2))
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()
    assert one.release.key.tolist() == two.release.key.tolist()
    assert one.attacks["random_match"].guess.tolist() == two.attacks["random_match"].guess.tolist()


def test_without_a_seed_the_order_and_the_lots_differ(tmp_path):
    one, two = (run(GROUPED, output=Output(str(tmp_path / f"{place}.csv"))) for place in (1, 2))
    assert one.release.key.tolist() != two.release.key.tolist()


def test_a_published_seed_does_not_undo_the_shuffle_of_another_table(tmp_path):
    recipe = {"seed": 7}
    held = people(40)
    other = held.with_columns({"note": held.frame["note"].shift(1)})
    orders = [
        run(recipe, table, output=Output(str(tmp_path / f"{place}.csv"))).release.key.tolist()
        for place, table in enumerate((held, other))
    ]
    assert orders[0] != orders[1]


def test_the_lots_of_an_attack_do_not_hang_on_what_else_runs():
    alone = run({"seed": 7, "attack": [{"name": "random_match"}]})
    more = run({"seed": 7, "attack": [{"name": "random_match"}], "measure": [{"name": "sse"}, {"name": "k_anonymity"}]})
    assert alone.attacks["random_match"].guess.tolist() == more.attacks["random_match"].guess.tolist()


# Names and options ---------------------------------------------------------------------------------------------------


def test_a_result_names_a_call_by_its_options_that_are_no_default():
    result = run({"attack": [{"name": "nearest_value", "use_quasi": False}, {"name": "pwscup2015:E2", "column": None}]})
    assert list(result.attacks) == ["nearest_value(use_quasi=False)", "nearest_value"]


def test_the_same_call_asked_twice_is_made_once():
    assert list(run({"measure": [{"name": "sse"}, {"name": "sse", "scale": "minmax"}]}).measures) == ["sse"]


def test_the_options_of_a_view_reach_it():
    numbers = run({**GROUPED, "measure": [{"name": "sse"}, {"name": "sse", "scale": "none"}]}).measures
    assert numbers["sse"]["sst"] != numbers["sse(scale=none)"]["sst"]


def test_the_fill_of_a_step_has_options_of_its_own():
    median = run({"step": [{"grouping": "mdav", "k": 4, "fill": {"name": "average", "center": "median"}}]})
    assert not median.release.data.frame.equals(run(GROUPED).release.data.frame)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"step": [{"grouping": "mdaw"}]}, "no grouping 'mdaw'; did you mean 'mdav'?"),
        ({"step": [{"grouping": "average"}]}, "'average' is a fill, not a grouping"),
        ({"step": [{"grouping": "mdav", "kk": 3}]}, "mdav: no option 'kk'; did you mean 'k'?"),
        ({"step": [{"grouping": "mdav", "k": 1}]}, "mdav: k=1 is not allowed; smallest allowed group (at least 2)."),
        ({"step": [{"grouping": "mdav", "fill": "avrage"}]}, "no fill 'avrage'; did you mean 'average'?"),
        ({"step": [{"grouping": "mdav", "fill": {"name": "average", "zenter": 1}}]}, "average: no option 'zenter'"),
        ({"attack": [{"name": "sse"}]}, "'sse' is a measure, not a attack"),
        ({"measure": [{"name": "ssse"}]}, "no measure 'ssse'; did you mean 'sse'?"),
        ({"require": [{"measure": "k_anonymity.kk", "at_least": 5}]}, "require: no number 'kk' in k_anonymity"),
        ({"require": [{"attack": "nearest", "at_most": 0.5}]}, "no attack 'nearest'"),
        ({"data": {"kind": "tablet"}}, "data: no kind of data 'tablet'; did you mean 'table'?"),
        ({"data": {"source": "x.csv", "depth": 3}}, "data of kind table: no option 'depth'"),
        ({}, "data: the recipe names no source; say where the data is."),
    ],
)
def test_what_is_wrong_is_said_before_any_work(document, sentence):
    original = people(40) if "data" not in document and document else None
    with pytest.raises(InputError) as error:
        runner.run(Recipe.parse(document), original=original)
    assert str(error.value).startswith(sentence)


def test_a_method_is_refused_for_data_it_does_not_fit():
    class Shop:
        data_kind = "history"

    with catalogue.only_during():

        @grouping()
        def baskets(qi: Shop, *, k: K = 3) -> Labels: ...

        with pytest.raises(BadRecipe, match="baskets: works on data of kind history; this is a table"):
            run({"step": [{"grouping": "baskets"}]})


def test_a_grouping_has_the_fill_it_declares_unless_told_otherwise():
    with catalogue.only_during():

        @grouping(fill="span")
        def halves(qi: Encoded, *, k: K = 3) -> Labels:
            return np.arange(len(qi)) // 20

        assert run({"step": [{"grouping": "halves"}]}).release.data.frame["age"].dtype == pl.String
        assert run({"step": [{"grouping": "halves", "fill": "average"}]}).release.data.frame["age"].dtype == pl.Int64


# What is missing -----------------------------------------------------------------------------------------------------


def test_what_cannot_be_measured_is_skipped_with_the_reason():
    held = people(40)
    result = run({"measure": [{"name": "sse"}, {"name": "k_anonymity"}]}, held, release=Release(held))
    assert result.skipped == {"sse": "needs the key: the original row behind each released row"}
    assert list(result.measures) == ["k_anonymity"]


def test_the_reason_is_told_in_the_language_asked_for():
    held = people(40)
    told = run({"measure": [{"name": "sse"}]}, held, release=Release(held), lang="ja").skipped
    assert told == {"sse": "鍵（公開行と元の行の対応）が必要"}


def test_an_attack_without_its_column_is_skipped():
    held = Table(people(40).frame, Schema(quasi="age")).pinned()
    assert list(run({"attack": [{"name": "nearest_value"}, {"name": "random_match"}]}, held).skipped) == [
        "nearest_value"
    ]


def test_attackers_may_hold_less_exact_values_of_the_same_rows():
    held = people(40)
    blurred = held.with_columns({"age": pl.Series([50] * 40), "pay": pl.Series([500] * 40)})
    exact, vague = (
        run({"attack": [{"name": "nearest_value"}]}, known, release=Release.untouched(held)).attacks["nearest_value"]
        for known in (held, blurred)
    )
    assert vague.of == exact.of
    assert vague.guess.tolist() != exact.guess.tolist()


# Requirements and writing --------------------------------------------------------------------------------------------


def test_a_requirement_adds_the_measure_it_speaks_of():
    result = run({**GROUPED, "require": [{"measure": "k_anonymity.k", "at_least": 4}]})
    assert result.requirements == [{"name": "k_anonymity.k", "at_least": 4, "got": 4, "met": True}]
    assert result.met


def test_a_requirement_that_names_no_number_speaks_of_the_headline():
    result = run({**GROUPED, "require": [{"measure": "sse", "at_most": 1}]})
    assert result.requirements[0]["got"] == result.measures["sse"]["sse_over_sst"]


def test_a_requirement_on_every_attack_speaks_of_the_strongest():
    result = run({"require": [{"attack": "*", "at_most": 0.05}]})
    assert set(result.attacks) >= {"nearest_value", "random_match"}
    assert result.requirements[0]["name"] == "*.rate"
    assert result.requirements[0]["got"] >= result.attacks["nearest_value"].rate
    assert not result.met


def test_a_number_nobody_could_measure_does_not_meet_a_requirement():
    held = people(40)
    result = run({"require": [{"measure": "sse", "at_most": 1}]}, held, release=Release(held))
    assert result.requirements == [{"name": "sse", "at_most": 1, "got": None, "met": False}]


def test_nothing_is_written_where_a_requirement_is_not_met(tmp_path, target):
    with pytest.raises(RequirementNotMet, match=r"the requirement on k_anonymity\.k is not met") as error:
        run(
            {"require": [{"measure": "k_anonymity.k", "at_least": 4}]}, output=Output(target, str(tmp_path / "key.csv"))
        )
    assert error.value.result.measures["k_anonymity"]["k"] == 1
    assert list(tmp_path.iterdir()) == []


def test_a_written_release_is_shuffled_and_its_key_undoes_it(tmp_path, target):
    held = people(200)
    result = run(GROUPED, held, output=Output(target, str(tmp_path / "key.csv")))
    out, key = pl.read_csv(target), pl.read_csv(tmp_path / "key.csv")
    assert key.columns == ["released_row", "original_row", "group"]
    assert key["released_row"].to_list() == list(range(200))
    assert key["original_row"].to_list() == result.release.key.tolist() != list(range(200))
    assert out["note"].to_list() == held.frame["note"].gather(key["original_row"]).to_list()
    assert key.group_by("group").len()["len"].min() >= 4
    assert result.output == target


def test_order_is_kept_only_where_asked_for(target):
    run(GROUPED, output=Output(target, keep_order=True))
    assert pl.read_csv(target)["note"].to_list() == people(40).frame["note"].to_list()


@pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX")
def test_the_key_is_readable_to_its_owner_alone(tmp_path, target):
    run(GROUPED, output=Output(target, str(tmp_path / "key.csv")))
    assert stat.S_IMODE((tmp_path / "key.csv").stat().st_mode) == 0o600


def test_without_being_asked_no_key_is_written(tmp_path, target):
    run(GROUPED, output=Output(target))
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]


def test_a_target_that_is_there_is_refused_before_any_work(tmp_path, target):
    (tmp_path / "out.csv").write_text("mine")
    with pytest.raises(TargetExists, match="--force"):
        run({"data": {"source": "never read.csv"}}, output=Output(target))
    assert (tmp_path / "out.csv").read_text() == "mine"
    run(GROUPED, output=Output(target, force=True))
    assert pl.read_csv(target).height == 40


def test_the_key_never_goes_where_the_release_goes(tmp_path, target):
    with pytest.raises(BadRecipe, match="the key must not go out with the release"):
        run(GROUPED, output=Output(target, str(tmp_path / "." / "out.csv")))
    assert list(tmp_path.iterdir()) == []


def test_a_recipe_reads_its_source(tmp_path):
    people(40).frame.write_csv(tmp_path / "people.csv")
    document = {
        "data": {"source": str(tmp_path / "people.csv"), "other": "keep"},
        "columns": {"age": {"role": "quasi"}, "born": {"role": "quasi"}, "pay": {"role": "sensitive"}},
        **GROUPED,
        "measure": [{"name": "k_anonymity"}],
    }
    result = runner.run(Recipe.parse(document))
    assert result.measures["k_anonymity"]["k"] >= 4
    with pytest.raises(UnknownColumn, match="no column 'agee'; did you mean 'age'"):
        runner.run(Recipe.parse({**document, "columns": {"agee": {"role": "quasi"}}}))


# Watching ------------------------------------------------------------------------------------------------------------


def test_whoever_waits_hears_which_method_is_how_far():
    heard = []
    run(GROUPED, people(300), watcher=Watcher(progress=lambda name, share: heard.append((name, share))))
    shares = [share for name, share in heard if name == "mdav"]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


# What is never shown -------------------------------------------------------------------------------------------------

CANARY = "Canary\N{BIRD}"


def planted():
    """Return tables with a value in every kind of column that must never be seen again."""
    frame = people(40).frame.with_columns(
        city=pl.Series([CANARY] * 20 + ["x"] * 20), pay=pl.Series([CANARY] * 40), note=pl.Series([CANARY] * 40)
    )
    roles = {"quasi": ["age", "city"], "sensitive": ["pay"], "identifier": ["note"]}
    yield Table(frame, Schema(**roles))
    for kind in ("number", "date", "ordered"):
        yield Table(frame, Schema(**roles, kinds={"city": kind}))
        yield Table(frame, Schema(**roles, kinds={"pay": kind}))
        yield Table(frame, Schema(**roles, orders={"city": ["x"]}))


@pytest.mark.parametrize("fill", ["average", "span"])
def test_no_cell_ever_appears_in_an_error(fill):
    calls = {kind: [{"name": spec.name} for spec in catalogue.methods(kind)] for kind in ("attack", "measure")}
    complaints = []
    for held in planted():
        try:
            run({"step": [{"grouping": "mdav", "fill": fill}], **calls}, held)
        except InputError as error:
            complaints.append(str(error))
    assert len(complaints) > 2
    assert [said for said in complaints if "Canary" in said] == []


def test_no_cell_is_in_the_document_of_a_result_unless_it_is_common():
    rare = people(40).with_columns({"city": pl.Series([CANARY] * 3 + ["x"] * 37), "illness": pl.Series([CANARY] * 40)})
    calls = {kind: [{"name": spec.name} for spec in catalogue.methods(kind)] for kind in ("attack", "measure")}
    result = run({**GROUPED, **calls}, Table(rare.frame, Schema(quasi=["age", "city"], sensitive="pay")))
    assert "Canary" not in result.json()


def test_a_call_that_makes_no_sense_is_no_fault_of_ours():
    with pytest.raises(BadOption, match="nearest_value: no option 'k'"):
        run({"attack": [{"name": "nearest_value", "k": 3}]})


def test_attacks_scored_against_a_key_that_the_data_contradicts_say_so():
    table = people(60)
    key = np.arange(60)
    release = Release(table.as_released(), key=key, declared_key=np.roll(key, 1))
    recipe = Recipe.parse({"attack": [{"name": "nearest_value"}], "measure": [{"name": "cell_error"}]})
    found = runner.run(recipe, original=table, release=release).findings
    assert [one["code"] for one in found].count("key_contradicts_data") == 1
