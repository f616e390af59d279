"""Every method has its row: time, memory, loss and risk."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bench
from bench import ROOT, child, lines, run
from bench.cases import Case, Outcome
from bench.child import Task
from bench.data import DATA_SETS, data_set
from bench.timing import timed
from bench.work import options
from tokumei import catalogue
from tokumei.errors import InputError
from tokumei.model import Encoded, Labels
from tokumei.params import K
from tokumei.registry import Spec, grouping

SMALL = Task(method="", data="people", rows=(60, 120), repeats=1)
EVERY = {"what", "kind", "method", "options", "data", "k", "seed", "rows", "columns", "seconds", "memory"}


@pytest.fixture(autouse=True)
def _few_rows_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "WARM_UP", 30)


def test_every_method_is_in_the_list() -> None:
    assert bench.methods_to_run() == [(spec.kind, spec.name) for spec in catalogue.methods()]
    assert ("grouping", "mdav") in bench.methods_to_run()


def test_a_method_declared_on_the_fly_is_in_the_list_and_runs() -> None:
    with catalogue.only_during():

        @grouping()
        def declared_for_the_bench(qi: Encoded, *, k: K, least: K) -> Labels:
            """Put all rows into one group."""
            return np.zeros(len(qi), dtype=np.int64)

        assert ("grouping", "declared_for_the_bench") in bench.methods_to_run()
        found = measured("declared_for_the_bench")
        assert [line["options"] for line in found] == [{"least": "2"}] * 2
        assert [line["loss"]["sse.sse_over_sst"] for line in found] == [1.0, 1.0]
    assert ("grouping", "declared_for_the_bench") not in bench.methods_to_run()


@pytest.mark.parametrize("spec", catalogue.methods(data="table"), ids=lambda spec: spec.name)
def test_every_method_for_tables_is_measured_at_every_size_or_says_what_it_lacks(spec: Spec) -> None:
    found = measured(spec.name)
    assert [line.get("failed") for line in found] == [None] * len(found)
    assert [line["rows"] for line in found] == [60, 120] or found[-1]["skipped"]
    for line in (line for line in found if "skipped" not in line):
        assert set(line) >= EVERY
        assert line["seconds"]["repeats"] == 1
        assert 0 < line["seconds"]["low"] <= line["seconds"]["median"] <= line["seconds"]["high"]
        assert 0 <= line["memory"]["work_mb"] <= line["memory"]["peak_mb"]
        assert line["memory"]["how"]


@pytest.mark.parametrize(("name", "families"), [("mdav", {"loss", "risk"}), ("average", {"loss", "risk"}),
                                                ("sse", {"loss"}), ("k_anonymity", {"risk"}),
                                                ("nearest_value", {"risk"})])  # fmt: skip
def test_time_comes_with_loss_and_risk(name: str, families: set[str]) -> None:
    for line in measured(name):
        assert {family for family in ("loss", "risk") if line.get(family)} == families


def test_the_groups_that_attacks_and_measures_work_on_hold_k_rows() -> None:
    case = Case(data_set("people").load(64, seed=3), k=5)
    assert np.bincount(case.labels).min() == 5
    assert np.bincount(case.labels).max() < 10


def test_a_method_that_breaks_is_a_row_and_not_an_end(capsys: pytest.CaptureFixture[str]) -> None:
    with catalogue.only_during():

        @grouping()
        def broken_for_the_bench(qi: Encoded, *, k: K = 3) -> Labels:
            """Break."""
            raise ZeroDivisionError

        assert [line.get("failed") for line in measured("broken_for_the_bench")] == ["ZeroDivisionError"]
    assert "broken_for_the_bench" in capsys.readouterr().err


def test_rows_that_a_method_refuses_are_told_with_the_reason() -> None:
    found = measured("mdav", k=100, rows=(60, 120))
    assert [line["rows"] for line in found] == [60]
    assert "needs at least 100 rows" in found[0]["skipped"]


def test_no_size_follows_one_that_took_too_long() -> None:
    assert [line["rows"] for line in measured("mdav", rows=(60, 120, 240), limit=0.0)] == [60]


def test_options_that_a_method_needs_are_filled_in() -> None:
    assert options(catalogue.get("mdav"), k=7) == {"k": 7}
    assert options(catalogue.get("sse"), k=7) == {}


@pytest.mark.parametrize("repeats", [1, 4])
def test_work_is_done_as_often_as_asked_while_the_budget_lasts(repeats: int) -> None:
    goes: list[int] = []

    def work() -> Outcome:
        goes.append(1)
        return Outcome(seconds=float(len(goes)))

    times, _ = timed(work, repeats, budget=100.0)
    assert list(times.seconds) == [float(go + 1) for go in range(repeats)]
    assert timed(work, 5, budget=0.0)[0].document()["repeats"] == 1


def test_a_plan_writes_its_lines_with_machine_and_versions(tmp_path: Path) -> None:
    plan = replace(run.Plan.quick(), methods=["average"], data=["household"], rows=(50, 100, 200))
    found = list(run.run(plan, tmp_path / "run.jsonl"))
    assert found == lines.read(tmp_path / "run.jsonl")
    assert [line["what"] for line in found] == ["method", "method", "method", "growth"]
    for line in found:
        assert line["machine"]["cores"] >= 1
        assert {"tokumei", "python", "numpy", "numba", "polars"} <= set(line["versions"])
        assert {"commit", "at"} <= set(line)
        assert len(run.cells(line)) == len(run.HEAD)


def test_a_public_data_set_that_is_not_here_is_listed_as_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKUMEI_DATA", str(tmp_path))
    found = list(run.run(replace(run.Plan.quick(), methods=["mdav"], data=["adult"]), tmp_path / "run.jsonl"))
    assert [(line["what"], line["data"]) for line in found] == [("absent", "adult")]
    assert "adult.csv is not here" in run.cells(found[0])[-1]
    with pytest.raises(InputError, match=r"adult: adult\.csv is not here"):
        data_set("adult").load()


def test_a_public_data_set_is_drawn_from_repeatably(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = data_set("census").schema.quasi
    rows = [",".join(names), *(",".join([str(row)] * len(names)) for row in range(50))]
    (tmp_path / "census.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    monkeypatch.setenv("TOKUMEI_DATA", str(tmp_path))
    drawn = [Case(data_set("census").load(20, seed)).table.frame for seed in (1, 1, 2)]
    assert drawn[0].height == 20
    assert drawn[0].equals(drawn[1])
    assert not drawn[0].equals(drawn[2])
    assert len(data_set("census").load(1000)) == 50


@pytest.mark.parametrize("name", [name for name, one in DATA_SETS.items() if one.file is None])
def test_sample_data_has_the_columns_that_are_named_and_the_rows_that_are_asked_for(name: str) -> None:
    data = data_set(name).load(40)
    assert len(data) == 40
    assert set(data.schema.quasi) >= set(data_set(name).schema.quasi)


def test_heavy_data_has_heavy_tails_and_exact_copies() -> None:
    frame = Case(data_set("heavy").load(1000)).table.frame
    assert 600 < frame.n_unique() < 800
    assert all(column.max() > 30 * column.median() for column in frame)


def test_an_unknown_data_set_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="adult"):
        data_set("adlut")


@pytest.mark.parametrize(
    ("words", "said"),
    [(["data"], "household"), (["--help"], "figures"), (["rivals", "--help"], "--rival")],
)
def test_the_command_line_answers(words: Sequence[str], said: str) -> None:
    done = command(*words)
    assert done.returncode == 0
    assert said in done.stdout


def test_the_command_line_shows_a_sentence_and_not_a_traceback() -> None:
    done = command("run", "--quick", "--data", "adlut")
    assert done.returncode == 2
    assert done.stderr.startswith("bench: ")
    assert "Traceback" not in done.stderr


def measured(name: str, **more: Any) -> list[lines.Line]:
    return list(child.measured(replace(SMALL, method=name, **more)))


def command(*words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "bench", *words]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
