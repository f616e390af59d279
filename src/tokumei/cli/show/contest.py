"""Shows what the commands about contest files found: faults by line and column, and the contest's table."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tokumei.cli.show.run import say_files
from tokumei.cli.show.tables import say_grid, say_line
from tokumei.cli.work.contest import Checked
from tokumei.contest import Line
from tokumei.report import tables
from tokumei.report.numbers import number, percent
from tokumei.report.tables import Grid
from tokumei.texts import text

LIST = re.compile(r"=([^,()]+),[^()]+,([^,() ]+)(?=\))")
"""Three values or more of the last option of a call."""
SHOWN, TOLD = 50, 1000
"""So many faults are shown to a reader, and told to a program."""


def check_document(files: Sequence[Checked], lang: str) -> dict[str, Any]:
    """Return what was found in the files, as plain values."""
    faults = [
        {"file": one.sheet.path, "row": fault.line, "column": fault.column, "code": fault.code,
         "text": fault.sentence(lang)}
        for one in files
        for fault in one.faults
    ]  # fmt: skip
    return {"files": [one.document() for one in files], "faults": faults[:TOLD], "count": len(faults)}


def show_check(document: Mapping[str, Any], lang: str) -> None:
    """Show what each file holds, and the first faults."""
    for one in document["files"]:
        key = "entry_sound" if not one["faults"] else "entry_faults"
        counts = {name: number(one[name], lang) for name in ("rows", "columns", "deleted", "faults")}
        say_line(text(f"cli.say.{key}", lang, file=one["file"], **counts))
    rows = [
        (one["file"], number(one["row"], lang), number(one["column"], lang), one["text"])
        for one in document["faults"][:SHOWN]
    ]
    headings = tuple(text(f"cli.heading.{name}", lang) for name in ("file", "row", "column", "fault"))
    say_grid(Grid(headings, rows, frozenset({1, 2}), frozenset({3})))
    if document["count"] > len(rows):
        say_line(text("cli.say.more_faults", lang, count=number(document["count"] - len(rows), lang)))


def show_scores(document: Mapping[str, Any], lines: Sequence[Line], lang: str, files: Mapping[str, str | None]) -> None:
    """Show the contest's table, what was noticed, and what was written."""
    counts = {name: number(document[name], lang) for name in ("rows_in", "rows_out")}
    say_line(text("cli.say.entry_rows", lang, **counts))
    headings = tuple(text(f"cli.heading.{name}", lang) for name in ("code", "value", "meaning", "method"))
    rows = [(line.code, _value(line, lang), _meaning(line, lang), _short(line.call)) for line in lines]
    say_grid(Grid(headings, rows, frozenset({1}), frozenset({2})))
    for _, finding in tables.findings(document, lang):
        say_line(text("cli.say.finding", lang, finding=finding))
    if document.get("outputs"):
        say_line(text("cli.say.output", lang, file=", ".join(document["outputs"])))
    say_files(files, lang)


def _short(call: str) -> str:
    """Return a call with the middle of a long list left out.

    >>> _short("cross_mean(columns=q1,q2,q3,q4)")
    'cross_mean(columns=q1,...,q4)'
    """
    return LIST.sub(r"=\1,...,\2", call)


def _value(line: Line, lang: str) -> str:
    # The codes of attacks are shares of rows; those of measures are in units of their own.
    return percent(line.value, lang) if line.code.startswith("E") else number(line.value, lang)


def _meaning(line: Line, lang: str) -> str:
    return line.reason or text(f"contest.code.{line.code}", lang)
