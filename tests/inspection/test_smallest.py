"""The k of a table, against counting by hand."""

from collections import Counter

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.inspection import inspect
from tokumei.inspection.smallest import MOST_PATTERNS, smallest_group, smallest_match

ROWS = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.tuples(*[st.one_of(st.none(), st.integers(0, 2))] * width), min_size=1, max_size=25
    )
)  # fmt: skip


def framed(rows):
    return pl.DataFrame(rows, schema={f"c{i}": pl.Int64 for i in range(len(rows[0]))}, orient="row")


def matches(one, other):
    return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


@given(ROWS)
def test_missing_matches_missing_only(rows):
    frame = framed(rows)
    assert smallest_group(frame, frame.columns) == min(Counter(rows).values())


@given(ROWS)
def test_missing_matching_anything_agrees_with_comparing_all_pairs(rows):
    frame = framed(rows)
    assert smallest_match(frame, frame.columns) == min(sum(matches(a, b) for b in rows) for a in rows)


@given(ROWS, st.randoms(use_true_random=False))
def test_k_counts_people(rows, random):
    people = [random.randrange(4) for _ in rows]
    frame = framed(rows)
    groups = {}
    for row, person in zip(rows, people, strict=True):
        groups.setdefault(row, set()).add(person)
    wanted = min(len(group) for group in groups.values())
    assert smallest_group(frame.with_columns(pl.Series("who", people)), frame.columns, "who") == wanted


def test_k_of_a_released_table_needs_no_original():
    released = pl.DataFrame({"age": ["[24;31]"] * 3 + ["*"] * 2, "city": ["{Chiba;Tokyo}"] * 3 + ["Osaka"] * 2})
    found = inspect(released)
    assert found.schema.quasi == ("age", "city")
    assert found.k == 2


@pytest.mark.parametrize("frame", [pl.DataFrame({"a": []}), pl.DataFrame()])
def test_a_table_without_rows_has_no_k(frame):
    assert smallest_group(frame, frame.columns) is None
    assert smallest_match(frame, frame.columns) is None


def test_both_counts_are_reported_where_cells_are_missing():
    document = inspect(pl.DataFrame({"a": [1, 1, None], "b": [5, 5, 5]}), quasi=["a", "b"]).document()
    assert (document["k"], document["k_missing_matches_any"]) == (1, 3)


def test_only_one_count_is_reported_where_nothing_is_missing():
    assert "k_missing_matches_any" not in inspect(pl.DataFrame({"a": [1, 1]}), quasi="a").document()


def test_too_many_patterns_of_missing_cells_are_left_uncounted_and_told():
    bits = range(MOST_PATTERNS * 2)
    frame = pl.DataFrame({f"c{i}": [None if row >> i & 1 else 1 for row in bits] for i in range(7)})
    found = inspect(frame, quasi=frame.columns)
    assert found.document()["k_missing_matches_any"] is None
    assert "missing_not_matched" in [one["code"] for one in found.findings()]


def test_not_a_number_counts_as_missing():
    found = inspect(pl.DataFrame({"a": [1.5, 1.5, float("nan"), None]}), quasi="a")
    assert found.document()["columns"][0]["missing"] == 2
    assert found.k == 2
