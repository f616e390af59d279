"""Rounding: to the nearest multiple, or without bias."""

from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.made import changed, table
from tokumei.errors import BadOption

NUMBERS = st.lists(st.integers(-1000, 1000), min_size=1, max_size=40)


def rounded(values, seed=0, **options):
    return changed("round_values", table(a=values), seed, **options).data.frame["a"].to_list()


@given(NUMBERS, st.integers(1, 50))
def test_the_nearest_multiple_is_taken_the_even_one_half_way(values, base):
    assert rounded(values, base=base) == [round(Fraction(value, base)) * base for value in values]


@given(NUMBERS, st.integers(1, 50), st.sampled_from(["random", "controlled"]), st.integers(0, 9))
def test_no_value_moves_a_whole_base_and_multiples_stay(values, base, how, seed):
    for before, after in zip(values, rounded(values, seed, base=base, how=how), strict=True):
        assert after % base == 0
        assert abs(after - before) < base


@given(NUMBERS, st.integers(1, 50), st.integers(0, 9))
def test_controlled_rounding_keeps_the_sum_within_a_base(values, base, seed):
    assert abs(sum(rounded(values, seed, base=base, how="controlled")) - sum(values)) < base + 1e-6


@pytest.mark.parametrize("how", ["random", "controlled"])
def test_the_expected_value_is_the_true_one(how):
    values = [1, 4, 7, 9, 13]
    every = np.array([rounded(values, seed, base=10, how=how) for seed in range(3000)])
    assert every.mean(axis=0) == pytest.approx(values, abs=0.4)


def test_a_base_below_one_leaves_no_trail_of_digits():
    assert rounded([0.31, 0.28], base=0.1) == [0.3, 0.3]


def test_a_whole_base_is_needed_for_whole_numbers():
    with pytest.raises(BadOption, match="column 'a' holds whole numbers; give a whole base"):
        rounded([1, 2], base=2.5)


def test_multiples_a_type_cannot_hold_are_not_taken():
    assert rounded(pl.Series([255, 4], dtype=pl.UInt8), base=10) == [250, 0]


def test_whole_numbers_beyond_floats_are_rounded_exactly():
    assert rounded([2**60 + 6, -(2**60) - 6], base=10) == [
        round(Fraction(v, 10)) * 10 for v in (2**60 + 6, -(2**60) - 6)
    ]
