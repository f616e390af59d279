"""What is special to the attacker who knows that nobody was released twice."""

import numpy as np
import polars as pl
import pytest

from tests import found
from tokumei.attacks.assignment import assignment
from tokumei.attacks.euclid import euclid
from tokumei.errors import UnknownColumn
from tokumei.model import Schema, Table

SCHEMA = Schema(quasi="age", sensitive="pay")
KNOWN = Table(pl.DataFrame({"age": [31, 31, 24, 24], "pay": [10, 14, 10, 90]}), SCHEMA).pinned()


def guessed(released, **options):
    return assignment(KNOWN, KNOWN.released(pl.DataFrame(released)), **options).rows.tolist()


def test_two_rows_near_one_person_are_told_apart_by_what_is_nearest_in_total():
    assert guessed({"age": [31, 31], "pay": [13, 16]}) == [0, 1]
    assert guessed({"age": [31, 31], "pay": [16, 13]}) == [1, 0]


def test_a_row_that_nobody_fits_gets_somebody_who_is_left_over():
    assert guessed({"age": [31, 24, 99, 31], "pay": [10, 90, 10, 14]}) == [0, 3, 2, 1]


def test_more_rows_than_people_leave_the_farthest_rows_without_a_name():
    assert guessed({"age": [31, 31, 31, 24, 24], "pay": [500, 14, 10, 9, 95]}) == [-1, 1, 0, 2, 3]


def test_fewer_rows_than_people_leave_people_over():
    assert guessed({"age": [24], "pay": [60]}) == [3]


def test_a_row_that_loses_its_people_to_others_goes_elsewhere():
    assert guessed({"age": [31, 31, 31], "pay": [10, 14, 85]}) == [0, 1, 3]


def test_nobody_is_named_twice_and_everybody_is_who_can_be():
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({"age": rng.integers(0, 5, 500), "pay": rng.integers(0, 30, 500)})
    known = Table(frame, SCHEMA).pinned()
    for size in (400, 500, 600):
        released = known.released(frame[rng.integers(0, 500, size)].with_columns(pl.lit("[1;3]").alias("age")))
        rows = assignment(known, released, job=found.job()).rows
        named = rows[rows >= 0]
        assert np.unique(named).size == named.size == min(size, 500)


def test_it_finds_more_people_than_row_wise_guessing_under_noise():
    rng = np.random.default_rng(0)
    names = [f"s{place}" for place in range(6)]
    values = rng.lognormal(size=(2000, 6))
    known = Table(pl.DataFrame(values, schema=names), Schema(sensitive=names)).pinned()
    order = rng.permutation(2000)
    released = known.released(pl.DataFrame((values + 0.25 * rng.normal(size=values.shape))[order], schema=names))
    together, alone = ((attack(known, released).rows == order).mean() for attack in (assignment, euclid))
    assert together > 1.05 * alone


def test_a_renamed_column_is_refused_in_one_sentence():
    with pytest.raises(UnknownColumn, match="no column 'pay' in the released table; did you mean 'pays'"):
        guessed({"age": [31], "pays": [1]})
