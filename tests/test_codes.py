"""A contest's code stands for a method with its options, whichever road it comes in by."""

import polars as pl
import pytest

import tokumei as tk
from tokumei import binding, catalogue
from tokumei.errors import DeclarationError
from tokumei.model import Guess, Recipe, Schema, Table
from tokumei.registry import attack
from tokumei.values import call_part

FRAME = pl.DataFrame({"age": [1, 2], "pay": [10, 20]})
SCHEMA = Schema(quasi="age", sensitive="pay")


def called(recipe):
    return list(binding.bound(recipe).attacks)


def test_a_command_line_may_say_the_code():
    part = call_part("attack", "pwscup2015:E4")
    assert (part.name, part.options) == ("nearest_value", {"use_quasi": False})
    assert call_part("attack", "pwscup2015:E4(column=pay)").options == {"use_quasi": False, "column": "pay"}


def test_a_recipe_may_say_the_code():
    assert called(Recipe.model_validate({"attack": [{"name": "pwscup2015:E4"}]})) == ["nearest_value(use_quasi=False)"]


def test_what_is_said_beside_the_code_counts_more():
    told = {"name": "pwscup2015:E4", "use_quasi": True}
    assert called(Recipe.model_validate({"attack": [told]})) == ["nearest_value"]


def test_a_method_that_uses_methods_may_say_the_code():
    score = tk.attack(FRAME, FRAME, SCHEMA, "worst_case", attacks=["pwscup2015:EUC2"], key=[0, 1])
    assert list(score.parts) == ["euclid(unmatched=nearest)"]


def test_python_may_say_the_code():
    released = pl.DataFrame({"age": [1], "pay": [20]})
    guesses = [tk.attack(FRAME, released, SCHEMA, f"pwscup2015:{code}").guess.tolist() for code in ("E2", "E4")]
    assert guesses == [[0], [1]]


def test_help_tells_what_a_code_stands_for():
    assert catalogue.get("euclid").codes == [
        "pwscup2015:EUC1(unmatched=own_row)",
        "pwscup2015:EUC2(unmatched=nearest)",
    ]


def test_a_code_that_stands_for_no_option_of_its_method_is_met_when_it_is_used():
    with catalogue.only_during():

        @attack(aliases={"pwscup2015:X": {"hue": 1}})
        def odd(known: Table, released: Table) -> Guess:
            return Guess()

        with pytest.raises((DeclarationError, tk.errors.BadOption), match="no option 'hue'"):
            binding.bound_call("attack", "pwscup2015:X", {})
