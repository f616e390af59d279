"""What the options of a command line become: a recipe with each method's own options, from its record alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from pydantic import Field

from tests.faces.conftest import COLUMNS, Tokumei
from tokumei import catalogue
from tokumei.model import Encoded, Grouping, Job, Labels
from tokumei.params import K
from tokumei.registry import grouping, measure

JSON = ("--json", "--force")
INSIDE = Grouping("mdav")


@pytest.fixture
def declared() -> Iterator[None]:
    """Declare methods with every kind of option there is, for the time of a test."""
    with catalogue.only_during():

        @grouping(scope="whole", promises=())
        def of_every_kind(
            qi: Encoded,
            *,
            k: K = 3,
            share: Annotated[float, Field(gt=0, le=1, description="some share")] = 0.5,
            law: Annotated[Literal["normal", "laplace"], Field(description="some law")] = "normal",
            wide: Annotated[bool, Field(description="some switch")] = False,
            names: Annotated[list[str] | None, Field(description="some columns")] = None,
            seed: Annotated[int, Field(description="an option that the command has too")] = 0,
            job: Job,
        ) -> Labels:
            """Group all rows together."""
            return np.zeros(len(qi), dtype=np.int64)

        @grouping(scope="whole")
        def around(
            qi: Encoded,
            *,
            k: K = 3,
            inner: Annotated[Grouping, Field(description="the grouping used inside")] = INSIDE,
            start: Annotated[Grouping | None, Field(description="the grouping to start from")] = None,
            tried: Annotated[list[Grouping], Field(description="groupings to try")] = [],  # noqa: B006 - a declaration
            job: Job,
        ) -> Labels:
            """Group with another grouping."""
            return inner(qi)

        @measure(numbers={"counted": "rows"})
        def counted(
            original: Any,
            released: Any,
            *,
            names: Annotated[list[str], Field(description="some columns")] = [],  # noqa: B006 - a declaration
            top: Annotated[int, Field(description="some number")] = 3,
            job: Job,
        ) -> dict[str, float]:
            """Count the rows."""
            return {"counted": float(len(original))}

        yield


@pytest.fixture
def recipe(people: Path, declared: None, tokumei: Tokumei) -> Any:
    """Return the recipe that words of `tokumei anonymize` become."""

    def of(*words: object) -> Any:
        ended = tokumei("anonymize", people, "-o", "safe.csv", *COLUMNS, "--measure", "none", *words, *JSON)
        assert ended.code == 0, ended.err
        return ended.document["recipe"]

    return of


def test_each_option_reaches_the_method_with_its_type(recipe: Any) -> None:
    words = (
        "--k",
        "4",
        "--share",
        "0.25",
        "--law",
        "laplace",
        "--wide",
        "--names",
        "age,sex",
        "--of_every_kind.seed",
        9,
    )
    step = recipe("--method", "of_every_kind", *words)["step"][0]
    assert step == {
        "grouping": "of_every_kind", "k": 4, "share": 0.25, "law": "laplace", "wide": True, "names": ["age", "sex"],
        "seed": 9
    }  # fmt: skip


def test_a_recipe_says_only_what_was_said(recipe: Any) -> None:
    assert recipe("--method", "mdav")["step"] == [{"grouping": "mdav"}]
    assert recipe("--method", "of_every_kind", "--no-wide")["step"][0] == {
        "grouping": "of_every_kind", "wide": False
    }  # fmt: skip


def test_an_option_that_the_command_has_too_keeps_both_apart(recipe: Any) -> None:
    document = recipe("--method", "of_every_kind", "--seed", "7", "--of_every_kind.seed", "9")
    assert (document["seed"], document["step"][0]["seed"]) == (7, 9)


def test_options_of_a_fill_are_prefixed(recipe: Any) -> None:
    named = recipe("--method", "mdav", "--fill", "average", "--fill.center", "median")["step"][0]["fill"]
    assert named == {"name": "average", "center": "median"}
    assert recipe("--method", "mdav", "--fill.center", "median")["step"][0]["fill"] == named
    assert recipe("--method", "mdav", "--fill", "average(center=median)")["step"][0]["fill"] == named
    assert recipe("--method", "mdav", "--fill", "span")["step"][0]["fill"] == "span"


def test_options_of_a_method_inside_a_method_are_prefixed(recipe: Any) -> None:
    step = recipe("--method", "around", "--k", 4, "--inner", "of_every_kind", "--inner.share", "0.25")["step"][0]
    assert step["inner"] == {"name": "of_every_kind", "share": 0.25}
    step = recipe("--method", "around", "--inner.k", "5")["step"][0]
    assert step["inner"] == {"name": "mdav", "k": 5}
    step = recipe("--method", "around", "--start", "mdav", "--start.k", "5")["step"][0]
    assert step["start"] == {"name": "mdav", "k": 5}
    assert recipe("--method", "around", "--start", "none")["step"][0]["start"] is None


def test_several_methods_inside_a_method_take_their_options_in_brackets(recipe: Any) -> None:
    step = recipe("--method", "around", "--tried", "mdav(k=5),of_every_kind", "--tried", "mdav")["step"][0]
    assert step["tried"] == [{"name": "mdav", "k": 5}, "of_every_kind", "mdav"]


def test_an_attack_takes_its_options_in_brackets_and_may_be_repeated(recipe: Any, people: Path) -> None:
    words = ("--attack", "nearest_value(column=income, use-quasi=false)", "--attack", "random_match")
    named = recipe("--method", "mdav", *words)["attack"]
    assert named == [{"name": "nearest_value", "column": "income", "use_quasi": False}, {"name": "random_match"}]
    assert recipe("--method", "mdav", "--attack", "nearest_value,random_match")["attack"] == [
        {"name": "nearest_value"}, {"name": "random_match"},
    ]  # fmt: skip


def test_a_list_in_brackets_goes_on_until_the_next_option(recipe: Any) -> None:
    words = ("--method", "mdav", "--measure", "counted(names=age,sex, top=2)")
    assert recipe(*words)["measure"] == [{"name": "counted", "names": ["age", "sex"], "top": 2}]
    words = ("--method", "mdav", "--measure", 'counted(names=["a, b", sex])')
    assert recipe(*words)["measure"] == [{"name": "counted", "names": ["a, b", "sex"]}]


def test_columns_are_told_of_in_many_ways(recipe: Any) -> None:
    words = ("--kind-of", "age=number", "--kind-of", "zip=category", "--weight", "age=2", "--other", "drop")
    document = recipe("--method", "mdav", *words)
    assert document["columns"]["age"] == {"role": "quasi", "kind": "number", "weight": 2.0}
    assert document["columns"]["zip"] == {"role": "quasi", "kind": "category"}
    assert document["data"]["other"] == "drop"


def test_a_column_may_be_named_with_a_comma(folder: Path, tokumei: Tokumei) -> None:
    (folder / "cities.csv").write_text('"city, ward",income\n' + "Chiba,3\n" * 6)
    words = ("--quasi", '"city, ward"', "--sensitive", "income", "--method", "mdav", "--json")
    ended = tokumei("anonymize", "cities.csv", "-o", "safe.csv", *words)
    assert list(ended.document["recipe"]["columns"]) == ["city, ward", "income"]


def test_the_help_of_a_method_shows_every_option_with_bounds_and_default(declared: None, tokumei: Tokumei) -> None:
    for words in (("anonymize", "--method", "of_every_kind", "--help"), ("methods", "of_every_kind")):
        shown = " ".join(tokumei(*words).out.split())
        for expected in ("--share", "some share", "more than 0, at most 1", "0.5", "one of normal, laplace", "--wide"):
            assert expected in shown, words
    general = tokumei("anonymize", "--help").out
    assert "of_every_kind" in general
    assert "--share" not in general


@pytest.mark.parametrize("spec", catalogue.methods("grouping"), ids=lambda spec: spec.name)
def test_every_option_of_every_grouping_is_in_the_help(spec: Any, tokumei: Tokumei) -> None:
    shown = tokumei("anonymize", "--method", spec.name, "--help").out
    assert [name for name in spec.parameters.model_fields if f"--{name.replace('_', '-')}" not in shown] == []


def test_compare_gives_each_method_those_options_that_it_has(people: Path, declared: None, tokumei: Tokumei) -> None:
    words = (*COLUMNS, "--method", "mdav", "--method", "of_every_kind", "--share", "0.25", "--k", "3", "--json")
    ended = tokumei("compare", people, *words, "--measure", "none", "--attack", "none")
    steps = [run["recipe"]["step"][0] for run in ended.document["runs"]]
    assert [step["grouping"] for step in steps] == ["mdav", "of_every_kind"]
    assert [step.get("share") for step in steps] == [None, 0.25]


def test_a_sample_takes_the_options_it_declares(folder: Path, tokumei: Tokumei) -> None:
    assert "--rows" in tokumei("sample", "people", "--help").out
    assert tokumei("sample", "uniform", "-o", "u.csv", "--rows", 12, "--seed", 1, "--json").document["rows"] == 12
    assert tokumei("sample", "uniform", "-o", "v.csv", "--rows", 12, "--seed", 1).code == 0
    assert (folder / "u.csv").read_bytes() == (folder / "v.csv").read_bytes()
