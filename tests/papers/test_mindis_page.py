"""The command that makes the MinDIS paper again: what it prints beside ours, and that its numbers are the measure's."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from tests.found import job
from tokumei.cli import group
from tokumei.fills.ancestor import ancestor
from tokumei.groupings.mindis import mindis
from tokumei.measures.distortion import distortion
from tokumei.model import Encoded, Release
from tokumei.model.counts import Counts
from tokumei.papers.base import page
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import Made, Part
from tokumei.papers.base.sets import prepared
from tokumei.papers.mindis import PAPER, data, examples, printed, tables, trees, work
from tokumei.recodings.datafly import datafly


@pytest.fixture(scope="module")
def small():
    """The paper with small random tables and forty rows of every data set."""
    with pytest.MonkeyPatch.context() as patched:
        sizes = {
            key: printed.TABLE_4[key] for key in ((10, 5), (100, 5), (100, 10), (1000, 5), (1000, 10), (1000, 100))
        }
        patched.setattr(printed, "TABLE_4", sizes)
        patched.setattr(tables, "RUNS", 2)
        patched.setattr(tables, "GROWTH", (30, 60))
        desk, sets = Desk(), prepared(PAPER.sets, None, most=40)
        parts: dict[str, Part] = {}
        for name, (_, make) in PAPER.parts.items():
            parts[name] = make(desk, sets, parts)
        yield Made(PAPER, sets, parts, None)


@pytest.mark.parametrize("name", ["table_1", "table_3a", "table_3b", "distortions"])
def test_the_worked_example_comes_out_as_printed(small, name):
    frame = small.parts[name].frame
    assert frame["agrees"].all()


def test_with_three_steps_for_zip_the_run_is_another():
    assert not np.array_equal(examples.worked_run(trees.ZIP), examples.worked_run(trees.LONG_ZIP))


def test_distortions_of_a_run_are_those_of_the_measure():
    qi = data.random_table(60, 4, 0)
    labels = mindis(qi, k=3, job=job())
    release = Release(ancestor(qi.table, labels), key=np.arange(60), labels=labels)
    assert work.of_groups(qi.levels, labels) == pytest.approx(distortion(qi.table, release)["distortion"])
    recoding = datafly(Counts.of(qi.table), k=3)
    released = recoding.apply(qi.table)
    assert work.of_vectors(qi.levels, recoding.at) == pytest.approx(distortion(qi.table, released)["distortion"])


def test_random_values_are_as_likely_as_each_other():
    table = data.random_table(6000, 2, 1).table
    counts = table.frame["a1"].value_counts()["count"]
    assert len(counts) == len(data.random_tree().levels)
    assert counts.min() > 400


def test_data2_is_the_first_part_of_data3():
    sets = prepared({name: PAPER.sets[name] for name in ("data2", "data3")}, None)
    assert (len(sets["data2"]), len(sets["data3"])) == (1455, 5822)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_shows_every_part(small, lang):
    html = page.html(small, page.drawn(small, lang), lang)
    for name in PAPER.parts:
        assert PAPER.said(f"{name}.title", lang) in html
    assert "0.516" in html
    assert "31/60" in html


def test_made_up_rows_are_never_set_beside_printed_numbers(small):
    nothing = {row[4] for row in small.parts["table_5"].grid("en").rows}
    assert len(nothing) == 1
    assert "0.642" not in nothing.pop()


def test_the_command_writes_a_page_and_the_numbers(tmp_path, monkeypatch):
    monkeypatch.setattr(printed, "TABLE_4", {(10, 5): printed.TABLE_4[10, 5]})
    monkeypatch.setattr(printed, "TABLE_6", {"data1": printed.TABLE_6["data1"]})
    monkeypatch.setattr(tables, "RUNS", 1)
    monkeypatch.setattr(tables, "GROWTH", (20, 40))
    given = ["paper", "mindis", "--rows", "30", "--out", str(tmp_path / "out"), "--json"]
    result = CliRunner(env={"TOKUMEI_DATA": ""}).invoke(group, given)
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert document["parts"]["table_3a"][0]["agrees"]
    assert set(PAPER.files) <= {path.name for path in Path(document["out"]).iterdir()}
    assert pl.read_csv(tmp_path / "out" / "table_4.csv").height == 2


def test_table_1_is_generalized_alike_whatever_the_seed():
    table = examples.table_1()
    for seed in range(5):
        out = ancestor(table, mindis(Encoded.of(table), k=2, job=job(seed))).frame
        assert tuple(out.select(pl.all().cast(pl.String)).rows()) == printed.TABLE_1B
