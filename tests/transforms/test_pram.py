"""Post-randomization keeps what it says it keeps."""

import numpy as np
import pytest

from tests.transforms.made import cells, changed, table
from tokumei.errors import UnknownColumn

ROWS = 30_000
RNG = np.random.default_rng(12345)
ILL = RNG.choice(["none", "flu", "rare"], ROWS, p=[0.7, 0.25, 0.05])
SEX = RNG.choice(["f", "m"], ROWS)


def frequencies(values):
    return np.array([np.mean(np.asarray(values) == name) for name in ("none", "flu", "rare")])


def drawn(**options):
    return changed("pram", table(ill=ILL, sex=SEX), columns=["ill"], **options).data.frame["ill"].to_numpy()


def test_the_share_kept_is_kept():
    assert np.mean(drawn(keep=0.6, invariant=False) == ILL) == pytest.approx(0.6, abs=0.01)
    by_chance = (frequencies(ILL) ** 2).sum()
    assert np.mean(drawn(keep=0.6) == ILL) == pytest.approx(0.6 + 0.4 * by_chance, abs=0.01)
    assert (drawn(keep=1) == ILL).all()


def test_an_invariant_draw_keeps_expected_frequencies_and_the_other_evens_them_out():
    before = frequencies(ILL)
    assert frequencies(drawn(keep=0.2)) == pytest.approx(before, abs=0.01)
    even = 0.2 * before + 0.8 * (1 - before) / 2
    assert frequencies(drawn(keep=0.2, invariant=False)) == pytest.approx(even, abs=0.01)


def test_every_other_value_is_as_likely():
    changed_from_none = drawn(keep=0, invariant=False)[ILL == "none"]
    assert frequencies(changed_from_none) == pytest.approx([0, 0.5, 0.5], abs=0.02)


@pytest.mark.parametrize("invariant", [True, False])
def test_within_a_column_only_values_that_occur_there_are_drawn(invariant):
    part = np.where(SEX == "f", "pregnant", "bald")
    part = np.where(RNG.random(ROWS) < 0.5, "well", part)
    data = table(part=part, sex=SEX)
    after = changed("pram", data, columns=["part"], keep=0.1, invariant=invariant, within=["sex"]).data.frame
    pairs = set(zip(after["sex"], after["part"], strict=True))
    assert pairs == {("f", "pregnant"), ("f", "well"), ("m", "bald"), ("m", "well")}


def test_a_column_of_one_value_has_no_other_to_take():
    assert changed("pram", table(ill=["flu"] * 5), keep=0, invariant=False).data.frame["ill"].to_list() == ["flu"] * 5


def test_missing_and_suppressed_cells_are_neither_changed_nor_drawn():
    data = cells(table(quasi=["city"], city=["a", "b", "c", "d"]), city=["*", None, "x", "y"])
    for seed in range(20):
        after = changed("pram", data, seed, columns=["city"], keep=0, invariant=False).data.frame["city"].to_list()
        assert after == ["*", None, "y", "x"]


def test_a_column_to_stay_within_must_be_there():
    with pytest.raises(UnknownColumn, match="no column 'sexx' in pram; did you mean 'sex'"):
        drawn(within=["sexx"])
