"""Encodings: the only place where columns become numbers."""

from datetime import date

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import AWKWARD, continuous, people, tables
from tokumei.errors import BadData, BadOption
from tokumei.model import Encoded, Schema, Table

SCALES = ("minmax", "zscore", "none")
CODES = ("alphabetical", "appearance", "onehot")


def matrix(values, said=None, **options):
    table = Table(pl.DataFrame({"a": values}), Schema(quasi="a", **said or {}))
    return Encoded.of(table, **options).matrix.tolist()


@given(tables(min_rows=1), st.sampled_from(SCALES), st.sampled_from(CODES))
def test_every_row_is_a_finite_point(table, scale, codes):
    qi = Encoded.of(table, scale=scale, codes=codes)
    assert qi.matrix.shape == (len(table), len(qi.names))
    assert np.isfinite(qi.matrix).all()
    assert list(dict.fromkeys(qi.names)) == table.quasi == list(qi.coding)


@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("scale", SCALES)
def test_awkward_tables_become_finite_points(name, scale):
    qi = Encoded.of(AWKWARD[name], scale=scale)
    assert np.isfinite(qi.matrix).all()
    assert len(qi) == len(AWKWARD[name])


@given(tables(min_rows=1))
def test_missing_cells_are_marked_and_stand_at_the_mean(table):
    qi = Encoded.of(table)
    gaps = np.column_stack([table.frame[name].is_null().to_numpy() for name in table.quasi])
    missing = np.zeros_like(gaps) if qi.missing is None else qi.missing
    assert missing.tolist() == gaps.tolist()
    for column, gap in zip(qi.matrix.T, gaps.T, strict=True):
        if gap.any() and not gap.all():
            np.testing.assert_allclose(column[gap], column[~gap].mean(), atol=1e-12)


@given(tables(min_rows=1))
def test_minmax_lies_between_0_and_1(table):
    qi = Encoded.of(table, scale="minmax")
    assert (qi.matrix >= 0).all()
    assert (qi.matrix <= 1).all()


def test_zscore_has_mean_0_and_unit_spread():
    qi = Encoded.of(continuous(200), scale="zscore")
    np.testing.assert_allclose(qi.matrix.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(qi.matrix.std(axis=0), 1)


def test_without_a_scale_numbers_stay_as_they_are():
    assert matrix([3.0, -1.5], scale="none") == [[3.0], [-1.5]]


def test_categories_are_numbered_by_name_or_by_first_row():
    assert matrix(["b", "c", "a", "b"], scale="none") == [[1], [2], [0], [1]]
    assert matrix(["b", "c", "a", "b"], scale="none", codes="appearance") == [[0], [1], [2], [0]]


def test_one_column_a_category_keeps_any_two_one_apart():
    points = np.array(matrix(["b", "c", "a", "b"], codes="onehot"))
    gaps = ((points[:, None] - points[None, :]) ** 2).sum(axis=2)
    np.testing.assert_allclose(gaps, [[0, 1, 1, 0], [1, 0, 1, 1], [1, 1, 0, 1], [0, 1, 1, 0]])


@given(st.permutations(range(12)))
def test_codes_by_name_do_not_depend_on_the_order_of_rows(order):
    table = people(12)
    shuffled = Encoded.of(table.take(np.array(order)))
    np.testing.assert_allclose(shuffled.matrix, Encoded.of(table).matrix[order])


@pytest.mark.parametrize("dtype", [pl.String, pl.Categorical])
def test_a_category_is_coded_alike_whatever_holds_it(dtype):
    assert matrix(pl.Series(["b", None, "a", "b"], dtype=dtype), scale="none") == [
        [1.0],
        [pytest.approx(2 / 3)],
        [0.0],
        [1.0],
    ]


def test_dates_count_as_days_and_ordered_values_by_their_order():
    assert matrix([date(1970, 1, 2), date(1970, 1, 11)], scale="none") == [[1.0], [10.0]]
    said = {"orders": {"a": ["small", "medium", "large"]}}
    assert matrix(["large", "small"], said, scale="none") == [[2.0], [0.0]]


def test_a_weight_multiplies_squared_distances():
    (low,), (high,) = matrix([0.0, 5.0], {"weights": {"a": 4.0}})
    assert (high - low) ** 2 == pytest.approx(4.0)


@pytest.mark.parametrize("values", [[float("inf"), 1.0], [1.0, -float("inf"), None]])
def test_infinite_values_are_counted_and_refused(values):
    with pytest.raises(BadData, match="column 'a' holds 1 infinite values; make them missing or remove the rows"):
        matrix(values)


def test_too_many_indicators_are_refused_with_a_way_out():
    with pytest.raises(BadOption, match=r"column 'a' has 2001 values, more than 2000; use codes=alphabetical"):
        matrix([f"v{row}" for row in range(2001)], codes="onehot")


def test_a_table_without_quasi_columns_cannot_be_encoded():
    with pytest.raises(BadData, match="no column has the role quasi"):
        Encoded.of(Table(pl.DataFrame({"a": [1]}), Schema()))


def test_cells_of_a_former_step_stand_at_their_middle():
    table = Table(pl.DataFrame({"a": [1, 3, 5]}), Schema(quasi="a")).pinned()
    out = table.released(pl.DataFrame({"a": ["[1;3]", "5", None]}))
    qi = Encoded.of(out, scale="none")
    assert qi.matrix.tolist() == [[2.0], [5.0], [3.5]]
    assert qi.missing.tolist() == [[False], [False], [True]]


def test_scaling_is_of_the_whole_table_for_the_rows_taken_too():
    qi = Encoded.of(continuous(20))
    assert qi.take(np.array([3, 5])).matrix.tolist() == qi.matrix[[3, 5]].tolist()


def test_a_person_is_one_point_the_mean_of_their_rows():
    table = Table(
        pl.DataFrame({"id": ["x", "y", "x"], "a": [1.0, 5.0, 3.0], "b": [None, 1.0, None]}),
        Schema(quasi=["a", "b"], person="id"),
    )
    one = Encoded.of(table, scale="none").per(table.people)
    assert one.matrix[:, 0].tolist() == [2.0, 5.0]
    assert one.missing.tolist() == [[False, True], [False, False]]


def test_an_encoding_hides_the_cells_it_is_made_of():
    assert "Canary" not in repr(Encoded.of(Table(pl.DataFrame({"a": ["Canary", "x"]}), Schema(quasi="a"))))
