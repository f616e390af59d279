"""What a profile tells of a table singles nobody out."""

from collections import Counter
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import AWKWARD, people, tables
from tokumei.model import Release, Schema, Table
from tokumei.model.bins import counted, day_edges, number_edges, pooled, spread
from tokumei.model.profile import FEW, MOST_COLUMNS, MOST_NEW_VALUES, MOST_SIZES, MOST_VALUES, group_sizes

ks = st.integers(0, 7)
finite = st.floats(-1e300, 1e300) | st.integers(-1000, 1000).map(float)


def table(**values: Any) -> Table:
    """Return a table whose columns are all quasi."""
    return Table(pl.DataFrame(values), Schema(quasi=list(values))).pinned()


def told(original: Table, released: Table, k: int) -> dict[str, Any]:
    """Return the profile of a release."""
    return original.profile(Release(released), k)


def bins_of(original: Table, released: Table | None = None, k: int = 0) -> list[dict[str, Any]]:
    """Return the bins of the first column."""
    bins: list[dict[str, Any]] = told(original, released or original, k)["columns"][0]["bins"]
    return bins


@given(tables(max_rows=60), ks)
def test_counts_of_columns_are_rounded_and_none_is_small(original: Table, k: int) -> None:
    made = told(original, original.as_released(), k)
    assert made["few"] == max(k, FEW)
    for column in made["columns"]:
        assert {one[when] % FEW for one in column["bins"] for when in ("before", "after")} <= {0}
        assert all(one["before"] or one["after"] for one in column["bins"])
        assert column["missing"]["before"] is None or column["missing"]["before"] % FEW == 0


@given(tables(max_rows=60, quasi=("text", "digits", "categorical", "enum", "bool", "ordered")), ks)
def test_a_value_of_few_rows_is_never_named(original: Table, k: int) -> None:
    few = max(k, FEW)
    for column in told(original, original.as_released(), k)["columns"]:
        rows = Counter(original.frame[column["name"]].cast(pl.String).to_list())
        assert all(rows[one["value"]] >= few for one in column["bins"] if "value" in one and column["kind"] != "number")


@given(tables(max_rows=60, quasi=("float", "int", "small int", "few", "date", "moment", "time")), ks)
def test_a_bin_holds_no_or_enough_rows_of_the_original(original: Table, k: int) -> None:
    few = max(k, FEW)
    for column in told(original, original, k)["columns"]:
        if column["kind"] not in ("number", "date"):
            continue
        series = original.frame[column["name"]].drop_nulls()
        assert series.len() >= few or not column["bins"]
        if series.dtype.is_numeric():
            for one in column["bins"]:
                low, high = (float("-inf") if one["from"] is None else one["from"]), one["to"]
                inside = series.filter((series >= low) & (series < (float("inf") if high is None else high)))
                assert not 0 < inside.len() < few


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_tables_have_a_told(name: str) -> None:
    made = told(AWKWARD[name], AWKWARD[name].as_released(), 3)
    assert len(made["columns"]) + made["left_out"] == len(AWKWARD[name].quasi) + len(AWKWARD[name].sensitive)
    assert len(made["columns"]) <= MOST_COLUMNS


def test_neither_the_smallest_nor_the_largest_value_shows() -> None:
    one = table(pay=[*range(100, 200), 3, 987_654])
    bins = bins_of(one)
    assert bins[0]["from"] is None
    assert bins[-1]["to"] is None
    assert not {3, 987_654} & {one[end] for one in bins for end in ("from", "to")}


def test_an_untouched_table_has_the_same_counts_before_and_after() -> None:
    original = people(200)
    for column in told(original, original.as_released(), 5)["columns"]:
        assert all(one["before"] == one["after"] for one in column["bins"])


def test_bins_meet_and_hold_every_row() -> None:
    bins = bins_of(table(age=list(range(18, 90)) * 5))
    assert [one["to"] for one in bins[:-1]] == [one["from"] for one in bins[1:]]
    assert sum(one["before"] for one in bins) == 72 * 5


def test_a_released_range_is_spread_over_what_it_covers() -> None:
    original = table(age=[20, 21, 22, 23] * 25)
    released = original.released(pl.DataFrame({"age": ["[20;23]"] * 100}))
    assert [one["after"] for one in bins_of(original, released)] == [25, 25, 25, 25]


def test_a_released_set_is_spread_over_its_values() -> None:
    original = table(city=["Chiba", "Tokyo"] * 50)
    released = original.released(pl.DataFrame({"city": ["{Chiba;Tokyo}"] * 100}))
    assert {one["value"]: one["after"] for one in bins_of(original, released) if "value" in one} == {
        "Chiba": 50,
        "Tokyo": 50,
    }


def test_suppressed_and_missing_cells_are_counted_apart() -> None:
    original = table(city=["Chiba"] * 40 + [None] * 10)
    released = original.released(pl.DataFrame({"city": ["*"] * 20 + ["Chiba"] * 20 + [None] * 10}))
    [column] = told(original, released, 0)["columns"]
    assert column["suppressed"] == 20
    assert column["missing"] == {"before": 10, "after": 10}


def test_how_many_cells_are_missing_is_not_told_where_they_are_few() -> None:
    [column] = told(*[table(city=["Chiba"] * 40 + [None] * 2)] * 2, 0)["columns"]
    assert column["missing"] == {"before": None, "after": None}


def test_frequent_values_are_named_and_the_rest_pooled() -> None:
    cities = [f"city {place:02}" for place in range(40) for _ in range(10)]
    bins = bins_of(table(city=cities))
    assert [one.get("value") for one in bins] == [*(f"city {place:02}" for place in range(MOST_VALUES)), None]
    assert bins[-1] == {"rest": True, "before": (40 - MOST_VALUES) * 10, "after": (40 - MOST_VALUES) * 10}


def test_values_that_only_the_release_has_are_few_and_none_is_of_the_original() -> None:
    original = table(city=["Chiba"] * 50 + [f"rare {place}" for place in range(50)])
    released = original.released(pl.DataFrame({"city": ["Kanto"] * 50 + [f"rare {place}" for place in range(50)]}))
    named = [one["value"] for one in bins_of(original, released) if "value" in one]
    assert named == ["Chiba", "Kanto"]
    many = original.released(pl.DataFrame({"city": [f"new {place % 10}" for place in range(100)]}))
    assert len(bins_of(original, many)) <= 1 + MOST_NEW_VALUES + 1


@given(tables(max_rows=60), ks)
def test_every_released_row_is_in_one_group(original: Table, k: int) -> None:
    sizes = group_sizes(original.as_released().published_alike(), k=k)
    assert sum(one["rows"] for one in sizes) == len(original)
    assert sum(one["groups"] for one in sizes) == original.frame.select(original.quasi).unique().height
    assert all(one["from"] <= one["to"] for one in sizes)


def test_many_group_sizes_are_put_together_and_k_begins_a_bin() -> None:
    one = table(city=[place for place in range(1, 60) for _ in range(place)])
    sizes = group_sizes(one.published_alike(), k=37)
    assert len(sizes) <= MOST_SIZES
    assert 37 in {size["from"] for size in sizes}
    assert sum(size["groups"] for size in sizes) == 59


def test_where_a_person_has_several_rows_groups_count_people() -> None:
    frame = pl.DataFrame({"id": ["a", "a", "b", "c"], "city": ["Chiba"] * 3 + ["Tokyo"]})
    one = Table(frame, Schema(quasi=["city"], identifier=["id"], person="id")).pinned()
    assert group_sizes(one.published_alike(), one.people) == [
        {"from": 1, "to": 1, "groups": 1, "rows": 1},
        {"from": 2, "to": 2, "groups": 1, "rows": 3},
    ]


@given(st.lists(finite, min_size=1, max_size=50), st.booleans())
def test_edges_of_numbers_rise_and_are_not_many(values: list[float], whole: bool) -> None:
    edges = number_edges(np.array(values), whole=whole)
    assert (np.diff(edges) > 0).all()
    assert 2 <= edges.size <= 25


@given(st.lists(st.integers(-700_000, 2_900_000).map(float), min_size=1, max_size=50))
def test_edges_of_dates_rise_and_are_not_many(days: list[float]) -> None:
    edges = day_edges(np.array(days))
    assert (np.diff(edges) > 0).all()
    assert 2 <= edges.size <= 25


@given(st.lists(st.integers(0, 12), max_size=30), st.integers(1, 10))
def test_pooling_keeps_every_bin_in_order_and_leaves_none_small(counts: list[int], few: int) -> None:
    runs = pooled(counts, few)
    if 0 < sum(counts) < few:
        assert runs == []
    else:
        assert [place for a, b in runs for place in range(a, b)] == list(range(len(counts)))
    assert all(sum(counts[a:b]) == 0 or sum(counts[a:b]) >= few for a, b in runs)


@given(st.lists(st.tuples(finite, st.floats(0, 1e6)), max_size=30))
def test_spreading_loses_no_weight(cells: list[tuple[float, float]]) -> None:
    low = np.array([cell[0] for cell in cells], dtype=np.float64)
    high = low + np.array([cell[1] for cell in cells], dtype=np.float64)
    weight = np.ones(low.size)
    shares = spread(low, high, weight, np.array([0.0, 10.0, 20.0]), unit=0.0)
    assert (shares >= -1e-9).all()
    assert shares.sum() == pytest.approx(low.size)


def test_points_are_spread_as_they_are_counted() -> None:
    values, edges = np.array([-1.0, 0.0, 5.0, 10.0, 99.0]), np.array([0.0, 5.0, 10.0])
    assert spread(values, values, np.ones(5), edges, unit=1.0).tolist() == counted(values, edges).tolist()
