"""The measures U1 to U6 of the PWSCup 2015: their definitions, and what cells that are no plain numbers count."""

import math

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.oracles import contest as slow
from tokumei.errors import BadData, UnknownColumn
from tokumei.measures.cell_error import cell_error
from tokumei.measures.correlation_error import correlation_error
from tokumei.measures.cross_count import cross_count
from tokumei.measures.cross_mean import cross_mean
from tokumei.measures.mean_error import mean_error
from tokumei.measures.row_count_error import row_count_error
from tokumei.model import Job, Release, Schema, Table

QUASI, SENSITIVE = ["a", "b"], ["s", "t", "u"]
SCHEMA = Schema(quasi=QUASI, sensitive=SENSITIVE)
Code, Amount = st.integers(0, 2), st.integers(0, 50)
Records = st.lists(st.tuples(Code, Code, Amount, Amount, Amount), min_size=2, max_size=12)


def table(rows):
    return Table(pl.DataFrame(rows, schema=[*QUASI, *SENSITIVE], orient="row", strict=False), SCHEMA).pinned()


def release(original, rows, key=None):
    frame = pl.DataFrame(rows, schema=[*QUASI, *SENSITIVE], orient="row", infer_schema_length=None)
    return Release(original.released(frame), key=key)


def parted(rows):
    return [row[:2] for row in rows], [row[2:] for row in rows]


@given(before=Records, after=Records)
def test_each_measure_agrees_with_its_definition_written_out(before, after):
    (x_quasi, x), (y_quasi, y) = parted(before), parted(after)
    original, released = table(before), release(table(before), after)
    assert mean_error(original, released)["mean_error"] == pytest.approx(slow.mean_error(x, y))
    numbers = correlation_error(original, released)
    assert numbers["correlation_error"] == pytest.approx(slow.correlation_error(x, y), abs=1e-9)
    assert row_count_error(original, released) == {"row_count_error": abs(len(x) - len(y))}
    if not set(x_quasi) & set(y_quasi):
        assert math.isnan(cross_count(original, released)["cross_count"])
        assert math.isnan(cross_mean(original, released)["cross_mean"])
        return
    numbers = cross_count(original, released)
    assert numbers["cross_count"] == pytest.approx(slow.cross_count(x_quasi, y_quasi))
    assert numbers["cells_lost"] == pytest.approx(len(set(x_quasi) - set(y_quasi)) / len(set(x_quasi)))
    assert numbers["rows_elsewhere"] == pytest.approx(sum(q not in x_quasi for q in y_quasi) / len(y))
    assert cross_mean(original, released)["cross_mean"] == pytest.approx(slow.cross_mean(x_quasi, x, y_quasi, y))


@given(drawn=st.data(), before=Records)
def test_the_cell_error_agrees_with_its_definition_written_out(drawn, before):
    x = parted(before)[1]
    assume(all(max(column) > min(column) for column in zip(*x, strict=True)))
    after = drawn.draw(Records)
    key = drawn.draw(st.lists(st.integers(0, len(x) - 1), min_size=len(after), max_size=len(after)))
    numbers = cell_error(table(before), release(table(before), after, np.array(key)))
    assert numbers["cell_error"] == pytest.approx(slow.cell_error(x, parted(after)[1], key))


@given(before=Records, after=Records)
def test_the_headline_is_the_mean_over_the_columns(before, after):
    original, released = table(before), release(table(before), after)
    for measure in (mean_error, cross_mean, correlation_error):
        numbers = measure(original, released)
        each = [numbers[f"{measure.__name__}.{name}"] for name in SENSITIVE]
        assert numbers[measure.__name__] == pytest.approx(np.mean(each), nan_ok=True)


PLAIN = [(0, 0, 0, 0, 5), (0, 1, 10, 0, 5), (1, 1, 20, 8, 5), (1, 1, 30, 4, 5)]


def one(measure, cells, *, key=None, **options):
    """Return the number of a measure for column s, whose released cells are these."""
    original = table(PLAIN)
    frame = original.frame.with_columns(s=pl.Series(cells))
    numbers = measure(original, Release(original.released(frame), key=key), sensitive=["s"], **options)
    return numbers[f"{measure.__name__}.s"]


def test_a_range_counts_at_its_middle_and_a_set_at_the_middle_of_its_ends():
    cells = ["[0;10]", "10", "{10;20;40}", "30"]
    assert one(mean_error, cells) == (5 + 10 + 25 + 30) / 4 - 15
    assert one(cross_mean, cells) == pytest.approx((5 + 0 + 2.5) / 3)
    assert one(cell_error, cells, key=np.arange(4)) == pytest.approx((5 + 0 + 5 + 0) / 30 / 4)


def test_missing_and_suppressed_cells_are_left_out_of_means_and_are_full_errors_in_cells():
    cells = ["*", "10", None, "30"]
    assert one(mean_error, cells) == 20 - 15
    # The cell (0, 0) shows no number any more and is left out.
    assert one(cross_mean, cells) == (0 + 5) / 2
    assert one(cell_error, cells, key=np.arange(4)) == (1 + 0 + 1 + 0) / 4


def test_cells_missing_in_the_original_are_no_error():
    original = table([(0, 0, None, 1, 1), (0, 0, 4, 2, 1), (0, 0, 8, 3, 1)])
    filled = Release(original.released(original.frame.with_columns(s=pl.Series([9, 4, 8]))), key=np.arange(3))
    assert cell_error(original, filled)["cell_error.s"] == 0
    assert cell_error(original, filled.take(np.array([0])))["cell_error.t"] == 0
    assert math.isnan(cell_error(original, filled.take(np.array([0])))["cell_error.s"])


def test_a_column_that_shows_no_number_any_more_has_no_error_to_boast_of():
    assert math.isnan(one(mean_error, ["*"] * 4))
    assert math.isnan(one(cross_mean, ["*"] * 4))
    assert one(cell_error, ["*"] * 4, key=np.arange(4)) == 1


def test_infinite_values_are_left_out():
    assert one(mean_error, [0.0, 10.0, 20.0, math.inf]) == 15 - 10


def test_a_column_without_spread_is_no_division_by_zero():
    original, key = table(PLAIN), np.arange(4)
    moved = Release(original.released(original.frame.with_columns(u=pl.Series([5, 5, 5, 6]))), key=key)
    assert cell_error(original, moved)["cell_error.u"] == 0.25
    flat = Release(original.released(original.frame.with_columns(s=pl.lit(15))), key=key)
    before = slow._pearson((0, 10, 20, 30), (0, 0, 8, 4))
    assert correlation_error(original, flat, sensitive=["s", "t"])["correlation_error"] == pytest.approx(abs(before))


def test_a_correlation_leaves_out_the_rows_where_one_cell_is_missing():
    original = table([*PLAIN, (1, 1, None, 7, 5)])
    released = Release(table(PLAIN))
    assert correlation_error(original, released, sensitive=["s", "t"])["correlation_error"] == pytest.approx(0)


def test_huge_numbers_give_numbers():
    rows = [(0, 0, -1.7e308, 1e308, 0.0), (0, 0, 1.7e308, -1e308, 1.0), (0, 0, 0.0, 0.0, 2.0)]
    released = release(table(rows), rows[::-1], np.arange(3))
    for measure in (cell_error, correlation_error, mean_error):
        assert np.isfinite(measure(table(rows), released)[measure.__name__])
    assert cell_error(table(rows), released)["cell_error.s"] == pytest.approx((0.5 + 0 + 0.5) / 3)


def test_generalized_quasi_cells_are_cells_that_the_original_does_not_have():
    original = table(PLAIN)
    ranged = original.frame.with_columns(a=pl.Series(["0", "[0;1]", "1", "*"]))
    found = cross_count(original, Release(original.released(ranged)))
    assert found == {"cross_count": 0.5, "cells_lost": pytest.approx(1 / 3), "rows_elsewhere": 0.5}


def test_a_range_around_a_value_counts_as_that_value_and_missing_equals_missing():
    original = table([(1, None, 1, 1, 1), (1, None, 1, 1, 1), (2, 1, 1, 1, 1)])
    ranged = original.frame.with_columns(a=pl.Series(["[0;2]", "1", "2"]))
    found = cross_count(original, Release(original.released(ranged)))
    assert found == {"cross_count": 0, "cells_lost": 0, "rows_elsewhere": 0}


def test_suppressed_is_not_missing():
    original = Table(pl.DataFrame({"a": [None, 1.0]}), Schema(quasi="a")).pinned()
    released = Release(original.released(pl.DataFrame({"a": ["*", "1"]})))
    assert cross_count(original, released)["rows_elsewhere"] == 0.5


def test_without_a_common_cell_there_is_no_number_and_a_finding_says_why():
    original, job = table(PLAIN), Job()
    gone = Release(original.released(original.frame.with_columns(a=pl.lit("*"))))
    assert math.isnan(cross_count(original, gone, job=job)["cross_count"])
    assert math.isnan(cross_mean(original, gone)["cross_mean"])
    assert [found["code"] for found in job.findings] == ["no_common_cells"]
    assert cross_count(original, gone, columns=["b"])["cross_count"] == 0


def test_texts_that_look_like_our_notation_are_equal_to_themselves():
    original = Table(pl.DataFrame({"a": ["*", "[1;2]", "{a;b}", "x"]}), Schema(quasi="a")).pinned()
    assert cross_count(original, Release.untouched(original))["rows_elsewhere"] == 0


def test_columns_that_cannot_be_compared_are_refused_in_a_sentence():
    original = table(PLAIN)
    released = Release(original)
    with pytest.raises(UnknownColumn, match="no column 'sa' in the sensitive columns"):
        mean_error(original, released, sensitive=["sa"])
    with pytest.raises(UnknownColumn, match="no column 's' in the quasi columns"):
        cross_count(original, released, columns=["s"])
    with pytest.raises(UnknownColumn, match="no column 's' in the released table"):
        mean_error(original, Release(Table(original.frame.drop("s"), Schema(quasi=QUASI))))
    words = Table(original.frame.with_columns(s=pl.lit("much")), SCHEMA).pinned()
    with pytest.raises(BadData, match="column 's' does not hold numbers"):
        mean_error(words, Release(words), sensitive=["s"])
    with pytest.raises(BadData, match="column 's': 4 cells are neither numbers"):
        mean_error(original, Release(original.released(words.frame)))
