"""Released cells: whatever a value looks like, it is read back as what it was."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import Texts
from tokumei.model.cells import Cell, folded, parse, quoted, range_of, ranges, set_of, single

Marked = st.text(alphabet="[]{};*ax1", max_size=8) | Texts
# Ends of ranges are numbers, dates or ordered values, any text among the last.
Sets = st.lists(Marked, min_size=1, max_size=4, unique=True)


@given(Marked)
def test_a_single_value_is_read_back(value):
    assert parse(single(value)) == Cell((value,))


@given(Marked, Marked)
def test_a_range_is_read_back(low, high):
    read = parse(range_of(low, high))
    assert read == (Cell((low,)) if low == high else Cell(ends=(low, high)))


@given(Sets)
def test_a_set_is_read_back(values):
    assert parse(set_of(values)) == Cell(tuple(values))


@given(Marked | Sets.map(set_of), st.lists(Marked, max_size=5))
def test_what_differs_is_written_differently(value, values):
    written = [single(value) for value in dict.fromkeys([value, *values])]
    assert len(set(written)) == len(written)


@given(Marked)
def test_only_a_star_is_suppressed(value):
    assert parse(single(value)).suppressed is False
    assert parse("*") == Cell(suppressed=True)


@given(st.text(max_size=10))
def test_no_cell_of_another_tool_breaks_the_reader(text):
    assert isinstance(parse(text), Cell)


@given(st.text(alphabet="abc 0123.:-/東京*;]}", min_size=1, max_size=8).filter(lambda value: set(value) != {"*"}))
def test_a_value_that_cannot_be_misread_stands_bare(value):
    assert single(value) == value


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ("24", Cell(("24",))),
        ("[24;31]", Cell(ends=("24", "31"))),
        ("{Chiba;Tokyo}", Cell(("Chiba", "Tokyo"))),
        ("[2020-01-01;2020-12-31]", Cell(ends=("2020-01-01", "2020-12-31"))),
        ("0213*", Cell(("0213*",))),
        ("[24;31", Cell(("[24;31",))),
        ("[1;2;3]", Cell(("[1;2;3]",))),
        ("", Cell(("",))),
    ],
)
def test_the_contests_notation_is_read(cell, read):
    assert parse(cell) == read


@given(st.lists(st.none() | Marked, max_size=6))
def test_a_text_column_is_quoted_where_it_would_be_misread(values):
    cells = quoted(pl.Series("a", values, dtype=pl.String))
    assert [None if cell is None else parse(cell).values for cell in cells] == [
        None if value is None else (value,) for value in values
    ]


def test_a_column_that_is_no_text_needs_no_quotes():
    numbers = pl.Series("a", [1, None])
    assert quoted(numbers) is numbers


@given(st.lists(st.tuples(st.none() | Marked, st.none() | Marked), max_size=6))
def test_two_columns_of_ends_become_one_of_ranges(ends):
    low, high = (pl.Series([end[place] for end in ends], dtype=pl.String) for place in (0, 1))
    assert ranges(low, high).to_list() == [None if None in end else range_of(*end) for end in ends]


def test_min_and_max_columns_are_folded_where_the_column_itself_is_gone():
    frame = pl.DataFrame({"id": [1], "age_min": [24], "age_max": [31], "pay": [3], "pay_min": [1], "pay_max": [5]})
    assert folded(frame, ["age", "pay", "zip"]).rows(named=True) == [
        {"id": 1, "age": "[24;31]", "pay": 3, "pay_min": 1, "pay_max": 5}
    ]
