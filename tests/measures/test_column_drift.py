"""column_drift: distributions small enough to compare by hand."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import tables
from tokumei.measures.column_drift import column_drift
from tokumei.model import Release, Schema, Table
from tokumei.model.bins import number_edges


def table(sensitive=(), **columns):
    kinds = {name[8:]: columns.pop(name) for name in list(columns) if name.startswith("kind_of_")}
    quasi = [name for name in columns if name not in sensitive]
    return Table(pl.DataFrame(columns), Schema(quasi=quasi, sensitive=sensitive, kinds=kinds)).pinned()


def drift(original, **cells):
    return column_drift(original, Release(original.released(pl.DataFrame(cells))))


def test_categories_drift_by_the_share_of_rows_that_would_have_to_change():
    assert drift(table(city=list("aabc")), city=list("aaab"))["column_drift"] == pytest.approx(1 / 4)


def test_the_headline_is_the_mean_over_quasi_and_sensitive_columns():
    before = table(["pay"], city=list("ab"), pay=["x", "y"])
    numbers = drift(before, city=["a", "a"], pay=["x", "y"])
    assert (numbers["column_drift.city"], numbers["column_drift.pay"]) == (0.5, 0)
    assert numbers["column_drift"] == 0.25


def test_a_set_is_spread_evenly_over_its_values():
    assert drift(table(city=list("aabb")), city=["{a;b}"] * 4)["column_drift"] == 0
    assert drift(table(city=list("aaab")), city=["{a;b}"] * 4)["column_drift"] == pytest.approx(1 / 4)
    assert drift(table(city=list("aaab")), city=["{a;b}", "a", "a", "a"])["column_drift"] == pytest.approx(1 / 8)


def test_a_range_is_spread_evenly_over_what_it_covers():
    whole = list(range(100))
    assert drift(table(age=whole), age=["[0;99]"] * 100)["column_drift"] == pytest.approx(0, abs=1e-9)
    assert drift(table(age=whole), age=["[0;49]"] * 100)["column_drift"] == pytest.approx(0.5, abs=1e-9)


def test_ordered_values_are_counted_place_by_place():
    sizes = pl.Series(["S", "M", "M", "L"] * 3, dtype=pl.Enum(["S", "M", "L"]))
    numbers = drift(table(size=sizes), size=["[S;M]", "[S;M]", "M", "L"] * 3)
    assert numbers["column_drift"] == pytest.approx(0)
    assert (numbers["median_before.size"], numbers["median_after.size"]) == (1, 0.8)
    assert "mean_before.size" not in numbers


def test_numbers_before_and_after_stand_side_by_side():
    numbers = drift(table(age=[10, 20, 30, 40] * 5), age=["[10;20]", "[10;20]", "35", "35"] * 5)
    assert (numbers["mean_before.age"], numbers["mean_after.age"]) == (25, 25)
    assert numbers["sd_before.age"] == pytest.approx(np.std([10, 20, 30, 40]), abs=0.1)
    assert numbers["sd_after.age"] == pytest.approx(10)
    assert (numbers["quartile_1_before.age"], numbers["quartile_3_after.age"]) == (17.6, 35)


@given(st.lists(st.integers(-(10**6), 10**6), min_size=10, max_size=60))
def test_sums_of_the_original_are_rounded_to_a_tenth_of_a_bin(values):
    numbers = drift(table(pay=values), pay=values)
    edges = number_edges(np.array(values, dtype=float), whole=True)
    grain = np.diff(edges).min() / 10
    told = [value for name, value in numbers.items() if not name.startswith("column_drift")]
    assert len(told) == 10
    assert np.array(told) / grain == pytest.approx(np.round(np.array(told) / grain), abs=1e-6)
    assert numbers["mean_before.pay"] == pytest.approx(np.mean(values), abs=grain)


def test_sums_that_tell_of_fewer_than_ten_people_are_left_out():
    assert list(drift(table(age=list(range(9))), age=list(range(9)))) == ["column_drift", "column_drift.age"]
    assert "mean_before.age" in drift(table(age=list(range(10))), age=list(range(10)))
    assert "mean_before.age" not in drift(table(age=[*range(9), None]), age=[*range(9), None])
    visits = pl.DataFrame({"age": list(range(18)), "id": [place // 2 for place in range(18)]})
    people = Table(visits, Schema(quasi="age", identifier="id", person="id")).pinned()
    assert "mean_before.age" not in column_drift(people, Release.untouched(people))


def test_missing_and_suppressed_are_values_of_their_own():
    assert drift(table(age=[1, None]), age=[1, None])["column_drift"] == 0
    assert drift(table(age=[1, None]), age=[1, 1])["column_drift"] == 0.5
    assert drift(table(age=[1, 2]), age=["1", "*"])["column_drift"] == 0.5
    assert drift(table(city=["a", "b"]), city=["a", "*"])["column_drift"] == 0.5


def test_a_column_that_is_not_released_has_drifted_away():
    numbers = drift(table(["pay"], age=[1, 2] * 5, pay=[10, 20] * 5), age=[1, 2] * 5)
    assert (numbers["column_drift.pay"], numbers["column_drift"]) == (1, 0.5)
    assert np.isnan(numbers["mean_after.pay"])


def test_a_release_without_rows_has_drifted_away():
    assert drift(table(age=[1, 2]), age=pl.Series([], dtype=pl.Int64))["column_drift"] == 1


def test_two_tables_without_rows_are_alike():
    nothing = pl.Series([], dtype=pl.Int64)
    assert drift(table(age=nothing), age=nothing)["column_drift"] == 0


def test_sensitive_texts_that_look_like_sets_are_texts():
    numbers = drift(table(["note"], age=[1, 2, 3], note=["{a;b}", "[1;2]", "*"]), age=[1, 2, 3], note=["{a;b}"] * 3)
    assert numbers["column_drift.note"] == pytest.approx(2 / 3)


def test_infinite_values_have_a_bin_and_no_mean():
    numbers = drift(table(x=[1.0, 2.0, np.inf] * 5), x=[1.0, 2.0, np.inf] * 5)
    assert (numbers["column_drift"], numbers["mean_before.x"]) == (0, 1.5)
    assert drift(table(x=[1.0, 2.0, np.inf]), x=[1.0, 2.0, 2.0])["column_drift"] == pytest.approx(1 / 3)


def test_huge_values_do_not_overflow():
    huge = [-1.7e308, 1.7e308] * 5
    numbers = drift(table(x=huge), x=huge)
    assert (numbers["column_drift"], numbers["mean_before.x"]) == (0, 0)
    assert numbers["sd_before.x"] == pytest.approx(1.7e308, rel=0.01)


def test_a_range_narrower_than_numbers_can_be_halved_is_a_point():
    assert drift(table(x=[0.0, 1.0]), x=["[0;5e-324]", "1"])["column_drift"] == 0


@given(st.lists(st.sampled_from("abcd"), min_size=1), st.lists(st.sampled_from("abcde"), min_size=1))
def test_categories_agree_with_the_slow_twin(before, after):
    slow = sum(abs(before.count(v) / len(before) - after.count(v) / len(after)) for v in "abcde") / 2
    assert drift(table(city=before), city=after)["column_drift"] == pytest.approx(slow, abs=1e-12)


@given(tables(min_rows=1), st.data())
def test_a_drift_is_a_share(original, data):
    rows = data.draw(st.lists(st.integers(0, len(original) - 1), min_size=1, max_size=20))
    numbers = column_drift(original, Release.untouched(original).take(np.array(rows)))
    assert all(0 <= value <= 1 for name, value in numbers.items() if name.startswith("column_drift"))


@given(tables(min_rows=1))
def test_every_row_twice_is_no_drift(original):
    rows = np.tile(np.arange(len(original)), 2)
    numbers = column_drift(original, Release.untouched(original).take(rows))
    assert numbers["column_drift"] == pytest.approx(0, abs=1e-12)
