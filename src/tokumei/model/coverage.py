"""Holds the rows of a hierarchy against a column: what is wrong with them, and which values they do not cover."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from tokumei.model.builders.values import values_of
from tokumei.model.columns import column, places
from tokumei.model.schema import LINE_KINDS
from tokumei.model.table import Table
from tokumei.model.tangles import TreeRows, faults


@dataclass(frozen=True)
class Finding:
    """Something to tell of a hierarchy: a code, how often, in how many rows of the table, and the values meant."""

    code: str
    count: int
    rows: int = 0
    values: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Coverage:
    """What was found: faults keep the hierarchy from being used, notes do not."""

    faults: list[Finding]
    notes: list[Finding]
    values: int
    missing: int


def coverage(tree: TreeRows, table: Table, name: str) -> Coverage:
    """Return what is wrong with the rows of a hierarchy, and how they fit a column of a table."""
    found = [Finding(fault.code, fault.count, values=fault.entries) for fault in faults(tree)]
    cells = column(table, name)
    missing = int(cells.missing[cells.of].sum())
    leaves = list(dict.fromkeys(row[0] for row in tree if row))
    values, rows = _values(table, name)
    known, misfits = _known(table, name, leaves)
    if misfits:
        found.append(Finding("misfit", len(misfits), values=tuple(misfits)))
    left = [value for value, place in values.items() if place not in known]
    if left:
        held = sum(int(rows[value]) for value in left)
        found.append(Finding("uncovered", len(left), held, tuple(left)))
    notes = _notes(tree, values, known, left)
    return Coverage(found, notes, len(values), missing)


def _values(table: Table, name: str) -> tuple[dict[str, object], Counter[str]]:
    """Return where each value of a column lies, or the value itself, and how many rows have it."""
    texts = table.frame[name].drop_nulls().cast(pl.String)
    counted = Counter(dict(texts.rename("value").value_counts(name="rows").iter_rows()))
    if table.kind(name) in LINE_KINDS:
        distinct = table.frame[name].drop_nulls().unique()
        return dict(zip(distinct.cast(pl.String).to_list(), _at(table, name, distinct), strict=True)), counted
    return {value: value for value in values_of(table.as_released(), name)}, counted


def _known(table: Table, name: str, leaves: Sequence[str]) -> tuple[dict[object, str], list[str]]:
    """Return the values of a hierarchy by where they lie, and those that are not of the column's kind."""
    if table.kind(name) not in LINE_KINDS:
        return {leaf: leaf for leaf in leaves}, []
    at = _at(table, name, pl.Series(leaves, dtype=pl.String))
    misfits = [leaf for leaf, place in zip(leaves, at, strict=True) if np.isnan(place)]
    return dict(zip(at, leaves, strict=True)), misfits


def _at(table: Table, name: str, series: pl.Series) -> list[float]:
    found: list[float] = places(table, name, series).tolist()
    return found


def _notes(tree: TreeRows, values: dict[str, object], known: dict[object, str], left: Sequence[str]) -> list[Finding]:
    notes = []
    trimmed = {leaf.strip().casefold() for leaf in known.values()}
    near = [value for value in left if value.strip().casefold() in trimmed]
    if near:
        notes.append(Finding("nearly", len(near), values=tuple(near)))
    used = {known[place] for place in values.values() if place in known}
    unused = [leaf for leaf in known.values() if leaf not in used]
    if unused:
        notes.append(Finding("unused_values", len(unused), values=tuple(unused)))
    branches = {(level, entry): False for row in tree for level, entry in enumerate(row[1:-1], 1)}
    branches |= {(level, entry): True for row in tree if row[0] in used for level, entry in enumerate(row[1:-1], 1)}
    bare = [entry for (_, entry), is_used in branches.items() if not is_used]
    if bare:
        notes.append(Finding("unused_branches", len(bare), values=tuple(bare)))
    return notes


def entries_of(tree: TreeRows) -> list[int]:
    """Return how many entries each level has, the values first; those of uneven rows counted from the value on."""
    width = max(map(len, tree), default=0)
    return [len({row[level] for row in tree if level < len(row)}) for level in range(width)]
