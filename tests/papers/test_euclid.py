"""The attacks of the Euclidean re-identification paper on its small tables, rows as printed."""

import numpy as np
import polars as pl
import pytest

import tokumei as tk
from tokumei.model import Schema, Table
from tokumei.model.coordinates import coordinates
from tokumei.model.matching import candidates

QUASI, SENSITIVE = ["QI1", "QI2", "QI3"], ["SA1", "SA2"]
SCHEMA = Schema(quasi=QUASI, sensitive=SENSITIVE)
ROWS = np.arange(4)


def table(*rows):
    return pl.DataFrame(rows, schema=[*QUASI, *SENSITIVE], orient="row")


X = table((2, 1, 1, 100, 100), (2, 1, 1, 200, 400), (1, 1, 2, 300, 200), (1, 1, 2, 400, 500))
B = table((2, 1, 1, 110, 90), (2, 1, 1, 220, 390), (1, 1, 2, 280, 210), (1, 1, 2, 390, 520))
D = table((2, 1, 1, 100, 100), (2, 1, 1, 200, 400), (1, 1, 1, 300, 200), (1, 1, 1, 400, 500))
RELEASED = {"X": X, "B": B, "D": D}


def score(code, released, **options):
    return tk.attack(X, released, SCHEMA, code, key=ROWS, seed=0, **options)


@pytest.mark.parametrize(("name", "expected"), [("X", 0.5), ("B", 0.5), ("D", 0.375)])
def test_random_guessing_is_right_as_often_as_the_paper_expects(name, expected):
    assert score("pwscup2015:E1", RELEASED[name]).expected == expected


@pytest.mark.parametrize("code", ["E2", "E3", "E4", "EUC1", "EUC2"])
@pytest.mark.parametrize("name", RELEASED)
def test_every_other_attack_finds_everybody(code, name):
    assert score(f"pwscup2015:{code}", RELEASED[name]).rate == 1


@pytest.mark.parametrize("attack", ["rank_value", "assignment"])
@pytest.mark.parametrize("name", RELEASED)
def test_so_do_the_attacks_that_the_paper_does_not_have(attack, name):
    assert score(attack, RELEASED[name]).rate == 1


def test_the_code_without_quasi_values_looks_at_everybody():
    # By SA1 alone 310 is nearest to the third row, whatever the quasi values say.
    released = table((2, 1, 1, 310, 90))
    assert tk.attack(X, released, SCHEMA, "pwscup2015:E4").guess.tolist() == [2]
    assert tk.attack(X, released, SCHEMA, "pwscup2015:E2").guess.tolist() == [1]


def test_sums_rank_as_in_section_2_3_3():
    assert np.argsort(X["SA1"] + X["SA2"]).tolist() == np.argsort(B["SA1"] + B["SA2"]).tolist() == [0, 2, 1, 3]


def test_distances_of_section_3_1():
    known, released = (Table(frame, SCHEMA).pinned() for frame in (X, B))
    points, boxes = coordinates(known, released, SENSITIVE)
    distances = np.sqrt(((points.low - boxes.low[0]) ** 2).sum(axis=1))
    assert distances[:2] == pytest.approx([14.142, 322.800], abs=5e-4)


def test_the_index_of_table_5_1():
    known, released = (Table(frame, SCHEMA).pinned() for frame in (X, B))
    fit = candidates(known, released)
    fitting = [(fit.rows[fit.start[v] : fit.start[v + 1]] + 1).tolist() for v in fit.vector]
    assert fitting == [[1, 2], [1, 2], [3, 4], [3, 4]]


def test_own_row_is_right_only_where_rows_were_not_shuffled():
    order = np.array([1, 0, 3, 2])
    shuffled = D[order]
    assert tk.attack(X, shuffled, SCHEMA, "pwscup2015:EUC1", key=order).rate == 0.5
    assert tk.attack(X, shuffled, SCHEMA, "pwscup2015:EUC2", key=order).rate == 1


def test_fewer_columns_make_the_curves_of_figures_3_and_5():
    rates = [[score("euclid", B, quasi=q, sensitive=s).rate for q in range(4)] for s in (1, 2)]
    assert rates == [[1, 1, 1, 1], [1, 1, 1, 1]]
    assert score("euclid", X, quasi=0, sensitive=0).rate == 0.25
