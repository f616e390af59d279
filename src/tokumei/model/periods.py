"""Periods of the calendar, as released cells name them: 1964-03, 1964-Q1, 1964, 1960s."""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.model.cells import range_of

Floats = npt.NDArray[np.float64]

MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120}
"""The months of each period, from the shortest to the longest."""

MICROSECOND = 1 / 86_400_000_000

_FORMS = {
    "month": re.compile(r"(\d{4})-(0[1-9]|1[0-2])"),
    "quarter": re.compile(r"(\d{4})-Q([1-4])"),
    "year": re.compile(r"(\d{4})"),
    "decade": re.compile(r"(\d{3})0s"),
}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def starts(low: float, high: float, months: int) -> Floats:
    """Return the days on which periods of so many months begin: from the one of the first day to after the last.

    >>> starts(0.0, 40.0, 1).tolist()
    [0.0, 31.0, 59.0]
    """
    # Months are counted from year 0, so that ten years begin with a year that ends in 0.
    first, last = month_of(low) // months, month_of(high) // months + 1
    return first_days(np.arange(first, last + 1) * months)


def month_of(day: float) -> int:
    """Return the number of the month that a day lies in, counted from year 0."""
    return int(np.datetime64(int(np.floor(day)), "D").astype("datetime64[M]").astype(np.int64)) + 1970 * 12


def first_days(months: npt.NDArray[np.int64]) -> Floats:
    """Return the first day of months that are counted from year 0."""
    return (months - 1970 * 12).astype("datetime64[M]").astype("datetime64[D]").astype(np.float64)


def labels(days: Floats, period: str) -> list[str]:
    """Return the names of the periods that begin on some days.

    >>> labels(np.array([-3653.0]), "quarter"), labels(np.array([-3653.0]), "decade")
    (['1960-Q1'], ['1960s'])
    """
    dates = np.array(days).astype("datetime64[D]")
    if period == "day":
        return [str(name) for name in dates]
    named = dates.astype("datetime64[M]").astype(str)
    if period == "month":
        return [str(name) for name in named]
    if period == "quarter":
        return [f"{name[:4]}-Q{(int(name[5:]) + 2) // 3}" for name in named]
    return [f"{name[:4]}s" if period == "decade" else str(name[:4]) for name in named]


def ends(texts: Sequence[str], *, are_days: bool) -> tuple[Floats, Floats]:
    """Return the first and last day, or moment, of the periods that texts name; NaN where they name none.

    Among moments a day is a period too.

    >>> ends(["1970-02", "spring"], are_days=True)
    (array([31., nan]), array([58., nan]))
    """
    found = [_months(text) or (-1, 0) for text in texts]
    first, count = np.array(found, dtype=np.int64).reshape(-1, 2).T
    low, after = first_days(first), first_days(first + count)
    low[count == 0] = np.nan
    if not are_days:
        for place in [place for place, text in enumerate(texts) if _DAY.fullmatch(text)]:
            low[place] = _day(texts[place])
            after[place] = low[place] + 1
    after[np.isnan(low)] = np.nan
    return low, after - (1.0 if are_days else MICROSECOND)


def as_ranges(texts: pl.Series, *, are_days: bool) -> pl.Series:
    """Return released cells with the periods among them as ranges of days, or of moments.

    >>> as_ranges(pl.Series(["1960s", "*"]), are_days=True).to_list()
    ['[1960-01-01;1969-12-31]', '*']
    """
    distinct = [text for text in texts.unique().to_list() if text is not None]
    low, high = ends(distinct, are_days=are_days)
    named = [place for place in range(len(distinct)) if not np.isnan(low[place])]
    changed = {distinct[place]: _range(low[place], high[place], are_days=are_days) for place in named}
    return texts.replace(changed) if changed else texts


def is_day(text: str) -> bool:
    """Tell whether a text is a day, written year first.

    >>> is_day("1964-03-02"), is_day("1964-03-02 12:00")
    (True, False)
    """
    return _DAY.fullmatch(text) is not None


def _range(low: float, high: float, *, are_days: bool) -> str:
    first, last = (str(np.datetime64(int(np.floor(day)), "D")) for day in (low, high))
    return range_of(first, last) if are_days else range_of(f"{first} 00:00:00", f"{last} 23:59:59.999999")


def _day(text: str) -> float:
    try:
        return float(np.datetime64(text, "D").astype(np.int64))
    except ValueError:
        return np.nan


def _months(text: str) -> tuple[int, int] | None:
    """Return the first month of a period and how many it has."""
    for period, form in _FORMS.items():
        found = form.fullmatch(text)
        if found:
            unit = int(found[2]) - 1 if found.lastindex == 2 else 0
            years = int(found[1]) * (10 if period == "decade" else 1)
            return years * 12 + unit * MONTHS[period], MONTHS[period]
    return None
