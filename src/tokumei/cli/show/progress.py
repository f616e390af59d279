"""Shows how far long work is, and passes on what it has to say; only names, never cells."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from tokumei.runner import Watcher
from tokumei.texts import text

PATIENCE = 0.7
"""Seconds of work before a bar appears: what is over sooner needs none."""


class Bar:
    """A progress bar that appears when work takes long, on a terminal only."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.start = time.monotonic()
        self.on_terminal = sys.stderr.isatty()
        self.progress: Any = None
        self.task: Any = None
        self.name = ""

    def heard(self, name: str, share: float) -> None:
        """Show the share of the work on one method that is done."""
        if self.progress is None:
            if not self.on_terminal or time.monotonic() - self.start < PATIENCE:
                return
            self._appear()
        if name != self.name:
            self.name = name
            self.progress.update(self.task, description=name)
        self.progress.update(self.task, completed=share)

    def told(self, key: str, values: dict[str, Any]) -> None:
        """Say a sentence of the text catalogue."""
        click.echo(text(key, self.lang, **values), err=True)

    def vanish(self) -> None:
        """Take the bar away."""
        if self.progress is not None:
            self.progress.stop()

    def _appear(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
        )
        self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self.task = self.progress.add_task(self.name, total=1.0)
        self.progress.start()


@contextmanager
def watching(lang: str, *, quiet: bool) -> Iterator[Watcher]:
    """Return who waits for a run: a bar and remarks, or nobody."""
    if quiet:
        yield Watcher()
        return
    bar = Bar(lang)
    try:
        yield Watcher(progress=bar.heard, tell=bar.told)
    finally:
        bar.vanish()
