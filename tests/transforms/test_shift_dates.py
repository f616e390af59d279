"""Dates of a person move together."""

from datetime import date, datetime, time, timedelta

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.made import cells, changed, table
from tokumei.errors import BadOption, TokumeiError

DAYS = st.lists(st.dates(date(1950, 1, 1), date(2050, 1, 1)), min_size=1, max_size=20)


@given(DAYS, st.integers(1, 60), st.integers(0, 99))
def test_intervals_inside_a_person_are_kept_and_no_shift_is_too_long(dates, most, seed):
    people = [place % 3 for place in range(len(dates))]
    moments = [datetime(2020, 1, 1, 12) + timedelta(hours=place) for place in range(len(dates))]
    data = table(person="id", id=people, day=dates, moment=moments)
    after = changed("shift_dates", data, seed, days=most).data.frame
    moved = [(after[name] - data.frame[name]).dt.total_days().to_list() for name in ("day", "moment")]
    assert moved[0] == moved[1]
    assert len(set(zip(people, moved[0], strict=True))) == len(set(people))
    assert max(map(abs, moved[0])) <= most


def test_each_row_is_a_person_where_no_column_tells_and_every_shift_is_as_likely():
    start = date(2024, 1, 1)
    after = changed("shift_dates", table(day=[start] * 21_000), days=10).data.frame["day"]
    counts = np.bincount([(day - start).days + 10 for day in after], minlength=21)
    assert np.abs(counts - 1000).max() < 160


def test_times_of_day_zones_and_types_are_kept():
    data = table(moment=pl.Series([datetime(2024, 1, 1, 9, 30)]).cast(pl.Datetime("ns", "UTC")), day=[date(2024, 1, 1)])
    after = changed("shift_dates", data).data.frame
    assert after.schema == data.frame.schema
    assert after["moment"].dt.time().to_list() == [time(9, 30)]


def test_dates_written_as_text_are_read_where_they_are_named():
    data = table(day=["31.1.2024", None], note=["a", "b"])
    after = changed("shift_dates", data, columns=["day"], days=1).data.frame["day"]
    assert after.dtype == pl.Date
    assert abs((after[0] - date(2024, 1, 31)).days) <= 1
    assert after[1] is None


@pytest.mark.parametrize(
    ("values", "said"),
    [([1, 2], "holds no dates"), ([time(1), time(2)], "holds no dates"), (["x", "y"], "cannot be read as dates")],
)
def test_what_is_no_date_is_refused(values, said):
    with pytest.raises(TokumeiError, match=said):
        changed("shift_dates", table(a=values), columns=["a"])


def test_ranges_of_an_earlier_step_are_refused():
    ranges = cells(table(quasi=["day"], day=[date(2024, 1, 1)] * 2), day=["[2024-01-01;2024-02-01]", "2024-03-01"])
    with pytest.raises(TokumeiError, match="column 'day' holds ranges of an earlier step; put shift_dates first"):
        changed("shift_dates", ranges, columns=["day"])


def test_at_least_a_day_is_asked_for():
    with pytest.raises(BadOption, match="at least 1"):
        changed("shift_dates", table(day=[date(2024, 1, 1)]), days=0)
