"""Declaring a method: what a signature says, and what is refused before anybody can call it."""

from typing import Annotated, Literal

import numpy as np
import pytest
from pydantic import Field

from tests.found import job
from tests.strategies import people
from tokumei import catalogue
from tokumei.errors import BadOption, DeclarationError
from tokumei.model import ALONE, Attack, Encoded, Fill, Grouping, Guess, Job, Labels, Release, Table
from tokumei.params import K
from tokumei.registry import (
    METHOD_KINDS,
    REGISTERED,
    SAMPLES,
    Spec,
    attack,
    fill,
    grouping,
    measure,
    recoding,
    sample,
    transform,
)

DECORATORS = {
    "grouping": grouping,
    "fill": fill,
    "recoding": recoding,
    "transform": transform,
    "attack": attack,
    "measure": measure,
}
PLAIN = Grouping("plain")
Times = Annotated[int, Field(ge=1, description="how often")]


@pytest.fixture(autouse=True)
def _forgotten():
    with catalogue.only_during():
        yield


def plain(qi: Encoded, *, k: K = 3) -> Labels:
    """Put every row into one group."""
    return np.zeros(len(qi), dtype=np.int64)


def declared(function=plain, **said) -> Spec:
    grouping(**said)(function)
    return REGISTERED[function.__name__]


def test_every_kind_of_method_has_its_decorator():
    assert tuple(DECORATORS) == METHOD_KINDS


def test_a_declared_method_stays_a_plain_function():
    assert grouping()(plain) is plain
    assert plain(Encoded(np.zeros((2, 1)), ("x",)), k=2).tolist() == [0, 0]


def test_the_signature_and_the_docstring_are_the_declaration():
    spec = declared(scope="block", paper="Somebody, 2020", promises="k", order_free=True, aliases=["pwscup2015:X9"])
    assert (spec.kind, spec.name, spec.scope, spec.paper) == ("grouping", "plain", "block", "Somebody, 2020")
    assert (spec.promises, spec.order_free, spec.aliases) == (("k",), True, ("pwscup2015:X9",))
    assert spec.summary == "Put every row into one group."
    assert spec.data == ("table",)
    assert list(spec.parameters.model_fields) == ["k", "scale", "codes"]


def test_a_method_may_promise_nothing_or_several_things():
    def careless(qi: Encoded) -> Labels: ...
    def careful(qi: Encoded) -> Labels: ...

    assert declared(careless, promises=()).promises == ()
    assert declared(careful, promises=("k", "s_min")).promises == ("k", "s_min")


@pytest.mark.parametrize("kind", METHOD_KINDS)
def test_a_second_method_of_one_name_is_refused_whatever_its_kind(kind):
    declared()

    def again(**_): ...

    again.__name__ = "plain"
    with pytest.raises(DeclarationError, match=rf"{kind} 'plain' .* grouping 'plain' of .*has that name already"):
        DECORATORS[kind]()(again)
    assert REGISTERED["plain"].function is plain


@pytest.mark.parametrize("kind", METHOD_KINDS)
def test_wrong_positional_arguments_are_refused_for_every_kind(kind):
    def crooked(frame: Table) -> Table: ...

    with pytest.raises(DeclarationError, match=rf"a {kind} takes \(.*, \*, options\), not \(frame\)"):
        DECORATORS[kind]()(crooked)
    assert "crooked" not in REGISTERED


def test_an_option_that_is_not_keyword_only_is_refused():
    def positional(qi: Encoded, k: K = 3) -> Labels: ...

    with pytest.raises(DeclarationError, match=r"not \(qi, k\)"):
        grouping()(positional)


@pytest.mark.parametrize("spelled", ["*rest: int", "**rest: int"])
def test_options_that_nobody_can_list_are_refused(spelled):
    names: dict = {"Encoded": Encoded, "Labels": Labels}
    exec(f"def loose(qi: Encoded, {spelled}) -> Labels: ...", names)
    with pytest.raises(DeclarationError, match="a grouping takes"):
        grouping()(names["loose"])


def test_a_parameter_without_a_type_is_refused_and_named():
    def bare(qi: Encoded, *, k: K = 3, m=2) -> Labels: ...

    with pytest.raises(DeclarationError, match=r"'bare' in .*every parameter needs a type; m has none"):
        grouping()(bare)


class Cloak(Release[Table]):
    """A release of a kind of its own."""


@pytest.mark.parametrize("given", [Release, Release[Table], Table | Release, Cloak, Cloak | None])
def test_an_attack_that_asks_for_a_release_is_refused(given):
    def nosy(known: Table, released: given) -> Guess: ...

    with pytest.raises(DeclarationError, match="never a release with its secrets"):
        attack()(nosy)


def test_the_job_is_handed_over_and_is_no_option():
    def counting(qi: Encoded, *, times: Times = 1, job: Job = ALONE) -> Labels:
        job.note("times", times)
        return np.zeros(len(qi), dtype=np.int64)

    spec, ours = declared(counting), job()
    assert "job" not in spec.parameters.model_fields
    spec.call(Encoded(np.zeros((2, 1)), ("x",)), job=ours, options=spec.own(spec.options({"times": 4})))
    assert ours.notes == {"times": 4}
    with pytest.raises(BadOption, match="no option 'job'"):
        spec.options({"job": ours})


def test_a_method_that_asks_for_no_job_gets_none():
    spec = declared()
    assert not spec.takes_job
    assert spec.call(Encoded(np.zeros((2, 1)), ("x",)), job=job(), options={"k": 2}).tolist() == [0, 0]


def test_the_options_of_a_view_are_options_of_the_method_and_stay_apart_when_it_is_called():
    spec = declared()
    options = spec.options({"k": 2, "scale": "zscore"})
    assert options == {"k": 2, "scale": "zscore", "codes": "alphabetical"}
    assert spec.own(options) == {"k": 2}


def test_an_option_of_the_methods_own_stands_before_one_of_its_view():
    def scaled(qi: Encoded, *, scale: Literal["none"] = "none") -> Labels: ...

    assert declared(scaled).options({})["scale"] == "none"


def test_data_kinds_come_from_the_type_of_the_first_argument():
    class Shop:
        data_kind = "history"

    def both(original: Encoded | Shop, released: Release) -> dict[str, float]: ...

    measure()(both)
    assert REGISTERED["both"].data == ("table", "history")


def test_an_option_that_names_a_grouping_is_known_as_one():
    def outer(
        qi: Encoded,
        *,
        inner: Grouping = PLAIN,
        start: Grouping | None = None,
        told: Annotated[Grouping | None, Field(description="which")] = None,
        tried: list[Attack] | None = None,
        columns: list[str] | None = None,
    ) -> Labels: ...

    chosen = {"inner": Grouping, "start": Grouping, "told": Grouping, "tried": Attack}
    assert dict(declared(outer).method_options) == chosen


def test_the_json_schema_carries_bounds_choices_defaults_and_meaning():
    schema = declared().json_schema
    assert schema["properties"]["k"] | {"title": ""} == {
        "default": 3, "minimum": 2, "type": "integer", "title": "", "description": "smallest allowed group",
    }  # fmt: skip
    assert schema["properties"]["scale"]["enum"] == ["minmax", "zscore", "none"]
    assert (schema["description"], schema["additionalProperties"]) == ("Put every row into one group.", False)


@pytest.mark.parametrize(
    ("default", "written"),
    [
        (PLAIN, "plain"),
        ("plain", "plain"),
        (Grouping("plain", {"k": 4}), {"name": "plain", "k": 4}),
        ([PLAIN], ["plain"]),
    ],
)
def test_the_json_schema_writes_a_chosen_method_as_a_recipe_does(default, written):
    def outer(qi: Encoded, *, inner: Grouping | list[Grouping] | None = default) -> Labels: ...

    assert declared(outer).json_schema["properties"]["inner"]["default"] == written


def test_an_option_that_names_a_fill_is_described_as_one():
    def outer(qi: Encoded, *, shown: Fill) -> Labels: ...

    shown = declared(outer).json_schema["properties"]["shown"]
    assert shown["x-method"] == "fill"
    with pytest.raises(BadOption, match="shown=3 is not allowed; the name of a fill"):
        REGISTERED["outer"].options({"shown": 3})


def test_a_measure_says_what_it_needs_and_which_way_is_better():
    @measure(needs=["key"], family="risk", direction="higher", identity_zero=True, numbers={"m": "what m is"})
    def m(original: Table, released: Release) -> dict[str, float]: ...

    spec = REGISTERED["m"]
    assert (spec.needs, spec.family, spec.direction, spec.identity_zero) == (("key",), "risk", "higher", True)
    assert spec.meaning("m") == "what m is"


def test_a_measure_says_which_number_leads_and_which_are_shares():
    @measure(numbers={"lost": "share lost", "lost.*": "of a column", "sum": "all lost"}, shares="lost")
    def m(original: Table, released: Release) -> dict[str, float]: ...

    spec = REGISTERED["m"]
    assert spec.headline == "lost"
    assert [spec.is_share(name) for name in ("lost", "lost.age", "sum")] == [True, True, False]
    assert (spec.information, spec.quick) == (False, False)


def test_a_share_that_is_no_number_is_refused():
    def m(original: Table, released: Release) -> dict[str, float]: ...

    with pytest.raises(DeclarationError, match=r"measure 'm' in .*: shares are numbers with a meaning; n has none\."):
        measure(numbers={"m": "what m is"}, shares=["m", "n"])(m)
    assert "m" not in REGISTERED


def test_a_transform_may_work_on_a_view_too():
    @transform()
    def spread(data: Encoded) -> Release: ...

    table = people(5)
    assert isinstance(REGISTERED["spread"].view(table, {"scale": "none"}), Encoded)
    assert "scale" in REGISTERED["spread"].parameters.model_fields


def test_a_number_for_each_column_has_the_meaning_of_its_family():
    @measure(numbers={"m": "all", "m.*": "one column"}, ja={"number:m.*": "列"})
    def m(original: Table, released: Release) -> dict[str, float]: ...

    spec = REGISTERED["m"]
    assert [spec.meaning("m"), spec.meaning("m.age"), spec.meaning("m.age", "ja")] == ["all", "one column", "列"]
    assert spec.meaning("m", "ja") == "all"


def test_what_has_no_japanese_text_is_listed():
    spec = declared(ja={"summary": "一つのグループにします。"})
    assert spec.untranslated("ja") == ["k"]
    assert spec.untranslated("en") == []
    assert spec.summary_in("ja") == "一つのグループにします。"
    assert spec.option_in("k", "ja") == "smallest allowed group"


def test_an_attack_says_whom_it_guesses_and_what_the_attacker_holds():
    @attack(unit="person", holds="a phone book")
    def caller(known: Table, released: Table) -> Guess: ...

    spec = REGISTERED["caller"]
    assert (spec.unit, spec.holds, spec.holds_in("ja"), spec.family) == (
        "person",
        "a phone book",
        "a phone book",
        "risk",
    )


def test_a_sample_may_be_called_like_a_method():
    def mdav(*, rows: Times = 10) -> Table: ...

    before = catalogue.samples()
    sample()(mdav)
    try:
        assert catalogue.sample("mdav").function is mdav
        assert catalogue.get("mdav").kind == "grouping"
    finally:
        del SAMPLES["mdav"]
    assert catalogue.samples() == before


def test_an_attack_guesses_a_unit_that_its_data_has():
    with pytest.raises(DeclarationError, match=r"attack 'doorbell' in .*: no unit 'house'; there are row, person"):

        @attack(unit="house")
        def doorbell(known: Table, released: Table) -> Guess:
            """Ring every bell."""
