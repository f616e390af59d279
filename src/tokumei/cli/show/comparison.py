"""Shows several runs side by side."""

from collections.abc import Mapping
from typing import Any

from tokumei.cli.show.run import say_files
from tokumei.cli.show.tables import say_grid, say_line
from tokumei.report import tables, verdict
from tokumei.report.front import front


def show_comparison(document: Mapping[str, Any], lang: str, files: Mapping[str, str | None]) -> None:
    """Show one line a run, and which of them are worth considering."""
    say_line(verdict(document, lang))
    say_grid(tables.runs(document["runs"], lang, front(document["runs"])))
    say_files(files, lang)
