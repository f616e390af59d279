"""Shows what a run did and found: the verdict first, then its numbers in plain words."""

from collections.abc import Mapping
from typing import Any

from tokumei.cli.show.tables import say_grid, say_line
from tokumei.report import tables, verdict
from tokumei.report.numbers import number, seconds
from tokumei.texts import text

Document = Mapping[str, Any]


def show_run(
    document: Document, lang: str, *, full: bool = False, files: Mapping[str, str | None] | None = None
) -> None:
    """Show what a run did and found."""
    say_line(verdict(document, lang))
    _counts(document, lang)
    say_grid(tables.attacks(document, lang), title=text("cli.say.attacks", lang))
    if any(score["hits"] is None for score in document["attacks"].values()):
        say_line(text("cli.say.no_key", lang))
    _measures(document, lang, full=full)
    say_grid(tables.requirements(document, lang), title=text("cli.say.requirements", lang))
    say_grid(tables.skipped(document, lang), title=text("cli.say.skipped", lang))
    for _, finding in tables.findings(document, lang):
        say_line(text("cli.say.finding", lang, finding=finding))
    _written(document, lang, files or {})


def _counts(document: Document, lang: str) -> None:
    took = seconds(sum(document["seconds"].values()), lang)
    if document.get("groups") is None:
        say_line(text("cli.say.rows", lang, rows=number(document["rows_out"]), seconds=took))
    else:
        groups = number(document["groups"])
        say_line(text("cli.say.groups", lang, rows=number(document["rows_out"]), groups=groups, seconds=took))


def _measures(document: Document, lang: str, *, full: bool) -> None:
    if not full:
        say_grid(tables.headlines(document, lang), title=text("cli.say.measures", lang))
        return
    for call in document["measures"]:
        grids = [tables.numbers_of(document, call, lang), *tables.numbers_by_column(document, call, lang)]
        for place, grid in enumerate(grid for grid in grids if grid):
            say_grid(grid, title=call if place == 0 else "")


def _written(document: Document, lang: str, files: Mapping[str, str | None]) -> None:
    if document.get("outputs"):
        say_line(text("cli.say.output", lang, file=", ".join(document["outputs"])))
    say_files(files, lang)


def say_files(files: Mapping[str, str | None], lang: str) -> None:
    """Say where each file is that was asked for."""
    for name, file in files.items():
        if file:
            say_line(text(f"cli.say.{name}", lang, file=file))
