"""Charts of how each column is distributed before and after."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

import numpy as np

from tokumei.report import look
from tokumei.report.look import AFTER, PALE
from tokumei.report.numbers import compact, number
from tokumei.report.reading import Document
from tokumei.texts import text

if TYPE_CHECKING:
    import altair as alt

SMALL = 300
IN_A_ROW = 3
LONGEST = 22
LONG = 10_000
"""Numbers below this are written in full everywhere: they may be years."""

LETTER = 7.0
"""The width of a letter under a bar, in pixels."""


def distributions(document: Document, lang: str = "en", *, width: int = SMALL) -> "alt.ConcatChart":
    """Return a small chart for each column: shares of rows before and after."""
    import altair as alt

    rows = document["profile"]["rows"]
    small = [_small(one, rows, lang, width).properties(title=one["name"]) for one in shown_columns(document)]
    every: alt.ConcatChart = look.dressed(
        alt.concat(*small, columns=IN_A_ROW), text("report.chart.distributions", lang)
    )
    return every


def distribution(
    document: Document, one: Mapping[str, Any], lang: str = "en", *, width: int = SMALL, legend: bool = True
) -> "alt.LayerChart":
    """Return the small chart of one column of the profile."""
    small = _small(one, document["profile"]["rows"], lang, width, legend=legend)
    # The last label may be wider than its bar.
    room = {"left": 4, "top": 4, "bottom": 4, "right": 18}
    chart: alt.LayerChart = look.dressed(small.properties(autosize=look.FIT, padding=room), one["name"])
    return chart


def shown_columns(document: Document) -> list[Mapping[str, Any]]:
    """Return the columns of the profile that have something to show."""
    return [one for one in document.get("profile", {}).get("columns", []) if one["bins"]]


def shares(column: Mapping[str, Any], rows: Mapping[str, int], lang: str = "en") -> list[dict[str, Any]]:
    """Return each bar of a column: its label, its tick, and its share of rows before and after."""
    bars = [(label(one, lang), label(one, lang, short=True), one["before"], one["after"]) for one in column["bins"]]
    missing, suppressed = column["missing"], column["suppressed"]
    for name, before, after in (("missing", missing["before"], missing["after"]), ("suppressed", 0, suppressed)):
        if before or after:
            word = text(f"report.chart.{name}", lang)
            bars.append((word, word, before or 0, after or 0))
    return [
        {"place": place, "label": full, "tick": short,
         "before": before / max(rows["before"], 1), "after": after / max(rows["after"], 1)}
        for place, (full, short, before, after) in enumerate(bars)
    ]  # fmt: skip


def label(one: Mapping[str, Any], lang: str = "en", *, short: bool = False) -> str:
    """Return what a bar stands for; `short` to fit under it.

    >>> label({"from": 20, "to": 25}), label({"from": None, "to": 0.5}), label({"value": "Chiba"})
    ('20 – 24', '< 0.5', 'Chiba')
    >>> label({"from": 0, "to": 50000}), label({"from": 0, "to": 50000}, short=True)
    ('0 – 49,999', '0–50k')
    """
    if "value" in one:
        value = str(one["value"])
        return value if not short or len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"
    if one.get("rest"):
        return text("report.chart.rest", lang)
    low, high = one["from"], one["to"]
    if low is None and high is None:
        return text("report.chart.all", lang)
    if low is None:
        return text("report.chart.below", lang, value=_written(high, lang, short=short))
    if high is None:
        return text("report.chart.from", lang, value=_written(low, lang, short=short))
    return _between(low, high, lang, short=short)


def _between(low: Any, high: Any, lang: str, *, short: bool) -> str:
    if isinstance(low, str):
        first, last = _dates(low, high)
    else:
        # Of whole numbers the last one inside is clearer than the first one outside, where it is as short.
        is_whole = isinstance(low, int) and isinstance(high, int) and (high <= LONG or not short)
        first, last = (_written(end, lang, short=short) for end in (low, high - 1 if is_whole else high))
    if first == last:
        return first
    return f"{first}–{last}" if short else f"{first} – {last}"


def _dates(low: str, high: str) -> tuple[str, str]:
    """Return the first and the last year, month or day of a time; its ends where it has hours."""
    if low.endswith("-01-01") and high.endswith("-01-01"):
        return low[:-6], str(int(high[:-6]) - 1)
    if low.endswith("-01") and high.endswith("-01"):
        return low[:-3], str(np.datetime64(high[:-3], "M") - 1)
    if "T" in low or ":" in low:
        return low, high
    return low, str(np.datetime64(high, "D") - 1)


def _written(end: float | str, lang: str, *, short: bool) -> str:
    if isinstance(end, str):
        # A year or a month says it all where a bin begins with one.
        return end.removesuffix("-01-01") if end.endswith("-01-01") else end.removesuffix("-01")
    return compact(end, lang) if short or abs(end) < LONG else number(end, lang)


def _small(
    column: Mapping[str, Any], rows: Mapping[str, int], lang: str, width: int, *, legend: bool = True
) -> "alt.LayerChart":
    bars = shares(column, rows, lang)
    is_line = "from" in column["bins"][0]
    return (_upright if is_line else _lying)(bars, lang, width, legend=legend)


def _upright(bars: list[dict[str, Any]], lang: str, width: int, *, legend: bool) -> "alt.LayerChart":
    import altair as alt

    labels = _lookup(_thinned([bar["tick"] for bar in bars], width - 40))
    axis = alt.Axis(labelAngle=0, labelOverlap=False, labelExpr=labels, ticks=False, labelFontSize=11)
    x = alt.X("place:O", title=None, axis=axis, scale=alt.Scale(paddingInner=0.12))
    share = alt.Axis(format=".2~%", tickCount=3, labelFontSize=11)
    parts = [{"x": x, "y": alt.Y(f"{when}:Q", title=None, axis=share)} for when in ("before", "after")]
    return _layered(bars, lang, parts, "width", legend=legend).properties(width=width, height=190)


def _lying(bars: list[dict[str, Any]], lang: str, width: int, *, legend: bool) -> "alt.LayerChart":
    import altair as alt

    labels = _lookup([bar["tick"] for bar in bars])
    axis = alt.Axis(labelExpr=labels, ticks=False, labelFontSize=11, labelLimit=150)
    y = alt.Y("place:O", title=None, axis=axis, scale=alt.Scale(paddingInner=0.2))
    share = alt.Axis(format=".2~%", tickCount=3, labelFontSize=11)
    parts = [{"y": y, "x": alt.X(f"{when}:Q", title=None, axis=share)} for when in ("before", "after")]
    height = 40 + max(17 * len(bars), min(36 * len(bars), 150))
    return _layered(bars, lang, parts, "height", legend=legend).properties(width=width, height=height)


def _layered(
    bars: list[dict[str, Any]], lang: str, parts: list[dict[str, Any]], across: str, *, legend: bool
) -> "alt.LayerChart":
    import altair as alt

    base = alt.Chart(look.data(bars)).encode(tooltip=["label:N", "before:Q", "after:Q"])
    words = [text("report.chart.before", lang), text("report.chart.after", lang)]
    old, new = look.parts(base, dict(zip(words, (PALE, AFTER), strict=True)), legend=legend)
    wide, slim = (dict[str, Any]({across: alt.RelativeBandSize(band=band)}) for band in (1, 0.42))
    pale = old.mark_bar(**wide).encode(**parts[0])
    dark = new.mark_bar(**slim).encode(**parts[1])
    return alt.LayerChart(layer=[pale, dark])


def _thinned(ticks: list[str], width: int) -> list[str]:
    """Return the labels with those left empty that would run into the next; the last one stays."""
    room = width / max(len(ticks), 1)
    kept, free = list(ticks), float("inf")
    for place in reversed(range(len(ticks))):
        middle, half = (place + 0.5) * room, breadth(ticks[place]) * LETTER / 2
        if middle + half > free:
            kept[place] = ""
        else:
            free = middle - half - LETTER
    return kept


def breadth(label: str) -> int:
    """Return how many letters wide a label is; those of East Asia count twice.

    >>> breadth("age"), breadth("年齢")
    (3, 4)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in label)


def _lookup(labels: list[str]) -> str:
    # Escaped to plain ASCII, a label cannot be anything but a text in the expression.
    return f"{json.dumps(labels)}[datum.value]"
