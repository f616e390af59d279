"""Charts of papers, in the look of the report."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tokumei.report import look

if TYPE_CHECKING:
    import altair as alt

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")


@dataclass(frozen=True)
class Axis:
    """A column of the rows as an axis: its title, and whether it grows by factors."""

    column: str
    title: str
    log: bool = False
    ticks: Sequence[float] = field(default=())


def lines(rows: list[dict[str, Any]], x: Axis, y: Axis, series: str, *, width: int = look.WIDE) -> "alt.LayerChart":
    """Return a line with points for each series."""
    import altair as alt

    names = list(dict.fromkeys(row[series] for row in rows))
    color = alt.Color(f"{series}:N", scale=alt.Scale(domain=names, range=list(look.METHOD_COLORS[: len(names)])))
    shape = alt.Shape(f"{series}:N", scale=alt.Scale(domain=names, range=list(SHAPES[: len(names)])))
    base = alt.Chart(look.data(rows)).encode(
        x=_scaled(alt.X, x), y=_scaled(alt.Y, y), color=color, tooltip=[f"{series}:N", f"{x.column}:Q", f"{y.column}:Q"]
    )
    line = base.mark_line(strokeWidth=1.8)
    points = base.mark_point(filled=True, size=50, opacity=1).encode(shape=shape)
    fitted = alt.layer(line, points).properties(width=width, height=290, autosize=look.FIT)
    chart: alt.LayerChart = look.dressed(fitted, y.title, legend_columns=2 if len(names) > 3 else None)
    # The legend shows the shapes, which tell series apart where colors do not.
    del chart.config.legend["symbolType"]
    return chart


def named_points(
    rows: list[dict[str, Any]], x: Axis, y: Axis, name: str, *, width: int = look.WIDE
) -> "alt.LayerChart":
    """Return a point for each row, with its name beside it; rows at one place share a point and a label."""
    import altair as alt

    places: dict[tuple[float, float], list[str]] = {}
    for row in rows:
        places.setdefault((round(row[x.column], 3), round(row[y.column], 3)), []).append(str(row[name]))
    shared = [{x.column: at[0], y.column: at[1], name: ", ".join(names)} for at, names in places.items()]
    # Names stand to the right of their points, or to the left where there is no room.
    most = max(at[0] for at in places)
    base = alt.Chart(look.data(shared)).encode(x=_scaled(alt.X, x), y=_scaled(alt.Y, y), tooltip=[f"{name}:N"])
    points = base.mark_point(filled=True, size=70, opacity=1, color=look.AFTER)
    label = base.mark_text(fontSize=12, color=look.TEXT).encode(text=f"{name}:N")
    is_left = f"datum['{x.column}'] > {most / 2}"
    sides = [
        label.transform_filter(is_left).mark_text(align="right", dx=-9, fontSize=12, color=look.TEXT),
        label.transform_filter(f"!({is_left})").mark_text(align="left", dx=9, fontSize=12, color=look.TEXT),
    ]
    fitted = alt.layer(points, *sides).properties(width=look.WIDE, height=290, autosize=look.FIT)
    chart: alt.LayerChart = look.dressed(fitted, y.title)
    return chart


def _scaled(channel: Any, axis: Axis) -> Any:
    import altair as alt

    ticks: dict[str, Any] = {"values": list(axis.ticks)} if axis.ticks else {"tickCount": 5}
    scale = alt.Scale(type="log", nice=False) if axis.log else alt.Scale(zero=False)
    return channel(f"{axis.column}:Q", title=axis.title, scale=scale, axis=alt.Axis(format=".5~r", **ticks))
