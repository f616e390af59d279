"""The hierarchy that suits a column, chosen by its kind and its values."""

import re

import numpy as np

from tokumei.model.builders.builder import builder
from tokumei.model.builders.date import when
from tokumei.model.builders.interval import FINEST
from tokumei.model.builders.line import Edges, Floats, Line, equal_counts, equal_widths, parting
from tokumei.model.builders.order import places
from tokumei.model.builders.prefix import Side, hidden
from tokumei.model.builders.values import flat_tree, values_of
from tokumei.model.hierarchy import Hierarchy, Intervals, Tree
from tokumei.model.table import Table

EVEN = 0.2
"""Equal widths are taken where the rows fill at least this share of them; else equal counts."""
HUGE = 1e300
"""Sums of larger numbers overflow."""
SHORT = 40.0
"""Whole numbers that span no more begin with pairs; others with fives."""
FEWEST_CODES = 8
"""Fewer different codes are no reason to hide letters of them."""
SEPARATORS = (">", "/", "|", ":", ".", ",", "_", "-")
JOINING = 0.5
"""The largest share of entries over values at which parts of values are taken to mean something."""

_CODE = re.compile(r"[0-9A-Za-z-]*[0-9][0-9A-Za-z-]*")


@builder(ja={"summary": "列の種類と値に合う階層を選びます。"})
def auto(table: Table, name: str) -> Tree:
    """What suits the kind of a column and its values.

    Numbers get intervals of round widths that double; where most rows crowd into a few of them, intervals
    of about equal counts. Dates get the calendar, ordered values their neighbors, codes of equal length
    prefixes, texts whose parts a separator tells apart those parts. Other values have nothing that could be
    defended between them and the root.

    >>> import polars as pl; from tokumei.model import Schema
    >>> ages = Table(pl.DataFrame({"age": list(range(17, 91))}), Schema(quasi="age"))
    >>> [float(level[1] - level[0]) for level in auto(ages, "age").edges]
    [5.0, 10.0, 20.0, 40.0, 80.0]
    """
    kind, dtype = table.kind(name), table.frame[name].dtype
    if kind == "ordered":
        return Intervals(parting(places(len(table.order(name)))), is_whole=True)
    if kind == "date":
        return when(Line.of(table, name), dtype)
    return _numbers(Line.of(table, name)) if kind == "number" else _texts(values_of(table, name))


def _numbers(line: Line) -> Intervals:
    # At the first step at most half as many entries as values: a smaller step would hide next to nothing.
    most = min(max(line.at.size // 2, 2), FINEST)
    if line.at.size < 3:
        return Intervals(())
    even = _even(line, most)
    return Intervals(parting(even or equal_counts(line, most)), is_whole=line.is_whole)


def _even(line: Line, most: int) -> Edges | None:
    """Return intervals of equal width, or nothing where the rows crowd into a few of them."""
    least, last = line.at[0], line.at[-1]
    with np.errstate(over="ignore"):
        span = last - least
    largest = np.abs(line.at).max()
    if largest > HUGE or span / most < 1 / HUGE or span <= np.spacing(largest) * 2 * most:
        return None
    widths = [_width(span, most, is_whole=line.is_whole)]
    while np.floor(last / widths[-1]) != np.floor(least / widths[-1]) and widths[-1] < span:
        widths.append(widths[-1] * 2)
    levels = equal_widths(line, widths)
    return levels if _filled(line, levels[0], most) >= EVEN else None


def _filled(line: Line, edges: Floats, most: int) -> float:
    """Return the share of intervals that rows fill, were they spread evenly; 0 where most values fall into one."""
    held = np.histogram(line.at, edges, weights=line.rows)[0]
    if np.histogram(line.at, edges)[0].max() > line.at.size / 2:
        return 0.0
    shares = held[held > 0] / held.sum()
    return float(np.exp(-(shares * np.log(shares)).sum()) / min(edges.size - 1, most))


def _width(span: float, most: int, *, is_whole: bool) -> float:
    """Return the width of the finest intervals: one whose doubles stay round, as 5, 10, 20, 40 do."""
    wanted = span / most
    if is_whole and span <= SHORT:
        return 2.0
    size = 10.0 ** np.floor(np.log10(wanted))
    widths = (float(step * size) for step in (1, 2.5, 5, 10, 25, 50))
    return next(width for width in widths if width >= wanted and not (is_whole and width < 5))


def _texts(values: list[str]) -> Hierarchy:
    return _codes(values) or _parted(values) or flat_tree(values)


def _codes(values: list[str]) -> Hierarchy | None:
    """Return prefixes, or nothing where the values are no codes of equal length with digits in them."""
    alike = len(values) >= FEWEST_CODES and len(set(map(len, values))) == 1 and len(values[0]) > 1
    if not alike or not all(map(_CODE.fullmatch, values)):
        return None
    tree = hidden(values, list(range(len(values[0]) - 1, 0, -1)), "right", "*", None)
    return tree if tree.steps > 1 else None


def _parted(values: list[str]) -> Hierarchy | None:
    """Return the parts that a separator tells apart, or nothing where the values have no such parts."""
    if len(values) < FEWEST_CODES:
        return None
    for separator in SEPARATORS:
        parts = [value.split(separator) for value in values]
        count = len(parts[0])
        if count < 2 or any(len(one) != count or not all(map(str.strip, one)) for one in parts):
            continue
        ends: dict[Side, int] = {"right": len({one[0] for one in parts}), "left": len({one[-1] for one in parts})}
        side = min(ends, key=lambda end: ends[end])
        if 1 < ends[side] <= JOINING * len(values):
            return hidden(values, list(range(count - 1, 0, -1)), side, "*", separator)
    return None
