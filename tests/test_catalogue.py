"""Finding methods, binding options, and methods that use methods."""

import importlib
import sys
from typing import Annotated

import numpy as np
import pytest
from pydantic import Field
from pydantic_core import to_jsonable_python

from tests import found
from tests.strategies import people
from tokumei import catalogue
from tokumei.engines.memory import Call
from tokumei.errors import BadOption, UnknownMethod
from tokumei.model import ALONE, Attack, Encoded, Grouping, Guess, Job, Labels, Release, Table, encoded
from tokumei.params import K, label
from tokumei.registry import METHOD_KINDS, REGISTERED, attack, grouping, transform

MDAV, RING = Grouping("mdav"), Grouping("ring")
M = Annotated[int, Field(ge=1, description="neighbors looked at")]


class Shop:
    """Data of another kind."""

    data_kind = "history"


@pytest.fixture(autouse=True)
def _forgotten():
    with catalogue.only_during():
        yield


def outer_one(qi: Encoded, *, k: K = 3, inner: Grouping = MDAV, job: Job = ALONE) -> Labels:
    """Hand all rows to another grouping."""
    return inner(qi)


def inside(qi: Encoded, *, k: K = 3, m: M = 2, job: Job = ALONE) -> Labels:
    """Note what it was told."""
    job.note("inside", (k, m, job.rng.integers(1 << 30)))
    return np.zeros(len(qi), dtype=np.int64)


@pytest.fixture
def two():
    grouping(scope="counts")(outer_one)
    grouping(scope="block", aliases=["pwscup2015:Z1"])(inside)
    return REGISTERED["outer_one"], REGISTERED["inside"]


def test_methods_come_by_kind_and_name():
    every = catalogue.methods()
    places = [(METHOD_KINDS.index(spec.kind), spec.name) for spec in every]
    assert places == sorted(places)
    assert {spec.kind for spec in catalogue.methods("attack")} == {"attack"}
    assert catalogue.methods(data="nothing like it") == []


@pytest.mark.parametrize("kind", ["grouping", "fill", "attack", "measure"])
def test_each_kind_of_the_first_house_has_methods(kind):
    assert catalogue.methods(kind)


def test_a_method_is_found_by_its_name_and_by_its_code_of_a_year(two):
    assert catalogue.get("inside") is catalogue.get("pwscup2015:Z1") is two[1]


def test_every_alias_names_one_method_only():
    aliases = [alias for spec in catalogue.methods() for alias in (spec.name, *spec.aliases)]
    assert sorted(aliases) == sorted(set(aliases))


def test_every_code_of_a_contest_carries_its_year():
    codes = [alias for spec in catalogue.methods() for alias in spec.aliases]
    assert [code for code in codes if not code.startswith("pwscup20")] == []


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(UnknownMethod, match=r"no attack 'nearest_valu'; did you mean 'nearest_value'\? There are "):
        catalogue.get("nearest_valu", "attack")


def test_a_method_of_another_kind_is_called_what_it_is():
    with pytest.raises(UnknownMethod, match=r"'average' is a fill, not a grouping or recoding; there are .*mdav"):
        catalogue.get("average", ("grouping", "recoding"))


def test_an_unknown_sample_is_answered_with_the_nearest():
    with pytest.raises(UnknownMethod, match="no sample 'peple'; did you mean 'people'"):
        catalogue.sample("peple")


def test_a_method_added_on_the_fly_is_found_everywhere_and_forgotten_afterwards():
    with catalogue.only_during():
        grouping()(inside)
        assert "inside" in [spec.name for spec in catalogue.methods("grouping", "table")]
        assert "inside" in [case.id for case in found.methods("grouping")]
    assert "inside" not in [spec.name for spec in catalogue.methods()]


def test_a_chosen_method_is_bound_with_options_of_its_own(two):
    options = catalogue.bound(two[0], {"inner": {"name": "inside", "m": 7}})
    assert options["inner"] == Grouping("inside", {"k": 3, "m": 7})


def test_an_inner_method_keeps_the_outer_promise_unless_told_otherwise(two):
    assert catalogue.bound(two[0], {"k": 9, "inner": "inside"})["inner"].options["k"] == 9
    assert catalogue.bound(two[0], {"k": 9, "inner": {"name": "inside", "k": 11}})["inner"].options["k"] == 11


def test_an_inner_method_that_would_break_the_outer_promise_is_refused(two):
    with pytest.raises(BadOption) as error:
        catalogue.bound(two[0], {"k": 9, "inner": {"name": "inside", "k": 4}})
    assert str(error.value) == "inside: k=4 is too small inside outer_one, where k=9; leave it out."


def test_the_k_of_a_method_that_promises_nothing_is_its_own(two):
    def clusters(qi: Encoded, *, k: M = 2) -> Labels: ...

    grouping(promises=())(clusters)
    assert catalogue.bound(two[0], {"k": 9, "inner": "clusters"})["inner"].options["k"] == 2


def test_a_chosen_method_that_works_on_other_data_is_refused(two):
    def by_size(qi: Shop, *, k: K = 3) -> Labels: ...

    grouping()(by_size)
    with pytest.raises(BadOption, match=r"^outer_one: by_size works on data of kind history, outer_one on table\.$"):
        catalogue.bound(two[0], {"inner": "by_size"})


@pytest.mark.parametrize("given", [None, "inside", {"name": "inside", "m": 7}])
def test_a_choice_that_may_be_left_out_is_bound_where_it_is_not(two, given):
    def outer(qi: Encoded, *, inner: Annotated[Grouping | None, Field(description="how")] = None) -> Labels: ...

    grouping()(outer)
    ours, spec = found.job(), REGISTERED["outer"]
    inner = catalogue.usable(spec, catalogue.bound(spec, {"inner": given}), ours)["inner"]
    assert inner is None if given is None else inner(encoded([[0.0], [1.0]])).tolist() == [0, 0]


def test_every_choice_of_a_list_is_bound(two):
    def several(qi: Encoded, *, k: K = 3, inner: list[Grouping] = [MDAV]) -> Labels: ...  # noqa: B006 - never changed

    grouping()(several)
    ours, spec = found.job(), REGISTERED["several"]
    options = catalogue.bound(spec, {"k": 2, "inner": ["mdav", {"name": "inside", "m": 7}]})
    assert [choice.options["k"] for choice in options["inner"]] == [2, 2]
    first, second = catalogue.usable(spec, options, ours)["inner"]
    assert first(encoded([[0.0], [1.0], [8.0], [9.0]])).tolist() == [0, 0, 1, 1]
    assert second(encoded([[0.0]])).tolist() == [0]
    assert ours.notes["inside"][1] == 7
    assert label("several", spec.non_default(options)) == "several(k=2, inner=mdav,inside(m=7))"
    assert spec.non_default(catalogue.bound(spec, {})) == {}


def test_an_attack_may_be_chosen_and_sees_what_it_works_on():
    @attack()
    def guessing(known: Encoded, released: Table) -> Guess:
        return Guess(np.full(len(released), len(known.names)))

    @transform()
    def careful(data: Table, *, tried: list[Attack], job: Job = ALONE) -> Release: ...

    spec, table = REGISTERED["careful"], people(6)
    assert dict(spec.method_options) == {"tried": Attack}
    (tried,) = catalogue.usable(spec, catalogue.bound(spec, {"tried": ["guessing"]}), found.job())["tried"]
    assert tried(table, table).rows.tolist() == [3] * 6


def test_a_choice_by_default_may_be_a_mere_name(two):
    def plain(qi: Encoded, *, inner: Grouping = "inside") -> Labels: ...

    grouping()(plain)
    spec = REGISTERED["plain"]
    options = catalogue.bound(spec, {})
    assert isinstance(options["inner"], Grouping)
    assert spec.non_default(options) == {}
    assert catalogue.usable(spec, options, found.job())["inner"](encoded([[0.0]])).tolist() == [0]


def test_a_chosen_method_is_called_with_its_options_and_the_outer_job(two):
    ours = found.job(5)
    options = catalogue.usable(two[0], catalogue.bound(two[0], {"inner": {"name": "inside", "m": 7}}), ours)
    outer_one(encoded([[0.0], [1.0]]), k=2, inner=options["inner"], job=ours)
    assert ours.notes["inside"] == (3, 7, found.job(5).rng.integers(1 << 30))


def test_an_unbound_choice_says_so():
    with pytest.raises(TypeError, match="the grouping 'mdav' is not bound"):
        MDAV(encoded([[0.0]]))


def test_a_wrong_option_of_a_chosen_method_is_refused_before_any_work(two):
    with pytest.raises(BadOption, match="inside: m=0 is not allowed; neighbors looked at"):
        catalogue.bound(two[0], {"inner": {"name": "inside", "m": 0}})
    with pytest.raises(BadOption, match="inside: no option 'n'"):
        catalogue.bound(two[0], {"inner": {"name": "inside", "n": 0}})


@pytest.mark.parametrize("name", ["average", "nobody"])
def test_a_chosen_method_must_be_of_the_right_kind(two, name):
    with pytest.raises(UnknownMethod, match="grouping"):
        catalogue.bound(two[0], {"inner": name})


def test_a_method_that_uses_itself_is_refused(two):
    with pytest.raises(BadOption, match=r"^outer_one -> outer_one: a method cannot use itself\.$"):
        catalogue.bound(two[0], {"inner": "outer_one"})


def test_a_circle_of_methods_is_refused(two):
    def ring(qi: Encoded, *, k: K = 3, start: Grouping = RING) -> Labels: ...

    grouping()(ring)
    with pytest.raises(BadOption, match="outer_one -> ring -> outer_one: a method cannot use itself"):
        catalogue.bound(two[0], {"inner": {"name": "ring", "start": "outer_one"}})
    with pytest.raises(BadOption, match="ring -> ring"):
        catalogue.bound(REGISTERED["ring"], {})


@pytest.mark.parametrize(
    ("outer", "inner", "wider"), [("row", "whole", "whole"), ("whole", "row", "whole"), ("counts", "block", "block")]
)
def test_the_wider_scope_wins(outer, inner, wider):
    grouping(scope=outer)(outer_one)
    grouping(scope=inner)(inside)
    spec = REGISTERED["outer_one"]
    assert Call(spec, catalogue.bound(spec, {"inner": "inside"})).scope == wider


def test_the_name_of_a_call_spells_its_chosen_method(two):
    options = catalogue.bound(two[0], {"k": 5, "inner": {"name": "inside", "m": 7}})
    assert label("outer_one", two[0].non_default(options)) == "outer_one(k=5, inner=inside(m=7))"


@pytest.mark.parametrize("given", [{}, {"inner": "mdav"}])
def test_a_chosen_method_that_nobody_changed_names_no_call(two, given):
    assert two[0].non_default(catalogue.bound(two[0], given)) == {}


@pytest.mark.parametrize("given", ["inside", {"name": "inside", "m": 7}, {"name": "inside", "k": 4, "m": 2}])
def test_a_bound_choice_is_written_as_it_was_given(two, given):
    bound = catalogue.bound(two[0], {"inner": given})["inner"]
    assert to_jsonable_python({"inner": [bound, None]}) == {"inner": [given, None]}
    assert Grouping.parse(to_jsonable_python(bound)) == Grouping.parse(given)


@pytest.fixture
def offered(tmp_path, monkeypatch):
    """Install a package of somebody else's that offers methods, and forget it afterwards."""

    def install(source):
        (tmp_path / "elsewhere.py").write_text(source)
        info = tmp_path / "elsewhere-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[tokumei.methods]\nelsewhere = elsewhere\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        importlib.invalidate_caches()
        catalogue.load.cache_clear()

    yield install
    sys.modules.pop("elsewhere", None)


def test_a_method_of_another_package_is_found(offered):
    offered(
        "from tokumei.model import Release, Table\n"
        "from tokumei.registry import measure\n\n\n"
        "@measure()\n"
        "def elsewhere(original: Table, released: Release) -> dict[str, float]:\n"
        '    """Measure nothing."""\n'
        '    return {"elsewhere": 0.0}\n'
    )
    assert catalogue.get("elsewhere", "measure").summary == "Measure nothing."
    assert "elsewhere" in [case.id for case in found.methods("measure")]


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import nothing_like_it\n", "ModuleNotFoundError: No module named 'nothing_like_it'."),
        ("1 / 0\n", "ZeroDivisionError: division by zero."),
        (
            "from tokumei.registry import fill\n\n@fill()\ndef odd(): ...\n",
            "DeclarationError: fill 'odd' in elsewhere: ",
        ),
    ],
)
def test_a_broken_package_is_left_out_with_one_sentence(offered, source, fault):
    offered(source)
    with pytest.warns(RuntimeWarning, match="are left out") as said:
        assert catalogue.get("mdav").name == "mdav"
    assert len(said) == 1
    assert str(said[0].message).startswith(f"the methods of the package 'elsewhere' are left out: {fault}")
