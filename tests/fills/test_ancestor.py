"""Ancestor: entries of trees and ladders, what a former step left, and missing cells."""

from datetime import date

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import groups, people, tables
from tokumei.fills.ancestor import ancestor
from tokumei.fills.span import span
from tokumei.measures.gcp import gcp
from tokumei.model import Release, Schema, Table
from tokumei.model.columns import column
from tokumei.model.hierarchy import Hierarchy, Intervals

CITIES = Hierarchy.of(
    [["Chiba", "Kanto", "East", "*"], ["Tokyo", "Kanto", "East", "*"], ["Sendai", "Tohoku", "East", "*"],
     ["Kyoto", "Kansai", "West", "*"]], "city"
)  # fmt: skip
AGES = Intervals.of([[0, 10, 20, 30, 40], [0, 20, 40]], "age", is_whole=True)


def filled(name, values, labels, tree, **more):
    table = Table(pl.DataFrame({name: values}), Schema(quasi=name, trees={name: tree}, **more)).pinned()
    return ancestor(table, np.array(labels)).frame[name].to_list()


def test_the_lowest_entry_that_covers_a_group_is_published():
    cities = ["Chiba", "Tokyo", "Sendai", "Tokyo", "Kyoto", "Chiba"]
    assert filled("city", cities, [0, 0, 1, 1, 2, 2], CITIES) == ["Kanto", "Kanto", "East", "East", "*", "*"]


def test_numbers_become_intervals_of_their_ladder():
    assert filled("age", [11, 19, 9, 11, 39, 1], [0, 0, 1, 1, 2, 2], AGES) == [
        "[10;19]", "[10;19]", "[0;19]", "[0;19]", "*", "*",
    ]  # fmt: skip


def test_numbers_may_stand_on_a_tree():
    years = Hierarchy.of([["1964", "196*", "*"], ["1967", "196*", "*"], ["1971", "197*", "*"]], "year")
    assert filled("year", [1964, 1967, 1971], [0, 0, 1], years) == ["196*", "196*", "1971"]


def test_a_column_whose_groups_are_of_one_value_keeps_its_type():
    dates = [date(2020, 1, 1), date(2020, 1, 2)]
    assert filled("day", dates, [0, 1], Intervals(())) == dates


def test_missing_cells_are_a_branch_of_their_own():
    assert filled("city", ["Chiba", None, None, None], [0, 0, 1, 1], CITIES) == ["*", "*", None, None]


def test_what_a_former_step_has_generalized_stays_or_goes_further_up():
    cells = ["Kanto", "Tokyo", "Kanto", "Sendai", "*", "Kyoto", "East"]
    assert filled("city", cells, [0, 0, 1, 1, 2, 2, 3], CITIES) == [
        "Kanto", "Kanto", "East", "East", "*", "*", "East",
    ]  # fmt: skip


@given(table=tables(min_rows=1, quasi=["int", "small int", "few", "enum", "ordered", "date", "bool"]), data=st.data())
def test_what_is_published_covers_every_value_of_its_group(table, data):
    labels, table = data.draw(groups(len(table))), table.with_every_hierarchy()
    out = ancestor(table.as_released(), labels)
    for name in table.quasi:
        known, cells = column(table, name, raw=True), column(out, name)
        there = ~known.missing[known.of] & ~cells.suppressed[cells.of]
        if known.on_a_line:
            assert (cells.low[cells.of] <= known.low[known.of])[there].all()
            assert (cells.high[cells.of] >= known.high[known.of])[there].all()
        else:
            pairs = zip(known.of[there], cells.of[there], strict=True)
            assert all(set(known.values[a]) <= set(cells.values[b]) for a, b in pairs)


def test_entries_are_never_narrower_than_ranges_and_sets():
    table, labels = people(60).with_every_hierarchy(), np.arange(60) // 4
    releases = [Release(fill(table, labels), key=np.arange(60), labels=labels) for fill in (span, ancestor)]
    narrow, wide = (gcp(table, release)["gcp"] for release in releases)
    assert narrow <= wide


def test_a_column_without_a_hierarchy_gets_one():
    table = Table(pl.DataFrame({"sex": ["f", "m", "f"]}), Schema(quasi="sex"))
    assert ancestor(table, np.array([0, 0, 1])).frame["sex"].to_list() == ["*", "*", "f"]


@pytest.mark.parametrize("rows", [1, 7])
def test_one_group_of_all_publishes_one_row(rows):
    out = ancestor(people(rows), np.zeros(rows, dtype=np.int64)).frame.select("age", "city", "born")
    assert out.n_unique() == 1
