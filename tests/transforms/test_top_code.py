"""Extremes are cut at a value or a share."""

from datetime import date

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.made import changed, table
from tokumei.errors import BadOption, TokumeiError

NUMBERS = st.lists(st.integers(-50, 50), min_size=1, max_size=40)


def coded(values, **options):
    return changed("top_code", table(a=values), **options).data.frame["a"].to_list()


@given(NUMBERS, st.integers(-60, 0), st.integers(0, 60))
def test_values_are_cut_to_the_limits_and_others_stay(values, low, high):
    assert coded(values, bottom=low, top=high) == [min(max(value, low), high) for value in values]


@given(NUMBERS, st.floats(0, 0.99))
def test_no_more_rows_are_cut_than_the_share_and_the_limit_is_a_value(values, share):
    after = coded(values, top_share=share)
    assert sum(a != b for a, b in zip(values, after, strict=True)) <= share * len(values)
    assert set(after) <= set(values)
    if len(set(values)) == len(values):
        assert sum(a != b for a, b in zip(values, after, strict=True)) == int(share * len(values))


@given(NUMBERS)
def test_the_mean_of_cut_values_keeps_the_mean_of_the_column(values):
    data = [float(value) for value in values]
    after = coded(data, top=10, bottom=-10, shown="mean")
    assert sum(after) == pytest.approx(sum(data), abs=1e-6)


def test_a_limit_between_whole_numbers_is_never_passed():
    assert coded([1, 2, 3], top=2.5) == [1, 2, 2]
    assert coded([1, 2, 3], bottom=1.5) == [2, 2, 3]


def test_dates_and_ordered_values_have_limits_too():
    assert coded([date(1901, 1, 1), date(1990, 1, 1)], columns=["a"], bottom="1930-01-01")[0] == date(1930, 1, 1)
    sizes = pl.Series(["small", "large"], dtype=pl.Enum(["small", "medium", "large"]))
    assert coded(sizes, columns=["a"], top="medium") == ["small", "medium"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "no limit is given; say top, bottom, top_share or bottom_share"),
        ({"top": 1, "top_share": 0.1}, "top and top_share say the same in two ways"),
        ({"top": 1, "bottom": 5}, "cut below 5 and above 1, which leaves nothing"),
        ({"top": "much"}, "top=much is no number, as column 'a' holds"),
    ],
)
def test_limits_that_make_no_sense_are_refused(options, said):
    with pytest.raises(BadOption, match=said):
        # The options go in as they are: the tests' own helper would complete them.
        changed("top_code", table(a=[1, 2, 3]), **options)


def test_an_order_has_no_mean():
    sizes = pl.Series(["small", "large"], dtype=pl.Enum(["small", "large"]))
    with pytest.raises(TokumeiError, match="has no mean; take shown=limit"):
        coded(sizes, columns=["a"], top="small", shown="mean")
