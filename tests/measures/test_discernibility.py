"""discernibility: sums of squared group sizes, and what suppression and deletion cost."""

from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given

from tests.strategies import tables
from tokumei.measures.discernibility import discernibility
from tokumei.model import Release, Schema, Table


def table(**columns):
    return Table(pl.DataFrame(columns), Schema(quasi=list(columns))).pinned()


def of(released, original=None, key=None):
    return discernibility(original or released, Release(released, key=None if key is None else np.array(key)))


@given(tables(quasi=("few", "digits", "bool", "enum")))
def test_the_sum_is_that_of_squared_group_sizes(drawn):
    squares = sum(size**2 for size in Counter(drawn.frame.select(drawn.quasi).rows()).values())
    numbers = of(drawn.as_released())
    assert numbers["discernibility_sum"] == squares
    assert numbers["discernibility"] == (squares / len(drawn) ** 2 if len(drawn) else 0)


def test_rows_all_alike_cannot_be_told_from_anybody():
    assert of(table(a=[1] * 5))["discernibility"] == 1


def test_groups_of_one_size_are_as_small_as_their_k_allows():
    assert of(table(a=[1, 1, 2, 2]))["discernibility_over_best"] == 1
    assert of(table(a=[1, 1, 2, 2, 2]))["discernibility_over_best"] == pytest.approx(13 / 10)


def test_a_suppressed_row_counts_all_rows():
    assert of(table(a=["x", "x", "*"], b=["y", "y", "*"]))["discernibility_sum"] == 2 + 2 + 3


def test_a_row_suppressed_in_part_counts_its_group():
    assert of(table(a=["x", "x", "*"], b=["y", "y", "z"]))["discernibility_sum"] == 2 + 2 + 1


def test_a_deleted_row_counts_all_rows():
    original = table(a=[1, 1, 2])
    assert of(table(a=[1, 1]), original)["discernibility_sum"] == 2 + 2 + 3
    assert of(table(a=[1, 1]), original, key=[0, 0])["discernibility_sum"] == 2 + 2 + 3 + 3


def test_no_rows_are_no_loss():
    assert of(table(a=pl.Series([], dtype=pl.Int64)))["discernibility"] == 0
