"""The measures of the Euclidean re-identification paper on its small tables, and the indexes of Tables 5.1 to 5.3."""

import numpy as np
import polars as pl
import pytest

import tokumei as tk
from tests.oracles import contest as slow
from tokumei.binding import bound_call
from tokumei.model import Job, Release, Schema, Table
from tokumei.model.matching import candidates

QUASI, SENSITIVE = ["QI1", "QI2", "QI3"], ["SA1", "SA2"]
SCHEMA = Schema(quasi=QUASI, sensitive=SENSITIVE)
OWN = np.arange(4)


def table(*rows):
    return pl.DataFrame(rows, schema=[*QUASI, *SENSITIVE], orient="row")


X = table((2, 1, 1, 100, 100), (2, 1, 1, 200, 400), (1, 1, 2, 300, 200), (1, 1, 2, 400, 500))
B = table((2, 1, 1, 110, 90), (2, 1, 1, 220, 390), (1, 1, 2, 280, 210), (1, 1, 2, 390, 520))
D = table((2, 1, 1, 100, 100), (2, 1, 1, 200, 400), (1, 1, 1, 300, 200), (1, 1, 1, 400, 500))
F = table((2, 1, 1, 150, 250), (2, 1, 1, 150, 250), (1, 1, 2, 350, 350), (1, 1, 2, 350, 350))
G = table((2, 1, 1, 200, 100), (2, 1, 1, 100, 400), (1, 1, 2, 300, 500), (1, 1, 2, 400, 200))

CODES = ("U1", "U2", "U3", "U4", "U5", "U6")
NAMES = ("mean_error", "cross_mean", "cross_count", "correlation_error", "cell_error", "row_count_error")


def value(code, released, key=OWN):
    return next(iter(tk.measure(X, released, SCHEMA, f"pwscup2015:{code}", key=key).values()))


def values(released, key=OWN):
    return [value(code, released, key) for code in CODES]


def cells(frame, columns):
    return frame.select(columns).rows()


@pytest.mark.parametrize(("code", "name"), list(zip(CODES, NAMES, strict=True)))
def test_the_code_of_the_contest_is_another_name_of_the_measure(code, name):
    assert tk.measure(X, B, SCHEMA, f"pwscup2015:{code}", key=OWN) == tk.measure(X, B, SCHEMA, name, key=OWN)


@pytest.mark.parametrize("code", ["S1", "S2"])
def test_the_safety_codes_are_numbers_of_k_anonymity(code):
    numbers = tk.measure(X, B, SCHEMA, f"pwscup2015:{code}")
    assert (numbers["k"], numbers["mean_group"]) == (2, 2)


def test_the_original_scores_zero():
    assert values(X) == [0, 0, 0, 0, 0, 0]


def test_noise_of_table_2b():
    assert values(B) == pytest.approx([1.25, 13.75, 0, 0.113857, 0.040625, 0], abs=1e-6)


def test_the_unified_column_of_table_3_costs_nothing_outside_the_cross_tables():
    assert values(D) == [0, 0, 0, 0, 0, 0]
    counted = tk.measure(X, D, SCHEMA, "cross_count")
    # The cell (1, 1, 2) is empty in the release, so the contest drops it; the other numbers tell.
    assert counted == {"cross_count": 0, "cells_lost": 0.5, "rows_elsewhere": 0.5}


def test_averages_of_table_8_keep_means_and_lose_correlation_and_cells():
    u1, u2, u3, u4, u5, u6 = values(F)
    assert (u1, u2, u3, u6) == (0, 0, 0, 0)
    assert u4 == pytest.approx(1 - slow._pearson((100, 200, 300, 400), (100, 400, 200, 500)))
    assert u5 == pytest.approx((50 / 300 + 150 / 400) / 2)


def test_swaps_of_table_9_keep_means_and_lose_correlation_and_cells():
    u1, u2, u3, u4, u5, u6 = values(G)
    assert (u1, u2, u3, u6) == (0, 0, 0, 0)
    assert u4 == pytest.approx(slow.correlation_error(cells(X, SENSITIVE), cells(G, SENSITIVE)))
    assert u5 == pytest.approx((100 / 300 / 2 + 300 / 400 / 2) / 2)


@pytest.mark.parametrize("released", [B, D, F, G], ids=["B", "D", "F", "G"])
def test_every_table_agrees_with_the_definitions_written_out(released):
    x, y, x_quasi, y_quasi = (cells(t, c) for c in (SENSITIVE, QUASI) for t in (X, released))
    expected = [
        slow.mean_error(x, y), slow.cross_mean(x_quasi, x, y_quasi, y), slow.cross_count(x_quasi, y_quasi),
        slow.correlation_error(x, y), slow.cell_error(x, y, [0, 1, 2, 3]), 0,
    ]  # fmt: skip
    assert values(released) == pytest.approx(expected)


def test_deleted_rows_are_skipped_by_the_cell_error_and_counted_by_the_last_measure():
    u1, u2, u3, _, u5, u6 = values(X[[0, 1, 3]], key=np.array([0, 1, 3]))
    assert u1 == pytest.approx(((250 - 700 / 3) + (1000 / 3 - 300)) / 2)
    assert (u2, u3, u5, u6) == (pytest.approx((50 + 150) / 4), 0.5, 0, 1)


def test_only_the_cell_error_sees_another_declared_key_and_it_says_that_the_data_contradicts_it():
    original = Table(X, SCHEMA).pinned()
    release = Release(original.as_released(), key=OWN, declared_key=np.array([2, 3, 0, 1]))
    found = {}
    for name in NAMES:
        call = bound_call("measure", name, {})
        job = Job()
        found[name] = next(iter(call.on(call.view(original), release, job=job).values()))
        assert [one["code"] for one in job.findings] == (["key_contradicts_data"] if name == "cell_error" else [])
    assert found.pop("cell_error") == pytest.approx((200 / 300 + 100 / 400) / 2)
    assert set(found.values()) == {0}


@pytest.mark.parametrize(
    ("known", "released", "index"),
    [
        (X, B, {(2, 1, 1): [1, 2], (1, 1, 2): [3, 4]}),
        (D, D, {(2, 1, 1): [1, 2], (1, 1, 1): [3, 4]}),
        (X, D, {(2, 1, 1): [1, 2], (1, 1, 1): []}),
    ],
    ids=["table 5.1", "tables 5.2 and 5.3", "what the text of examples 2 and 3 says of the original"],
)
def test_the_index_of_the_paper(known, released, index):
    fit = candidates(Table(known, SCHEMA).pinned(), Table(released, SCHEMA).pinned())
    found = {
        released.row(int(np.flatnonzero(fit.vector == vector)[0]))[:3]: [
            row + 1 for row in fit.rows[fit.start[vector] : fit.start[vector + 1]].tolist()
        ]
        for vector in range(fit.start.size - 1)
    }
    assert found == index
