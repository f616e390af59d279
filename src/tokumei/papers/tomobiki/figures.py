"""Figures 5 to 8 again: loss and time by m, by k, by the number of rows, and by the coarse split."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from tokumei.papers.base.charts import Axis, lines
from tokumei.papers.base.desk import Desk, Timed
from tokumei.papers.base.parts import Panel, Part, Parts, Sets
from tokumei.papers.base.sets import Rows
from tokumei.papers.tomobiki.printed import BEST_M
from tokumei.papers.tomobiki.tables import TO_THE_LETTER, K
from tokumei.report import look
from tokumei.report.numbers import number
from tokumei.texts import text

M = tuple(range(1, 11))
SIZES = tuple(range(3, 11))
PARTS = (1000, 2000, 4000, 8000, 16000, 30162)
K_SHARPS = {"eia": (5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 4092),
            "adult": (5, 15, 30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 30162)}  # fmt: skip

Line = dict[str, Any]


def by_m(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Figure 5: loss and time of Tomobiki by m, against those at m=1."""
    found: list[Line] = []
    for rows, m in desk.each([(rows, m) for rows in sets.values() for m in M]):
        timed, first = (desk.run(rows, "tomobiki", k=K, m=one, start="component") for one in (m, M[0]))
        ratio = {"relative_loss": timed.loss / (first.loss or 1.0), "relative_seconds": timed.seconds / first.seconds}
        found.append({"data": rows.of.title, "m": m, **_numbers(timed), **ratio})
    x, shown = Axis("m", "m", ticks=M), ("relative_loss", "relative_seconds")
    return _part("figure_5", found, [(name, found, x, name, "data") for name in shown])


def by_k(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Figure 6: loss by k, of V-MDAV with two gammas and of Tomobiki, for each data set."""
    every = [(rows, k) for rows in sets.values() for k in SIZES if k <= len(rows)]
    found = [line for rows, k in desk.each(every) for line in _three(desk, rows, k, BEST_M[rows.of.name])]
    x = Axis("k", "k", ticks=SIZES)
    panels = [
        (name, [line for line in found if line["data"] == rows.of.title], x, "loss", "algorithm")
        for name, rows in sets.items()
    ]
    return _part("figure_6", found, panels)


def by_rows(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Figure 7: loss and time by the number of rows of Adult, drawn at random."""
    whole = sets["adult"]
    sizes = _within(PARTS, len(whole))
    found = []
    for size in desk.each(sizes):
        part = _drawn(whole, size, desk.seed)
        found += [{"rows": size, **line} for line in _three(desk, part, K, BEST_M["adult"])]
    x = Axis("rows", "rows_of_adult", log=True, ticks=sizes)
    return _part("figure_7", found, [(name, found, x, name, "algorithm") for name in ("loss", "seconds")])


def by_k_sharp(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Figure 8: loss and time by the size of the parts of the coarse split, and of Mondrian alone."""
    found: list[Line] = []
    every = [(sets[name], k_sharp) for name, sharps in K_SHARPS.items() for k_sharp in _within(sharps, len(sets[name]))]
    for rows, k_sharp in desk.each(every):
        sharp = desk.run(rows, "tomobiki_sharp", k=K, k_sharp=k_sharp, **TO_THE_LETTER)
        cut = desk.run(rows, "mondrian", k=K)
        for name, timed in (("sharp", sharp), ("mondrian", cut)):
            found.append({"data": rows.of.title, "algorithm": name, "k_sharp": k_sharp, **_numbers(timed)})
    panels = []
    for name in K_SHARPS:
        own = [line for line in found if line["data"] == sets[name].of.title]
        x = Axis("k_sharp", "k_sharp", log=True, ticks=[line["k_sharp"] for line in own[::4]])
        panels += [(f"{name}_{number}", own, x, number, "algorithm") for number in ("loss", "seconds")]
    return _part("figure_8", found, panels)


def _drawn(whole: Rows, size: int, seed: int) -> Rows:
    if size == len(whole):
        return whole
    order = np.random.default_rng(seed).permutation(len(whole))
    return replace(whole, qi=whole.qi.take(np.sort(order[:size])))


def _three(desk: Desk, rows: Rows, k: int, m: int) -> list[Line]:
    calls: list[tuple[str, str, dict[str, Any]]] = [
        ("vmdav_02", "vmdav", {"gamma": 0.2}),
        ("vmdav_11", "vmdav", {"gamma": 1.1}),
        ("tomobiki", "tomobiki", {"m": m, "start": "component"}),
    ]
    return [
        {"data": rows.of.title, "algorithm": name, "k": k, **_numbers(desk.run(rows, method, k=k, **options))}
        for name, method, options in calls
    ]


def _numbers(timed: Timed) -> Line:
    return {"loss": timed.loss, "seconds": timed.seconds}


def _within(sharps: Sequence[int], rows: int) -> list[int]:
    return sorted({min(k_sharp, rows) for k_sharp in sharps})


Chart = tuple[str, list[Line], Axis, str, str]
"""Name of a panel, its rows, its horizontal axis, the column that goes up, and what parts the lines."""


def _part(name: str, found: list[Line], charts: Sequence[Chart]) -> Part:
    return Part(name, pl.DataFrame(found, infer_schema_length=None), panels=partial(_panels, name, charts))


def _panels(name: str, charts: Sequence[Chart], lang: str) -> list[Panel]:
    return [_panel(f"{name}_{chart[0]}", chart, lang) for chart in charts]


def _panel(name: str, chart: Chart, lang: str) -> Panel:
    _, found, x, column, series = chart
    rows = [{**line, series: _series(line[series], lang)} for line in found]
    x = replace(x, title=text(f"papers.axis.{x.title}", lang))
    y = Axis(column, text(f"papers.axis.{column}", lang), log=column.endswith("seconds"))
    own = {line["data"] for line in found}
    title = f"{own.pop()}: {y.title}" if len(own) == 1 else y.title
    return Panel(name, title, _words(rows, x, y, series, lang), lambda: look.svg(lines(rows, x, y, series)))


def _series(name: str, lang: str) -> str:
    key = f"papers.tomobiki.series.{name}"
    return text(key, lang) if name.islower() else name


def _words(rows: list[Line], x: Axis, y: Axis, series: str, lang: str) -> str:
    """Say where each line begins and ends."""
    said = []
    for name in dict.fromkeys(row[series] for row in rows):
        own = [row for row in rows if row[series] == name]
        ends = [f"{x.title} {number(row[x.column], lang)}: {number(row[y.column], lang)}" for row in (own[0], own[-1])]
        said.append(f"{name} ({'; '.join(ends)})")
    return f"{y.title}. {', '.join(said)}"
