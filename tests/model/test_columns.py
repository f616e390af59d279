"""Columns read as cells: every value has its place, and comes back from it."""

from datetime import date, datetime, time, timedelta

import numpy as np
import polars as pl
import pytest
from hypothesis import given

from tests.strategies import tables
from tokumei.errors import BadData
from tokumei.model import Schema, Table
from tokumei.model.cells import ranges
from tokumei.model.columns import column, days_of, series_at
from tokumei.model.schema import LINE_KINDS

LINES = ["float", "float32", "int", "small int", "few", "enum", "ordered", "date", "moment", "time", "duration"]


def read(values, kind=None, order=None, *, raw=False, dtype=None):
    schema = Schema(quasi="a", kinds={"a": kind} if kind else {}, orders={"a": order} if order else {})
    return column(Table(pl.DataFrame({"a": pl.Series(values, dtype=dtype)}), schema), "a", raw=raw)


def ends(cells):
    return list(zip(cells.low[cells.of].tolist(), cells.high[cells.of].tolist(), strict=True))


@given(tables())
def test_every_cell_is_missing_or_stands_for_its_own_value(held):
    for name in held.quasi:
        cells, series = column(held, name, raw=True), held.frame[name]
        assert cells.missing[cells.of].tolist() == series.is_null().to_list()
        assert not cells.suppressed.any()
        if cells.on_a_line:
            assert np.isfinite(cells.low[cells.of][~cells.missing[cells.of]]).all()
        else:
            texts = series.cast(pl.String).to_list()
            assert [cells.values[cell] for cell in cells.of] == [() if text is None else (text,) for text in texts]


@given(
    tables(
        quasi=["float", "float32", "int", "small int", "few", "enum", "ordered", "date", "moment", "time", "duration"]
    )
)
def test_a_value_comes_back_from_its_place(held):
    for name in held.quasi:
        cells = column(held, name, raw=True)
        assert series_at(held, name, cells.low[cells.of]).equals(held.frame[name], null_equal=True)


@given(tables())
def test_a_table_written_as_cells_reads_as_it_did_raw(held):
    out = held.as_released()
    for name in held.quasi:
        raw, cells = column(held, name, raw=True), column(out, name)
        if raw.kind in LINE_KINDS:
            np.testing.assert_array_equal(raw.low[raw.of], cells.low[cells.of])
        else:
            assert [raw.values[cell] for cell in raw.of] == [cells.values[cell] for cell in cells.of]


def test_ranges_sets_and_stars_of_numbers_lie_between_their_ends():
    cells = read(["24", "[24;31]", "*", None, "{5;1;3}", "-1.5e3"], "number")
    assert ends(cells)[:3] == [(24, 24), (24, 31), (-np.inf, np.inf)]
    assert ends(cells)[4:] == [(1, 5), (-1500, -1500)]
    assert cells.missing[cells.of].tolist() == [False, False, False, True, False, False]
    assert cells.suppressed[cells.of].tolist() == [False, False, True, False, False, False]
    assert np.isnan(cells.middle[cells.of][2:4]).all()
    assert cells.middle[cells.of][1] == 27.5


@given(tables(quasi=LINES, min_rows=2))
def test_a_range_holds_the_values_it_was_made_of(held):
    for name in held.quasi:
        raw = column(held, name, raw=True)
        least, most = raw.low[raw.of].min(), raw.low[raw.of].max()
        if not np.isnan(least):
            low, high = (series_at(held, name, np.array([place])) for place in (least, most))
            cells = column(held.released(held.frame[:1].with_columns(ranges(low, high).alias(name))), name)
            assert ends(cells) == [(least, most)]


def test_a_range_of_dates_needs_no_bare_date_beside_it():
    assert ends(read(["[1970-01-02;1970-01-11]"] * 2, "date")) == [(1, 10)] * 2


def test_ranges_of_dates_and_of_ordered_values_lie_between_their_ends():
    days = read(["[1970-01-02;1970-01-11]", "1970-01-01", "1970-01-01 12:00:00"], "date")
    assert ends(days) == [(1, 10), (0, 0), (0.5, 0.5)]
    sizes = read(["[small;large]", "medium", "{large;medium}"], order=["small", "medium", "large"])
    assert ends(sizes) == [(0, 2), (1, 1), (1, 2)]


def test_a_category_stands_for_one_value_or_a_set():
    cells = read(["x", "{x;y}", "*", None, "**", "[[1;2]]"])
    assert [cells.values[cell] for cell in cells.of] == [("x",), ("x", "y"), (), (), ("*",), ("[1;2]",)]


def test_an_original_is_not_read_as_cells():
    cells = read(["*", "{x;y}", "[1;2]", "**"], raw=True)
    assert [cells.values[cell] for cell in cells.of] == [("*",), ("{x;y}",), ("[1;2]",), ("**",)]


def test_a_range_of_categories_asks_for_the_kind():
    with pytest.raises(BadData, match=r"holds 2 different ranges; say that it is ordered \(--kind-of a=ordered\)"):
        read(["[u;v]", "x", "[u;v]", "[v;w]"])


@pytest.mark.parametrize(
    ("kind", "what"), [("number", "numbers"), ("date", "dates"), ("ordered", "values of its order")]
)
def test_cells_that_cannot_be_read_are_counted_and_never_shown(kind, what):
    order = ["1", "2"] if kind == "ordered" else None
    with pytest.raises(BadData) as error:
        read(["Canary", "Canary", None], kind, order)
    assert str(error.value) == f"column 'a': 2 cells are neither {what} nor ranges of them; correct its kind."


def test_nan_is_missing():
    assert read([1.0, float("nan"), None]).missing[read([1.0, float("nan"), None]).of].tolist() == [False, True, True]


@pytest.mark.parametrize(
    ("value", "days"),
    [
        (date(1970, 1, 11), 10.0),
        (datetime(1970, 1, 1, 6), 0.25),
        (time(18), 0.75),
        (timedelta(days=2, hours=12), 2.5),
    ],
)
def test_dates_and_times_count_in_days(value, days):
    assert days_of(pl.Series([value])).to_list() == [days]


def test_a_number_declared_a_date_is_refused():
    with pytest.raises(BadData, match="column 'a' is declared a date but its type is Int64"):
        read([3], "date")


@pytest.mark.parametrize(
    ("values", "at", "whole", "back"),
    [
        ([1, 2], [1.5, 2.5], True, [2, 2]),
        ([1, 2], [1.5, 2.5], False, [1.5, 2.5]),
        ([1.0], [1.5], True, [1.5]),
        (["1", "2"], [1.0, 2.0], True, [1, 2]),
        (["1", "2"], [1.5, 2.0], True, [1.5, 2.0]),
        ([date(2000, 1, 1)], [0.6], True, [date(1970, 1, 2)]),
        ([datetime(2000, 1, 1, 6)], [0.5], True, [datetime(1970, 1, 1, 12)]),
        ([datetime(2000, 1, 1), None], [0.6], True, [datetime(1970, 1, 2)]),
        ([time(1)], [0.5], True, [time(12)]),
        ([1], [float("nan")], True, [None]),
    ],
)
def test_places_come_back_as_values_of_the_columns_type(values, at, whole, back):
    kinds = {"a": "number"} if isinstance(values[0], str) else {}
    table = Table(pl.DataFrame({"a": values}), Schema(quasi="a", kinds=kinds))
    assert series_at(table, "a", np.array(at), whole=whole).to_list() == back
