"""How the program ends: exit codes, clean output, a quick start, and nothing half-written."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.faces.conftest import CANARY, COLUMNS, Tokumei
from tokumei.errors import DeclarationError

PROGRAM = (sys.executable, "-m", "tokumei")
MDAV = ("--method", "mdav", "--k", "3")
REQUIRE = '[data]\nsource = "people.csv"\nother = "keep"\n[columns]\nname = {{role = "identifier"}}\n' \
    'age = {{role = "quasi"}}\nincome = {{role = "sensitive"}}\n[[step]]\ngrouping = "mdav"\nk = 3\n' \
    '[[require]]\nmeasure = "k_anonymity.k"\nat_least = {k}\n'  # fmt: skip


def program(*words: object, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run the program as the shell would."""
    return subprocess.run([*PROGRAM, *map(str, words)], capture_output=True, text=True, check=False, **more)


def test_a_requirement_that_is_not_met_ends_with_3_and_writes_nothing(
    people: Path, folder: Path, tokumei: Tokumei
) -> None:
    (folder / "recipe.toml").write_text(REQUIRE.format(k=4), encoding="utf-8")
    words = ("run", "recipe.toml", "-o", "safe.csv", "--key", "key.csv", "--report", "r.html", "--result", "r.json")
    ended = tokumei(*words)
    assert ended.code == 3
    assert "k_anonymity.k" in ended.err
    assert "no" in ended.out
    document = tokumei(*words, "--json").document
    assert document["requirements"] == [{"name": "k_anonymity.k", "at_least": 4, "got": 3, "met": False}]
    assert document["output"] is None
    assert sorted(path.name for path in folder.iterdir()) == ["people.csv", "recipe.toml"]
    assert tokumei(*words, "--quiet").out == ""


def test_a_requirement_that_is_met_ends_with_0(people: Path, folder: Path, tokumei: Tokumei) -> None:
    (folder / "recipe.toml").write_text(REQUIRE.format(k=3), encoding="utf-8")
    assert tokumei("run", "recipe.toml", "-o", "safe.csv").code == 0
    assert (folder / "safe.csv").exists()


@pytest.mark.parametrize("error", [RuntimeError(CANARY), BaseException(CANARY), OSError(5, CANARY), KeyError(CANARY)])
def test_a_fault_of_ours_ends_with_1_and_shows_no_value(
    error: BaseException, people: Path, folder: Path, tokumei: Tokumei, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("tokumei.runner.memory.carry_out", broken)
    ended = tokumei("anonymize", people, "-o", "safe.csv", *COLUMNS, *MDAV)
    assert ended.code == 1
    assert (ended.out, ended.err.count("\n")) == ("", 1)
    assert CANARY not in ended.err
    assert "Traceback" not in ended.err
    assert "fault of ours" in ended.err
    assert "https://" in ended.err
    assert "runner.py" in ended.err
    assert sorted(path.name for path in folder.iterdir()) == ["people.csv"]


def test_a_wrong_declaration_is_our_fault(people: Path, tokumei: Tokumei, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise DeclarationError("a text is missing.")

    monkeypatch.setattr("tokumei.inspection.inspect", broken)
    ended = tokumei("inspect", people)
    assert (ended.code, ended.err) == (1, "tokumei: a fault of ours: a text is missing.\n")


@pytest.mark.parametrize("place", ["tokumei.runner.memory.carry_out", "tokumei.io.write_release"])
def test_a_stop_leaves_nothing_half_written(
    place: str, people: Path, folder: Path, tokumei: Tokumei, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(place, stopped)
    ended = tokumei("anonymize", people, "-o", "safe.csv", *COLUMNS, *MDAV, "--key", "key.csv")
    assert (ended.code, ended.err.strip()) == (130, "tokumei: stopped; nothing was written.")
    assert sorted(path.name for path in folder.iterdir()) == ["people.csv"]


def test_a_stop_while_the_report_is_written_says_what_is_there(
    people: Path, folder: Path, tokumei: Tokumei, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tokumei.report.html", stopped)
    ended = tokumei("anonymize", people, "-o", "safe.csv", *COLUMNS, *MDAV, "--report", "report.html")
    assert ended.code == 130
    assert "safe.csv is written" in ended.err
    assert sorted(path.name for path in folder.iterdir()) == ["people.csv", "safe.csv"]


def test_control_c_ends_a_long_run_cleanly(folder: Path) -> None:
    assert program("sample", "uniform", "-o", "rows.csv", "--rows", "60000", "--seed", "1", cwd=folder).returncode == 0
    header = (folder / "rows.csv").open(encoding="utf-8").readline().strip()
    words = ("anonymize", "rows.csv", "-o", "safe.csv", "--quasi", header, "--method", "mdav", "--key", "key.csv")
    running = subprocess.Popen([*PROGRAM, *words], cwd=folder, stderr=subprocess.PIPE, text=True)
    try:
        time.sleep(3)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    assert said.splitlines()[-1] == "tokumei: stopped; nothing was written."
    assert "Traceback" not in said
    assert sorted(path.name for path in folder.iterdir()) == ["rows.csv"]


def test_the_program_keeps_its_document_apart_from_all_else(people: Path, folder: Path) -> None:
    words = ("-o", "safe.csv", *COLUMNS, *MDAV, "--json", "--seed", "7")
    ended = program("anonymize", "people.csv", *words, cwd=folder)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)["seed"] == 7


def test_the_program_ends_with_2_on_bad_input_even_where_a_debugger_listens(people: Path, folder: Path) -> None:
    words = ("anonymize", "people.csv", "-o", "safe.csv", "--quasi", "agee", "--method", "mdav")
    ended = program(*words, cwd=folder, env={**os.environ, "TOKUMEI_DEBUG": "1"})
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "did you mean 'age'" in ended.stderr
    assert CANARY not in ended.stderr


def test_a_reader_that_goes_away_is_no_news(people: Path, folder: Path) -> None:
    command = f"{sys.executable} -m tokumei methods --json | head -c 1"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=folder)
    assert ended.stderr == ""


def test_help_starts_at_once() -> None:
    # The budget is 0.5 s on a quiet machine; what a loaded one takes is several times that.
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        assert program("--help").returncode == 0
        seconds.append(time.perf_counter() - start)
    assert min(seconds) < 2.0


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from tokumei.cli import group\n"
        "try: group.main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'polars', 'pydantic', 'numba', 'scipy', 'altair', 'rich', 'pandas', 'jinja2'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_no_progress_is_shown_where_nobody_watches(people: Path, folder: Path, tokumei: Tokumei) -> None:
    ended = tokumei("anonymize", people, "-o", "safe.csv", *COLUMNS, *MDAV)
    assert (ended.code, ended.err) == (0, "")
    assert "\x1b" not in ended.out
