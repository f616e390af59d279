"""Charts of a result, for the report, notebooks and the workbench alike."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tokumei.report import look, reading
from tokumei.report.distributions import distribution, distributions
from tokumei.report.front import front, points
from tokumei.report.look import AFTER, ALARM, ALONE, BAR, BEFORE, TEXT
from tokumei.report.numbers import number, percent
from tokumei.report.reading import Document
from tokumei.texts import text

if TYPE_CHECKING:
    import altair as alt

__all__ = ["attack_rates", "distribution", "distributions", "group_sizes", "loss_by_column", "tradeoff"]

MOST_BARS = 30
UP_TO_ALL = "datum.value > 1 ? '' : datum.label"
LINES = "split(datum.label, '\\n')"


def group_sizes(document: Document, lang: str = "en", *, width: int = ALONE) -> "alt.LayerChart":
    """Return a bar chart of how many groups there are of each size; those below k stand out."""
    import altair as alt

    k = reading.wanted_k(document)
    kinds = [text(f"report.chart.sizes_{kind}", lang, k=k) for kind in ("below", "enough")]
    sizes = document["profile"]["group_sizes"]
    rows = [
        {"size": _between(size["from"], size["to"], lang), "groups": size["groups"], "rows": size["rows"],
         "shown": number(size["groups"], lang), "kind": kinds[size["from"] >= k]}
        for size in sizes
    ]  # fmt: skip
    used = [kind for kind in kinds if any(row["kind"] == kind for row in rows)] if k else []
    axis = alt.Axis(labelAngle=0, labelOverlap=True)
    counts_axis = alt.Axis(tickCount=4, tickMinStep=1, format=",d")
    base = alt.Chart(look.data(rows)).encode(
        x=alt.X("size:N", sort=None, title=text("report.chart.sizes_x", lang), axis=axis),
        y=alt.Y("groups:Q", title=text("report.chart.sizes_y", lang), axis=counts_axis),
        tooltip=["size:N", "groups:Q", "rows:Q"],
    )
    scale = alt.Scale(domain=kinds, range=[ALARM, AFTER])
    color = alt.Color("kind:N", scale=scale, legend=None if used == kinds[1:] else alt.Legend(values=used))
    # Two or three sizes are no reason for bars as wide as a page.
    bars = base.mark_bar(width=alt.RelativeBandSize(band=min(0.9, 0.15 * len(rows)))).encode(
        color=color if k else alt.value(AFTER)
    )
    counts = base.mark_text(dy=-7, color=TEXT, fontSize=11).encode(text="shown:N")
    layers = alt.layer(bars, counts) if len(rows) * 34 <= width else alt.layer(bars)
    return _fitted(layers, text("report.chart.sizes", lang), width, 240)


def attack_rates(document: Document, lang: str = "en", *, width: int = ALONE) -> "alt.LayerChart":
    """Return a bar chart of what each attack found, with its 95 % interval and what chance would find."""
    import altair as alt

    scores = {call: document["attacks"][call] for call in list(reading.scored(document))[:MOST_BARS]}
    rows = [
        {"attack": look.wrapped(call), "rate": one["rate"], "low": one.get("low"), "high": one.get("high"),
         "chance": one.get("chance"), "end": one.get("high") or one["rate"], "shown": percent(one["rate"], lang)}
        for call, one in scores.items()
    ]  # fmt: skip
    words = [text(f"report.chart.attacks_{part}", lang) for part in ("rate", "interval", "chance")]
    # Room for the number written beside the longest bar.
    top = max([0.002, *(row[end] or 0 for row in rows for end in ("rate", "high", "chance"))]) * 1.25
    x = alt.X(
        "rate:Q", title=text("report.chart.attacks_x", lang), scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(format=".2~%", tickCount=4, labelExpr=UP_TO_ALL),
    )  # fmt: skip
    base = alt.Chart(look.data(rows)).encode(y=alt.Y("attack:N", sort=None, title=None, axis=alt.Axis(labelExpr=LINES)))
    rate, interval, chance = look.parts(base, dict(zip(words, (BAR, TEXT, ALARM), strict=True)))
    told = ["attack:N", "rate:Q", "low:Q", "high:Q", "chance:Q"]
    bars = rate.mark_bar(height=14).encode(x=x, tooltip=told)
    lines = interval.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q")
    marks = chance.mark_tick(thickness=3, size=26).encode(x="chance:Q")
    beside = base.mark_text(align="left", dx=8, color=TEXT, fontSize=12, fontWeight=600)
    shown = beside.encode(x="end:Q", text="shown:N")
    height = 76 + sum(max(38, 16 * (row["attack"].count("\n") + 1) + 8) for row in rows)
    return _fitted(alt.layer(bars, lines, marks, shown), text("report.chart.attacks", lang), width, height)


def loss_by_column(document: Document, lang: str = "en", *, width: int = ALONE) -> "alt.LayerChart":
    """Return a bar chart of the loss of each column, one bar for each measure that tells it."""
    import altair as alt

    rows: list[dict[str, Any]] = [
        {"column": look.wrapped(column), "measure": call, "loss": value, "shown": percent(value, lang)}
        for call, columns in column_losses(document).items()
        for column, value in columns.items()
    ]
    calls = list(dict.fromkeys(row["measure"] for row in rows))
    one = text("report.chart.loss_x", lang, measure=calls[0])
    title = one if len(calls) == 1 else text("report.chart.loss_x_many", lang)
    x = alt.X(
        "loss:Q", title=title, axis=alt.Axis(format=".2~%", tickCount=4, labelExpr=UP_TO_ALL),
        scale=alt.Scale(domain=[0, min(1.25, max([0.004, *(row["loss"] for row in rows)]) * 1.25)], nice=False),
    )  # fmt: skip
    base = alt.Chart(look.data(rows)).encode(
        x=x, y=alt.Y("column:N", sort=None, title=None, axis=alt.Axis(labelExpr=LINES)),
        yOffset=alt.YOffset("measure:N", sort=None), tooltip=["column:N", "measure:N", "loss:Q"],
    )  # fmt: skip
    scale = alt.Scale(domain=calls, range=[AFTER, BEFORE, *look.METHOD_COLORS[1:]][: len(calls)])
    legend = None if len(calls) == 1 else alt.Legend()
    bars = base.mark_bar().encode(color=alt.Color("measure:N", scale=scale, legend=legend))
    shown = base.mark_text(align="left", dx=5, color=TEXT, fontSize=11).encode(text="shown:N")
    columns = len({row["column"] for row in rows})
    height = 84 + columns * (10 + 17 * len(calls))
    return _fitted(alt.layer(bars, shown), text("report.chart.loss", lang), width, height)


def column_losses(document: Document) -> dict[str, dict[str, float]]:
    """Return the loss of each column, by the measure that tells it, the largest first; shares only."""
    losses = reading.losses(document)
    columns, found = reading.columns_of(document), {}
    for call in losses:
        name, numbers = call.split("(")[0], document["measures"][call]
        told = {column: numbers.get(f"{name}.{column}") for column in columns}
        shares = {column: value for column, value in told.items() if value is not None}
        if shares and all(0 <= value <= 1 for value in shares.values()):
            found[call] = shares
    if not found:
        return {}
    leading = next(iter(found.values()))
    order = sorted(columns, key=lambda column: -leading.get(column, -1.0))[:MOST_BARS]
    return {call: {column: shares[column] for column in order if column in shares} for call, shares in found.items()}


def tradeoff(documents: Sequence[Document], lang: str = "en", *, width: int = ALONE) -> "alt.LayerChart":
    """Return a scatter chart of loss against risk, with a line through the runs that no other beats."""
    import altair as alt

    best = front(documents)
    words = {True: text("report.chart.best", lang), False: text("report.chart.other", lang)}
    rows = [
        {"place": str(one.place + 1), "run": reading.name_of(documents[one.place]), "risk": one.risk, "loss": one.loss,
         "kind": words[one.place in best]}
        for one in points(documents)
    ]  # fmt: skip
    is_attacked = any(reading.identifying(document) for document in documents)
    loss = reading.common_loss(documents)
    is_share = loss is not None and all(reading.losses(document)[loss].is_share for document in documents)
    risk_axis, loss_axis = (alt.Axis(format=form, tickCount=5) for form in (".2~%", ".2~%" if is_share else "~s"))
    x_title = text("report.chart.tradeoff_x" if is_attacked else "report.chart.tradeoff_x_k", lang)
    y_title = text("report.chart.tradeoff_y", lang, measure=loss)
    base = alt.Chart(look.data(rows)).encode(
        x=alt.X("risk:Q", title=x_title, scale=_padded(rows, "risk"), axis=risk_axis),
        y=alt.Y("loss:Q", title=y_title, scale=_padded(rows, "loss"), axis=loss_axis),
        tooltip=["place:N", "run:N", "risk:Q", "loss:Q"],
    )
    kinds = list(words.values())
    color = alt.Color("kind:N", scale=alt.Scale(domain=kinds, range=[AFTER, BEFORE]))
    shape = alt.Shape("kind:N", scale=alt.Scale(domain=kinds, range=["circle", "diamond"]))
    dots = base.mark_point(filled=True, size=130, opacity=1).encode(color=color, shape=shape)
    unbeaten = base.transform_filter(alt.datum.kind == words[True])
    line = unbeaten.mark_line(color=AFTER, strokeDash=[5, 4], strokeWidth=1.5)
    names = base.mark_text(dy=-13, color=TEXT, fontSize=12, fontWeight=600).encode(text="place:N")
    return _fitted(alt.layer(line, dots, names), text("report.chart.tradeoff", lang), width, 360)


def _fitted(chart: Any, title: str, width: int, height: int) -> "alt.LayerChart":
    fitted = chart.properties(width=width, height=height, autosize=look.FIT)
    dressed: alt.LayerChart = look.dressed(fitted, title, legend_columns=2 if width <= look.NARROW else None)
    return dressed


def _between(low: int, high: int, lang: str) -> str:
    return number(low, lang) if low == high else f"{number(low, lang)}–{number(high, lang)}"


def _padded(rows: Sequence[Mapping[str, Any]], key: str) -> Any:
    import altair as alt

    values = [row[key] for row in rows]
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = (high - low or abs(high) or 1.0) * 0.12
    return alt.Scale(domain=[max(0.0, low - room) if low >= 0 else low - room, high + room], zero=False, nice=False)
