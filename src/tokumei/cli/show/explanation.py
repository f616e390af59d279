"""Shows how a release seems to have been made: the methods, how sure each is, and what speaks for it."""

from collections.abc import Mapping
from typing import Any

from tokumei.cli.show.run import say_files
from tokumei.cli.show.tables import say_grid, say_line
from tokumei.errors import listing
from tokumei.report.numbers import number, percent
from tokumei.report.tables import Grid
from tokumei.texts import has, text

Document = Mapping[str, Any]


def show_explanation(document: Document, lang: str, files: Mapping[str, str | None]) -> None:
    """Show what a release was made by, and what nobody can tell."""
    names = [_name(one["name"], lang) for one in document["methods"]]
    say_line(text("explain.say.made" if names else "explain.say.nothing", lang, methods=listing(names)))
    counts = {name: number(document[name], lang) for name in ("rows_in", "rows_out")}
    say_line(text("explain.say.rows", lang, **counts))
    say_line(text(f"explain.say.key_{document['key']}", lang))
    if document["shuffled"] is False:
        say_line(text("explain.say.in_order", lang))
    say_grid(_grid(document, lang))
    for one in document["untold"]:
        say_line(text("explain.say.untold", lang, method=_name(one["name"], lang), reason=one["text"]))
    for finding in document["findings"]:
        say_line(text("cli.say.finding", lang, finding=finding["text"]))
    say_files(files, lang)


def _grid(document: Document, lang: str) -> Grid:
    headings = tuple(text(f"explain.heading.{name}", lang) for name in ("method", "confidence", "how", "evidence"))
    rows = [
        (_name(one["name"], lang), percent(round(one["confidence"], 3), lang), _how(one, lang),
         " ".join(evidence["text"] for evidence in one["evidence"]))
        for one in document["methods"]
    ]  # fmt: skip
    return Grid(headings, rows, right=frozenset({1}), long=frozenset({2, 3}))


def _name(name: str, lang: str) -> str:
    return text(f"explain.method.{name}", lang)


def _how(one: Document, lang: str) -> str:
    """Return how a method seems to have been used, a phrase for each thing that is known."""
    phrases = []
    for key, value in one["how"].items():
        at = f"explain.how.{key}.{value}" if isinstance(value, str) else f"explain.how.{key}"
        if has(at) and value != []:
            phrases.append(text(at, lang, value=_value(key, value, lang)))
    return text("explain.say.and", lang).join(phrases)


def _value(key: str, value: Any, lang: str) -> str:
    if isinstance(value, list | str):
        return listing([value] if isinstance(value, str) else value)
    if key == "size":
        # It is estimated: two digits are all that is known.
        return f"{value:.2g}"
    return percent(value, lang) if key == "share" else number(value, lang)
