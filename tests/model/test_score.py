"""Scores: hits, chance, an interval, and what drawing lots would give on average."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import found
from tests.strategies import people
from tokumei.attacks.random_match import random_match
from tokumei.errors import DeclarationError
from tokumei.model import Guess, Release, Schema, Table
from tokumei.model.matching import candidates
from tokumei.model.score import score, wilson

HELD = people(10)


def rows(*numbers):
    return np.array(numbers, dtype=np.int64)


def test_a_guess_hits_where_it_names_the_row_behind():
    told = score(Guess(rows(0, 2, -1, 3)), HELD, Release(HELD, key=rows(0, 1, 2, -1)))
    assert (told.hits, told.of, told.rate, told.chance) == (1, 4, 0.25, 0.1)
    assert told.low < 0.25 < told.high


def test_nobody_can_score_without_the_key():
    told = score(Guess(rows(0, 1)), HELD, Release(HELD))
    assert told.document() == {"rate": None, "hits": None, "of": 2, "chance": 0.1, "low": None, "high": None}


def test_naming_another_row_of_the_same_person_hits_where_people_are_guessed():
    held = Table(pl.DataFrame({"a": [1, 2, 3], "id": ["u", "v", "u"]}), Schema(quasi="a", person="id"))
    release = Release(held, key=rows(0, 1, 2))
    assert score(Guess(rows(2, 1, 1)), held, release, "row").hits == 1
    told = score(Guess(rows(2, 1, 1)), held, release, "person")
    assert (told.hits, told.chance) == (2, 0.5)


def test_the_declared_key_is_what_a_contest_scores():
    release = Release(HELD, key=rows(0, 1), declared_key=rows(1, 0))
    assert score(Guess(rows(0, 1)), HELD, release).hits == 0


def test_no_released_rows_are_no_hits():
    told = score(Guess(rows()), HELD, Release(HELD, key=rows()))
    assert (told.rate, told.hits, told.of, told.low, told.high) == (0.0, 0, 0, 0.0, 1.0)


def test_guesses_are_no_part_of_the_document_or_the_print():
    told = score(Guess(rows(3)), HELD, Release(HELD, key=rows(3)))
    assert "guess" not in told.document()
    assert "guess" not in repr(told)


@given(st.integers(0, 500), st.integers(1, 500))
def test_the_interval_holds_the_rate_and_lies_between_0_and_1(hits, more):
    low, high = wilson(hits, hits + more - 1 or 1)
    rate = hits / (hits + more - 1 or 1)
    assert 0 <= low <= rate <= high <= 1


def test_more_rows_make_the_interval_narrower():
    assert np.ptp(wilson(10, 1000)) < np.ptp(wilson(1, 100)) < np.ptp(wilson(0, 10))


def test_the_expected_rate_is_the_mean_over_many_draws():
    held = Table(pl.DataFrame({"a": [1, 1, 1, 2, 2, 3]}), Schema(quasi="a")).pinned()
    release = Release(held.released(pl.DataFrame({"a": [1, 2, 3, 9, 2]})), key=rows(0, 3, 5, 1, -1))
    told = [score(random_match(held, release.data, job=found.job(seed)), held, release) for seed in range(300)]
    # By hand: 1/3 of three, 1/2 of two, the only one, one of all six, and a dummy nobody can hit; over five rows.
    assert [one.expected for one in told] == pytest.approx([(1 / 3 + 1 / 2 + 1 + 1 / 6 + 0) / 5] * 300)
    assert np.mean([one.rate for one in told]) == pytest.approx(told[0].expected, abs=0.05)


def test_a_row_that_does_not_fit_its_own_record_is_not_expected_to_be_found():
    held = Table(pl.DataFrame({"a": [1, 2]}), Schema(quasi="a")).pinned()
    release = Release(held.take(rows(1, 1)), key=rows(0, 1))
    assert score(Guess(rows(1, 1), candidates(held, release.data)), held, release).expected == 0.5


def test_an_unknown_unit_is_a_fault_of_the_attack():
    with pytest.raises(DeclarationError, match="no unit 'house' in data of kind table; there are row, person"):
        score(Guess(rows(0)), HELD, Release(HELD, key=rows(0)), "house")
