"""What lies where when columns become coordinates, and above all what a missing cell does."""

import numpy as np
import polars as pl
import pytest

from tokumei.errors import BadData, BadOption
from tokumei.model import Schema, Table
from tokumei.model.coordinates import coordinates

SENSITIVE = Schema(sensitive=["s", "t"])


def placed(known, released, scale="none", names=("s", "t")):
    table = Table(pl.DataFrame(known, strict=False), SENSITIVE).pinned()
    return coordinates(table, table.released(pl.DataFrame(released, strict=False)), names, scale)


def distances(known, released, **more):
    points, boxes = placed(known, released, **more)
    gaps = np.maximum(points.low - boxes.high[:, None], boxes.low[:, None] - points.low).clip(0)
    return np.sqrt((gaps**2).sum(axis=2)).tolist()


def test_numbers_lie_where_they_are():
    assert distances({"s": [0, 3], "t": [0.0, 4.0]}, {"s": [0, 3], "t": [0.0, 4.0]}) == [[0, 5], [5, 0]]


def test_the_distance_to_a_range_is_that_to_its_nearer_end_and_nothing_inside():
    assert distances({"s": [0, 5, 9], "t": [0, 0, 0]}, {"s": ["[4;6]"], "t": [0]}) == [[4, 0, 3]]


@pytest.mark.parametrize("nothing", ["*", None, float("nan"), "inf", "-inf"])
def test_a_released_cell_that_tells_nothing_adds_nothing(nothing):
    assert distances({"s": [0, 50], "t": [3, 4]}, {"s": [nothing], "t": [3]}) == [[0, 1]]


@pytest.mark.parametrize("gap", [None, float("nan"), float("inf")])
def test_a_person_with_a_gap_is_farther_than_anybody_without(gap):
    known = {"s": [gap, -1e3, 1e3, 5.0], "t": [7.0, -1e3, 1e3, gap]}
    found = distances(known, {"s": [-1e3, 1e3], "t": [7.0, 7.0]})
    assert all(max(row[1:3]) < min(row[0], row[3]) for row in found)
    assert distances(known, {"s": ["*"], "t": [7.0]})[0][0] == 0


def test_columns_on_one_scale_weigh_the_same():
    known = {"s": [0, 10], "t": [0, 1000]}
    assert distances(known, {"s": [10], "t": [0]}, scale="minmax") == [[1, 1]]
    assert distances(known, {"s": [5], "t": [0]}, scale="zscore") == [[1, pytest.approx(5**0.5)]]


def test_a_constant_column_is_no_trouble_on_any_scale():
    for scale in ("none", "minmax", "zscore"):
        assert distances({"s": [7, 7], "t": [0, 0]}, {"s": [7], "t": [0]}, scale=scale) == [[0, 0]]


@pytest.mark.parametrize("size", [1.7e308, 1e-300, 5e-324])
def test_the_order_of_distances_survives_huge_and_tiny_numbers(size):
    found = distances({"s": [-size, 0.0, size], "t": [0.0, 0.0, 0.0]}, {"s": [size], "t": [0.0]})[0]
    assert np.isfinite(found).all()
    assert found[0] > found[1] > found[2] == 0


def test_dates_count_in_days():
    known = {"s": ["2020-01-01", "2020-01-11"], "t": [0, 0]}
    table = Table(pl.DataFrame(known), Schema(sensitive=["s", "t"], kinds={"s": "date"})).pinned()
    points, boxes = coordinates(table, table.released(table.frame), ["s"])
    assert float(points.low[1, 0] - boxes.low[0, 0]) == 10


def test_where_nothing_is_compared_everybody_is_equally_near():
    assert distances({"s": [1, 2], "t": [3, 4]}, {"s": [9], "t": [9]}, names=()) == [[0, 0]]


def test_text_is_refused_without_showing_it():
    with pytest.raises(BadOption, match="column 's' is a category: no distances are measured there"):
        distances({"s": ["secret", "x"], "t": [0, 0]}, {"s": ["x"], "t": [0]})
    with pytest.raises(BadData, match="column 's': 1 cells are neither numbers nor ranges") as told:
        distances({"s": [1, 2], "t": [0, 0]}, {"s": ["secret"], "t": [0]})
    assert "secret" not in str(told.value)
