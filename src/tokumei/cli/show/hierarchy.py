"""Shows hierarchies: what was made, what is wrong, and the tree itself."""

from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich.markup import escape
from rich.tree import Tree as Drawn

from tokumei.cli.options.columns import Given
from tokumei.cli.show.tables import as_json, console, say_line, table
from tokumei.io import nested
from tokumei.model.coverage import entries_of
from tokumei.model.hierarchy import Hierarchy
from tokumei.report.numbers import number
from tokumei.texts import text

MOST_BELOW = 8
"""So many entries are drawn below one entry at most."""

Inside = Mapping[str, Any] | Sequence[str]


def show_made(document: Mapping[str, Any], given: Given) -> None:
    """Say what was written, and how many entries each level has."""
    if given["as_json"]:
        click.echo(as_json(document))
    elif not given["quiet"]:
        lang = given["lang"]
        say_line(text("cli.say.hierarchy_made", lang, file=document["output"], column=document["column"]))
        _levels(document["entries"], lang)


def show_checked(document: Mapping[str, Any], given: Given) -> None:
    """Show the faults and the notes, and how many values the column has."""
    if given["as_json"]:
        click.echo(as_json(document))
        return
    if given["quiet"]:
        return
    lang = given["lang"]
    counts = {name: number(document[name], lang) for name in ("values", "missing")}
    say_line(text("cli.say.hierarchy_checked", lang, column=document["column"], **counts))
    for part, title in (("faults", "hierarchy_faults"), ("notes", "hierarchy_notes")):
        rows = [(one["text"], number(one["count"], lang)) for one in document[part]]
        table(("found", "count"), rows, lang, title=text(f"cli.say.{title}", lang), right="count")
        for one in document[part]:
            if one.get("values"):
                more = one["count"] - len(one["values"])
                end = text("cli.say.hierarchy_more", lang, count=number(more, lang)) if more > 0 else ""
                say_line(f"{one['code']}: {', '.join([*one['values'], *filter(None, [end])])}")
    if not document["faults"]:
        say_line(text("cli.say.hierarchy_fits", lang, file=document["hierarchy"], column=document["column"]))


def show_tree(hierarchy: Hierarchy, file: str, given: Given) -> None:
    """Draw the tree from its root, as much of it as there are lines for."""
    tree, root, lang = nested(hierarchy), hierarchy.levels[0][-1], given["lang"]
    inside = tree[root] if list(tree) == [root] else tree
    entries = entries_of(hierarchy.levels)
    if given["as_json"]:
        click.echo(as_json({"hierarchy": file, "entries": entries, "root": root, "tree": inside}))
    elif not given["quiet"]:
        kept = _kept(inside, given["lines"])
        drawn = Drawn(escape(f"{root} ({number(entries[0], lang)})"))
        _draw(drawn, inside, (), kept, lang)
        console().print(drawn)
        _levels(entries, lang)


def _levels(entries: Sequence[int], lang: str) -> None:
    rows = [(number(level, lang), number(count, lang)) for level, count in enumerate(entries)]
    table(("level", "entries"), rows, lang, right="level entries")


def _kept(inside: Inside, lines: int) -> set[tuple[str, ...]]:
    """Return which entries are drawn, by their path: the wider first, a few below each, until the lines are used."""
    kept: set[tuple[str, ...]] = set()
    row: list[tuple[tuple[str, ...], Mapping[str, Any]]] = [((), _entries(inside))]
    while row and len(kept) < lines:
        below = [((*path, entry), part[entry]) for path, part in row for entry in list(part)[:MOST_BELOW]]
        chosen = below[: lines - len(kept)]
        kept.update(path for path, _ in chosen)
        row = [(path, _entries(part)) for path, part in chosen]
    return kept


def _entries(inside: Inside | None) -> Mapping[str, Any]:
    """Return what is below each entry; nothing below values."""
    return inside if isinstance(inside, Mapping) else dict.fromkeys(inside or ())


def _draw(drawn: Drawn, inside: Inside, path: tuple[str, ...], kept: set[tuple[str, ...]], lang: str) -> None:
    left = 0
    for entry in inside:
        if (*path, entry) not in kept:
            left += 1
        elif isinstance(inside, Mapping):
            below = inside[entry]
            label = f"{entry} ({number(_values_in(below), lang)})"
            _draw(drawn.add(escape(label)), below, (*path, entry), kept, lang)
        else:
            drawn.add(escape(entry))
    if left:
        drawn.add(escape(text("cli.say.hierarchy_more", lang, count=number(left, lang))), style="dim")


def _values_in(inside: Inside) -> int:
    return sum(map(_values_in, inside.values())) if isinstance(inside, Mapping) else len(inside)
