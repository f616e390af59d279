"""Charts of hierarchies: how the rows of a column gather in ever fewer entries."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tokumei.report import look
from tokumei.report.distributions import LETTER, breadth
from tokumei.report.look import ALONE, PALE, TEXT
from tokumei.report.numbers import number
from tokumei.report.reading import Document
from tokumei.texts import text

if TYPE_CHECKING:
    import altair as alt

ROW, AXIS, MARGIN = 30, 90, 10
"""Pixels: the height of a level, the width of what stands left of it, the room around a label."""


def shown_hierarchies(document: Document) -> list[Mapping[str, Any]]:
    """Return the hierarchies of the profile, by column."""
    return list(document.get("profile", {}).get("hierarchies", []))


def hierarchy(document: Document, one: Mapping[str, Any], lang: str = "en", *, width: int = ALONE) -> "alt.LayerChart":
    """Return a chart of one hierarchy: a row a level, the root on top, each entry as wide as its rows."""
    import altair as alt

    rows = document["profile"]["rows"]["before"]
    bands = _bands(one, rows, lang, width)
    levels = [_level(one, level, lang) for level in range(len(one["levels"]) + 1)]
    base = alt.Chart(look.data(bands)).encode(
        y=alt.Y("level:N", sort=levels, scale=alt.Scale(domain=levels), title=None, axis=alt.Axis(labelPadding=5)),
        tooltip=["entry:N", "share:Q"],
    )
    x = alt.X(
        "from:Q", title=text("report.chart.hierarchy_x", lang), scale=alt.Scale(domain=[0, max(rows, 1)], nice=False),
        axis=alt.Axis(format="~s", tickCount=5, grid=False),
    )  # fmt: skip
    boxes = base.mark_bar(height=ROW - 4, color=PALE, stroke="#ffffff", strokeWidth=1).encode(x=x, x2="to:Q")
    labels = base.mark_text(color=TEXT, fontSize=11).encode(x="middle:Q", text="label:N")
    chart = alt.layer(boxes, labels).properties(width=width, height=len(levels) * ROW + 50, autosize=look.FIT)
    dressed: alt.LayerChart = look.dressed(chart, one["name"])
    return dressed


def named(band: Mapping[str, Any], lang: str = "en") -> str:
    """Return what an entry is called: that of missing cells has no name of its own."""
    return str(band["entry"]) if band["entry"] is not None else text("report.chart.missing", lang)


def _bands(one: Mapping[str, Any], rows: int, lang: str, width: int) -> list[dict[str, Any]]:
    everything = [{"entry": "*", "from": 0, "to": rows}]
    return [
        {
            "level": _level(one, level, lang), "entry": named(band, lang), "from": band["from"], "to": band["to"],
            "middle": (band["from"] + band["to"]) / 2, "share": (band["to"] - band["from"]) / max(rows, 1),
            "label": _fitting(named(band, lang), (band["to"] - band["from"]) / max(rows, 1) * (width - AXIS)),
        }
        for level, bands in enumerate([everything, *one["levels"]])
        for band in bands
    ]  # fmt: skip


def _level(one: Mapping[str, Any], place: int, lang: str) -> str:
    # Levels are drawn from the root down, and counted from the values up.
    level = len(one["entries"]) - 1 - place
    count = number(one["entries"][level], lang)
    return text("report.chart.hierarchy_level", lang, level=number(level, lang), entries=count)


def _fitting(label: str, room: float) -> str:
    return label if breadth(label) * LETTER + MARGIN <= room else ""
