"""Charts as pictures inside a page, each with a caption and words for those who cannot see it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from tokumei.report import charts, look, reading
from tokumei.report.distributions import distribution, shares, shown_columns
from tokumei.report.front import points
from tokumei.report.icicles import hierarchy, named, shown_hierarchies
from tokumei.report.numbers import number, percent
from tokumei.report.reading import Document
from tokumei.texts import text

MOST_SAID = 12


@dataclass(frozen=True)
class Figure:
    """A picture, drawn for wide and for narrow screens, with its words."""

    title: str
    words: str
    caption: str
    wide: Markup
    narrow: Markup | None = None


def of_run(document: Document, lang: str) -> dict[str, Any]:
    """Return the figures of a run that its document has the numbers for."""
    has_attacks, has_sizes = bool(reading.scored(document)), bool(document.get("profile", {}).get("group_sizes"))
    wide = look.WIDE if has_attacks and has_sizes else look.ALONE
    return {
        "attacks": _attacks(document, lang, wide) if has_attacks else None,
        "sizes": _sizes(document, lang, wide) if has_sizes else None,
        "loss": _loss(document, lang),
        "columns": [_column(document, column, lang) for column in shown_columns(document)],
        "hierarchies": [_hierarchy(document, one, lang) for one in shown_hierarchies(document)],
    }


def of_comparison(runs: Sequence[Document], lang: str) -> dict[str, Any]:
    """Return the figure of a comparison, if its runs can be compared."""
    every = points(runs)
    if not every:
        return {"tradeoff": None}
    items = [
        text("report.chart.tradeoff_item", lang, place=one.place + 1, name=reading.name_of(runs[one.place]),
             loss=number(one.loss, lang), risk=percent(one.risk, lang))
        for one in every
    ]  # fmt: skip
    chart = partial(charts.tradeoff, runs, lang)
    return {"tradeoff": _figure("tradeoff", lang, chart, items, look.ALONE)}


def _attacks(document: Document, lang: str, wide: int) -> Figure:
    items = [
        f"{call} {percent(rate, lang)} ({text('report.chart.attacks_chance', lang)} {percent(chance, lang)})"
        for call, rate in reading.scored(document).items()
        for chance in [document["attacks"][call].get("chance")]
    ]
    return _figure("attacks", lang, partial(charts.attack_rates, document, lang), items, wide)


def _sizes(document: Document, lang: str, wide: int) -> Figure:
    sizes = document["profile"]["group_sizes"]
    low, high, groups = sizes[0]["from"], sizes[-1]["to"], sum(size["groups"] for size in sizes)
    said = {"low": number(low, lang), "high": number(high, lang), "groups": number(groups, lang)}
    return _figure("sizes", lang, partial(charts.group_sizes, document, lang), [], wide, **said)


def _loss(document: Document, lang: str) -> Figure | None:
    losses = charts.column_losses(document)
    if not any(value for columns in losses.values() for value in columns.values()):
        return None
    items = [
        f"{column} {percent(value, lang)} ({call})"
        for call, columns in losses.items()
        for column, value in columns.items()
    ]
    return _figure("loss", lang, partial(charts.loss_by_column, document, lang), items, look.ALONE)


def _column(document: Document, column: Mapping[str, Any], lang: str) -> Figure:
    items = [
        text("report.chart.distribution_item", lang, label=bar["label"], before=percent(bar["before"], lang),
             after=percent(bar["after"], lang))
        for bar in shares(column, document["profile"]["rows"], lang)
    ]  # fmt: skip
    words = text("report.chart.distribution_alt", lang, column=column["name"], list=_listed(items, most=len(items)))
    return Figure(column["name"], words, "", _drawn(distribution(document, column, lang, legend=False)))


def _hierarchy(document: Document, one: Mapping[str, Any], lang: str) -> Figure:
    rows = document["profile"]["rows"]["before"]
    items = [
        f"{named(band, lang)} {percent((band['to'] - band['from']) / max(rows, 1), lang)}"
        for bands in one["levels"]
        for band in bands
    ]
    words = text("report.chart.hierarchy_alt", lang, column=one["name"], list=_listed(items))
    chart = partial(hierarchy, document, one, lang)
    return Figure(one["name"], words, "", _drawn(chart(width=look.ALONE)), _drawn(chart(width=look.NARROW)))


def _figure(name: str, lang: str, chart: Callable[..., Any], items: list[str], wide: int, **said: str) -> Figure:
    return Figure(
        title=text(f"report.chart.{name}", lang),
        words=text(f"report.chart.{name}_alt", lang, list=_listed(items), **said),
        caption=text(f"report.chart.{name}_caption", lang),
        wide=_drawn(chart(width=wide)),
        narrow=_drawn(chart(width=look.NARROW)),
    )


def _drawn(chart: Any) -> Markup:
    # vl-convert escapes every text it draws; a test holds it to that.
    return Markup(look.svg(chart))  # noqa: S704


def _listed(items: list[str], most: int = MOST_SAID) -> str:
    return "; ".join([*items[:most], *(["…"] if len(items) > most else [])])
