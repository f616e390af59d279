"""What agreements are worth, by hand where they are few."""

import numpy as np
import polars as pl
import pytest

from tests import found
from tokumei.errors import BadData
from tokumei.kernels.linking import FAR, UNIT
from tokumei.model import Schema, Table
from tokumei.model.linking import Linking


def table(**columns):
    return Table(pl.DataFrame(columns), Schema(quasi=list(columns))).pinned()


def linking(known, **released):
    return Linking.of(known, known.released(pl.DataFrame(released)), list(released))


def test_the_share_of_known_values_in_a_cell_is_counted():
    ours = linking(table(zip=["a", "a", "b", "c"]), zip=["a", "{b;c}", "{a;c}", "*", "z"])
    assert ours.shares[:, 0].tolist() == [0.5, 0.5, 0.75, 0.0, 0.0]
    assert ours.shares[:, FAR].tolist() == [0.5, 0.5, 0.25, 1.0, 1.0]
    assert ours.is_told.tolist() == [True, True, True, False, True]


def test_numbers_agree_by_how_far_they_are_outside():
    known = table(x=[0.0, 1.0, 2.0, 10.0])
    ours = linking(known, x=["[0;1]", "[1.5;2]"])
    assert ours.shares.sum(axis=1) == pytest.approx([1.0, 1.0])
    assert ours.shares[:, 0].tolist() == [0.5, 0.25]
    assert ours.shares[:, FAR].tolist() == [0.25, 0.25]


def test_a_column_that_is_fully_trusted_weighs_agreement_by_its_rarity():
    ours = linking(table(zip=["a"] * 6 + ["b"] * 2), zip=["a", "b"])
    trust = np.zeros((1, FAR + 1))
    trust[0, 0] = 1.0
    weights = ours.weights(trust)[:, 0] / UNIT
    assert weights == pytest.approx(np.log([8 / 6, 8 / 2]), abs=1e-4)


def test_a_column_that_is_not_trusted_weighs_nothing():
    ours = linking(table(x=[1.0, 2.0, 3.0], zip=["a", "b", "b"]), x=["1", "[2;3]"], zip=["b", "a"])
    trust = np.zeros((2, FAR + 1))
    trust[:, FAR] = 1.0
    weights = ours.weights(trust)[:, : FAR + 1]
    assert np.abs(weights[ours.shares > 0]).max() <= 1


@pytest.mark.parametrize("copies", [1, 2])
def test_exact_agreement_is_not_given_up_for_agreement_by_chance(copies):
    rng = np.random.default_rng(0)
    known = table(a=rng.integers(0, 4, 500), b=np.arange(500) // copies)
    released = known.with_columns({"a": pl.Series(rng.integers(0, 4, 500))})
    judge = Linking.of(known, released, ["a", "b"]).learned(found.job())
    assert (judge.best(found.job()) // copies == np.arange(500) // copies).all()


def test_a_column_of_two_kinds_is_refused():
    known = table(x=[1, 2])
    other = Table(pl.DataFrame({"x": ["a", "b"]}), Schema(quasi="x"))
    with pytest.raises(BadData, match="column 'x' is number in one table and category in the other"):
        Linking.of(known, other, ["x"])
