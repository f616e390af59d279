"""The recipe's JSON Schema knows the options of every method, and lets methods of others pass."""

import json
import tomllib
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docs.recipe import EXAMPLE
from tokumei import catalogue
from tokumei.model import Encoded, Fill, Grouping, Labels
from tokumei.params import K
from tokumei.registry import grouping
from tools.schema import TARGET, known_to, ours, schema_of_recipes, schema_text

SCHEMA = json.loads(TARGET.read_text(encoding="utf-8"))
MDAV = {"grouping": "mdav"}


def is_valid(recipe: dict[str, Any], schema: dict[str, Any] = SCHEMA) -> bool:
    """Tell whether an editor would accept a recipe."""
    return bool(Draft202012Validator(schema).is_valid(recipe))


def test_the_schema_in_the_package_is_true_of_every_method_it_knows() -> None:
    # A method that joined since is one of others to it, until the next release makes it anew.
    text = TARGET.read_text(encoding="utf-8")
    assert text == schema_text(known_to(text)), "make it anew with: make schema"


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_a_good_recipe_is_valid() -> None:
    assert is_valid(tomllib.loads(EXAMPLE))
    assert is_valid({})


@pytest.mark.parametrize(
    "step",
    [
        MDAV,
        {"method": "mdav", "k": 3, "codes": "onehot", "fill": "average"},
        {**MDAV, "fill": {"name": "average", "center": "median"}},
    ],
)
def test_the_options_of_a_method_are_known(step: dict[str, Any]) -> None:
    assert is_valid({"step": [step]})


@pytest.mark.parametrize(
    "step",
    [
        {**MDAV, "k": 1},
        {**MDAV, "k": "many"},
        {**MDAV, "m": 3},
        {"method": "mdav", "codes": "random"},
        {**MDAV, "fill": {"name": "average", "center": "edge"}},
        {**MDAV, "fill": {"center": "median"}},
        {**MDAV, "recoding": "somebodys"},
        {"recoding": "mdav"},
        {"k": 3},
    ],
)
def test_what_no_method_takes_is_refused(step: dict[str, Any]) -> None:
    assert not is_valid({"step": [step]})


@pytest.mark.parametrize(
    ("hierarchy", "known"),
    [
        ("zip.csv", True),
        ({"file": "zip.csv", "others": "*", "weights": [1, 2]}, True),
        ({"kind": "interval", "width": 5}, True),
        ({"kind": "interval", "breaks": [[0, 5, 10], [0, 10]]}, True),
        ({"kind": "date", "levels": "year"}, True),
        ({"Kanto": ["Chiba", "Tokyo"]}, True),
        ({"kind": "interval", "wide": 5}, False),
        ({"kind": "intervals"}, False),
        ({"file": "zip.csv", "width": 5}, False),
        ({"kind": "group"}, False),
        (5, False),
    ],
)
def test_a_hierarchy_is_a_file_a_kind_with_its_options_or_groups(hierarchy: Any, known: bool) -> None:
    assert is_valid({"columns": {"zip": {"role": "quasi", "hierarchy": hierarchy}}}) == known


@pytest.mark.parametrize("key", ["attack", "measure"])
def test_attacks_and_measures_are_told_apart(key: str) -> None:
    fits = {"attack": {"name": "nearest_value"}, "measure": {"name": "k_anonymity", "below": 3}}
    assert is_valid({key: [fits[key]]})
    assert not is_valid({key: [{**fits[key], "nothing_like_it": 1}]})
    assert not is_valid({key: [{}]})
    assert is_valid({key: [{"name": "somebodys", "nothing_like_it": 1}]})


def test_methods_of_other_packages_may_have_any_option() -> None:
    assert is_valid({"step": [{"grouping": "somebodys", "depth": 3, "fill": {"name": "theirs", "x": 1}}]})
    assert is_valid({"step": [{**MDAV, "fill": "theirs"}]})


@pytest.mark.parametrize("spec", catalogue.methods(), ids=lambda spec: spec.name)
def test_every_option_of_every_method_is_there_with_its_meaning(spec: Any) -> None:
    for name, option in spec.json_schema.get("properties", {}).items():
        assert option["description"]
        assert json.dumps(name) in json.dumps(SCHEMA)


def test_an_option_that_names_a_method_knows_the_options_of_that_one() -> None:
    with catalogue.only_during():

        def outer(qi: Encoded, *, k: K = 3, inner: Grouping, shown: list[Fill] | None = None) -> Labels: ...

        outer.__module__ = "tokumei.groupings.outer"
        grouping()(outer)
        schema = schema_of_recipes(ours())
    step = {"grouping": "outer", "inner": {"name": "mdav", "k": 5}, "shown": ["span", {"name": "average"}]}
    assert is_valid({"step": [step]}, schema)
    assert is_valid({"step": [{**step, "inner": "mdav"}]}, schema)
    for wrong in ({"name": "mdav", "k": 1}, {"name": "mdav", "scale": "none"}, {"k": 5}, 3):
        assert not is_valid({"step": [{**step, "inner": wrong}]}, schema)
    assert not is_valid({"step": [{"grouping": "outer"}]}, schema)
    assert not is_valid({"step": [{**step, "shown": [{"name": "average", "center": "edge"}]}]}, schema)
