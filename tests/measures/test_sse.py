"""sse: the parts add up, and agree with sums written out row by row."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import continuous, groups, tables
from tokumei.fills.average import average
from tokumei.measures.sse import sse
from tokumei.model import Encoded, Release, Schema, Table, encoded


def release_of(table, labels=None, key=None):
    key = np.arange(len(table)) if key is None else np.array(key, dtype=np.int64)
    return Release(table.as_released(), key=key, labels=None if labels is None else np.array(labels))


def slow(qi, labels):
    total = 0.0
    for group in set(labels.tolist()):
        for place in range(qi.matrix.shape[1]):
            inside = labels == group
            if qi.missing is not None:
                inside = inside & ~qi.missing[:, place]
            values = qi.matrix[inside, place]
            total += sum((value - values.mean()) ** 2 for value in values)
    return total


@given(st.data())
def test_sse_agrees_with_the_slow_twin(data):
    table = data.draw(tables())
    labels = data.draw(groups(len(table)))
    qi = Encoded.of(table)
    assert sse(qi, release_of(table, labels))["sse"] == pytest.approx(slow(qi, labels), abs=1e-9)


@given(st.data())
def test_what_is_lost_and_what_is_left_add_up_to_what_there_was(data):
    table = data.draw(tables())
    numbers = sse(Encoded.of(table), release_of(table, data.draw(groups(len(table)))))
    assert numbers["sse"] + numbers["ssa"] == pytest.approx(numbers["sst"], abs=1e-9)
    assert 0 <= numbers["sse_over_sst"] <= 1


@given(st.data())
def test_splitting_a_group_never_raises_sse(data):
    table = data.draw(tables())
    labels, within = data.draw(groups(len(table))), data.draw(groups(len(table)))
    qi = Encoded.of(table)
    split = sse(qi, release_of(table, labels * 100 + within))
    assert split["sse"] <= sse(qi, release_of(table, labels))["sse"] + 1e-9


@given(tables())
def test_one_group_of_all_loses_all_there_was(table):
    numbers = sse(Encoded.of(table), release_of(table, np.zeros(len(table), dtype=np.int64)))
    assert numbers["sse"] == pytest.approx(numbers["sst"], abs=1e-12)
    assert numbers["ssa"] == pytest.approx(0, abs=1e-12)


def test_an_example_worked_by_hand():
    # Groups {0, 2} and {10, 12} about 1 and 11; all about 6.
    qi = encoded([[0.0], [2.0], [10.0], [12.0]])
    numbers = sse(qi, release_of(qi.table, [0, 0, 1, 1]))
    assert {name: numbers[name] for name in ("sse", "ssa", "sst")} == {"sse": 4, "ssa": 100, "sst": 104}
    assert numbers["sse_over_sst"] == numbers["sse_over_sst.x1"] == pytest.approx(4 / 104)


def test_without_labels_rows_published_alike_are_a_group():
    qi = encoded([[0.0], [2.0], [10.0], [12.0]])
    averaged = average(qi.table, np.array([0, 0, 1, 1]))
    assert sse(qi, Release(averaged, key=np.arange(4)))["sse"] == 4


def test_dummies_and_deleted_rows_are_not_counted():
    qi = encoded([[0.0], [2.0], [100.0]])
    taken = Release(qi.table.take(np.array([0, 1, 2])), key=np.array([0, 1, -1]), labels=np.zeros(3, dtype=np.int64))
    assert sse(qi, taken)["sse"] == sse(qi, taken)["sst"] == 2


def test_missing_cells_are_left_out():
    table = Table(pl.DataFrame({"x": [0.0, None, 10.0, 10.0]}), Schema(quasi="x"))
    assert sse(Encoded.of(table), release_of(table, [0, 0, 0, 1]))["sse"] == pytest.approx(0.5)


def test_a_weight_makes_a_column_count_more():
    frame = pl.DataFrame({"x": [0.0, 1.0], "y": [0.0, 1.0]})
    plain, weighted = (Table(frame, Schema(quasi=["x", "y"], weights=weights)) for weights in ({}, {"x": 3.0}))
    both = [sse(Encoded.of(table), release_of(table, [0, 0]))["sse"] for table in (plain, weighted)]
    assert both == pytest.approx([1.0, 2.0])


def test_large_numbers_lose_no_digits():
    qi = encoded([[1e15], [1e15 + 2], [1e15 + 10], [1e15 + 12]])
    assert sse(qi, release_of(qi.table, [0, 0, 1, 1]))["sse"] == 4


def test_groups_of_equal_rows_lose_exactly_nothing():
    table = continuous(30)
    doubled = table.take(np.repeat(np.arange(30), 3))
    assert sse(Encoded.of(doubled), release_of(doubled, np.repeat(np.arange(30), 3)))["sse"] == 0
