"""Periods of the calendar in released cells: written, read back, and understood without their hierarchy."""

from datetime import date, datetime

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.model import Schema, Table, periods
from tokumei.model.columns import column, places
from tokumei.model.matching import candidates


def days(value):
    return float((value - date(1970, 1, 1)).days)


@given(st.dates(date(1000, 1, 1), date(9000, 1, 1)), st.sampled_from(list(periods.MONTHS)))
def test_the_name_of_a_period_read_back_holds_its_days_and_no_others(day, period):
    first, after = periods.starts(days(day), days(day), periods.MONTHS[period])
    name = periods.labels(np.array([first]), period)
    low, high = periods.ends(name, are_days=True)
    assert (low[0], high[0]) == (first, after - 1)
    assert low[0] <= days(day) <= high[0]
    assert periods.ends(name, are_days=False)[1][0] == pytest.approx(after, abs=1e-9)


@pytest.mark.parametrize("text", ["", "*", "19640", "1964-13", "1964-Q5", "1964s", "196*", "spring", "1964-3"])
def test_what_names_no_period_is_left_alone(text):
    assert np.isnan(periods.ends([text], are_days=True)[0]).all()
    assert periods.as_ranges(pl.Series([text]), are_days=True).to_list() == [text]


BORN = [date(1964, 3, 2), date(1964, 11, 7), date(1971, 5, 5)]
MOMENTS = [datetime(1964, 3, 2, 9), datetime(1964, 11, 7, 23, 59, 59), datetime(1971, 5, 5)]


@pytest.mark.parametrize(
    "cells",
    [["1964-03", "1964-11", "1971-05"], ["1964-Q1", "1964-Q4", "1971-Q2"], [1964, 1964, 1971],
     ["1960s", "1960s", "1970s"], ["1964-03", "1964", "*"], ["1964-03-02", "1964-11-07", "1970s"]],
)  # fmt: skip
@pytest.mark.parametrize("values", [BORN, MOMENTS], ids=["days", "moments"])
def test_a_released_file_of_periods_fits_those_it_was_made_of(values, cells):
    table = Table(pl.DataFrame({"born": values}), Schema(quasi="born")).pinned()
    released = table.released(pl.DataFrame({"born": cells}))
    read = column(released, "born")
    at = places(table, "born", table.frame["born"])
    assert (read.low[read.of] <= at).all()
    assert (at <= read.high[read.of]).all()
    found = candidates(table, released)
    assert found.holds(np.arange(3), np.arange(3)).all()


def test_days_of_moments_that_were_read_as_dates_stand_for_all_their_hours():
    table = Table(pl.DataFrame({"at": MOMENTS}), Schema(quasi="at")).pinned()
    read = column(table.released(pl.DataFrame({"at": [value.date() for value in MOMENTS]})), "at")
    assert (np.floor(read.high) == np.floor(read.low)).all()
    assert (read.high > read.low).all()
