"""Recipes: a small value, a TOML file, and one clear sentence where something is wrong with it."""

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokumei
from tests.strategies import people
from tokumei.errors import BadRecipe, UnreadableSource
from tokumei.model import Recipe, Schema
from tokumei.model.recipe import columns_of
from tools.schema import schema_text

FULL = """
seed = 7
[data]
source = "people.csv"
[columns]
name = { role = "identifier" }
age = { role = "quasi", weight = 2.0 }
size = { role = "quasi", kind = "ordered", order = ["small", "large"] }
zip = { role = "quasi", hierarchy = "zip.csv" }
income = { role = "sensitive" }
[[step]]
grouping = "mdav"
k = 5
fill = { name = "average", center = "median" }
[[attack]]
name = "nearest_value"
use_quasi = false
[[measure]]
name = "sse"
[[require]]
measure = "k_anonymity.k"
at_least = 5
[[require]]
attack = "*"
at_most = 0.05
"""

Names = st.text(min_size=1, max_size=8)
Columns = st.fixed_dictionaries(
    {"role": st.sampled_from(["identifier", "quasi", "sensitive", "other"])},
    optional={
        "kind": st.sampled_from(["number", "ordered", "category", "date", "text"]),
        "order": st.lists(Names | st.integers(-9, 9), max_size=3),
        "hierarchy": Names | st.just({"kind": "interval", "width": [5.0, 10.0]}) | st.just({"kind": "date"}),
        "weight": st.floats(0.01, 100),
    },
)
Documents = st.fixed_dictionaries(
    {},
    optional={
        "seed": st.integers(0, 2**63 - 1),
        "threads": st.integers(1, 64),
        "data": st.fixed_dictionaries({}, optional={"source": Names, "person": Names, "separator": Names}),
        "columns": st.dictionaries(Names, Columns, max_size=3),
        "step": st.lists(st.fixed_dictionaries({"grouping": Names}, optional={"k": st.integers(2, 9)}), max_size=2),
        "attack": st.lists(st.fixed_dictionaries({"name": Names}, optional={"x": Names}), max_size=2),
        "require": st.lists(st.fixed_dictionaries({"measure": Names, "at_least": st.floats(-9, 9)}), max_size=2),
    },
)


def loaded(tmp_path, text):
    (tmp_path / "recipe.toml").write_text(text, encoding="utf-8")
    return Recipe.load(tmp_path / "recipe.toml")


def test_every_part_of_a_recipe_is_read(tmp_path):
    recipe = loaded(tmp_path, FULL)
    assert recipe.seed == 7
    assert recipe.step[0].named == (("grouping",), "mdav")
    assert recipe.step[0].options == {"k": 5}
    assert recipe.step[0].fill == {"name": "average", "center": "median"}
    assert recipe.attack[0].options == {"use_quasi": False}
    schema = recipe.schema_of_columns
    assert (schema.quasi, schema.identifier, schema.sensitive) == (("age", "size", "zip"), ("name",), ("income",))
    assert (schema.orders, schema.weights) == ({"size": ("small", "large")}, {"age": 2.0})


def test_paths_are_taken_from_the_folder_of_the_recipe(tmp_path):
    recipe = loaded(tmp_path, FULL)
    assert recipe.data.source == str(tmp_path / "people.csv")
    assert recipe.schema_of_columns.hierarchies == {"zip": str(tmp_path / "zip.csv")}


def test_a_hierarchy_may_be_said_with_options_and_its_file_is_taken_from_the_folder_too(tmp_path):
    said = 'zip = { role = "quasi", hierarchy = { file = "zip.csv", others = "*" } }'
    recipe = loaded(tmp_path, FULL.replace('zip = { role = "quasi", hierarchy = "zip.csv" }', said))
    assert recipe.schema_of_columns.hierarchies == {"zip": {"file": str(tmp_path / "zip.csv"), "others": "*"}}


def test_addresses_are_left_alone(tmp_path):
    address = "postgresql://host/base?table=people"
    assert loaded(tmp_path, f'[data]\nsource = "{address}"').data.source == address


@given(Documents)
def test_a_recipe_written_as_toml_is_the_recipe_read_back(document):
    recipe = Recipe.parse(document)
    assert Recipe.parse(tomllib.loads(recipe.toml())) == recipe
    assert Recipe.parse(json.loads(json.dumps(recipe.document()))) == recipe


def test_an_empty_file_is_a_recipe_that_does_nothing(tmp_path):
    assert loaded(tmp_path, "") == Recipe()
    assert Recipe().document() == {}


def test_a_schema_survives_as_the_columns_of_a_recipe():
    schema = Schema(
        quasi=["a", "b"], sensitive="s", identifier="i", other=["o"], kinds={"a": "ordered"}, orders={"a": [1, 2]},
        weights={"b": 2}, hierarchies={"a": {"kind": "order", "size": 3}, "b": "b.csv"},
    )  # fmt: skip
    assert Recipe(columns=columns_of(schema)).schema_of_columns == schema


def test_a_schema_of_a_table_survives_too():
    schema = people().pinned().schema
    roles = Recipe(columns=columns_of(schema)).schema_of_columns
    assert (roles.quasi, roles.sensitive) == (schema.quasi, schema.sensitive)


def test_columns_without_a_role_are_refused_unless_the_recipe_says_what_happens_to_them():
    assert Recipe.parse({"columns": {"a": {"role": "quasi"}}}).schema_of_columns.other == ()
    assert Recipe.parse({"data": {"other": "drop"}}).schema_of_columns.other == "drop"


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"stepp": []}, "recipe: no key 'stepp'; did you mean 'step'? There are seed, engine, threads, data, "),
        ({"seed": -1}, "recipe: seed: input should be greater than or equal to 0."),
        ({"seed": "x"}, "recipe: seed: input should be a valid integer"),
        ({"engine": "disc"}, "recipe: engine: input should be 'memory', 'disk' or 'spark'."),
        ({"columns": {"age": {"role": "quassi"}}}, "recipe: columns.age.role: input should be 'identifier', 'quasi'"),
        ({"columns": {"age": {"roll": "quasi"}}}, "recipe: columns.age.role: field required."),
        (
            {"columns": {"age": {"role": "quasi", "weights": 2}}},
            "recipe: no key 'weights' in columns.age; did you mean 'weight'? There are role, kind, order, ",
        ),
        ({"columns": {"age": "quasi"}}, "recipe: columns.age: input should be a valid"),
        ({"step": [{"k": 5}]}, "recipe: step.0: name one of grouping, recoding, transform, method."),
        ({"step": [{"grouping": "a", "method": "b"}]}, "recipe: step.0: name one of grouping, recoding, "),
        ({"attack": [{"k": 5}]}, "recipe: attack.0.name: field required."),
        ({"require": [{"at_least": 5}]}, "recipe: require.0: name a measure or an attack."),
        ({"require": [{"measure": "k_anonymity.k"}]}, "recipe: require.0: say at_least or at_most."),
        (
            {"require": [{"measure": "k", "at_leest": 5}]},
            "recipe: no key 'at_leest' in require.0; did you mean 'at_least'? There are measure, attack, ",
        ),
    ],
)  # fmt: skip
def test_a_bad_recipe_is_refused_in_one_sentence(document, sentence):
    with pytest.raises(BadRecipe) as error:
        Recipe.parse(document)
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)


def test_a_recipe_that_cannot_be_read_says_so(tmp_path):
    with pytest.raises(UnreadableSource, match=r"no recipe at .*none\.toml; check the path"):
        Recipe.load(tmp_path / "none.toml")
    with pytest.raises(UnreadableSource, match="cannot be read as UTF-8 text"):
        Recipe.load(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'[data]\nsource = "th\xe9.csv"')
    with pytest.raises(UnreadableSource, match="cannot be read as UTF-8 text"):
        Recipe.load(tmp_path / "latin.toml")
    with pytest.raises(BadRecipe, match=r"is not valid TOML: .*line 1"):
        loaded(tmp_path, "seed 7")


def test_the_published_json_schema_is_the_one_of_todays_recipes():
    published = Path(tokumei.__file__).parent / "recipe.schema.json"
    assert published.read_text(encoding="utf-8") == schema_text()
    assert set(json.loads(schema_text())["properties"]) == set(Recipe.model_fields)
