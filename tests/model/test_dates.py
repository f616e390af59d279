"""Dates in text: recognized in every common form, never guessed."""

from datetime import date, datetime

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.errors import BadSchema
from tokumei.model import Schema, Table
from tokumei.model.dates import as_dates, parsed

FORMS = {
    "2024-01-31": date(2024, 1, 31),
    "2024/1/31": date(2024, 1, 31),
    "2024.01.31": date(2024, 1, 31),
    "20240131": date(2024, 1, 31),
    "31.01.2024": date(2024, 1, 31),
    "31/1/2024": date(2024, 1, 31),
    "1/31/2024": date(2024, 1, 31),
    "31 Jan 2024": date(2024, 1, 31),
    "31-JAN-2024": date(2024, 1, 31),
    "January 31, 2024": date(2024, 1, 31),
    " 2024-01-31 ": date(2024, 1, 31),
    "2024年1月31日": date(2024, 1, 31),
    "２０２４年１月３１日": date(2024, 1, 31),
    "令和6年1月31日": date(2024, 1, 31),
    "平成元年1月8日": date(1989, 1, 8),
    "昭和64年1月7日": date(1989, 1, 7),
    "S60.1.2": date(1985, 1, 2),
    "2024-01-31 09:30": datetime(2024, 1, 31, 9, 30),
    "2024-01-31T09:30:05Z": datetime(2024, 1, 31, 9, 30, 5),
    "2024-01-31T09:30:05.25": datetime(2024, 1, 31, 9, 30, 5, 250_000),
}


@pytest.mark.parametrize(("text", "wanted"), FORMS.items())
def test_common_forms_are_read(text, wanted):
    assert parsed(pl.Series("x", [text, None, text])).to_list() == [wanted, None, wanted]


@pytest.mark.parametrize(
    "text", ["2024-02-30", "2024-13-01", "1/2/2024", "10:20", "0600801", "99991231", "[a;b]", "", "٢٠٢٤-٠١-٠٢"]
)
def test_what_is_no_date_or_not_clearly_one_is_left_alone(text):
    assert parsed(pl.Series([text])) is None


def test_one_value_that_is_no_date_leaves_the_column_as_it_is():
    assert parsed(pl.Series([*["2024-01-31"] * 100, "unknown"])) is None


def test_one_clear_value_settles_which_comes_first():
    assert parsed(pl.Series(["1/2/2024", "31/1/2024"])).to_list() == [date(2024, 2, 1), date(2024, 1, 31)]
    assert parsed(pl.Series(["1/2/2024", "1/31/2024"])).to_list() == [date(2024, 1, 2), date(2024, 1, 31)]


def test_whole_numbers_are_read_as_their_digits():
    assert parsed(pl.Series([20240131, None])).to_list() == [date(2024, 1, 31), None]


@pytest.mark.parametrize(
    "series", [pl.Series([], dtype=pl.String), pl.Series([None], dtype=pl.String), pl.Series([1.5])]
)
def test_columns_without_texts_are_left_alone(series):
    assert parsed(series) is None


def test_the_column_keeps_its_name():
    assert parsed(pl.Series("born", ["2024-01-31"])).name == "born"


@given(st.lists(st.dates(min_value=date(1800, 1, 1), max_value=date(2199, 12, 31)), min_size=1, max_size=20))
def test_dates_come_back_from_the_forms_that_leave_no_doubt(dates):
    for form in ("%Y-%m-%d", "%Y/%m/%d", "%Y%m%d", "%d %B %Y", "%d.%m.%Y", "%Y年%m月%d日"):
        assert parsed(pl.Series([day.strftime(form) for day in dates])).to_list() == dates


@given(st.lists(st.text(max_size=12), max_size=8))
def test_no_text_is_an_error(texts):
    read = parsed(pl.Series(texts, dtype=pl.String))
    assert read is None or not read.null_count()


BORN = ["31.1.1990", "1.2.1991", None]


def table(values, **said):
    return Table(pl.DataFrame({"born": values}), Schema(**(said or {"quasi": "born"}), kinds={"born": "date"}))


@pytest.mark.parametrize("role", ["quasi", "sensitive"])
def test_a_table_reads_its_dates_once_at_the_door(role):
    opened = table(BORN, **{role: "born"}).pinned()
    assert opened.frame["born"].to_list() == [date(1990, 1, 31), date(1991, 2, 1), None]
    assert opened.pinned().frame.equals(opened.frame)


@pytest.mark.parametrize("role", ["identifier", "other"])
def test_dates_of_columns_that_no_method_reads_stay_as_they_were_written(role):
    said = {"identifier": "born"} if role == "identifier" else {"other": "keep"}
    assert table(BORN, **said).pinned().frame["born"].to_list() == BORN
    assert table(["no date"], **said).pinned().frame["born"].to_list() == ["no date"]


def test_text_that_nobody_calls_a_date_stays_text():
    plain = Table(pl.DataFrame({"born": BORN}), Schema(quasi="born")).pinned()
    assert plain.frame["born"].to_list() == BORN


@pytest.mark.parametrize(
    "series",
    [
        pl.Series([20240131, None]),
        pl.Series([20240131.0, None]),
        pl.Series(["2024/1/31", None]),
        pl.Series(["2024/1/31", None], dtype=pl.Categorical),
    ],
    ids=["whole numbers", "whole floats", "text", "categorical"],
)
def test_what_holds_dates_becomes_dates(series):
    assert as_dates(series).to_list() == [date(2024, 1, 31), None]


@pytest.mark.parametrize("dtype", [pl.String, pl.Null, pl.Float64])
def test_a_column_of_dates_that_are_all_missing_is_one_of_dates(dtype):
    read = as_dates(pl.Series([None, None], dtype=dtype))
    assert (read.dtype, read.null_count()) == (pl.Date, 2)


@pytest.mark.parametrize("series", [pl.Series([datetime(2024, 1, 31, 9)]), pl.Series([date(2024, 1, 31)])])
def test_what_is_of_a_type_of_time_stays_as_it_is(series):
    assert as_dates(series).equals(series)


def test_cells_that_are_no_dates_are_counted_and_never_shown():
    with pytest.raises(BadSchema, match=r"^column 'born' is declared a date, but 2 of its 5 cells") as error:
        table([*BORN, "Canary", "3.3.1993", "1995-Canary"]).pinned()
    assert "Canary" not in str(error.value)


def test_dates_that_can_be_read_two_ways_are_refused():
    with pytest.raises(BadSchema, match=r"^column 'born': its dates can be read day first or month first"):
        table(["1/2/1990", "3/4/1991"]).pinned()


def test_a_released_form_holds_dates_ranges_or_what_was_written():
    original = table(BORN).pinned()
    for cells, wanted in [
        (BORN, [date(1990, 1, 31), date(1991, 2, 1), None]),
        (["1990-01-31", None, "1991-02-01"], [date(1990, 1, 31), None, date(1991, 2, 1)]),
        (["[1990-01-31;1991-02-01]", "*", None], ["[1990-01-31;1991-02-01]", "*", None]),
    ]:
        released = original.released(pl.DataFrame({"born": cells}))
        assert (released.frame["born"].to_list(), released.kind("born")) == (wanted, "date")
