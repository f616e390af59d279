"""Guesses that name rows, claim something, or were made by who saw only a part."""

import numpy as np
import polars as pl
import pytest

from tokumei.errors import BadOption
from tokumei.model import Claims, Guess, Release, Schema, Several, Table
from tokumei.model.matching import candidates
from tokumei.model.score import score

HELD = Table(pl.DataFrame({"a": [1, 1, 2, 2]}), Schema(quasi="a")).pinned()


def rows(*numbers):
    return np.array(numbers, dtype=np.int64)


def test_rows_of_a_part_are_named_by_their_numbers_in_the_whole():
    assert Guess(rows(0, -1, 1)).seen_among(rows(3, 1)).rows.tolist() == [3, -1, 1]
    several = Several(guesses={"one": Guess(rows(1))}).seen_among(rows(3, 2))
    assert several.guesses["one"].rows.tolist() == [2]


def test_lots_drawn_in_a_part_never_hit_who_is_not_in_it():
    part = rows(0, 2)
    fit = candidates(HELD.take(part), HELD)
    told = score(Guess(rows(0, 0, 1, 1), fit).seen_among(part), HELD, Release(HELD, key=rows(0, 1, 2, 3)))
    assert told.expected == told.rate == 0.5


def test_nobody_seen_is_nobody_named():
    none = candidates(HELD.take(rows()), HELD)
    told = score(Guess(rows(-1, -1, -1, -1), none).seen_among(rows()), HELD, Release(HELD, key=rows(0, 1, 2, 3)))
    assert told.rate == 0


def test_claims_need_no_key_and_cannot_be_made_of_a_part():
    claims = Claims(held=np.array([True, False]), usual=0.25, said=["it is", "it is not"])
    told = score(claims, HELD, Release(HELD))
    assert (told.rate, told.baseline, told.guess) == (0.5, 0.25, ["it is", "it is not"])
    assert list(told.document()) == ["rate", "hits", "of", "chance", "low", "high", "baseline"]
    with pytest.raises(BadOption, match="names no rows"):
        claims.seen_among(rows(0))


def test_no_claims_are_no_hits():
    told = score(Claims(held=np.zeros(0, dtype=bool), usual=0.0), HELD, Release(HELD))
    assert (told.rate, told.hits, told.of, told.low, told.high) == (0.0, 0, 0, 0.0, 1.0)


def test_what_is_claimed_or_named_is_not_printed():
    claims = Claims(held=np.array([True]), usual=0.5, said=["a secret"])
    told = score(claims, HELD, Release(HELD))
    assert "secret" not in f"{claims!r} {told!r}"
    assert "3" not in repr(Guess(rows(3)))


def test_several_without_any_are_no_guess():
    told = score(Several(guesses={}), HELD, Release(HELD, key=rows(0, 1, 2, 3)))
    assert (told.rate, told.of, told.strongest, told.parts) == (None, 0, None, {})
