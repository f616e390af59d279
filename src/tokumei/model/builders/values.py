"""The values of a column as texts, and trees made of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from tokumei.errors import BadOption
from tokumei.model.cells import SUPPRESSED
from tokumei.model.columns import column
from tokumei.model.hierarchy import Hierarchy
from tokumei.model.table import Table


def values_of(table: Table, name: str) -> list[str]:
    """Return the distinct values of a column as texts, in order; those of a set that was released one by one."""
    series = table.frame[name].drop_nulls().unique().sort()
    if series.dtype.is_float() and bool((series == series.floor()).all()):
        # Where cells are missing, other tools make floats of whole numbers.
        series = series.cast(pl.Int64, strict=False).drop_nulls()
    if series.dtype.is_numeric() or series.dtype.is_temporal():
        return [str(text) for text in series.cast(pl.String).to_list()]
    cells = column(table, name)
    if cells.on_a_line:
        return [str(text) for text in table.order(name).cast(pl.String).to_list()]
    return sorted({value for values in cells.values for value in values})


def flat_tree(values: Sequence[str]) -> Hierarchy:
    """Return the tree that has nothing between the values and the root."""
    return Hierarchy(tuple((value, SUPPRESSED) for value in values) or (("", SUPPRESSED),))


def tree_of(levels: Sequence[Sequence[str]], most: int | None = None, fewest: int = 2) -> Hierarchy:
    """Return a tree from its levels, the values first, without those that join nothing or have too few entries.

    >>> tree_of([["a1", "a2", "b1"], ["a1", "a2", "b1"], ["a*", "a*", "b*"]]).steps
    2
    """
    values, *above = levels
    counts = [len(set(level)) for level in levels]
    joining = [level for place, level in enumerate(above, 1) if fewest <= counts[place] < min(counts[:place])]
    return Hierarchy(tuple(zip(values, *joining[:most], [SUPPRESSED] * len(values), strict=True)))


def rows_of(groups: Mapping[str, Any], where: str) -> list[list[str]]:
    """Return the rows of nested groups: each value, what it lies in, and so on outwards.

    >>> rows_of({"Asia": {"Japan": ["Tokyo", "Osaka"]}}, "")
    [['Tokyo', 'Japan', 'Asia'], ['Osaka', 'Japan', 'Asia']]
    """
    found, hollow = _rows(groups)
    if hollow:
        raise BadOption(f"{where}: {hollow} groups hold no values; give each a list of its values.")
    return found


def _rows(inside: Any) -> tuple[list[list[str]], int]:
    if isinstance(inside, Mapping):
        below = [(str(entry), *_rows(part)) for entry, part in inside.items()]
        hollow = sum(count or not rows for _, rows, count in below)
        return [[*row, entry] for entry, rows, _ in below for row in rows], hollow
    if isinstance(inside, list | tuple):
        parts = [_rows(one) for one in inside]
        return [row for rows, _ in parts for row in rows], sum(count for _, count in parts)
    if isinstance(inside, bool):
        return [[str(inside).lower()]], 0
    return [["" if inside is None else str(inside)]], 0
