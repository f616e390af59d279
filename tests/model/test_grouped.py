"""Columns taken group by group, against a loop over the groups."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import groups, tables
from tokumei.model import Schema, Table
from tokumei.model.columns import column
from tokumei.model.grouped import Groups, ends, values_in

CASES = st.integers(1, 15).flatmap(
    lambda rows: st.tuples(
        groups(rows), st.lists(st.floats(-1e6, 1e6) | st.just(float("nan")), min_size=rows, max_size=rows).map(np.array)
    )
)


def each(labels, values):
    return [values[labels == label] for label in np.unique(labels)]


@given(CASES)
def test_the_rows_of_a_group_are_ascending_and_together_all(case):
    labels, _ = case
    parts = Groups.by(labels)
    rows = [parts.rows[parts.start[g] : parts.start[g + 1]].tolist() for g in range(len(parts))]
    assert rows == [np.flatnonzero(labels == label).tolist() for label in np.unique(labels)]
    assert parts.sizes.tolist() == [len(part) for part in rows]


@given(CASES)
def test_ends_means_and_medians_leave_missing_values_out(case):
    labels, values = case
    parts = Groups.by(labels)
    numbers = (parts.least(values), parts.most(values), parts.mean(values), parts.median(values))
    for part, least, most, mean, median in zip(each(labels, values), *numbers, strict=True):
        there = np.sort(part[~np.isnan(part)])
        if not there.size:
            assert np.isnan([least, most, mean, median]).all()
            continue
        assert (least, most) == (there[0], there[-1])
        assert median == there[(there.size - 1) // 2]
        np.testing.assert_allclose(mean, there.mean(), rtol=1e-9, atol=1e-6)
        assert least <= mean <= most


def test_the_mean_of_equal_values_is_that_value():
    assert Groups.by(np.zeros(3, dtype=np.int64)).mean(np.full(3, 0.1)).tolist() == [0.1]


def test_the_mean_of_huge_values_is_no_infinity():
    huge = np.array([-1.7e308, 1.7e308, 1.7e308, 1.7e308])
    assert Groups.by(np.array([0, 0, 0, 0])).mean(huge) == pytest.approx([0.85e308])


@given(
    st.integers(1, 15).flatmap(
        lambda rows: st.tuples(groups(rows), st.lists(st.integers(-1, 3), min_size=rows, max_size=rows))
    )
)
def test_the_commonest_code_is_the_smallest_on_a_tie(case):
    labels, codes = case[0], np.array(case[1])
    wanted = [
        max(part[part >= 0].tolist(), key=lambda code, part=part: ((part == code).sum(), -code), default=-1)
        for part in each(labels, codes)
    ]
    assert Groups.by(labels).commonest(codes).tolist() == wanted


@given(
    st.integers(1, 15).flatmap(
        lambda rows: st.tuples(groups(rows), st.lists(st.booleans(), min_size=rows, max_size=rows))
    )
)
def test_a_group_has_a_flag_where_one_of_its_rows_has(case):
    labels, flags = case[0], np.array(case[1])
    assert Groups.by(labels).has(flags).tolist() == [bool(part.any()) for part in each(labels, flags)]


@given(tables(min_rows=1, quasi=["text", "categorical", "bool"]), st.data())
def test_the_values_of_a_group_are_all_that_occur_there_sorted(table, data):
    labels = data.draw(groups(len(table)))
    parts = Groups.by(labels)
    for name in table.quasi:
        texts = table.frame[name].cast(pl.String).to_numpy()
        wanted = [
            (group, value)
            for group, part in enumerate(each(labels, texts))
            for value in sorted({text for text in part if text is not None})
        ]
        assert values_in(column(table, name, raw=True), parts).rows() == wanted


def test_no_rows_make_no_groups():
    parts = Groups.by(np.zeros(0, dtype=np.int64))
    assert len(parts) == 0
    assert parts.mean(np.zeros(0)).size == parts.median(np.zeros(0)).size == 0


def test_the_ends_of_a_group_hold_its_ranges():
    table = Table(pl.DataFrame({"a": ["[1;3]", "2", "7"]}), Schema(quasi="a", kinds={"a": "number"}))
    low, high = ends(column(table, "a"), Groups.by(np.array([0, 0, 1])))
    assert (low.tolist(), high.tolist()) == ([1, 7], [3, 7])
