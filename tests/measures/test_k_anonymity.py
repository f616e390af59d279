"""k and its kin: small tables worked by hand, and a slow twin."""

from collections import Counter
from math import exp, inf, log

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.found import job
from tests.strategies import tables
from tokumei.measures.k_anonymity import k_anonymity
from tokumei.model import Release, Schema, Table

HOSPITAL = {
    "zip": ["476**"] * 3 + ["4790*"] * 3 + ["476**"] * 3,
    "age": ["2*"] * 3 + [">=40"] * 3 + ["3*"] * 3,
    "salary": [3, 4, 5, 6, 11, 8, 7, 9, 10],
    "disease": [
        "gastric ulcer", "gastritis", "stomach cancer", "gastritis", "flu", "bronchitis", "bronchitis", "pneumonia",
        "stomach cancer",
    ],
}  # fmt: skip
"""The 3-diverse table 4 of Li, Li and Venkatasubramanian (2007)."""


def table(quasi="q", sensitive="s", person=None, kinds=None, **columns):
    named = [name for name in ([sensitive] if isinstance(sensitive, str) else sensitive) if name in columns]
    schema = Schema(quasi=quasi, sensitive=named, person=person, kinds=kinds)
    return Table(pl.DataFrame(columns), schema).pinned()


def of(released, original=None, key=None, **options):
    return k_anonymity(original or released, Release(released, key=None if key is None else np.array(key)), **options)


def slow_k(rows):
    return min(Counter(rows).values(), default=0)


def slow_match(rows):
    def fits(one, other):
        return all(a == b or a is None or b is None for a, b in zip(one, other, strict=True))

    return min(sum(fits(one, other) for other in rows) for one in rows)


@given(tables(quasi=("few", "digits", "bool", "enum")))
def test_k_is_the_size_of_the_smallest_group(drawn):
    rows, numbers = drawn.frame.select(drawn.quasi).rows(), of(drawn)
    assert numbers["k"] == slow_k(rows)
    assert numbers["groups"] == len(set(rows))
    assert numbers["mean_group"] == (len(rows) / len(set(rows)) if rows else 0)
    assert numbers["rows_in_small_groups"] == sum(size for size in Counter(rows).values() if size < 5)


@given(tables(min_rows=1, quasi=("few", "digits", "bool", "enum")))
def test_missing_cells_that_may_be_anything_leave_the_crowd_of_the_slow_twin(drawn):
    rows, numbers = drawn.frame.select(drawn.quasi).rows(), of(drawn)
    has_missing = any(None in row for row in rows)
    assert ("k_if_missing_matches_any" in numbers) == has_missing
    if has_missing:
        assert numbers["k_if_missing_matches_any"] == slow_match(rows) >= numbers["k"]


def test_a_missing_cell_matches_a_missing_one_only_and_both_counts_are_given():
    numbers = of(table(q=["a", "a", None, None, None]))
    assert (numbers["k"], numbers["k_if_missing_matches_any"]) == (2, 5)


def test_nan_is_missing():
    numbers = of(table(q=[1.0, float("nan"), None, 1.0]))
    assert (numbers["k"], numbers["groups"], numbers["k_if_missing_matches_any"]) == (2, 2, 4)


def test_infinite_values_are_values():
    assert of(table(q=[np.inf, np.inf, -np.inf], s=[np.inf, -np.inf, 1.0]))["l_distinct"] == 1


def test_a_table_without_rows_has_no_group():
    assert of(table(q=pl.Series([], dtype=pl.Int64), s=pl.Series([], dtype=pl.Int64))) == {
        "k": 0, "groups": 0, "mean_group": 0.0, "rows_in_small_groups": 0,
    }  # fmt: skip


def test_a_group_of_people_counts_each_of_them_once():
    original = table(q=["x"] * 3 + ["y"] * 2, who=["ann", "ann", "bob", "cem", "cem"], person="who")
    numbers = of(original, original, key=range(5), below=2)
    assert (numbers["k"], numbers["mean_group"], numbers["rows_in_small_groups"]) == (1, 1.5, 2)


def test_people_are_known_by_the_key_where_the_release_does_not_name_them():
    original = table(q=["x"] * 4, who=["ann", "ann", "bob", "bob"], person="who")
    released = table(q=["x"] * 4)
    assert of(released, original, key=[0, 1, 2, 3])["k"] == 2


def test_a_dummy_is_a_person_of_its_own_and_a_deleted_row_is_nobody():
    original = table(q=["x"] * 4, who=["ann", "ann", "bob", "bob"], person="who")
    assert of(table(q=["x"] * 4), original, key=[0, 1, -1, -1])["k"] == 3


def test_where_nobody_can_tell_people_apart_rows_are_counted_and_a_finding_says_so():
    original, at = table(q=["x"] * 4, who=["ann", "ann", "bob", "bob"], person="who"), job()
    assert of(table(q=["x"] * 4), original, job=at)["k"] == 4
    assert [finding["code"] for finding in at.findings] == ["people_not_known"]


def test_missing_cells_are_matched_in_people_where_people_count():
    original = table(q=["x", "x", None, "y"], who=["ann", "ann", "ann", "bob"], person="who")
    assert of(original, original, key=range(4))["k_if_missing_matches_any"] == 1


def test_the_hospital_table_has_the_published_closeness():
    # Li, Li and Venkatasubramanian (2007), section 5.1: the first group is 0.375 from the table in salary.
    numbers = of(table(["zip", "age"], ["salary", "disease"], **HOSPITAL))
    assert (numbers["k"], numbers["l_distinct"]) == (3, 3)
    assert numbers["t_closeness.salary"] == pytest.approx(0.375)


def test_every_number_of_a_table_worked_by_hand():
    # The table has a 5/8, b 2/8, c 1/8. Group x: a 3/4, b 1/4; group y: a 2/4, b 1/4, c 1/4.
    numbers = of(table(q=["x"] * 4 + ["y"] * 4, s=list("aaabaabc")))
    x_doubt = exp(-(0.75 * log(0.75) + 0.25 * log(0.25)))
    assert numbers["l_distinct"] == 2
    assert numbers["l_entropy"] == pytest.approx(x_doubt)
    assert (numbers["l_recursive"], numbers["c_recursive"]) == (2, 3)
    assert numbers["t_closeness"] == pytest.approx(1 / 8)
    assert numbers["alpha"] == 0.75
    assert numbers["beta_basic"] == pytest.approx(1)
    assert numbers["beta_enhanced"] == pytest.approx(1)
    assert numbers["delta_disclosure"] == pytest.approx(log(2))


def test_the_worst_column_stands_for_all():
    numbers = of(table(sensitive=["s", "t"], q=["x", "x"], s=["a", "b"], t=["c", "c"]))
    assert (numbers["l_distinct"], numbers["l_distinct.s"], numbers["l_distinct.t"]) == (1, 2, 1)
    assert (numbers["l_entropy"], numbers["l_entropy.s"], numbers["l_entropy.t"]) == (1, 2, 1)
    assert (numbers["alpha"], numbers["alpha.s"], numbers["alpha.t"]) == (1, 0.5, 1)


def test_the_l_of_recursive_diversity_is_what_was_asked_for():
    released = table(q=["x"] * 6, s=list("aaabbc"))
    assert of(released, recursive_l=3)["c_recursive"] == 3
    assert of(released, recursive_l=4)["c_recursive"] == inf


@pytest.mark.parametrize("kind", ["category", "number"])
def test_missing_and_suppressed_sensitive_cells_are_left_out(kind):
    numbers = of(table(q=["x"] * 4, s=["1", "2", None, "*"], kinds={"s": kind}))
    assert (numbers["l_distinct"], numbers["alpha"]) == (2, 0.5)


def test_a_sensitive_column_without_any_value_gives_no_numbers():
    assert "l_distinct" not in of(table(q=["x"] * 2, s=[None, None]))


def test_sensitive_numbers_are_compared_in_their_order():
    # Two groups at the two ends of four places; as text the same values have no order and all lie one apart.
    assert of(table(q=["x", "x", "y", "y"], s=[2, 10, 100, 1000]))["t_closeness"] == pytest.approx(1 / 3)
    assert of(table(q=["x", "x", "y", "y"], s=["2", "10", "100", "1000"]))["t_closeness"] == pytest.approx(1 / 2)


def test_a_range_of_sensitive_numbers_stands_at_its_middle():
    exact = of(table(q=["x", "x", "y"], s=[15, 30, 40]))
    coarse = of(table(q=["x", "x", "y"], s=["[10;20]", "30", "40"], kinds={"s": "number"}))
    assert coarse == exact


@given(st.lists(st.tuples(st.sampled_from("xy"), st.sampled_from("abc")), min_size=1))
def test_merging_all_groups_takes_away_all_that_groups_tell(rows):
    merged = of(table(q=["z"] * len(rows), s=[value for _, value in rows]))
    assert merged["t_closeness"] == pytest.approx(0, abs=1e-12)
    assert merged["beta_basic"] == pytest.approx(0, abs=1e-12)
    assert merged["k"] >= of(table(q=[group for group, _ in rows]))["k"]
