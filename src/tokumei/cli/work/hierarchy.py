"""Makes hierarchies of a column's values, and holds hierarchies against them."""

from collections.abc import Mapping
from typing import Any

from tokumei import io
from tokumei.cli.options.columns import Given, kinds_of
from tokumei.cli.options.hierarchy import options_of
from tokumei.cli.work.files import check_targets
from tokumei.model import Schema, Table
from tokumei.model.builders import built, completed
from tokumei.model.builders.spelled import spelled
from tokumei.model.coverage import Finding, coverage, entries_of
from tokumei.model.hierarchy import Tree
from tokumei.texts import text
from tokumei.written import Text, Written

MOST_SHOWN = 50
"""So many values are named for each finding, where somebody asks to see them."""


def made(data: str, column: str, options: Mapping[str, Text | Written], given: Given) -> dict[str, Any]:
    """Write a hierarchy for a column, and return what came of it."""
    check_targets({"--output": given["output"]}, {"the data": data}, force=given["force"])
    said = options_of(given["kind"], options)
    table = _table(data, column, given).as_released()
    hierarchy = spelled(table, column, _tree(table, column, given["kind"], said))
    io.write_hierarchy(hierarchy, given["output"], force=given["force"])
    return {
        "output": given["output"], "column": column, "kind": given["kind"], "options": said,
        "entries": entries_of(hierarchy.levels),
    }  # fmt: skip


def _tree(table: Table, column: str, kind: str, options: Mapping[str, Any]) -> Tree:
    if "groups" not in options:
        return built(table, column, {"kind": kind, **options})
    return completed(table, column, io.read_hierarchy(str(options["groups"]), root=True), others=options.get("others"))


def checked(hierarchy: str, data: str, column: str, given: Given) -> dict[str, Any]:
    """Return what is wrong with a hierarchy and how it fits a column; values only where they are asked for."""
    rows = io.hierarchy_rows(hierarchy)
    found = coverage(rows, _table(data, column, given), column)
    return {
        "hierarchy": hierarchy, "column": column, "entries": entries_of(rows), "values": found.values,
        "missing": found.missing, "faults": [_said(fault, given) for fault in found.faults],
        "notes": [_said(note, given) for note in found.notes],
    }  # fmt: skip


def _table(data: str, column: str, given: Given) -> Table:
    frame = io.read(data, io.Reading(given["separator"], given["encoding"], given["decimal"]))
    return Table(frame, Schema(quasi=column, kinds=kinds_of(given))).pinned()


def _said(finding: Finding, given: Given) -> dict[str, Any]:
    said = text(f"cli.hierarchy.{finding.code}", given["lang"], count=finding.count, rows=finding.rows)
    shown = {"values": list(finding.values[:MOST_SHOWN])} if given["show_values"] else {}
    return {"code": finding.code, "count": finding.count, "rows": finding.rows, "text": said, **shown}
