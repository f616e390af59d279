"""How every chart looks: colors, fonts, and the way it becomes a picture inside a page."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import altair as alt

BEFORE, AFTER, ALARM, TEXT, GRID = "#8595ab", "#1d5fa8", "#c2410c", "#334155", "#dde3ea"
PALE, BAR = "#b9c4d2", "#6f9fd8"
"""The colors of charts on white; style.css gives each its twin on dark."""

FONT = "'Helvetica Neue', Arial, 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', 'Yu Gothic', Meiryo, sans-serif"
METHOD_COLORS = (AFTER, ALARM, "#0f766e", "#7c3aed", "#a16207", "#be185d")

ALONE, WIDE, NARROW = 760, 500, 330
FIT = {"type": "fit", "contains": "padding"}

C = TypeVar("C", bound="alt.TopLevelMixin")


def dressed(chart: Any, title: str, *, legend_columns: int | None = None) -> Any:
    """Return a finished chart in our look, its legend in so many columns if not in one row."""
    axis = {
        "labelColor": TEXT, "titleColor": TEXT, "gridColor": GRID, "domainColor": GRID, "tickColor": GRID,
        "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": 200, "titlePadding": 8,
        "labelPadding": 5,
    }  # fmt: skip
    legend: dict[str, Any] = {
        "orient": "bottom", "title": None, "labelColor": TEXT, "labelFontSize": 12, "labelLimit": 260,
        "symbolType": "square", "symbolStrokeWidth": 0, "symbolOpacity": 1,
    }  # fmt: skip
    legend |= {} if legend_columns is None else {"columns": legend_columns}
    return chart.properties(title=title).configure(
        font=FONT, background="#ffffff", aria=False, axis=axis, legend=legend,
        title={"anchor": "start", "fontSize": 14, "color": TEXT, "fontWeight": 600}, view={"stroke": None},
    )  # fmt: skip


def data(rows: list[dict[str, Any]]) -> "alt.InlineData":
    """Return rows as the data of a chart."""
    import altair as alt

    return alt.InlineData(values=rows)


def parts(base: "alt.Chart", colors: Mapping[str, str], *, legend: bool = True) -> list["alt.Chart"]:
    """Return a layer for each word of a legend, in the color of that word."""
    import altair as alt

    scale = alt.Scale(domain=list(colors), range=list(colors.values()))
    color = alt.Color("part:N", scale=scale, legend=alt.Legend() if legend else None)
    # Escaped to plain ASCII, a word cannot be anything but a text in the expression.
    return [base.transform_calculate(part=json.dumps(word)).encode(color=color) for word in colors]


def wrapped(name: str, width: int = 22) -> str:
    """Break a long name into lines after commas and brackets; charts split labels at line ends.

    >>> wrapped("euclid(unmatched=nearest, scale=none)").split(chr(10))
    ['euclid', '(unmatched=nearest,', 'scale=none)']
    """
    lines = [""]
    for word in name.replace("(", " (").split(" "):
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append(word)
        else:
            glue = "" if word.startswith("(") or not lines[-1] else " "
            lines[-1] += glue + word
    return "\n".join(line if len(line) <= width + 8 else f"{line[: width + 7]}…" for line in lines)


def svg(chart: Any) -> str:
    """Return a chart as the text of a picture without its title, for a page that has a heading of its own."""
    import vl_convert

    # Every chart is checked by the tests; checking it again here would take as long as drawing it.
    spec = chart.to_dict(validate=False)
    spec.pop("title", None)
    # Nothing may be fetched from outside while a page is made.
    drawn: str = vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
    return drawn
