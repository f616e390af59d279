"""What is special to drawing lots."""

import numpy as np
import polars as pl

from tests import found
from tests.strategies import people
from tokumei.attacks.random_match import random_match
from tokumei.model import Release, Schema, Table
from tokumei.model.matching import candidates
from tokumei.model.score import score


def test_only_somebody_who_fits_is_guessed():
    table = people(80)
    order = np.random.default_rng(1).permutation(80)
    released = table.take(order)
    fit = candidates(table, released)
    for seed in range(5):
        guessed = random_match(table, released, job=found.job(seed)).rows
        assert fit.holds(np.arange(80), guessed).all()


def test_everybody_who_fits_is_guessed_about_equally_often():
    table = Table(pl.DataFrame({"a": [1] * 4 + [2]}), Schema(quasi="a"))
    many = table.take(np.zeros(4000, dtype=np.int64))
    counts = np.bincount(random_match(table, many, job=found.job()).rows, minlength=5)
    assert counts[4] == 0
    assert np.ptp(counts[:4]) < 200


def test_another_seed_draws_other_lots():
    table = Table(pl.DataFrame({"a": [1] * 50}), Schema(quasi="a"))
    draws = {tuple(random_match(table, table, job=found.job(seed)).rows.tolist()) for seed in range(3)}
    assert len(draws) == 3


def test_the_expected_rate_of_k_rows_alike_is_one_in_k():
    table = Table(pl.DataFrame({"a": [row // 4 for row in range(20)]}), Schema(quasi="a"))
    told = score(random_match(table, table, job=found.job()), table, Release(table, key=np.arange(20)))
    assert told.expected == 0.25
