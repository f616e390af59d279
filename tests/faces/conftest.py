"""A small table with a value nobody may ever see, and the command line as a function."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tokumei.cli import group

CANARY = "Xanthippe-4711"
"""A cell of the table: it may stand in no message."""

COLUMNS = ("--quasi", "age,sex,zip", "--sensitive", "income", "--identifier", "name")


@dataclass(frozen=True)
class Ended:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one document on standard output."""
        return json.loads(self.out)


Tokumei = Callable[..., Ended]


@pytest.fixture
def tokumei(monkeypatch: pytest.MonkeyPatch) -> Tokumei:
    """Return the command line as a function of its words, speaking English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "TOKUMEI_LANG", "TOKUMEI_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def call(*words: object) -> Ended:
        ended = CliRunner().invoke(group, [str(word) for word in words])
        return Ended(ended.exit_code, ended.stdout, ended.stderr)

    return call


@pytest.fixture
def no_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write bare pages instead of reports: drawing takes seconds, and few tests look at what is drawn."""
    monkeypatch.setattr("tokumei.report.html", lambda *_, **__: "<html></html>")
    monkeypatch.setattr("tokumei.report.look.svg", lambda _: "<svg></svg>")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def people(folder: Path) -> Path:
    """Return a table of thirty people, one of them with a name to look out for."""
    lines = ["name,age,sex,zip,income"]
    for row in range(30):
        name = CANARY if row == 7 else f"Person {row}"
        lines.append(f"{name},{20 + row},{'mf'[row % 2]},{1500000 + 37 * row},{200 + 10 * (row % 11)}")
    path = folder / "people.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def release(people: Path, tokumei: Tokumei) -> Path:
    """Return a release of the people; its key is in key.csv."""
    ended = tokumei("anonymize", people, "-o", "safe.csv", *COLUMNS, "--method", "mdav", "--k", 3, "--key", "key.csv")
    assert ended.code == 0, ended.err
    return people.parent / "safe.csv"
