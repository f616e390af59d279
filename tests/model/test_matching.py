"""Who may stand behind a released row, against asking every known row about every released one."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import AWKWARD, groups, tables
from tokumei.errors import BadData
from tokumei.fills.span import span
from tokumei.model import Schema, Table
from tokumei.model.columns import column
from tokumei.model.matching import candidates, each_candidates
from tokumei.model.nearest import nearest_among


def slow(known, released, names):
    fits = np.ones((len(released), len(known)), dtype=bool)
    filled, wide = fits.copy(), np.zeros(len(released), dtype=bool)
    for name in names:
        here, there = column(released, name), column(known, name, raw=True)
        gap, empty = here.missing[here.of], there.missing[there.of]
        star = here.suppressed[here.of]
        if here.on_a_line:
            low, high, place = here.low[here.of], here.high[here.of], there.low[there.of]
            inside = (low[:, None] <= place) & (place <= high[:, None])
        else:
            inside = np.array([[set(there.values[k]) <= set(here.values[r]) for k in there.of] for r in here.of])
        inside = np.where(gap[:, None] | empty, gap[:, None] & empty, inside.reshape(fits.shape)).astype(bool)
        fits &= inside | star[:, None]
        filled &= inside | star[:, None] | (empty & (empty.sum() > gap.sum()))
        is_wide = here.low < here.high if here.on_a_line else np.array([len(cell) > 1 for cell in here.values], bool)
        wide |= star | is_wide[here.of]
    fits |= filled & (wide | fits.any(axis=1))[:, None]
    return [np.flatnonzero(row).tolist() for row in fits]


def fast(known, released, names=None):
    fit = candidates(known, released, names)
    return [fit.rows[fit.start[v] : fit.start[v + 1]].tolist() for v in fit.vector]


@given(tables(), st.data())
def test_ranges_and_sets_fit_whom_the_slow_twin_finds(table, data):
    labels = data.draw(groups(len(table)))
    released = span(table.as_released(), labels) if len(table) else table
    assert fast(table, released) == slow(table, released, table.quasi)


@given(tables(), st.data(), st.integers(1, 40))
def test_part_by_part_the_same_rows_fit(table, data, most):
    released = span(table.as_released(), data.draw(groups(len(table)))) if len(table) else table
    found = {}
    for rows, fit in each_candidates(table, released, most=most):
        fits = [fit.rows[fit.start[v] : fit.start[v + 1]].tolist() for v in fit.vector]
        found |= dict(zip(rows.tolist(), fits, strict=True))
    assert [found[row] for row in range(len(released))] == fast(table, released)


def test_wide_ranges_are_listed_in_parts_of_the_size_that_is_asked_for():
    known = Table(pl.DataFrame({"a": range(100)}), Schema(quasi="a")).pinned()
    released = known.released(pl.DataFrame({"a": [f"[{low};99]" for low in range(50)]}))
    parts = list(each_candidates(known, released, most=400))
    assert len(parts) > 8
    assert max(fit.rows.size for _, fit in parts) <= 400
    assert sum(rows.size for rows, _ in parts) == 50


@given(tables(quasi=["few", "int", "float", "missing"]), tables(quasi=["few", "int", "float", "missing"]), st.data())
def test_numbers_fit_by_value_whatever_their_types(table, other, data):
    if table.quasi != other.quasi:
        return
    released = table.from_released(other.frames)
    assert fast(table, released) == slow(table, released, table.quasi)


@given(tables())
def test_everybody_fits_their_own_untouched_row(table):
    fit = candidates(table, table.as_released())
    rows = np.arange(len(table))
    assert fit.holds(rows, rows).all()
    assert (fit.sizes_at(rows) >= 1).all()


@given(tables(), st.data())
def test_everybody_fits_their_own_row_or_nobody_does_however_it_was_grouped(table, data):
    released = span(table.as_released(), data.draw(groups(len(table))))
    rows, fit = np.arange(len(table)), candidates(table, released)
    assert (fit.holds(rows, rows) | (fit.sizes_at(rows) == 0)).all()


@pytest.mark.parametrize("name", AWKWARD)
def test_everybody_in_an_awkward_table_fits_their_own_row(name):
    table = AWKWARD[name]
    every = np.arange(len(table))
    assert candidates(table, table.as_released()).holds(every, every).all()
    fit = candidates(table, span(table.as_released(), every // 3))
    assert (fit.holds(every, every) | (fit.sizes_at(every) == 0)).all()


def test_a_star_fits_all_and_a_missing_cell_fits_missing_only():
    known = Table(pl.DataFrame({"a": ["x", "y", None]}), Schema(quasi="a")).pinned()
    assert fast(known, known.released(pl.DataFrame({"a": ["*", None, "x", "z"]}))) == [[0, 1, 2], [2], [0], []]


def test_whoever_has_a_gap_fits_any_cell_once_gaps_are_overwritten():
    known = Table(pl.DataFrame({"a": [20, 30, None, None]}), Schema(quasi="a")).pinned()
    filled = known.released(pl.DataFrame({"a": ["[20;30]", "[20;30]", "30", None]}))
    assert fast(known, filled) == [[0, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3], [2, 3]]


def test_an_average_that_fits_nobody_is_not_taken_for_that_of_the_gaps():
    known = Table(pl.DataFrame({"a": [20, 30, None, None]}), Schema(quasi="a")).pinned()
    assert fast(known, known.released(pl.DataFrame({"a": [25, 25, 25, 25]}))) == [[], [], [], []]


def test_gaps_that_a_release_kept_fit_gaps_only():
    known = Table(pl.DataFrame({"a": [20, 30, None]}), Schema(quasi="a")).pinned()
    assert fast(known, known.as_released()) == [[0], [1], [2]]


def test_values_outside_what_is_known_fit_nobody():
    known = Table(pl.DataFrame({"a": [1, 5, 9]}), Schema(quasi="a")).pinned()
    assert fast(known, known.released(pl.DataFrame({"a": ["[2;4]", "[-9;0]", "[10;99]", "[0;5]"]}))) == [
        [],
        [],
        [],
        [0, 1],
    ]


def test_without_columns_everybody_fits():
    known = Table(pl.DataFrame({"a": [1, 5]}), Schema(quasi="a"))
    assert fast(known, known, []) == [[0, 1], [0, 1]]


def test_no_released_rows_and_no_known_rows_are_fine():
    known = Table(pl.DataFrame({"a": [1, 5]}), Schema(quasi="a")).pinned()
    none = known.take(np.array([], dtype=np.int64))
    assert fast(known, none) == fast(known, none, []) == []
    assert fast(none, known) == [[], []]


def test_a_column_on_a_line_in_one_table_only_is_refused():
    known = Table(pl.DataFrame({"a": [1]}), Schema(quasi="a"))
    released = Table(pl.DataFrame({"a": ["x"]}), Schema(quasi="a"))
    with pytest.raises(BadData, match="column 'a' is number in one table and category in the other"):
        candidates(known, released)


@given(tables(min_rows=1, sensitive=["few", "digits", "float", "date"]), st.data())
def test_the_nearest_that_fits_is_the_slow_twins(table, data):
    released = table.as_released().take(np.array(data.draw(st.permutations(range(len(table))))))
    fit = candidates(table, released)
    here, there = column(released, "s"), column(table, "s", raw=True)
    exact = not here.on_a_line
    wanted = []
    for row, fitting in enumerate(slow(table, released, table.quasi)):
        gaps = [_gap(here, here.of[row], there, there.of[k], exact=exact) for k in fitting]
        told = [place for place, gap in enumerate(gaps) if gap is not None]
        wanted.append(fitting[min(told, key=lambda place: gaps[place], default=0)])
    assert nearest_among(fit, table, released, "s").tolist() == wanted


def _gap(here, mine, there, other, *, exact):
    if here.missing[mine] or there.missing[other]:
        return None
    if exact:
        return 0 if here.values[mine] == there.values[other] else None
    return abs(here.middle[mine] - there.middle[other])


def test_where_nobody_fits_everybody_is_looked_at():
    known = Table(pl.DataFrame({"a": [1, 5], "s": [10, 20]}), Schema(quasi="a", sensitive="s")).pinned()
    released = known.released(pl.DataFrame({"a": [7, 5], "s": [19, 10]}))
    assert nearest_among(candidates(known, released), known, released, "s").tolist() == [1, 1]
