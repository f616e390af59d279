"""The power of n that is fitted."""

import pytest

from bench.growth import exponent, power

ROWS = [100, 200, 400, 1000]


@pytest.mark.parametrize("true", [0.0, 0.5, 1.0, 1.1, 2.0])
@pytest.mark.parametrize("factor", [1e-9, 1.0])
def test_an_exact_power_law_is_found(true: float, factor: float) -> None:
    assert exponent(ROWS, [factor * rows**true for rows in ROWS]) == pytest.approx(true, abs=1e-6)


def test_n_log_n_lies_a_little_above_linear() -> None:
    assert exponent([1000, 2000, 4000], [1000 * 9.97, 2000 * 10.97, 4000 * 11.97]) == pytest.approx(1.13, abs=0.02)


@pytest.mark.parametrize("rows", [[], [100], [100, 200], [100, 100, 200]])
def test_fewer_than_three_sizes_tell_nothing(rows: list[int]) -> None:
    assert exponent(rows, [1.0] * len(rows)) is None
    assert power(None) == ""
