"""What is special to the attacker who knows every sensitive number."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokumei as tk
from tests import found
from tests.strategies import tables
from tokumei.attacks.euclid import euclid
from tokumei.errors import BadData, BadOption, InputError, UnknownColumn
from tokumei.model import Schema, Table
from tokumei.model.columns import column
from tokumei.model.matching import candidates

KNOWN = Table(
    pl.DataFrame({"age": [31, 31, 24], "sex": ["f", "f", "m"], "food": [10, 50, 12], "rent": [5, 9, 80]}),
    Schema(quasi=["age", "sex"], sensitive=["food", "rent"]),
).pinned()
FITS = {"age": [31], "sex": ["f"]}


def guessed(released, known=KNOWN, **options):
    return euclid(known, known.released(pl.DataFrame(released, strict=False)), **options).rows.tolist()


def test_all_numbers_together_decide_among_those_who_fit():
    assert guessed({**FITS, "food": [12], "rent": [9]}) == [0]
    assert guessed({**FITS, "food": [33], "rent": [70]}) == [1]


def test_where_nobody_fits_the_same_row_is_named_if_there_is_one():
    assert guessed({"age": [99] * 4, "sex": ["f"] * 4, "food": [12] * 4, "rent": [80] * 4}) == [0, 1, 2, -1]


def test_where_nobody_fits_the_nearest_of_all_may_be_named():
    assert guessed({"age": [99, 31], "sex": ["f"] * 2, "food": [12, 10], "rent": [80, 5]}, unmatched="nearest") == [
        2,
        0,
    ]


def test_columns_may_be_left_out_by_name_or_by_number():
    released = {"age": [31], "sex": ["m"], "food": [12], "rent": [9]}
    assert guessed(released, quasi=["sex"]) == [2]
    assert guessed(released, quasi=1) == guessed(released, quasi=["age"]) == [0]
    assert guessed(released, quasi=0, sensitive=1) == [2]
    assert guessed(released, quasi=0, sensitive=["rent"]) == [1]
    assert guessed(released, quasi=0, sensitive=0) == [0]


def test_large_numbers_do_not_drown_small_ones_on_one_scale():
    known = KNOWN.with_columns({"rent": pl.Series([5000, 9000, 80000])})
    assert guessed({**FITS, "food": [10], "rent": [8000]}, known) == [1]
    assert guessed({**FITS, "food": [10], "rent": [8000]}, known, scale="minmax") == [0]


def test_on_a_tie_the_first_row_is_named():
    assert guessed({**FITS, "food": [30], "rent": [7]}) == [0]
    assert guessed({**FITS, "food": [None], "rent": [None]}) == [0]


def test_ranges_sets_and_stars_are_understood_everywhere():
    assert guessed({"age": ["[20;40]", "{24;25}", "*"], "sex": ["*", "m", "{f;m}"], "food": ["[11;20]", "*", "*"],
                    "rent": ["[70;90]", "[0;1]", "[8;10]"]}) == [2, 2, 1]  # fmt: skip


def test_a_gap_does_not_win():
    known = KNOWN.with_columns({"food": pl.Series([None, 50, 12])})
    assert guessed({**FITS, "food": [10], "rent": [5]}, known) == [1]


@given(tables(min_rows=1, sensitive=["few", "float"]), st.data())
def test_the_nearest_that_fits_is_the_slow_twins(table, data):
    released = table.as_released().take(np.array(data.draw(st.permutations(range(len(table))))))
    assert euclid(table, released).rows.tolist() == slow(table, released)


def slow(known, released):
    fit, found_rows = candidates(known, released), []
    here, there = column(released, "s"), column(known, "s", raw=True)
    wanted, have = here.low[here.of], there.low[there.of]
    for row, vector in enumerate(fit.vector):
        fitting = fit.rows[fit.start[vector] : fit.start[vector + 1]].tolist()
        far = [0.0 if np.isnan(wanted[row]) else np.nan_to_num(abs(have[k] - wanted[row]), nan=np.inf) for k in fitting]
        found_rows.append(fitting[int(np.argmin(far))] if fitting else row)
    return found_rows


def test_the_whole_table_is_found_again_under_noise_when_every_quasi_value_is_hidden():
    rng = np.random.default_rng(0)
    values = rng.lognormal(8, 1, (3000, 6))
    names = [f"s{place}" for place in range(6)]
    known = Table(pl.DataFrame(values, schema=names).with_columns(q=pl.lit("x")), Schema(quasi="q", sensitive=names))
    order = rng.permutation(3000)
    noisy = (values + 0.01 * values * rng.normal(size=values.shape))[order]
    released = known.pinned().released(pl.DataFrame(noisy, schema=names).with_columns(q=pl.lit("*")))
    for threads in (1, 2):
        guess = euclid(known.pinned(), released, job=found.job(threads=threads))
        assert (guess.rows == order).mean() > 0.98


def test_what_cannot_be_measured_is_refused_in_one_sentence():
    with pytest.raises(BadOption, match="column 'sex' is a category: no distances are measured there; name numbers"):
        guessed({**FITS, "food": [1], "rent": [1]}, sensitive=["sex"])
    with pytest.raises(BadData, match="column 'food': 1 cells are neither numbers nor ranges of them"):
        guessed({**FITS, "food": ["much"], "rent": [1]})
    with pytest.raises(UnknownColumn, match="no column 'rent' in the released table; did you mean 'rent2'"):
        guessed({**FITS, "food": [1], "rent2": [1]})
    with pytest.raises(BadOption, match="sensitive=3: there are 2 such columns, food, rent"):
        guessed({**FITS, "food": [1], "rent": [1]}, sensitive=3)


def test_without_a_number_to_compare_the_attack_is_not_made():
    frame = pl.DataFrame({"age": [1, 2], "ill": ["flu", "none"]})
    with pytest.raises(InputError, match="sensitive"):
        tk.attack(frame, frame, Schema(quasi="age", sensitive="ill"), "euclid")


@pytest.mark.parametrize(("code", "unmatched"), [("EUC1", "own_row"), ("EUC2", "nearest")])
def test_the_codes_of_the_paper_stand_for_the_two_readings(code, unmatched):
    released = pl.DataFrame({"age": [99, 31], "sex": ["f", "f"], "food": [12, 49], "rent": [80, 9]})
    guesses = [
        tk.attack(KNOWN.frame, released, KNOWN.schema, *call, **more, key=[0, 1]).guess.tolist()
        for call, more in ((("euclid",), {"unmatched": unmatched}), ((f"pwscup2015:{code}",), {}))
    ]
    assert guesses[0] == guesses[1] == [0 if code == "EUC1" else 2, 1]
