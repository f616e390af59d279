"""Rivals run beside the method that does the same."""

import time
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import beside, child, rivals
from bench.cases import Case, Outcome, Work
from bench.child import Task
from bench.rivals.naive_mdav import grouped
from tests.strategies import continuous
from tokumei import catalogue
from tokumei.errors import UnknownName
from tokumei.model import Encoded

TASK = Task(method="", data="uniform", rows=(80,), repeats=2, budget=5.0)


@pytest.fixture
def _no_plug_is_left() -> Iterator[None]:
    before = dict(rivals.RIVALS)
    yield
    rivals.RIVALS.clear()
    rivals.RIVALS.update(before)


@given(rows=st.integers(2, 60), columns=st.integers(1, 4), k=st.integers(2, 7), seed=st.integers(0, 99))
def test_the_naive_mdav_is_the_slow_twin_of_ours(rows: int, columns: int, k: int, seed: int) -> None:
    qi = Encoded.of(continuous(max(rows, k), columns, seed))
    assert parts(grouped(qi.matrix, k)) == parts(catalogue.get("mdav").function(qi, k=k))


def test_a_plug_is_found_by_its_file_and_names_a_method_that_exists() -> None:
    found = rivals.rivals()
    assert "naive_mdav" in [one.name for one in found]
    assert [catalogue.get(one.of).name for one in found] == [one.of for one in found]


def test_a_rival_is_timed_in_turns_with_ours_and_judged_alike() -> None:
    (line,) = beside.beside(["naive_mdav"], TASK)
    assert line["rows"] == 80
    assert line["seconds"]["repeats"] == line["ours"]["seconds"]["repeats"] == 2
    assert line["ratio"]["low"] <= line["ratio"]["median"] <= line["ratio"]["high"]
    assert line["loss"] == line["ours"]["loss"]
    assert line["risk"] == line["ours"]["risk"]
    assert {"peak_mb", "work_mb", "how"} <= set(line["memory"])
    assert len(beside.cells(line)) == len(beside.HEAD)


def test_every_other_turn_goes_backwards() -> None:
    done: list[str] = []

    def named(name: str) -> Work:
        return lambda: (done.append(name), Outcome(seconds=1.0))[1]

    times = beside.in_turns([named("a"), named("b")], repeats=3, budget=60.0)
    assert "".join(done) == "abbaab"
    assert [len(one.seconds) for one in times] == [3, 3]


def test_turns_end_with_the_budget_but_each_has_one() -> None:
    def slow() -> Outcome:
        time.sleep(0.01)
        return Outcome()

    assert [len(one.seconds) for one in beside.in_turns([slow, slow], repeats=50, budget=0.01)] == [1, 1]


@pytest.mark.usefixtures("_no_plug_is_left")
def test_a_rival_that_is_not_installed_is_listed_as_absent() -> None:
    @rivals.rival(of="mdav", module="no_such_module")
    def not_here(case: Case) -> Work:
        raise AssertionError

    (line,) = beside.beside(["not_here"], TASK)
    assert line["skipped"] == "the module no_such_module is not installed."
    assert "absent" in beside.cells(line)


@pytest.mark.usefixtures("_no_plug_is_left")
def test_a_rival_that_breaks_is_a_row_and_not_an_end(capsys: pytest.CaptureFixture[str]) -> None:
    @rivals.rival(of="mdav")
    def breaks(case: Case) -> Work:
        raise ZeroDivisionError

    (line,) = beside.beside(["breaks"], TASK)
    assert line["failed"] == "ZeroDivisionError"
    assert "FAILED" in beside.cells(line)
    assert "breaks" in capsys.readouterr().err


@pytest.mark.usefixtures("_no_plug_is_left")
def test_a_rival_may_hand_back_a_released_frame() -> None:
    @rivals.rival(of="mdav")
    def publishes_everything(case: Case) -> Work:
        return lambda: Outcome(frame=case.table.frame, key=np.arange(case.rows))

    task = Task("mdav", "household", (80,), repeats=1, rival="publishes_everything")
    (line,) = child.measured(task)
    assert line["loss"]["gcp.gcp"] == 0.0
    assert line["risk"]["k_anonymity.k"] == 1


def test_an_unknown_rival_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="naive_mdav"):
        rivals.get("naive_mdev")


def parts(labels: npt.NDArray[np.int64]) -> set[frozenset[int]]:
    return {frozenset(np.flatnonzero(labels == group).tolist()) for group in np.unique(labels)}
