"""What is special to all attacks at once."""

import json

import numpy as np
import polars as pl
import pytest

import tokumei as tk
from tests import found
from tests.strategies import people
from tokumei import catalogue, runner
from tokumei.errors import BadOption
from tokumei.model import Claims, Guess, Job, Recipe, Release, Schema, Several, Table
from tokumei.model.score import score
from tokumei.registry import attack
from tokumei.report import reading
from tokumei.values import call_part

KNOWN = people(120)


def released(seed=0):
    order = np.random.default_rng(seed).permutation(120)
    filled = found.filled(KNOWN, np.arange(120) // 4, catalogue.get("average"))
    return filled.take(order)


def naming(*rows):
    return Guess(np.array(rows, dtype=np.int64))


def several(**guesses):
    return Several(guesses=guesses)


HELD = Table(pl.DataFrame({"a": [1, 2, 3, 4]}), Schema(quasi="a"))
OUT = Release(HELD, key=np.array([2, 0, 1, 3]))


def test_the_strongest_attack_counts_and_the_first_on_a_tie():
    told = score(several(weak=naming(2, 2, 2, 2), strong=naming(2, 0, 0, 0), equal=naming(0, 0, 1, 0)), HELD, OUT)
    assert (told.strongest, told.rate, told.hits, told.guess.tolist()) == ("strong", 0.5, 2, [2, 0, 0, 0])
    assert {name: one.rate for name, one in told.parts.items()} == {"weak": 0.25, "strong": 0.5, "equal": 0.5}


def test_each_original_row_knows_how_many_attacks_found_it():
    told = score(several(one=naming(2, 0, 0, 0), two=naming(2, 1, 1, 1), three=naming(2, 2, 2, 2)), HELD, OUT)
    assert told.hit_by.tolist() == [1, 1, 3, 0]
    assert told.most_at_risk().tolist() == [2, 0, 1]
    assert told.most_at_risk(1).tolist() == [2]


def test_a_row_released_twice_counts_an_attack_once_and_a_dummy_never():
    out = Release(HELD, key=np.array([2, 2, -1, 3]))
    assert score(several(one=naming(2, 2, -1, 0)), HELD, out).hit_by.tolist() == [0, 0, 1, 0]


def test_the_document_tells_how_many_were_found_but_not_who():
    result = runner.run(
        Recipe.parse({"seed": 1, "attack": [{"name": "worst_case"}]}), original=KNOWN, release=released()
    )
    document = json.loads(result.json())["attacks"]["worst_case"]
    told = result.attacks["worst_case"]
    assert sum(document["rows_found_by"].values()) == 120
    assert document["rows_found_by"]["0"] == int((told.hit_by == 0).sum())
    assert set(document) - {"expected"} == {"rate", "hits", "of", "chance", "low", "high", "strongest", "rows_found_by"}
    assert told.most_at_risk(3).tolist() not in [document[name] for name in document]
    assert "hit_by" not in repr(told)


def test_without_a_key_nobody_knows_who_did_best():
    told = tk.attack(KNOWN, released().data, "worst_case")
    assert (told.rate, told.strongest, told.hit_by) == (None, None, None)
    assert told.most_at_risk().size == 0
    assert "rows_found_by" not in told.document()


def test_every_attack_that_fits_is_made_but_those_that_repeat_others_or_name_nobody():
    told = tk.attack(KNOWN, released(), "worst_case", seed=2)
    composed = {spec.name for spec in catalogue.methods("attack", "table") if spec.method_options}
    claiming = {spec.name for spec in catalogue.methods("attack", "table") if spec.unit == "claim"}
    assert {"worst_case", "partial"} <= composed
    assert {"inference", "singling_out"} <= claiming
    assert {spec.name for spec in catalogue.methods("attack", "table")} - composed - claiming == set(told.parts)


def test_attacks_whose_columns_are_not_there_are_left_out():
    lone = Table(KNOWN.frame, Schema(quasi=["age", "city"])).pinned()
    told = tk.attack(lone, lone, "worst_case", key=np.arange(120))
    assert "nearest_value" not in told.parts
    assert "random_match" in told.parts


def test_attacks_may_be_named_with_options():
    wanted = ["random_match", {"name": "nearest_value", "use_quasi": False}]
    told = tk.attack(KNOWN, released(), "worst_case", attacks=wanted)
    assert list(told.parts) == ["random_match", "nearest_value(use_quasi=False)"]


def test_attacks_that_name_nobody_or_itself_are_refused():
    with pytest.raises(BadOption, match="worst_case: inference names nobody"):
        tk.attack(KNOWN, released(), "worst_case", attacks=["inference"])
    with pytest.raises(BadOption, match="worst_case -> partial -> worst_case: a method cannot use itself"):
        tk.attack(KNOWN, released(), "worst_case", attacks=[{"name": "partial", "inner": "worst_case"}])


def test_beside_the_same_attacks_it_takes_their_guesses():
    calls = []
    with catalogue.only_during():

        @attack()
        def counted(known: Table, released: Table, *, job: Job) -> Guess:
            """Name anybody."""
            calls.append(1)
            return Guess(job.rng.integers(0, len(known), len(released)))

        recipe = Recipe.parse({"seed": 1, "attack": [{"name": "counted"}, {"name": "worst_case"}]})
        result = runner.run(recipe, original=KNOWN, release=released())
    assert len(calls) == 1
    assert result.attacks["worst_case"].parts["counted"].guess.tolist() == result.attacks["counted"].guess.tolist()


def test_an_attack_that_draws_does_not_move_the_others():
    alone = tk.attack(KNOWN, released(), "worst_case", attacks=["random_match"], seed=3)
    beside = tk.attack(KNOWN, released(), "worst_case", attacks=["random_match", "partial"], seed=3)
    assert beside.parts["random_match"].guess.tolist() == alone.parts["random_match"].guess.tolist()


def test_each_attack_is_scored_by_what_it_names():
    held = Table(pl.DataFrame({"a": [1, 2, 3], "id": ["u", "u", "v"]}), Schema(quasi="a", person="id"))
    with catalogue.only_during():

        @attack(unit="person")
        def after_people(known: Table, released: Table) -> Guess:
            """Name another row of the same person."""
            return Guess(np.array([1, 0, 2]))

        told = tk.attack(held, Release(held, key=np.arange(3)), "worst_case", attacks=["after_people", "random_match"])
    assert told.parts["after_people"].rate == 1.0
    assert told.strongest == "after_people"


def test_claims_are_no_part_of_the_risk_of_a_release():
    claims = Claims(held=np.array([True, True, False]), usual=0.5, said=["a", "b", "c"])
    told = score(claims, HELD, Release(HELD))
    assert (told.rate, told.hits, told.of, told.chance, told.baseline) == (2 / 3, 2, 3, 0.5, 0.5)
    document = {"attacks": {"claiming": told.document(), "naming": score(naming(2, 0, 0, 0), HELD, OUT).document()}}
    assert list(reading.scored(document)) == ["claiming", "naming"]
    assert list(reading.identifying(document)) == ["naming"]


def test_a_requirement_on_every_attack_means_those_that_name_somebody():
    recipe = {"attack": [{"name": "inference"}, {"name": "random_match"}], "seed": 1}
    asked = [{"attack": "*", "at_most": 0.5}, {"attack": "inference", "at_most": 0.5}]
    result = runner.run(Recipe.parse({**recipe, "require": asked}), original=KNOWN, release=Release.untouched(KNOWN))
    every, named = result.requirements
    assert every["got"] == result.attacks["random_match"].strength
    assert named["got"] == result.attacks["inference"].rate


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("worst_case(attacks=all)", "all"),
        ("worst_case(attacks=linkage)", ["linkage"]),
        ("worst_case(attacks=linkage, random_match)", ["linkage", "random_match"]),
        ("worst_case(attacks=[linkage, partial(rows=0.5)])", ["linkage", {"name": "partial", "rows": 0.5}]),
    ],
)
def test_the_command_line_names_all_attacks_or_some(written, read):
    assert call_part("attack", written).options == {"attacks": read}
