"""Results: aggregates only, as plain values."""

import json

import numpy as np

from tests.strategies import people
from tokumei.model import Recipe, Release, Result, Score

KEYS = [
    "tokumei", "recipe", "seed", "engine", "rows_in", "rows_out", "groups", "seconds", "notes", "measures", "skipped",
    "attacks", "requirements", "findings", "profile", "versions", "output", "outputs",
]  # fmt: skip


def test_the_document_of_a_result_has_the_promised_keys():
    assert list(Result(Recipe(seed=7)).document()) == KEYS
    assert Result(Recipe(seed=7)).document()["seed"] == 7


def test_a_result_hides_release_guesses_and_key():
    held = people(5).with_columns({})
    key = np.array([918273645] * 5)
    result = Result(Recipe(), release=Release(held, key=key), attacks={"a": Score(1.0, 1, 1, 0.5, guess=key)})
    shown = repr(result) + result.json()
    assert "918273645" not in shown
    assert "n0" not in shown


def test_the_json_of_a_result_is_plain_and_keeps_its_letters():
    result = Result(Recipe(), notes={"面": np.float64(0.5)}, seconds={"read": 0.123456})
    assert json.loads(result.json())["notes"] == {"面": 0.5}
    assert "面" in result.json()
    assert json.loads(result.json(indent=2))["seconds"] == {"read": 0.1235}


def test_requirements_are_met_when_each_one_is():
    assert Result(Recipe()).met
    assert not Result(Recipe(), requirements=[{"met": True}, {"met": False}]).met


def test_no_password_is_in_a_document_whichever_option_holds_it():
    address = "postgresql://ann:hush@host/db?table=people&password=hush"
    recipe = Recipe.parse({
        "data": {"source": address, "transactions": address},
        "columns": {"zip": {"role": "quasi", "hierarchy": address}},
        "step": [{"method": "stop_flag", "dense": [address]}],
    })  # fmt: skip
    result = Result(recipe, output=address)
    assert "hush" not in result.json()
    assert "ann" not in result.json()
    assert result.document()["output"] == "postgresql://host/db?table=people"
