"""Merging distinct rows by their entries, against sorting them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.kernels.merging import merged


def merge(entries, vectors, most):
    """Merge rows whose cells are their entries: every column on the identity."""
    start = np.cumsum([0, *most])[:-1].astype(np.int64)
    up = np.concatenate([np.arange(one, dtype=np.int32) for one in most])
    return merged(entries.astype(np.int32), vectors, up, start, np.array(most, dtype=np.int64))


def by_sorting(rows):
    """Return the group of each row by first appearance, and the first row of each group."""
    _, first, of = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    return rank[of.ravel()], np.sort(first)


@given(rows=st.integers(1, 40), most=st.lists(st.integers(1, 4), min_size=1, max_size=5), seed=st.integers(0, 99))
def test_rows_with_equal_entries_are_one_group_numbered_by_first_appearance(rows, most, seed):
    rng = np.random.default_rng(seed)
    entries = rng.integers(0, most, (rows, len(most)))
    vectors = np.sort(rng.choice(rows, rng.integers(1, rows + 1), replace=False))
    group, first = merge(entries, vectors, most)
    slow, slow_first = by_sorting(entries[vectors])
    assert group.tolist() == slow.tolist()
    assert first.tolist() == vectors[slow_first].tolist()


@pytest.mark.parametrize("columns", [20, 90])
def test_more_columns_than_fit_in_one_number_are_told_apart(columns):
    rng = np.random.default_rng(0)
    entries = np.repeat(rng.integers(0, 1000, (300, columns)), 2, axis=0)
    entries[::4, -1] = 1000
    group, _ = merge(entries, np.arange(600), [1001] * columns)
    assert group.tolist() == by_sorting(entries)[0].tolist()


def test_columns_at_the_root_tell_nothing():
    group, first = merge(np.zeros((5, 3)), np.arange(5), [1, 1, 1])
    assert (group.tolist(), first.tolist()) == ([0] * 5, [0])


def test_no_row_is_no_group():
    group, first = merge(np.zeros((0, 2)), np.arange(0), [3, 3])
    assert group.size == first.size == 0
