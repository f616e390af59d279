"""What is special to ranges and sets."""

from datetime import date

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import groups, tables
from tokumei.fills.span import span
from tokumei.model import Schema, Table
from tokumei.model.columns import column
from tokumei.model.schema import LINE_KINDS


def spanned(values, labels, said=None, **options):
    table = Table(pl.DataFrame({"a": values}), Schema(quasi="a", **said or {})).pinned()
    return span(table, np.array(labels), **options).frame.rows()


@given(tables(min_rows=1), st.data())
def test_what_a_cell_stands_for_is_just_what_its_group_holds(table, data):
    labels = data.draw(groups(len(table)))
    released = table.released(span(table.as_released(), labels).frame)
    for name in table.quasi:
        held, out = column(table, name, raw=True), column(released, name)
        for label in np.unique(labels):
            rows = labels == label
            cells, mine = out.of[rows], held.of[rows][~held.missing[held.of[rows]]]
            assert len(set(cells.tolist())) == 1
            if not mine.size:
                assert out.missing[cells[0]]
            elif table.kind(name) in LINE_KINDS:
                assert (out.low[cells[0]], out.high[cells[0]]) == (held.low[mine].min(), held.low[mine].max())
            else:
                assert set(out.values[cells[0]]) == {held.values[cell][0] for cell in mine}


def test_ranges_sets_and_bare_values_are_written_as_promised():
    assert spanned([31, 24, 7, 7], [0, 0, 1, 1]) == [("[24;31]",), ("[24;31]",), ("7",), ("7",)]
    assert spanned(["b", "a;c", "x", "x"], [0, 0, 1, 1]) == [("{a;;c;b}",), ("{a;;c;b}",), ("x",), ("x",)]
    assert spanned([date(2020, 1, 2), date(2020, 1, 1)], [0, 0])[0] == ("[2020-01-01;2020-01-02]",)


def test_an_ordered_column_spans_its_order_and_not_its_letters():
    said = {"orders": {"a": ["small", "medium", "large"]}}
    assert spanned(["large", "small"], [0, 0], said)[0] == ("[small;large]",)


def test_a_column_of_one_value_a_group_keeps_its_type():
    assert spanned([1, 1, 2, 2], [0, 0, 1, 1]) == [(1,), (1,), (2,), (2,)]


def test_a_missing_cell_takes_the_range_of_its_group():
    assert spanned([1, None, 3], [0, 0, 0]) == [("[1;3]",)] * 3
    assert spanned(["x", None], [0, 0]) == [("x",)] * 2
    assert spanned([5.0, None], [0, 0]) == [(5.0,)] * 2


def test_ranges_may_stand_in_two_columns_in_the_place_of_one():
    table = Table(pl.DataFrame({"o": ["p", "q"], "a": [31, 24], "c": ["x", "y"]}), Schema(quasi=["a", "c"])).pinned()
    out = span(table, np.zeros(2, dtype=np.int64), style="columns")
    assert out.frame.columns == ["o", "a_min", "a_max", "c"]
    assert out.frame.row(0) == ("p", 24, 31, "{x;y}")
    assert out.quasi == ["a_min", "a_max", "c"]
    assert table.released(out.frame).frame["a"].to_list() == ["[24;31]"] * 2


def test_a_suppressed_cell_suppresses_its_group():
    table = Table(pl.DataFrame({"a": [1, 2, 3]}), Schema(quasi="a")).pinned()
    out = span(table.released(pl.DataFrame({"a": ["*", "2", "3"]})), np.array([0, 0, 1]))
    assert out.frame["a"].to_list() == ["*", "*", "3"]


def test_ranges_of_a_former_step_are_spanned_from_end_to_end():
    table = Table(pl.DataFrame({"a": [1, 2]}), Schema(quasi="a")).pinned()
    out = span(table.released(pl.DataFrame({"a": ["[1;3]", "6"]})), np.zeros(2, dtype=np.int64))
    assert out.frame["a"].to_list() == ["[1;6]"] * 2
