"""The declared key is believed until rows that stand unchanged in the release tell against it."""

import numpy as np
import polars as pl
import pytest

from tests import found
from tests.strategies import continuous, people
from tokumei import catalogue
from tokumei.model import Release, Schema, Table
from tokumei.model.declared import contradiction, witnesses


def turned(rows, share=1.0, seed=0):
    """Return a key in which so many rows are declared to be another."""
    key, rng = np.arange(rows), np.random.default_rng(seed)
    some = rng.choice(rows, int(rows * share), replace=False)
    key[some] = np.roll(key[some], 1)
    return key


def declared(original, key, released=None):
    own = np.arange(len(original))
    return Release(original.as_released() if released is None else released, key=own, declared_key=key)


@pytest.mark.parametrize("original", [people(60), continuous(60)], ids=["people", "numbers"])
@pytest.mark.parametrize("share", [1.0, 0.2])
def test_owners_exchanged_among_unchanged_rows_are_found_out(original, share):
    told = contradiction(original, declared(original, turned(60, share)))
    assert told is not None
    assert (told.wrong, told.released.size) == (60 * share, 60)
    assert np.array_equal(told.original, told.released)


def test_the_key_that_was_handed_in_is_doubted_where_no_other_is_known():
    original = people(60)
    assert contradiction(original, Release(original.as_released(), key=turned(60))) is not None


def test_shuffled_and_deleted_rows_change_nothing():
    original, rng = people(60), np.random.default_rng(1)
    release = declared(original, turned(60)).take(rng.permutation(60)[:40])
    told = contradiction(original, release)
    assert told is not None
    assert np.array_equal(told.original, release.key)


def test_a_true_key_is_believed_whatever_was_done():
    original, rng = people(60), np.random.default_rng(0)
    pay = original.frame["pay"] + pl.Series(rng.integers(-5, 6, 60))
    for release in (
        Release.untouched(original),
        Release.untouched(original).take(rng.permutation(60)),
        found.filled(original, np.arange(60) // 4, catalogue.get("average")),
        found.filled(original, np.arange(60) // 4, catalogue.get("span")),
        Release(original.as_released().with_columns({"pay": pay}), key=np.arange(60)),
    ):
        assert contradiction(original, release) is None


def test_noise_that_meets_other_rows_by_chance_is_no_contradiction():
    rng = np.random.default_rng(3)
    frame = pl.DataFrame({"sex": rng.integers(0, 2, 200), "stars": rng.integers(1, 6, 200)})
    original = Table(frame, Schema(quasi="sex", sensitive="stars")).pinned()
    noisy = frame.with_columns(stars=pl.Series(rng.integers(1, 6, 200)))
    assert contradiction(original, Release(original.released(noisy), key=np.arange(200))) is None


def test_unchanged_quasi_or_sensitive_values_alone_tell_too():
    original = continuous(60)
    unified = original.as_released().with_columns({"x0": pl.Series([0.0] * 60)})
    told = contradiction(original, declared(original, turned(60), unified))
    assert told is not None
    assert told.columns == ("s",)
    noisy = original.as_released().with_columns({"s": original.frame["s"] + 0.01})
    told = contradiction(original, declared(original, turned(60), noisy))
    assert told is not None
    assert told.columns == ("x0", "x1", "x2")


def test_columns_that_disagree_about_the_key_leave_it_alone():
    original = continuous(60)
    moved = original.as_released().with_columns({"s": original.frame["s"].gather(np.roll(np.arange(60), 1))})
    assert contradiction(original, Release(moved, key=np.arange(60))) is None


def test_without_a_key_or_rows_there_is_nothing_to_contradict():
    original = people(60)
    assert witnesses(original, Release(original.as_released())) == []
    assert contradiction(original, declared(original, turned(60)).take(np.zeros(0, dtype=np.int64))) is None
