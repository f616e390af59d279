"""Swaps reach no further in rank than they say."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.made import changed, table
from tokumei.kernels.rank_swap import partners


def ranks(values):
    order = np.empty(len(values), dtype=np.int64)
    order[np.argsort(values, kind="stable")] = np.arange(len(values))
    return order


@given(st.integers(1, 60), st.floats(0, 1), st.integers(0, 99))
def test_no_value_moves_further_in_rank_than_the_share(rows, share, seed):
    values = np.random.default_rng(seed).permutation(rows)
    after = changed("rank_swap", table(a=values), seed, share=share).data.frame["a"].to_numpy()
    assert np.abs(ranks(after) - ranks(values)).max() <= share * rows + 1e-9
    assert sorted(after) == sorted(values)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 99))
def test_places_change_in_pairs(places, reach, seed):
    partner = partners(np.random.default_rng(seed).random(places), reach)
    assert partner[partner].tolist() == list(range(places))
    assert np.abs(partner - np.arange(places)).max(initial=0) <= reach


@given(st.integers(2, 60), st.integers(1, 60), st.integers(0, 99))
def test_two_places_stay_only_where_neither_could_reach_the_other(places, reach, seed):
    partner = partners(np.random.default_rng(seed).random(places), reach)
    alone = np.flatnonzero(partner == np.arange(places))
    assert (np.diff(alone) > reach).all()


def test_partners_are_drawn_from_the_whole_reach():
    first = [int(partners(np.random.default_rng(seed).random(50), 5)[0]) for seed in range(2000)]
    assert np.abs(np.bincount(first, minlength=6)[1:] - 400).max() < 80


def test_missing_cells_stay_where_they_are_and_do_not_count():
    values = [5.0, None, 1.0, 3.0, None, 2.0]
    after = changed("rank_swap", table(a=values), share=0.25).data.frame["a"]
    assert after.is_null().to_list() == [value is None for value in values]
    assert after.to_list() == [3.0, None, 2.0, 5.0, None, 1.0]


def test_a_wide_reach_takes_the_link_to_other_columns_and_a_narrow_one_keeps_it():
    a = np.random.default_rng(0).normal(size=5000)
    data = table(a=a, b=a)
    near, far = (
        np.corrcoef(a, changed("rank_swap", data, columns=["b"], share=share).data.frame["b"])[0, 1]
        for share in (0.02, 0.9)
    )
    assert near > 0.98
    assert abs(far) < 0.75


@pytest.mark.parametrize("dtype", [pl.Int8, pl.Float32, pl.Decimal(8, 2)])
def test_the_type_is_kept(dtype):
    data = table(a=pl.Series([1, 2, 3, 4]).cast(dtype))
    assert changed("rank_swap", data, share=1).data.frame["a"].dtype == dtype
