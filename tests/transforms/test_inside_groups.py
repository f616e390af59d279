"""Averages and swaps inside equal quasi vectors."""

from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.made import changed, codes, table, told
from tokumei.model import Table

GROUPS = st.lists(st.integers(0, 3), min_size=1, max_size=30)


def grouped(group, seed=0, **more):
    rng = np.random.default_rng(seed)
    return table(
        quasi=["q"], q=group, pay=rng.integers(0, 50, len(group)), ill=rng.choice(list("abc"), len(group)), **more
    )


def cells(data: Table, name: str) -> Counter:
    return Counter(zip(data.frame["q"].to_list(), data.frame[name].to_list(), strict=True))


@given(GROUPS, st.integers(0, 99))
def test_a_swap_keeps_the_values_of_each_group(group, seed):
    data = grouped(group, seed)
    after = changed("swap_within", data, seed).data
    assert after.frame["q"].equals(data.frame["q"])
    assert [cells(after, name) for name in ("pay", "ill")] == [cells(data, name) for name in ("pay", "ill")]


def test_every_row_of_a_group_is_as_likely_to_get_a_value_as_any_other():
    data = table(quasi=["q"], q=[0] * 4, pay=[0, 1, 2, 3])
    seen = np.array([changed("swap_within", data, seed).data.frame["pay"].to_list() for seed in range(2000)])
    counts = np.array([np.bincount(column, minlength=4) for column in seen.T])
    assert np.abs(counts - 500).max() < 100


def test_columns_are_swapped_each_on_its_own():
    data = table(quasi=["q"], q=[0] * 200, pay=list(range(200)), cost=list(range(200)))
    after = changed("swap_within", data).data.frame
    assert (after["pay"] == after["cost"]).sum() < 10


def test_missing_values_are_dealt_out_with_the_others():
    data = table(quasi=["q"], q=[0] * 50 + [1] * 50, pay=[None] * 25 + [1] * 25 + [2] * 50)
    after = changed("swap_within", data).data.frame["pay"]
    assert after[:50].null_count() == 25
    assert not after.is_null().equals(data.frame["pay"].is_null())


@given(GROUPS, st.integers(0, 99))
def test_averaging_keeps_the_mean_of_each_group_and_the_column(group, seed):
    data = grouped(group, seed)
    after = changed("average_sensitive", data, keep_integers=False).data.frame
    means = [frame.group_by("q").agg(pl.col("pay").mean()).sort("q") for frame in (data.frame, after)]
    assert means[0]["pay"].to_list() == pytest.approx(means[1]["pay"].to_list())
    assert after.group_by("q").agg(pl.col("pay").n_unique())["pay"].max() == 1


def test_averaging_again_changes_nothing_more():
    once = changed("average_sensitive", grouped([0, 0, 1, 1, 1])).data
    assert changed("average_sensitive", once).data.frame.equals(once.frame)


def test_named_dates_orders_and_categories_take_their_middle():
    days = pl.Series(["2024-01-01", "2024-01-03", "2024-01-08"]).str.to_date()
    sizes = pl.Series(["small", "large", "large"], dtype=pl.Enum(["small", "medium", "large"]))
    data = table(quasi=["q"], q=[0, 0, 0], day=days, size=sizes, ill=["flu", "none", "flu"])
    after = changed("average_sensitive", data, columns=["day", "size", "ill"]).data.frame
    assert after.row(0) == after.row(2)
    assert (str(after["day"][0]), after["size"][0], after["ill"][0]) == ("2024-01-04", "large", "flu")
    assert after.schema == data.frame.schema


@pytest.mark.parametrize("name", ["average_sensitive", "swap_within"])
def test_rows_alone_in_their_group_are_left_as_they_were_and_counted(name):
    data = grouped([0, 1, 2, 3, 3])
    release, job = told(name, data)
    assert release.data.frame[:3].equals(data.frame[:3])
    assert job.findings[0]["values"] == {"method": name, "rows": 3, "of": 5}
    assert codes(told(name, grouped([0, 0, 1, 1]))[1]) == []


@pytest.mark.parametrize("name", ["average_sensitive", "swap_within"])
def test_rows_of_one_person_alone_are_counted_as_alone(name):
    data = table(quasi=["q"], person="id", q=[0, 0, 1, 1], id=["a", "a", "b", "c"], pay=[1, 2, 3, 4])
    assert told(name, data)[1].findings[0]["values"]["rows"] == 2
    alone = table(quasi=["q"], q=[0, 0, 1, 1], pay=[1, 2, 3, 4])
    assert codes(told(name, alone)[1]) == []
