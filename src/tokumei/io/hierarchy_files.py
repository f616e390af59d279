"""Hierarchy files: tables as ARX writes them, or nested trees in TOML and JSON, told by the file's ending.

A table has no line of names; a row holds a value, its entry at each level and last the root. `;` stands
between them; a comma or a tab is understood where every row then has as many entries. In a tree an entry
holds its entries, and the last holds a list of values; several outermost entries get the root `*`.
"""

import csv
import json
import tomllib
from collections.abc import Mapping
from datetime import date, time
from io import StringIO
from pathlib import Path
from typing import Any, Literal

from tokumei.errors import BadData, UnreadableSource, UnwritableTarget, listing
from tokumei.io.encodings import utf8
from tokumei.io.writing import write_text
from tokumei.model.builders.values import rows_of
from tokumei.model.hierarchy import ROOT, Hierarchy
from tokumei.model.tangles import TreeRows
from tokumei.model.toml import dumps

SEPARATORS = (";", "\t", ",")
"""In the order of preference where more than one would do."""


def read_hierarchy(source: str, *, pad: bool = False, root: bool = False) -> Hierarchy:
    """Read a hierarchy file; `pad` and `root` mend what would be refused, see `hierarchy_rows`."""
    return Hierarchy.of(hierarchy_rows(source, pad=pad, root=root), source)


def hierarchy_rows(source: str, *, pad: bool = False, root: bool = False) -> list[list[str]]:
    """Return the rows of a hierarchy file, whatever may be wrong with them.

    With `pad` the value of a row that is too short repeats until it is long enough; with `root` each row
    gets the root `*` at its end where it does not stand there already.
    """
    text = _text(source)
    rows = _tree(text, source) if _is_tree(source) else _table(text, source)
    rows = [[*row, ROOT] for row in rows] if root and {row[-1] for row in rows} != {ROOT} else rows
    longest = max(map(len, rows), default=0)
    return [[row[0]] * (longest - len(row)) + row for row in rows] if pad else rows


ENDINGS = (".csv", ".tsv", ".toml", ".json")
"""What the name of a hierarchy file may end with."""


def write_hierarchy(hierarchy: Hierarchy, target: str, *, force: bool = False) -> None:
    """Write a hierarchy to a file of the kind its ending tells."""
    if Path(target).suffix.lower() not in ENDINGS:
        raise UnwritableTarget(f"{target}: this ending is not known; use {listing(ENDINGS)}.")
    empty = sum(not row[0] for row in hierarchy.levels)
    if empty:
        raise BadData(f"{target}: the column holds empty texts, which no hierarchy file can tell from missing cells.")
    if not _is_tree(target):
        write_text(_as_table(hierarchy.levels, _own_separator(target)), target, force=force)
        return
    tree = nested(hierarchy)
    text = dumps(tree) if target.lower().endswith(".toml") else json.dumps(tree, ensure_ascii=False, indent=2)
    write_text(text + "\n", target, force=force)


def nested(hierarchy: Hierarchy) -> dict[str, Any]:
    """Return a hierarchy as entries that hold entries; the root is left out where it would be put back.

    >>> nested(Hierarchy.of([["Chiba", "Kanto", "*"], ["Kyoto", "Kansai", "*"]], ""))
    {'Kanto': ['Chiba'], 'Kansai': ['Kyoto']}
    """
    tree: dict[str, Any] = {}
    for value, *above in hierarchy.levels:
        inside: Any = tree
        for entry in above[:0:-1]:
            inside = inside.setdefault(entry, {})
        inside.setdefault(above[0], []).append(value)
    (root, below), *_ = tree.items()
    return below if root == ROOT and isinstance(below, dict) and len(below) > 1 else tree


def _is_tree(place: str) -> bool:
    return Path(place).suffix.lower() in (".json", ".toml")


def _text(source: str) -> str:
    try:
        return utf8(Path(source).read_bytes(), None, source)[0].decode()
    except FileNotFoundError:
        raise UnreadableSource(f"no file {source}; check the path.") from None
    except OSError:
        raise UnreadableSource(f"{source} cannot be read; name a hierarchy file (.csv, .toml or .json).") from None


def _table(text: str, source: str) -> list[list[str]]:
    own = _own_separator(source)
    order = sorted(SEPARATORS, key=lambda separator: separator != own)
    found = {separator: rows for separator in order if (rows := _rows(text, separator)) is not None}
    even = [rows for rows in found.values() if rows and len(rows[0]) > 1 and len(set(map(len, rows))) == 1]
    # A separator may also stand inside entries, as in [20;29]: only the right one leaves a single root.
    rooted = [rows for rows in even if len({row[-1] for row in rows}) == 1]
    if even:
        return (rooted or even)[0]
    if own not in found:
        raise UnreadableSource(
            f"{source} cannot be read: quotation marks stand inside an entry; put the whole entry in quotation marks "
            "and double those in it."
        )
    if found[own] and all(len(row) == 1 for row in found[own]):
        raise UnreadableSource(f"{source} has one column; put `;` between the levels, the value first, the root last.")
    return found[own]


def _own_separator(place: str) -> str:
    return "\t" if Path(place).suffix.lower() == ".tsv" else ";"


def _rows(text: str, separator: str) -> list[list[str]] | None:
    try:
        return [row for row in csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True) if row]
    except csv.Error:
        return None


def _tree(text: str, source: str) -> list[list[str]]:
    try:
        document = json.loads(text) if source.lower().endswith(".json") else tomllib.loads(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError):
        # What the parser says may quote a value.
        raise UnreadableSource(
            f"{source} is not valid {Path(source).suffix[1:].upper()}; check its brackets."
        ) from None
    if not isinstance(document, Mapping):
        raise UnreadableSource(f'{source} is no tree; write entries that hold their values: {{"Kanto": ["Chiba"]}}.')
    rows = rows_of(_plain(document), source)
    return rows if len(document) == 1 else [[*row, ROOT] for row in rows]


def _plain(inside: Any) -> Any:
    if isinstance(inside, Mapping):
        return {entry: _plain(part) for entry, part in inside.items()}
    if isinstance(inside, list):
        return [_plain(part) for part in inside]
    return inside.isoformat() if isinstance(inside, date | time) else inside


def _as_table(rows: TreeRows, separator: str) -> str:
    file = StringIO(newline="")
    # Some versions of Python put no quotation marks around a lone carriage return.
    quoting: Literal[0, 1] = csv.QUOTE_ALL if any("\r" in cell for row in rows for cell in row) else csv.QUOTE_MINIMAL
    csv.writer(file, delimiter=separator, lineterminator="\n", quoting=quoting).writerows(rows)
    return file.getvalue()
