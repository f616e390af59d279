"""What is special to MDAV."""

import os
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import found
from tests.strategies import people
from tokumei.groupings import mdav as module
from tokumei.groupings.mdav import mdav
from tokumei.measures.sse import sse
from tokumei.model import Encoded, Release, Schema, Table, encoded

DATA = os.environ.get("TOKUMEI_DATA")
REVENUES = [f"{part}{what}" for part in ("RES", "COM", "IND", "OTH", "TOT") for what in ("REVENUE", "SALES")]
COLUMNS = {"eia": ["UTILITYID", *(name.replace("OTHSALES", "OTHRSALES") for name in REVENUES)]}
# SSE over SST in percent, z-scores, for k = 3, 4, 5, 10: the figures of the literature on the three CASC sets.
LITERATURE = {
    "tarragona": {3: 16.9326, 4: 19.546, 5: 22.462, 10: 33.193},
    "census": {3: 5.6922, 4: 7.4947, 5: 9.0884, 10: 14.1559},
    "eia": {3: 0.4829, 4: 0.6713, 5: 1.6667, 10: 3.8397},
}


@given(st.integers(0, 60), st.integers(2, 7))
def test_every_group_has_k_rows_and_the_last_at_most_2k_less_one(rows, k):
    sizes = np.bincount(mdav(encoded(np.random.default_rng(rows).normal(size=(rows, 2))), k=k))
    assert (sizes[:-1] == k).all()
    assert sizes[-1] < 2 * k if rows else sizes.size == 0


def test_groups_are_numbered_in_the_order_they_are_made():
    # By hand: 20 is farthest from the center with 19, then 0 from 20 with 0.5; of the five left, around 1.5,
    # the first is as far as the second; the last three stay together.
    points = [[0.0], [1.0], [2.0], [1.5], [1.75], [19.0], [20.0], [0.5], [1.25]]
    assert mdav(encoded(points), k=2).tolist() == [1, 2, 3, 3, 3, 0, 0, 1, 2]


def test_ties_go_to_the_lowest_row():
    assert mdav(encoded([[0.0]] * 6), k=2).tolist() == [0, 0, 1, 1, 2, 2]


def test_how_often_progress_is_told_changes_nothing(monkeypatch):
    qi = Encoded.of(people(100))
    wanted = mdav(qi, k=3, job=found.job()).tolist()
    monkeypatch.setattr(module, "SLICE", 1.0)
    heard = []
    assert mdav(qi, k=3, job=found.job(on_progress=heard.append)).tolist() == wanted
    assert len(heard) > 10


def test_its_time_is_told_where_there_are_very_many_rows(monkeypatch):
    monkeypatch.setattr(module, "SLICE", 1.0)
    monkeypatch.setattr(module, "MANY_ROWS", 50)
    told = []
    mdav(Encoded.of(people(60)), k=3, job=found.job(on_tell=lambda key, values: told.append((key, values))))
    assert [(key, values["method"], values["rows"]) for key, values in told] == [("run.slow", "mdav", 60)]
    assert told[0][1]["minutes"] >= 1


@pytest.mark.skipif(DATA is None, reason="needs TOKUMEI_DATA")
@pytest.mark.parametrize("name", LITERATURE)
@pytest.mark.parametrize("k", [3, 4, 5, 10])
def test_the_loss_on_the_casc_sets_is_that_of_the_literature(name, k):
    frame = pl.read_csv(Path(DATA or "") / f"{name}.csv", infer_schema_length=None)
    table = Table(frame, Schema(quasi=COLUMNS.get(name, frame.columns))).pinned()
    qi = Encoded.of(table, scale="zscore")
    release = Release(table, key=np.arange(len(table)), labels=mdav(qi, k=k))
    wanted = LITERATURE[name][k]
    digits = len(str(wanted).split(".")[1])
    assert round(100 * sse(qi, release)["sse_over_sst"], digits) == wanted


def test_time_to_compile_is_no_part_of_the_estimate(monkeypatch):
    told, calls = [], []
    rounds = module.kernel.rounds

    def compiled_first(*arguments):
        calls.append(arguments)
        time.sleep(0.5 if len(calls) == 1 else 0)
        return rounds(*arguments)

    rounds(*[np.zeros((1, 1)), np.zeros(1, np.int64), np.zeros(1), np.zeros(1), np.zeros(1, np.int64), 0, 0, 2, 0])
    monkeypatch.setattr(module, "MANY_ROWS", 1000)
    monkeypatch.setattr(module, "SLICE", 1.0)
    monkeypatch.setattr(module.kernel, "rounds", compiled_first)
    surroundings = found.job(on_tell=lambda key, values: told.append(values["minutes"]))
    mdav(encoded(np.random.default_rng(0).normal(size=(2000, 2))), k=2, job=surroundings)
    # Five hundred rounds of half a second would be two minutes.
    assert told == [1.0]
