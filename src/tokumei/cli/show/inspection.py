"""Shows what an inspection found."""

from collections.abc import Mapping, Sequence
from typing import Any

from tokumei.cli.show.tables import say_line, table
from tokumei.report.numbers import number, percent
from tokumei.texts import text

MOST = 10
"""Combinations shown, in the order of the document, which has them all."""


def show_inspection(document: Mapping[str, Any], quasi: Sequence[str], lang: str, recipe: str | None) -> None:
    """Show the columns, who stands out, the k, what is worth a look, and how to go on."""
    columns = document["columns"]
    say_line(text("cli.say.inspected", lang, rows=number(document["rows"]), columns=number(len(columns))))
    table(
        ("column", "kind", "role", "missing", "distinct", "unique_share"),
        [_column(column, lang) for column in columns],
        lang,
        right="missing distinct unique_share",
    )
    telling = [one for one in document["combinations"] if one["unique_share"]]
    rows = [(" + ".join(one["columns"]), percent(one["unique_share"], lang)) for one in telling[:MOST]]
    table(("columns", "unique_share"), rows, lang, title=text("cli.say.combinations", lang), right="unique_share")
    if document["k"] is not None and quasi:
        meaning = text("cli.say.k_one" if document["k"] <= 1 else "cli.say.k_more", lang)
        say_line(text("cli.say.k", lang, columns=", ".join(quasi), k=number(document["k"]), meaning=meaning))
    for finding in document.get("findings", ()):
        say_line(text("cli.say.finding", lang, finding=finding["text"]))
    if recipe:
        say_line(text("cli.say.recipe", lang, file=recipe))


def _column(column: Mapping[str, Any], lang: str) -> tuple[str, ...]:
    return (
        column["name"],
        text(f"cli.kind.{column['kind']}", lang),
        text(f"cli.role.{column['role']}", lang),
        number(column["missing"], lang),
        number(column["distinct"], lang),
        percent(column["unique_share"], lang),
    )
