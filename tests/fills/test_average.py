"""What is special to averages."""

from datetime import date

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import groups, people, tables
from tokumei.fills.average import average
from tokumei.model import Encoded, Schema, Table


def averaged(values, labels, said=None, **options):
    table = Table(pl.DataFrame({"a": values}), Schema(quasi="a", **said or {})).pinned()
    return average(table, np.array(labels), **options).frame["a"]


@given(tables(min_rows=1, quasi=["float"]), st.data())
def test_the_mean_of_every_column_without_gaps_is_kept(table, data):
    labels = data.draw(groups(len(table)))
    out = average(table, labels).frame
    for name in table.quasi:
        if not table.frame[name].null_count():
            assert out[name].sum() == pytest.approx(table.frame[name].sum(), rel=1e-9, abs=1e-6)


@given(tables(min_rows=1, quasi=["float", "float32", "int", "small int", "text", "enum", "date", "moment", "bool"]))
def test_every_column_keeps_its_type(table):
    table = table.as_released()
    out = average(table, np.zeros(len(table), dtype=np.int64)).frame
    assert out.schema == table.frame.schema


@given(tables(min_rows=1), st.data())
def test_the_middle_lies_between_the_ends_of_its_group(table, data):
    labels = data.draw(groups(len(table)))
    out = average(table.as_released(), labels, keep_integers=False)
    for name in table.quasi:
        if table.kind(name) in ("number", "date") and table.frame[name].null_count() == 0:
            held = pl.DataFrame({"g": labels, "v": table.frame[name], "m": out.frame[name]})
            ends = held.group_by("g").agg(low=pl.col("v").min(), high=pl.col("v").max(), m=pl.col("m").first())
            assert ends.select((pl.col("low") <= pl.col("m")).all() & (pl.col("m") <= pl.col("high")).all()).item()


def test_whole_numbers_stay_whole_half_to_even_unless_told_otherwise():
    assert averaged([1, 2, 2, 3], [0, 0, 1, 1]).to_list() == [2, 2, 2, 2]
    assert averaged([1, 2, 2, 3], [0, 0, 1, 1], keep_integers=False).to_list() == [1.5, 1.5, 2.5, 2.5]


def test_dates_stay_dates():
    assert averaged([date(2020, 1, 1), date(2020, 1, 3)], [0, 0]).to_list() == [date(2020, 1, 2)] * 2


def test_the_most_frequent_category_stands_for_its_group_the_first_by_name_on_a_tie():
    assert averaged(["x", "y", "y", "z", "b", "a"], [0, 0, 0, 0, 1, 1]).to_list() == ["y"] * 4 + ["a"] * 2


def test_an_ordered_column_takes_its_lower_median():
    said = {"orders": {"a": ["small", "medium", "large"]}}
    assert averaged(["large", "small", "medium", "large"], [0] * 4, said).to_list() == ["medium"] * 4


def test_a_median_withstands_one_extreme_value():
    assert averaged([1, 2, 1000], [0, 0, 0], center="median").to_list() == [2, 2, 2]


@pytest.mark.parametrize(("values", "filled"), [([1, None, 3], 2), (["x", None, "x"], "x")])
def test_a_missing_cell_takes_the_value_of_its_group(values, filled):
    assert averaged(values, [0, 0, 0]).to_list() == [filled] * 3


@pytest.mark.parametrize("dtype", [pl.Int64, pl.String, pl.Date, pl.Float32])
def test_a_group_of_missing_cells_keeps_them(dtype):
    assert averaged(pl.Series([None, None], dtype=dtype), [0, 0]).to_list() == [None, None]


def test_the_medoid_is_the_combination_of_the_row_nearest_the_center():
    table, labels = people(40), np.arange(40) // 8
    out = average(table, labels, center="medoid").frame.select(table.quasi)
    points = Encoded.of(table).matrix
    for group in range(5):
        rows = np.flatnonzero(labels == group)
        gaps = ((points[rows] - points[rows].mean(axis=0)) ** 2).sum(axis=1)
        assert out.rows()[rows[0]] == table.frame.select(table.quasi).row(int(rows[gaps.argmin()]))


def test_ranges_of_a_former_step_are_averaged_at_their_middles():
    table = Table(pl.DataFrame({"a": [1, 2]}), Schema(quasi="a")).pinned()
    out = average(table.released(pl.DataFrame({"a": ["[1;3]", "6"]})), np.zeros(2, dtype=np.int64))
    assert out.frame["a"].to_list() == [4, 4]
