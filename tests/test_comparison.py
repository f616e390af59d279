"""Variants of a recipe side by side."""

import pytest

from tests.strategies import people
from tokumei import catalogue, comparison, runner
from tokumei.errors import UnknownMethod
from tokumei.model import Recipe, Release, Table
from tokumei.model.recipe import StepPart
from tokumei.registry import transform

RECIPE = Recipe.parse({"seed": 1, "step": [{"grouping": "mdav", "k": 9, "fill": "span", "scale": "zscore"}]})


def steps(recipes):
    return [(one.step[0].named[1], one.step[0].fill, one.step[0].options) for one in recipes]


def test_each_method_comes_with_each_k():
    assert steps(comparison.variants(Recipe(), ["mdav"], [3, 5])) == [
        ("mdav", None, {"k": 3}),
        ("mdav", None, {"k": 5}),
    ]


def test_without_any_k_a_method_has_its_own():
    assert steps(comparison.variants(Recipe(), ["mdav"], [])) == [("mdav", None, {})]


def test_a_method_that_the_recipe_has_a_step_for_keeps_its_options():
    assert steps(comparison.variants(RECIPE, ["mdav"], [3])) == [("mdav", "span", {"k": 3, "scale": "zscore"})]


def test_a_step_is_taken_as_it_is_and_its_own_k_stands():
    one = StepPart(method="mdav", k=7, scale="none")
    assert steps(comparison.variants(RECIPE, [one], [3, 5])) == [("mdav", None, {"k": 7, "scale": "none"})]


def test_a_method_without_k_comes_once():
    with catalogue.only_during():

        @transform()
        def nothing(data: Table) -> Release: ...

        assert steps(comparison.variants(Recipe(), ["nothing"], [3, 5])) == [("nothing", None, {})]


def test_an_unknown_method_is_answered_with_the_nearest():
    with pytest.raises(UnknownMethod, match="no method 'mdaw'; did you mean 'mdav'"):
        comparison.variants(Recipe(), ["mdaw"], [3])


def test_all_else_in_the_recipe_stays():
    assert {one.seed for one in comparison.variants(RECIPE, ["mdav"], [3, 5])} == {1}


def test_a_row_has_the_headline_of_each_measure_and_the_rate_of_each_attack():
    recipe = Recipe.parse(
        {
            "step": [{"method": "mdav", "k": 4}],
            "measure": [{"name": "sse"}, {"name": "discernibility"}, {"name": "k_anonymity", "below": 3}],
            "attack": [{"name": "nearest_value", "use_quasi": False}],
        }
    )
    result = runner.run(recipe, original=people(40))
    row = comparison.row_of(result)
    assert list(row) == [
        "method", "k", "groups", "seconds", "sse.sse_over_sst", "discernibility", "k_anonymity(below=3).k",
        "nearest_value(use_quasi=False).rate",
    ]  # fmt: skip
    assert (row["method"], row["k"], row["groups"]) == ("mdav", 4, 10)
    assert row["sse.sse_over_sst"] == result.measures["sse"]["sse_over_sst"]
