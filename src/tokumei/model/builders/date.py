"""Hierarchies of dates: days, months, quarters, years and decades, or hours where there are moments."""

from typing import Annotated, Literal

import numpy as np
import polars as pl
from pydantic import Field

from tokumei.errors import BadOption, BadSchema
from tokumei.model.builders.builder import builder, listed
from tokumei.model.builders.line import Floats, Line, equal_widths
from tokumei.model.hierarchy import Intervals, Tree
from tokumei.model.periods import MONTHS, starts
from tokumei.model.table import Table

Period = Literal["day", "month", "quarter", "year", "decade"]
Periods = list[Period] | Period | None

YEAR = 12
LONGER = (5 * YEAR, 20 * YEAR, 40 * YEAR, 80 * YEAR)
"""Months of periods between years and the root that have no name of their own."""
WEEKS = (7.0, 28.0)
SECONDS = (1, 5, 15, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600)
"""Parts of a day, each made of those before it."""
DAY = 86_400
SHORT = 92.0
"""So many days are parted into weeks rather than into months."""
MONDAY = 4.0
"""Day 0 was a Thursday."""
MOST_FINEST, MOST_LEVELS = 4096, 8


@builder(
    ja={
        "summary": "日付を日・月・四半期・年・年代にまとめます。",
        "levels": "使う期間（day, month, quarter, year, decade）。省略するとデータに合うもの",
    }
)
def date(
    table: Table,
    name: str,
    *,
    levels: Annotated[Periods, Field(description="the periods to use; those that part the dates if not said")] = None,
) -> Tree:
    """Months, quarters, years and decades of dates: 1964-03, 1964-Q1, 1964, 1960s.

    >>> import polars as pl; from datetime import date as day; from tokumei.model import Schema
    >>> born = Table(pl.DataFrame({"born": [day(1964, 3, 2), day(1971, 5, 5)]}), Schema(quasi="born"))
    >>> date(born, "born", levels=["month", "decade"]).periods
    ('month', 'decade')
    """
    line = Line.of(table, name, "periods of the calendar are for dates", "date")
    dtype = table.frame[name].dtype
    if line.kind != "date" or dtype in (pl.Time, pl.Duration):
        raise BadSchema(f"column '{name}' holds no dates; say that it does (--kind-of {name}=date), or use intervals.")
    order = ["day", *MONTHS]
    wanted: list[str] = listed(levels) or order[line.is_whole :]
    if wanted != sorted(set(wanted), key=order.index):
        raise BadOption(f"column '{name}': levels go from short to long, each once: {', '.join(order)}.")
    if line.is_whole and "day" in wanted:
        raise BadOption(f"column '{name}' holds days already; begin its levels with month.")
    return calendar(line, wanted)


def when(line: Line, dtype: pl.DataType) -> Intervals:
    """Return the hierarchy that suits dates, moments, times of day or durations."""
    if not line.at.size:
        return Intervals(())
    if dtype == pl.Time:
        return _clock(line, 1 - 1e-6 / DAY)
    span = line.at[-1] - line.at[0]
    if dtype == pl.Duration:
        return _clock(line, None)
    if span > SHORT:
        return calendar(line, None)
    if line.is_whole:
        levels = equal_widths(line, WEEKS, start=MONDAY)
        return Intervals(_worth(line, [(_pairs(levels[0], 7.0), ""), *((level, "") for level in levels)])[0], True)
    return _clock(line, None)


def calendar(line: Line, wanted: list[str] | None) -> Intervals:
    """Return periods of the calendar as a hierarchy: those wanted, else those that part the dates well."""
    if not line.at.size:
        return Intervals(())
    names = {months: period for period, months in MONTHS.items()}
    unnamed = LONGER if line.is_whole else ()
    lengths = sorted({*MONTHS.values(), *unnamed}) if wanted is None else [MONTHS[p] for p in wanted if p in MONTHS]
    low, high = float(line.at[0]), float(line.at[-1])
    parting_it = [months for months in lengths if wanted is not None or starts(low, high, months).size > 2]
    outer = starts(low, high, max(parting_it, default=1))
    first, last = outer[0], outer[-1] - (1 if line.is_whole else 0)
    levels = [(_between(starts(first, last, months), first, last), names.get(months, "")) for months in parting_it]
    if not line.is_whole and (wanted is None or "day" in wanted):
        levels.insert(0, (_between(np.arange(first, last + 1), first, last), "day"))
    if wanted is not None:
        kept = [one for one in levels if one[0].size > 2]
        return Intervals(tuple(edges for edges, _ in kept), line.is_whole, periods=tuple(name for _, name in kept))
    edges, periods = _worth(line, levels)
    return Intervals(edges, line.is_whole, periods=periods)


def _clock(line: Line, last: float | None) -> Intervals:
    """Return parts of a day and, beyond it, whole days in ever larger numbers."""
    span = line.at[-1] - line.at[0]
    days = [2.0**power for power in range(1 + max(0, int(np.log2(max(span, 1)))))]
    widths = [seconds / DAY for seconds in SECONDS] + days
    finest = next((width for width in widths if span / width <= MOST_FINEST), widths[-1])
    wanted = [width for width in widths if finest <= width < max(span, finest * 2)]
    levels = equal_widths(line, wanted)
    if last is not None:
        for level in levels:
            level[-1] = min(level[-1], last)
    return Intervals(_worth(line, [(level, "") for level in levels])[0])


def _worth(line: Line, levels: list[tuple[Floats, str]]) -> tuple[tuple[Floats, ...], tuple[str, ...]]:
    """Return the levels that part the values, from the first that has no more intervals among them than values."""
    most = min(line.at.size, MOST_FINEST)
    found = [(edges, period) for edges, period in levels if 1 < _among(line, edges) <= most]
    found = [one for place, one in enumerate(found) if place == 0 or one[0].size < found[place - 1][0].size]
    chosen = found[-MOST_LEVELS:]
    return tuple(edges for edges, _ in chosen), tuple(period for _, period in chosen)


def _among(line: Line, edges: Floats) -> int:
    first, last = np.searchsorted(edges, line.at[[0, -1]], side="right")
    return int(min(last, edges.size - 1) - first + 1)


def _pairs(weeks: Floats, width: float) -> Floats:
    """Return edges that part each week into its working days and its weekend."""
    inner = (weeks[:-1] + width - 2)[weeks[:-1] + width - 2 < weeks[-1]]
    edges: Floats = np.union1d(weeks, inner)
    return edges


def _between(edges: Floats, first: float, last: float) -> Floats:
    return np.concatenate([[first], edges[(edges > first) & (edges < last)], [last]])
