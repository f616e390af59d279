"""What is special to local suppression."""

import itertools
import os
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import found
from tests.strategies import AWKWARD, people, tables
from tokumei.errors import TooFewRows
from tokumei.measures.k_anonymity import k_anonymity
from tokumei.model import Schema, Table
from tokumei.model.counts import Counts
from tokumei.recodings import local_suppression as module
from tokumei.recodings.local_suppression import local_suppression

DATA = os.environ.get("TOKUMEI_DATA")
ADULT = ("age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country")


def table_of(cells, **more):
    frame = pl.DataFrame({f"q{place}": column for place, column in enumerate(np.asarray(cells).T)})
    return Table(frame.with_columns(pl.all().cast(pl.String)), Schema(quasi=frame.columns, **more)).pinned()


def release_of(table, k, job=None):
    start = table.as_released()
    return local_suppression(Counts.of(start), k=k, job=job or found.job()).apply(start)


def stars(release):
    return (release.data.quasi_cells().cast(pl.String) == "*").sum().row(0)


def fewest(cells, k):
    """Return the fewest cells to blank, of all ways to do it."""
    vectors, rows = np.unique(cells, axis=0, return_counts=True)
    choices = list(itertools.product([0, 1], repeat=vectors.shape[1]))
    best = cells.size
    for blanked in itertools.product(choices, repeat=len(vectors)):
        mask = np.array(blanked)
        if rows @ mask.sum(axis=1) < best:
            groups = np.unique(np.where(mask, -1, vectors), axis=0, return_inverse=True)[1].ravel()
            if np.bincount(groups, rows).min() >= k:
                best = int(rows @ mask.sum(axis=1))
    return best


@given(tables(min_rows=5), st.integers(2, 5))
def test_k_rows_show_the_same_and_a_cell_is_blanked_or_left_as_it_is(table, k):
    start = table.as_released()
    recoding = local_suppression(Counts.of(start), k=k, job=found.job())
    assert k_anonymity(table, recoding.apply(start))["k"] >= k
    assert ((recoding.at == 0) | (recoding.at == recoding.levels.steps)).all()


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_tables_keep_k(name):
    assert k_anonymity(AWKWARD[name], release_of(AWKWARD[name], 3))["k"] >= 3


@settings(max_examples=15)
@given(st.lists(st.tuples(*[st.integers(0, 1)] * 3), min_size=3, max_size=4), st.integers(2, 3))
def test_few_cells_more_than_the_best_of_all_ways_are_blanked(rows, k):
    cells, job = np.array(rows), found.job()
    blanked, best = sum(stars(release_of(table_of(cells), k, job))), fewest(cells, k)
    assert job.notes["cells_blanked"] == blanked
    assert job.notes["cells_blanked_at_least"] <= best <= blanked <= best + 3


def test_mostly_it_is_the_best_of_all_ways():
    rng = np.random.default_rng(0)
    drawn = [rng.integers(0, 3, (5, 2)) for _ in range(60)]
    gaps = [sum(stars(release_of(table_of(cells), 2))) - fewest(cells, 2) for cells in drawn]
    assert np.mean(np.array(gaps) == 0) > 0.8


def test_a_row_in_company_stays_whole_where_one_alone_borrows_from_a_large_group():
    # Six show (a, x); the lone (b, x) needs one row more, and one of (a, z) two: no row of the six has to change.
    cells = [["a", "x"]] * 6 + [["b", "x"], ["a", "z"], ["b", "z"]]
    release = release_of(table_of(cells), 2)
    assert release.data.frame["q0"].to_list()[:6] == ["a"] * 6
    assert release.data.frame["q1"].to_list()[:6] == ["x"] * 6
    assert sum(stars(release)) == fewest(np.unique(cells, return_inverse=True)[1].reshape(-1, 2), 2)


def test_a_column_of_weight_is_blanked_less():
    rng = np.random.default_rng(1)
    cells = rng.integers(0, 6, (200, 3))
    plain, heavy = (stars(release_of(table_of(cells, weights=weights), 3)) for weights in ({}, {"q0": 5.0}))
    assert heavy[0] < plain[0]
    assert sum(heavy) >= sum(plain)


def test_k_counts_people_where_a_person_has_several_rows():
    frame = pl.DataFrame({"who": [1, 1, 1, 2, 3, 3], "city": ["a", "a", "a", "b", "b", "b"]})
    table = Table(frame, Schema(quasi="city", person="who")).pinned()
    release = release_of(table, 2)
    assert release.data.frame["city"].to_list() == ["*"] * 6
    assert k_anonymity(table, release)["k"] == 3


@given(st.integers(0, 50))
def test_people_of_many_rows_are_told_apart_in_every_group(seed):
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame({"who": rng.integers(0, 12, 60), "a": rng.integers(0, 3, 60), "b": rng.integers(0, 4, 60)})
    table = Table(frame, Schema(quasi=["a", "b"], person="who")).pinned()
    assert k_anonymity(table, release_of(table, 4))["k"] >= 4


def test_fewer_people_than_k_are_refused():
    with pytest.raises(TooFewRows, match="k=3 needs at least 3 rows; the table has 2"):
        release_of(table_of([[1], [2]]), 3)


def test_tables_in_parts_keep_k(monkeypatch):
    table = people(300)
    whole = sum(stars(release_of(table, 3)))
    monkeypatch.setattr(module, "ROOM", 60 << 3)
    release = release_of(table, 3)
    assert k_anonymity(table, release)["k"] >= 3
    assert whole <= sum(stars(release)) < 300 * 3


@pytest.mark.parametrize("alike", [module.ALIKE, 40])
def test_tables_of_many_columns_keep_k_and_most_cells(alike, monkeypatch):
    monkeypatch.setattr(module, "ALIKE", alike)
    rng = np.random.default_rng(2)
    # Groups of ten agree on all but one of 20 columns.
    cells = np.repeat(rng.integers(0, 5, (12, 20)), 10, axis=0)
    cells[:, 7] = np.arange(120)
    release = release_of(table_of(cells), 5)
    assert k_anonymity(table_of(cells), release)["k"] >= 5
    assert sum(stars(release)) == 120


def test_both_ways_of_a_table_of_many_columns_are_taken_where_they_are_better(monkeypatch):
    monkeypatch.setattr(module, "WIDE", 3)
    cells = np.random.default_rng(3).integers(0, 3, (150, 5))
    mixed = sum(stars(release_of(table_of(cells), 3)))
    monkeypatch.setattr(module, "WIDE", 12)
    assert sum(stars(release_of(table_of(cells), 3))) <= mixed < cells.size


def test_cells_suppressed_before_are_not_counted_again():
    table = table_of([["a", "x"], ["b", "x"], ["c", "y"], ["c", "y"]])
    first, job = release_of(table, 2), found.job()
    again = local_suppression(Counts.of(first.data), k=2, job=job).apply(first.data)
    assert again.data.frame.equals(first.data.frame)
    assert job.notes == {"cells_blanked": 2, "cells_blanked_at_least": 0}


@pytest.mark.skipif(DATA is None, reason="needs TOKUMEI_DATA")
def test_eight_columns_of_adult_lose_less_than_a_cell_a_row_and_a_tenth():
    frame = pl.read_csv(Path(DATA or "") / "adult.csv")
    table, job = Table(frame, Schema(quasi=ADULT)).pinned(), found.job()
    release = release_of(table, 5, job)
    assert k_anonymity(table, release)["k"] == 5
    assert job.notes["cells_blanked_at_least"] == 28_546
    assert job.notes["cells_blanked"] < 1.06 * len(table)
