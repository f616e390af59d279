"""Progress is for people who wait at a terminal, and names methods only."""

import io
import sys

import pytest

from tokumei.cli.show import progress
from tokumei.cli.show.progress import Bar, watching


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Let standard error be a terminal whose user is out of patience."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    return screen


def test_a_bar_names_the_method_and_the_share_on_a_terminal(
    terminal: Terminal, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal)
    with watching("en", quiet=False) as watcher:
        assert watcher.progress is not None
        watcher.progress("mdav", 0.0)
        watcher.progress("mdav", 0.5)
    assert capsys.readouterr().out == ""
    assert "mdav" in terminal.getvalue()
    assert "50%" in terminal.getvalue()


def test_short_work_needs_no_bar(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 60.0)
    bar = Bar("en")
    bar.heard("mdav", 0.5)
    bar.vanish()
    assert terminal.getvalue() == ""


def test_a_pipe_gets_no_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    bar = Bar("en")
    bar.heard("mdav", 0.5)
    bar.vanish()
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("terminal")
def test_quiet_watches_nothing() -> None:
    with watching("en", quiet=True) as watcher:
        assert (watcher.progress, watcher.tell) == (None, None)


def test_remarks_go_to_standard_error_in_the_language_of_the_user(capsys: pytest.CaptureFixture[str]) -> None:
    for lang in ("en", "ja"):
        with watching(lang, quiet=False) as watcher:
            assert watcher.tell is not None
            watcher.tell("cli.say.output", {"file": "safe.csv"})
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == ["Wrote safe.csv.", "safe.csv を書き出しました。"]
