"""Noise has the size it says, whole numbers stay whole, order stays where asked."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.made import cells, changed, table
from tokumei.errors import BadData, BadOption
from tokumei.model import Table

ROWS = 20_000
RNG = np.random.default_rng(12345)
PAY = RNG.lognormal(6, 1, ROWS)


def added(values, **options):
    data = table(pay=values)
    return changed("noise", data, **options).data.frame["pay"].to_numpy() - data.frame["pay"].to_numpy()


@pytest.mark.parametrize("law", ["normal", "laplace", "uniform"])
def test_noise_has_mean_zero_and_the_standard_deviation_it_says_whatever_the_law(law):
    for size, unit, wanted in [(3.0, "absolute", 3.0), (0.2, "sd", 0.2 * PAY.std())]:
        drawn = added(PAY, law=law, size=size, unit=unit)
        assert drawn.std() == pytest.approx(wanted, rel=0.03)
        assert abs(drawn.mean()) < 4 * wanted / np.sqrt(ROWS)


def test_relative_noise_grows_with_the_value():
    drawn = added(PAY, size=0.1, unit="relative") / PAY
    assert drawn.std() == pytest.approx(0.1, rel=0.03)


def test_the_laws_differ_in_their_tails():
    beyond = {law: np.abs(added(PAY, law=law, size=1, unit="absolute")) for law in ("normal", "laplace", "uniform")}
    assert (beyond["normal"] > 2).mean() == pytest.approx(0.0455, abs=0.006)
    assert (beyond["laplace"] > 2).mean() == pytest.approx(np.exp(-2 * np.sqrt(2)), abs=0.006)
    assert beyond["uniform"].max() <= np.sqrt(3)


@given(st.lists(st.integers(-5, 5) | st.none(), min_size=1, max_size=30), st.integers(0, 9))
def test_ranks_are_kept_where_asked(values, seed):
    after = changed(
        "noise", table(pay=pl.Series(values, dtype=pl.Int64)), seed, size=3, unit="absolute", keep_ranks=True
    )
    pairs = [pair for pair in zip(values, after.data.frame["pay"], strict=True) if pair[0] is not None]
    assert all(b <= d for a, b in pairs for c, d in pairs if a < c)


def test_whole_numbers_stay_whole_unless_told_otherwise():
    assert changed("noise", table(pay=[1, 2, 3])).data.frame["pay"].dtype == pl.Int64
    assert changed("noise", table(pay=[1, 2, 3]), keep_integers=False).data.frame["pay"].dtype == pl.Float64


def test_values_stay_within_what_their_type_can_hold():
    data = table(pay=pl.Series([0, 255] * 50, dtype=pl.UInt8), huge=pl.Series([2**63 - 1, -(2**63)] * 50))
    after = changed("noise", data, size=1.0).data.frame
    assert after.dtypes == [pl.UInt8, pl.Int64]
    assert after["pay"].min() == 0
    assert after["pay"].max() == 255


def test_decimals_stay_decimals():
    pay = pl.Series(["1.25", "2.50"]).cast(pl.Decimal(10, 2))
    assert changed("noise", table(pay=pay)).data.frame["pay"].dtype == pl.Decimal(10, 2)


def test_only_sensitive_numbers_get_noise_unless_columns_are_named():
    data = table(quasi=["age"], age=list(range(50)), pay=list(range(0, 5000, 100)), ill=["flu"] * 50)
    after = changed("noise", data).data.frame
    assert after.select("age", "ill").equals(data.frame.select("age", "ill"))
    assert not after["pay"].equals(data.frame["pay"])
    assert not changed("noise", data, columns="age", size=5).data.frame["age"].equals(data.frame["age"])


def test_suppressed_cells_stay_suppressed_and_numbers_beside_them_move():
    data = cells(table(quasi=["age"], age=[1, 2, 3, 4]), age=["10", "*", "30", None])
    moved = changed("noise", data, columns=["age"], size=1, unit="relative").data.frame["age"].to_list()
    assert moved[1] == "*"
    assert moved[3] is None
    assert moved[0] != "10"
    assert int(moved[0]) != 0


def test_ranges_of_an_earlier_step_are_refused():
    ranges = cells(table(quasi=["age"], age=[1, 2]), age=["[1;2]", "3"])
    with pytest.raises(BadData, match="column 'age' holds 1 ranges or sets of an earlier step; put noise first"):
        changed("noise", ranges, columns=["age"])


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({}, BadData, "none of its usual columns holds numbers; name the columns"),
        ({"columns": ["ill"]}, BadOption, "column 'ill' is of kind category; noise takes numbers"),
        ({"columns": []}, BadOption, "columns="),
        ({"size": -1}, BadOption, "more than 0"),
        ({"law": "cauchy"}, BadOption, "one of normal, laplace, uniform"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(options, error, said):
    data = table(ill=["flu", "none"])
    with pytest.raises(error, match=said):
        changed("noise", data, **options)


def test_huge_values_overflow_nothing():
    data: Table = table(pay=[1e308, -1e308, 0.0])
    assert changed("noise", data).data.frame["pay"].is_finite().all()
