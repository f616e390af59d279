"""The pieces of what a reader sees: sentences, titles, tables, and the document for programs."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tokumei.report.tables import Grid
from tokumei.texts import text

WIDTH = 110
"""Columns of output that goes to a file or a pipe."""
LONGEST_NAME = 60
"""What opens a row is kept on one line, unless it is a sentence."""


def as_json(document: Any) -> str:
    """Return a document as JSON text."""
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False, default=str)


def console() -> Console:
    """Return the console on standard output."""
    found = Console(highlight=False, soft_wrap=False)
    return found if found.is_terminal else Console(highlight=False, width=WIDTH)


def say_line(sentence: str) -> None:
    """Print one sentence, wrapped by the terminal alone."""
    console().print(escape(sentence), soft_wrap=True)


def say_title(title: str) -> None:
    """Print a heading."""
    console().print(escape(title), style="bold")


def table(
    headings: Sequence[str], rows: Iterable[Sequence[object]], lang: str, *, title: str = "", right: str = ""
) -> None:
    """Print a table under its localized headings; `right` names the columns of numbers."""
    localized = tuple(text(f"cli.heading.{heading}", lang) for heading in headings)
    numbers = frozenset(place for place, heading in enumerate(headings) if heading in right.split())
    say_grid(Grid(localized, [tuple(map(str, row)) for row in rows], numbers), title=title)


def say_grid(grid: Grid, *, title: str = "") -> None:
    """Print a table of texts, and what its headings mean."""
    if not grid:
        return
    if grid.caption:
        say_line(grid.caption)
    made = Table(box=SIMPLE_HEAD, title=escape(title) or None, title_justify="left", title_style="bold", pad_edge=False)
    is_name = max(len(row[0]) for row in grid.rows) <= LONGEST_NAME
    for place, heading in enumerate(grid.headings):
        side: Any = "right" if place in grid.right else "left"
        made.add_column(escape(heading), justify=side, no_wrap=place == 0 and is_name, overflow="fold")
    for row in grid.rows:
        # A number never breaks: where room is short its heading does.
        kept = (cell.replace(" ", "\N{NO-BREAK SPACE}") if at in grid.right else cell for at, cell in enumerate(row))
        made.add_row(*map(escape, kept))
    console().print(made)
    for name, meaning in grid.meanings:
        say_line(f"{name}: {meaning}")
