"""What is special to the attacker who knows only a part."""

import numpy as np
import pytest

import tokumei as tk
from tests import found
from tests.strategies import people
from tokumei.attacks.partial import partial
from tokumei.errors import BadData, BadOption
from tokumei.model import Attack, Guess, Release, Schema
from tokumei.model.score import score

KNOWN = people(200)


def seen_by(**options):
    """Return what the inner attack is shown."""
    seen = {}

    def look(known, released):
        seen.update(known=known, released=released)
        return Guess(np.zeros(len(released), dtype=np.int64))

    partial(KNOWN, KNOWN, inner=Attack("look", bound=look), job=found.job(), **options)
    return seen["known"], seen["released"]


@pytest.mark.parametrize(("share", "quasi", "sensitive"), [(0.0, 1, 1), (0.25, 1, 1), (0.5, 2, 1), (1.0, 3, 2)])
def test_a_share_of_the_columns_of_each_role_is_known(share, quasi, sensitive):
    known, released = seen_by(columns=share)
    assert (len(known.quasi), len(known.sensitive)) == (quasi, sensitive)
    assert released.frame.columns == known.frame.columns


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_a_share_of_the_people_is_known(share):
    known, released = seen_by(rows=share)
    assert (len(known), len(released)) == (200 * share, 200)


def test_guesses_name_rows_of_the_whole_table():
    order = np.random.default_rng(0).permutation(200)
    told = tk.attack(KNOWN, KNOWN.take(order), "partial", columns=1.0, rows=0.5, key=order, seed=4)
    assert 0.4 < told.rate <= 0.5
    assert (told.guess[told.found] >= 100).any()


def test_knowing_everything_is_the_attack_itself():
    order = np.random.default_rng(0).permutation(200)
    release = Release(KNOWN.take(order), key=order)
    whole = tk.attack(KNOWN, release, "partial", inner="nearest_value", columns=1.0)
    assert whole.guess.tolist() == tk.attack(KNOWN, release, "nearest_value").guess.tolist()


def test_knowing_more_finds_more():
    release = found.filled(KNOWN, np.arange(200) // 4, tk.methods("fill")[0])
    rates = [
        np.mean([tk.attack(KNOWN, release, "partial", columns=share, seed=seed).rate for seed in range(8)])
        for share in (0.0, 1.0)
    ]
    assert rates[0] <= rates[1]


def test_the_expectation_of_lots_counts_people_who_are_not_known():
    release = Release(KNOWN, key=np.arange(200))
    draws = [
        tk.attack(KNOWN, release, "partial", inner="random_match", columns=1.0, rows=0.5, seed=s) for s in range(60)
    ]
    for one in draws:
        assert one.expected == pytest.approx(one.rate, abs=0.12)
    assert np.mean([one.rate for one in draws]) == pytest.approx(np.mean([one.expected for one in draws]), abs=0.01)


def test_an_attack_that_names_nobody_is_refused():
    with pytest.raises(BadOption, match="an attack that names no rows"):
        tk.attack(KNOWN, KNOWN, "partial", inner="inference")


def test_the_worst_case_may_be_that_of_who_knows_a_part():
    told = tk.attack(KNOWN, KNOWN, "partial", inner="worst_case", rows=0.5, key=np.arange(200), seed=1)
    assert 0 < told.rate <= 0.5
    assert told.strongest


def test_what_the_inner_attack_needs_is_needed():
    lone = KNOWN.but(schema=Schema(quasi=["age", "city"], other="keep"))
    with pytest.raises(BadData, match=r"partial.*no sensitive column"):
        tk.attack(lone, lone, "partial", inner="nearest_value")
    assert score(partial(lone, lone, inner=Attack("none", bound=lambda k, r: Guess(np.full(len(r), -1)))), lone,
                 Release(lone, key=np.arange(200))).hits == 0  # fmt: skip
