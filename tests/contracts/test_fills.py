"""What every fill promises, run on every one there is, on every kind of data it fits."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import found
from tests.strategies import groups, people, tables
from tokumei.errors import Cancelled

CASES = found.cases("fill")
ON_TABLES = found.methods("fill", "table")


def filled(spec, data, labels, seed=0, **wanted):
    fill = found.call(spec, **wanted)
    return fill.on(fill.view(data.as_released()), labels, job=found.job(seed))


def publishes_groups_alike(out, data, labels):
    assert type(out) is type(data)
    assert len(out) == len(data)
    return _refines(labels, data.from_released(out.frames).published_alike())


def _refines(finer, coarser):
    return len(set(zip(finer.tolist(), coarser.tolist(), strict=True))) == len(set(finer.tolist()))


@pytest.mark.parametrize(("spec", "made", "chosen"), found.with_choices("fill"))
@given(drawn=st.data())
def test_rows_of_a_group_are_published_alike(spec, made, chosen, drawn):
    data = drawn.draw(made.drawn(min_rows=1))
    labels = drawn.draw(groups(len(data)))
    assert publishes_groups_alike(filled(spec, data, labels, **chosen), data, labels)


@pytest.mark.parametrize(("spec", "data"), found.awkward("fill"))
def test_awkward_data_is_filled_like_all_other(spec, data):
    labels = np.minimum(np.arange(len(data)) // 3, max(len(data) // 3 - 1, 0))
    assert publishes_groups_alike(filled(spec, data, labels), data, labels)


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_data_without_rows_stays_so(spec, made):
    data = made.example(5).take(np.zeros(0, dtype=np.int64))
    out = filled(spec, data, np.zeros(0, dtype=np.int64))
    assert {part: frame.columns for part, frame in out.frames.items()} == {
        part: frame.columns for part, frame in data.frames.items()
    }
    assert len(out) == 0


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_same_seed_gives_the_same_release(spec, made):
    one, two = (filled(spec, made.example(30), np.arange(30) // 4, seed=3) for _ in range(2))
    assert found.equal(one.frames, two.frames)


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_numbers_that_name_the_groups_do_not_matter(spec, made):
    data, labels = made.example(30), np.arange(30) // 4
    assert found.equal(filled(spec, data, 1000 - labels * 7).frames, filled(spec, data, labels).frames)


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_data_is_left_as_it_was(spec, made):
    data = made.example(30)
    before = found.frames_of(data)
    filled(spec, data, np.arange(30) // 4)
    assert found.equal(data.frames, before)


@pytest.mark.parametrize(("spec", "made"), [case for case in CASES if case.values[0].takes_job])
def test_somebody_may_stop_the_work(spec, made):
    fill = found.call(spec)
    with pytest.raises(Cancelled):
        fill.on(fill.view(made.example(30)), np.arange(30) // 4, job=found.job(stopped=lambda: True))


@pytest.mark.parametrize("spec", ON_TABLES)
@given(table=tables(min_rows=1), data=st.data())
def test_columns_that_are_not_quasi_stay_as_they_are(spec, table, data):
    out = filled(spec, table, data.draw(groups(len(table)))).frame
    others = [name for name in table.frame.columns if name not in table.quasi]
    assert out.select(others).equals(table.frame.select(others))


@pytest.mark.parametrize("spec", ON_TABLES)
@given(table=tables(min_rows=1))
def test_groups_of_one_row_keep_their_values(spec, table):
    rows = np.arange(len(table))
    out = filled(spec, table, rows).frame
    before = table.as_released().frame
    for name in table.quasi:
        assert out[name].cast(before[name].dtype).equals(before[name], null_equal=True)


@pytest.mark.parametrize("spec", ON_TABLES)
@given(order=st.permutations(range(30)))
def test_the_order_of_rows_changes_nothing_but_their_order(spec, order):
    table, rows, labels = people(30), np.array(order), np.arange(30) // 4
    shuffled = filled(spec, table.take(rows), labels[rows]).frame
    assert shuffled.equals(filled(spec, table, labels).frame[rows])


@pytest.mark.parametrize("spec", ON_TABLES)
def test_a_fill_of_a_fill_is_that_fill(spec):
    fill, table, labels = found.call(spec), people(30), np.arange(30) // 4
    once = filled(spec, table, labels)
    again = fill.on(fill.view(once), labels, job=found.job())
    assert again.frame.cast(pl.String).equals(once.frame.cast(pl.String))
