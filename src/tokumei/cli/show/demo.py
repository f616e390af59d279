"""Shows what the demo did: the same attacks before and after, and what is in its folder."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tokumei.cli.show.tables import say_line, table
from tokumei.report import reading, verdict
from tokumei.report.numbers import number, percent
from tokumei.texts import text

Document = Mapping[str, Any]


def show_demo(before: Document, after: Document, folder: str, files: Sequence[str], lang: str) -> None:
    """Show in a few lines what was done, what it changed, and what to open."""
    say_line(text("cli.say.demo_did", lang, rows=number(after["rows_in"]), method=reading.name_of(after)))
    say_line(verdict(after, lang))
    table(("what", "before", "after", "chance"), _rows(before, after, lang), lang, right="before after chance")
    place = Path(folder)
    rows = [(str(place / name), text(f"cli.demo_file.{Path(name).stem}", lang)) for name in files]
    table(("file", "holds"), rows, lang)
    say_line(text("cli.say.demo_loop", lang, recipe=place / "recipe.toml"))
    say_line(text("cli.say.demo_next", lang, report=place / "report.html"))


def _rows(before: Document, after: Document, lang: str) -> list[tuple[str, ...]]:
    smallest = [number(reading.smallest_group(document), lang) for document in (before, after)]
    rows = [(text("cli.heading.k", lang), *smallest, "")]
    for call, score in after["attacks"].items():
        found = [percent(reading.rate(document["attacks"][call]), lang) for document in (before, after)]
        rows.append((text("cli.say.found_by", lang, attack=call), *found, percent(score["chance"], lang)))
    return rows
