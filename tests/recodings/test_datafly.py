"""Datafly: when it stops, and what it suppresses."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import people
from tokumei import catalogue
from tokumei.errors import BadOption
from tokumei.model import Job, Schema, Table
from tokumei.model.counts import Counts
from tokumei.recodings.datafly import datafly
from tokumei.recodings.lattice import lattice


def recoded(values, **options):
    table = Table(pl.DataFrame({"city": values}), Schema(quasi="city"))
    return datafly(Counts.of(table), **options).apply(table).data.frame["city"].to_list()


def test_k_rows_are_suppressed_before_a_column_rises_for_them():
    assert recoded(list("aaabbb") + list("xyz"), k=3) == list("aaabbb") + ["*"] * 3


def test_one_row_more_makes_the_column_rise():
    assert recoded(list("aaabbb") + list("wxyz"), k=3) == ["*"] * 10


def test_fewer_than_k_suppressed_rows_are_joined_by_the_smallest_group():
    assert recoded([*"aaaabbbx"], k=3) == list("aaaa") + ["*"] * 4


def test_a_share_of_the_rows_may_be_suppressed_instead():
    assert recoded(list("aaabbb") + list("wxyz"), k=3, suppression=0.4) == list("aaabbb") + ["*"] * 4
    assert recoded(list("aaabbb") + list("wxyz"), k=3, suppression=0.39) == ["*"] * 10


@pytest.mark.parametrize("given", [5, -0.1, "some"])
def test_a_limit_that_is_neither_k_nor_a_share_is_refused_in_one_sentence(given):
    with pytest.raises(BadOption, match=r"^datafly: suppression=.* is not allowed; .* 0\.05 for 5 %"):
        catalogue.get("datafly").options({"suppression": given})


@given(seed=st.integers(0, 9), k=st.integers(2, 6))
def test_the_best_node_that_suppresses_as_much_loses_no_more(seed, k):
    table, job, best = people(40, seed).with_every_hierarchy().as_released(), Job(), Job()
    datafly(Counts.of(table), k=k, suppression=0.2, job=job)
    lattice(Counts.of(table), k=k, suppression=0.2, job=best)
    assert job.notes["suppressed_rows"] > 0.2 * 40 or best.notes["loss"] <= _loss(table, job.notes["levels"], k)


def _loss(table, levels, k):
    release = datafly(Counts.of(table), k=k, suppression=0.2).apply(table)
    assert set(levels) == set(table.quasi)
    return catalogue.get("gcp").function(table, release)["gcp"] + 1e-9
