"""The lattice: the best node of all, what it promises beside k, and what it tells."""

from itertools import product

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import found
from tests.strategies import people, tables
from tokumei import catalogue
from tokumei.errors import BadOption
from tokumei.measures.k_anonymity import k_anonymity
from tokumei.model import Job, Release, Schema, Table
from tokumei.model.counts import Counts, Generalization
from tokumei.model.hierarchy import Hierarchy, Intervals
from tokumei.recodings.lattice import lattice

LOSSES = ["gcp", "distortion", "discernibility"]
SEX = Hierarchy.of([["f", "*"], ["m", "*"]], "sex")
CITY = Hierarchy.of(
    [["Chiba", "East", "*"], ["Tokyo", "East", "*"], ["Kyoto", "West", "*"], ["Nara", "West", "*"]], "c"
)
AGE = Intervals.of([[20, 25, 30, 40], [20, 30, 40]], "age", is_whole=True)


@st.composite
def towns(draw):
    """Draw a table of three columns with hierarchies: 24 nodes."""
    rows = draw(st.integers(4, 20))
    draws = {"age": st.integers(20, 40), "sex": st.sampled_from("fm") | st.none(),
             "city": st.sampled_from(["Chiba", "Tokyo", "Kyoto", "Nara"]), "s": st.sampled_from("xyz")}  # fmt: skip
    frame = pl.DataFrame({name: draw(st.lists(one, min_size=rows, max_size=rows)) for name, one in draws.items()})
    weights = {"city": draw(st.sampled_from([1.0, 3.0]))}
    trees = {"age": AGE, "sex": SEX, "city": CITY}
    schema = Schema(quasi=["age", "sex", "city"], sensitive="s", trees=trees, weights=weights)
    return Table(frame.with_columns(sex=frame["sex"].cast(pl.String)), schema).pinned()


def found_by(table, **options):
    job = Job(np.random.default_rng(0))
    return lattice(Counts.of(table), job=job, **options).apply(table), job.notes


def loss_of(name, table, release):
    return found.call(catalogue.get(name)).on(table, release, job=found.job())[name]


def by_hand(table, loss, k, most, keeps):
    """Return the least loss of all nodes: groups that fail suppressed, the smallest joining until they may stand."""
    counts = Counts.of(table)
    levels, best = counts.levels, np.inf
    for at in product(*(range(steps + 1) for steps in levels.steps)):
        labels = Generalization(levels, np.tile(np.array(at, np.int8), (len(counts.rows), 1))).apply(table).labels
        groups = [np.flatnonzero(labels == label) for label in np.unique(labels)]
        hidden = [group for group in groups if not keeps(group)]
        others = sorted((group for group in groups if keeps(group)), key=len)
        joined = 0
        while hidden and joined < len(others) and not keeps(np.concatenate([*hidden, *others[:joined]])):
            joined = max(2 * joined, 1)
        rows = np.concatenate([np.zeros(0, int), *hidden, *(others[:joined] if hidden else [])])
        if rows.size <= most * len(table):
            each = np.tile(np.array(at, np.int8), (len(counts.rows), 1))
            each[levels.vector[rows]] = levels.steps
            best = min(best, loss_of(loss, table, Generalization(levels, each).apply(table)))
    return best


@pytest.mark.parametrize("loss", LOSSES)
@settings(max_examples=15)
@given(table=towns(), k=st.integers(2, 4), most=st.sampled_from([0.0, 0.1, 0.3, 1.0]))
def test_no_node_loses_less_and_the_measure_finds_the_loss_that_is_told(loss, table, k, most):
    table = table.as_released()
    release, notes = found_by(table, k=k, suppression=most, loss=loss)
    assert notes["loss"] == pytest.approx(loss_of(loss, table, release), abs=1e-9)
    assert notes["loss"] == pytest.approx(by_hand(table, loss, k, most, lambda group: len(group) >= k), abs=1e-9)
    assert (notes["optimal"], notes["bound"]) == (True, notes["loss"])
    assert notes["suppressed_rows"] <= most * len(table)


@pytest.mark.parametrize("asked", [{"l": 2}, {"l": 1.8, "diversity": "entropy"}, {"t": 0.3}, {"l": 2, "t": 0.4}])
@settings(max_examples=15)
@given(table=towns(), most=st.sampled_from([0.0, 0.2, 1.0]))
def test_what_l_and_t_ask_for_is_what_the_measure_finds_and_no_node_loses_less(asked, table, most):
    def keeps(rows):
        return len(rows) >= 2 and k_kept(table, rows, **asked)

    table = table.as_released()
    try:
        release, notes = found_by(table, k=2, suppression=most, **asked)
    except BadOption:
        assert not keeps(np.arange(len(table)))
        return
    numbers = k_anonymity(table, release)
    assert numbers["k"] >= 2
    assert numbers[f"l_{asked.get('diversity', 'distinct')}"] >= asked.get("l", 1)
    assert numbers["t_closeness"] <= asked.get("t", 1)
    assert notes["loss"] == pytest.approx(by_hand(table, "gcp", 2, most, keeps), abs=1e-9)


def k_kept(table, rows, l=1, t=1, diversity="distinct"):  # noqa: E741
    """Tell whether a group keeps l and t, by definition."""
    every, held = (values.value_counts(normalize=True) for values in (table.frame["s"], table.frame["s"][rows]))
    q = every.select("s", p="proportion").join(held, on="s", how="left").fill_null(0.0)
    shares = q["proportion"].to_numpy()
    there = shares[shares > 0]
    values = len(there) if diversity == "distinct" else np.exp(-(there * np.log(there)).sum())
    return values >= l - 1e-9 and np.maximum(shares - q["p"].to_numpy(), 0).sum() <= t + 1e-9


@given(table=tables(min_rows=5))
def test_the_loss_told_is_that_of_the_measure_on_every_kind_of_column(table):
    table = table.with_every_hierarchy().as_released()
    release, notes = found_by(table, k=3, effort=30)
    assert notes["loss"] == pytest.approx(loss_of("gcp", table, release), abs=1e-9)


@given(table=towns(), efforts=st.lists(st.integers(1, 12), min_size=2, max_size=2).map(sorted))
def test_a_search_that_is_cut_short_tells_a_bound_below_every_node(table, efforts):
    table = table.as_released()
    best = found_by(table, k=2)[1]["loss"]
    for effort in efforts:
        release, notes = found_by(table, k=2, effort=effort)
        assert notes["bound"] <= best + 1e-9 <= notes["loss"] + 2e-9
        assert notes["nodes_checked"] <= effort + 2
        assert k_anonymity(table, release)["k"] >= 2
    less, more = (found_by(table, k=2, effort=effort)[1] for effort in efforts)
    assert more["loss"] <= less["loss"] + 1e-9


def test_a_lattice_too_large_to_search_is_searched_for_as_long_as_allowed():
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({f"q{place}": rng.integers(0, 40, 200) for place in range(40)})
    table = Table(frame, Schema(quasi=frame.columns)).pinned()
    release, notes = found_by(table, k=2, seconds=0.3)
    assert notes["nodes"] > 1e20
    assert not notes["optimal"]
    assert 0 <= notes["bound"] < notes["loss"] <= 1
    assert k_anonymity(table, release)["k"] >= 2


def test_too_few_suppressed_rows_are_joined_by_the_smallest_group():
    frame = pl.DataFrame({"sex": ["f"] * 5 + ["m"] * 3 + [None]})
    schema = Schema(quasi="sex", trees={"sex": SEX})
    release, notes = found_by(Table(frame, schema).pinned(), k=3, suppression=0.5)
    assert release.data.frame["sex"].to_list() == ["f"] * 5 + ["*"] * 4
    assert notes["suppressed_rows"] == 4
    dropped, _ = found_by(Table(frame, schema).pinned(), k=3, suppression=0.5, drop=True)
    assert dropped.data.frame["sex"].to_list() == ["f"] * 5 + ["m"] * 3
    assert dropped.key.tolist() == list(range(8))


def test_a_table_that_is_k_anonymous_stays_as_it_is():
    frame = pl.DataFrame({"age": [20, 20, 31, 31]})
    release, notes = found_by(Table(frame, Schema(quasi="age", trees={"age": AGE})).pinned(), k=2)
    assert release.data.frame["age"].to_list() == [20, 20, 31, 31]
    assert (notes["loss"], notes["nodes_checked"], notes["optimal"]) == (0.0, 2, True)


def test_a_table_whose_every_column_goes_to_the_root_is_not_dropped():
    frame = pl.DataFrame({"sex": ["f", "m"]})
    release, _ = found_by(Table(frame, Schema(quasi="sex", trees={"sex": SEX})).pinned(), k=2, drop=True)
    assert release.data.frame["sex"].to_list() == ["*", "*"]


def test_people_with_several_rows_count_once():
    frame = pl.DataFrame({"city": ["Chiba", "Chiba", "Tokyo", "Kyoto", "Kyoto"], "who": [1, 1, 2, 3, 4]})
    table = Table(frame, Schema(quasi="city", person="who", trees={"city": CITY})).pinned()
    release, _ = found_by(table, k=2, suppression=0.0)
    assert release.data.frame["city"].to_list() == ["East", "East", "East", "West", "West"]


@pytest.mark.parametrize("given", [5, 1.5, -0.1])
def test_a_limit_that_is_no_share_is_refused_in_one_sentence(given):
    with pytest.raises(BadOption, match=r"a share between 0 and 1: 0\.05 for 5 %") as refused:
        catalogue.get("lattice").options({"suppression": given})
    assert str(refused.value).startswith(f"lattice: suppression={given} is not allowed; ")


def test_finer_nodes_that_were_kept_change_no_result():
    table = people(400).as_released()
    _, notes = found_by(table, k=5, suppression=0.1)
    again = Table(table.frame.with_columns(who=pl.int_range(pl.len())), table.schema.but(person="who"))
    assert found_by(again, k=5, suppression=0.1)[1] == notes


def test_the_release_of_a_search_is_that_of_its_levels():
    table = people(200).as_released()
    release, notes = found_by(table, k=5)
    assert isinstance(release, Release)
    shown = {name: (release.data.frame[name] != "*").sum() for name in table.quasi}
    for name, level in notes["levels"].items():
        assert (shown[name] == 0) == (level == Counts.of(table).levels.steps[table.quasi.index(name)])
