"""What every recoding promises, run on every one there is, on every kind of data it fits."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import found
from tests.strategies import MAKERS, people
from tokumei import runner
from tokumei.errors import Cancelled, InputError, TooFewRows
from tokumei.model import Recipe, Schema, Table
from tokumei.model.columns import column
from tokumei.model.hierarchy import Hierarchy, Intervals
from tokumei.model.recipe import DataPart, StepPart

CASES = found.cases("recoding")
ON_TABLES = found.methods("recoding", "table")
DROPPING = [case for case in ON_TABLES if "drop" in case.values[0].parameters.model_fields]
K = 3

CITIES = [["Chiba", "East", "*"], ["Tokyo", "East", "*"], ["Kyoto", "West", "*"]]
DECADES = [np.arange(10, 101, 10), [10, 40, 70, 100]]
BORN = [np.arange(-20_000, 20_001, 5_000)]


def with_hierarchies(table):
    trees = {
        "age": Intervals.of(DECADES, "age", is_whole=True),
        "city": Hierarchy.of(CITIES, "city"),
        "born": Intervals.of(BORN, "born", is_whole=True),
    }
    return Table(table.frame, table.schema.but(trees=trees))


def recoded(spec, data, seed=0, **wanted):
    """Return the release of data that has been through no step yet, or of what a step before released."""
    recoding = found.call(spec, **{"k": K, **wanted})
    return recoding.on(recoding.view(data), job=found.job(seed)).apply(data)


def first_step(spec, data):
    """Return data as a run hands it to its first step."""
    return (data.with_every_hierarchy() if "hierarchies" in spec.needs else data).as_released()


def keeps_k(spec, release, data, k=K):
    """Tell whether every group that is shown has k people, by the labels and by what is published alike."""
    if "k" not in spec.promises:
        return True
    who = data.people[release.key]
    return all(_fewest(groups, who) >= k for groups in (release.labels, release.data.published_alike()))


def _fewest(groups, who):
    pairs = np.unique(np.column_stack([groups, who])[groups >= 0], axis=0)
    return np.unique(pairs[:, 0], return_counts=True)[1].min(initial=10**9)


def covers(release, data):
    """Tell whether every released cell of a table may be what it was made from."""
    return all(_covers(column(release.data, name), column(data, name), release.key) for name in data.quasi)


def _covers(cells, known, key):
    cell, was = cells.of, known.of[key]
    free = cells.suppressed[cell] | (cells.missing[cell] & known.missing[was])
    if cells.on_a_line:
        return bool((free | ((cells.low[cell] <= known.low[was]) & (known.high[was] <= cells.high[cell]))).all())
    inside = [set(known.values[b]) <= set(cells.values[a]) for a, b in zip(cell, was, strict=True)]
    return bool((free | np.array(inside)).all())


@pytest.mark.parametrize(("spec", "made", "chosen"), found.with_choices("recoding"))
@given(drawn=st.data(), k=st.integers(2, 5))
def test_every_promise_is_kept_no_row_is_lost_and_every_cell_may_be_what_it_was(spec, made, chosen, drawn, k):
    data = first_step(spec, drawn.draw(made.drawn(min_rows=5)))
    release = recoded(spec, data, k=k, **chosen)
    assert keeps_k(spec, release, data, k)
    assert release.key.tolist() == list(range(len(data)))
    assert made is not MAKERS["table"] or covers(release, data)


@pytest.mark.parametrize(("spec", "data"), found.awkward("recoding"))
def test_awkward_data_is_recoded_like_all_other(spec, data):
    data = first_step(spec, data)
    assert keeps_k(spec, recoded(spec, data), data)


@pytest.mark.parametrize(("spec", "made"), CASES)
@given(drawn=st.data())
def test_recoding_twice_changes_nothing(spec, made, drawn):
    once = recoded(spec, first_step(spec, drawn.draw(made.drawn(min_rows=5)))).data
    twice = recoded(spec, once).data
    assert found.equal(twice.frames, once.frames)


@pytest.mark.parametrize("spec", ON_TABLES)
def test_hierarchies_that_are_given_are_climbed(spec):
    data = with_hierarchies(people(60)).as_released()
    release = recoded(spec, data)
    assert keeps_k(spec, release, data)
    assert covers(release, data)
    assert set(release.data.frame["city"].unique()) <= {None, "Chiba", "Tokyo", "Kyoto", "East", "West", "*"}


@pytest.mark.parametrize("spec", ON_TABLES)
def test_k_counts_people_where_they_are_named(spec):
    table = people(60)
    frame = table.frame.with_columns(who=pl.int_range(pl.len()) // 4, age=20 + pl.int_range(pl.len()) // 4)
    data = first_step(spec, Table(frame, table.schema.but(person="who")))
    assert keeps_k(spec, recoded(spec, data), data)


@pytest.mark.parametrize("spec", DROPPING)
@given(drawn=st.data())
def test_dropped_rows_are_gone_and_the_rest_keeps_the_promise(spec, drawn):
    data = first_step(spec, drawn.draw(MAKERS["table"].drawn(min_rows=5)))
    release = recoded(spec, data, drop=True)
    assert keeps_k(spec, release, data)
    assert covers(release, data)
    assert sorted(set(release.key.tolist())) == release.key.tolist()


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_same_seed_gives_the_same_release(spec, made):
    one, two = (recoded(spec, first_step(spec, made.example(60)), seed=3) for _ in range(2))
    assert found.equal(one.data.frames, two.data.frames)


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_data_is_left_as_it_was(spec, made):
    data = first_step(spec, made.example(60))
    before = found.frames_of(data)
    recoded(spec, data)
    assert found.equal(data.frames, before)


@pytest.mark.parametrize(("spec", "made"), [case for case in CASES if "k" in case.values[0].promises])
@pytest.mark.parametrize("rows", [0, 1, K - 1])
def test_fewer_rows_than_k_are_refused_with_both_numbers(spec, made, rows):
    data = made.example(9).take(np.arange(rows))
    step = StepPart.model_validate({"recoding": spec.name, "k": K})
    with pytest.raises(TooFewRows, match=rf"^k={K} needs at least {K} \w+; the \w+ has {rows}\.$"):
        runner.run(Recipe(data=DataPart(kind=data.data_kind), step=[step]), original=data)


@pytest.mark.parametrize(("spec", "made"), [case for case in CASES if case.values[0].takes_job])
def test_progress_is_told_and_somebody_may_stop_the_work(spec, made):
    data, heard, recoding = first_step(spec, made.example(200)), [], found.call(spec, k=K)
    recoding.on(recoding.view(data), job=found.job(on_progress=heard.append))
    assert heard
    assert heard == sorted(heard)
    with pytest.raises(Cancelled):
        recoding.on(recoding.view(data), job=found.job(stopped=lambda: True))


@pytest.mark.parametrize("spec", ON_TABLES)
@pytest.mark.parametrize("infinite", [np.inf, -np.inf])
def test_infinite_values_are_refused_without_showing_a_cell(spec, infinite):
    table = Table(people(9).frame.with_columns(age=np.r_[[infinite], np.arange(8.0)]), Schema(quasi=["age", "city"]))
    with pytest.raises(InputError, match="column 'age'"):
        recoded(spec, first_step(spec, table))


@pytest.mark.parametrize("spec", ON_TABLES)
def test_a_table_without_quasi_columns_is_refused(spec):
    with pytest.raises(InputError, match="no column has the role quasi"):
        recoded(spec, first_step(spec, Table(people(9).frame, Schema())))
