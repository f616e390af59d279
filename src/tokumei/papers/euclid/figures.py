"""Figures 1 to 6 again: utility against safety, and time and rate by columns used and by rows."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from tokumei.model import Release, Table
from tokumei.papers.base.beside import rounded
from tokumei.papers.base.charts import Axis, lines, named_points
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import Panel, Part, Parts, Sets
from tokumei.papers.euclid import data, work
from tokumei.papers.euclid.data import Step
from tokumei.papers.euclid.tables import rows_of
from tokumei.report import look
from tokumei.report.numbers import number
from tokumei.texts import text

Line = dict[str, Any]
Options = dict[str, Any]

COUNTS = tuple(range(1, 14))
"""How many of the first quasi columns are used; and of the sensitive ones, of which there are twelve."""
SIZES = (100, 300, 1000, 3000, 8333)
CURVE_NOISE = 0.3
"""Standard deviations of noise: so much that the attack may err."""
NOBODY = -1
"""A quasi value that nobody has."""


def utility_and_safety(_: Desk, _sets: Sets, before: Parts) -> Part:
    """Return Figure 1: U4 and E3 of the single methods on a hundred rows."""
    values: dict[str, Line] = {}
    for line in rows_of(before["table_11"]):
        values.setdefault(line["data"], {"data": line["data"]})[line["code"]] = line["value"]
    points = [{key: one[key] for key in ("data", "U4", "E3")} for one in values.values()]
    return Part("figure_1", pl.DataFrame(points), panels=partial(_point_panels, points))


def _point_panels(points: list[Line], lang: str) -> list[Panel]:
    x, y = Axis("U4", text("papers.axis.u4", lang)), Axis("E3", text("papers.axis.e3", lang))
    words = "; ".join(f"{one['data']}: U4 {number(one['U4'], lang)}, E3 {number(one['E3'], lang)}" for one in points)
    return [Panel("figure_1", text("papers.euclid.panel.points", lang), words,
                  lambda: look.svg(named_points(points, x, y, "data")))]  # fmt: skip


def by_quasi(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Figures 2 and 3: time and rate by the number of quasi columns used."""
    return _by_count("figures_2_3", desk, sets, "quasi", COUNTS)


def by_sensitive(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Figures 4 and 5: time and rate by the number of sensitive columns used."""
    return _by_count("figures_4_5", desk, sets, "sensitive", COUNTS[:-1])


def _by_count(name: str, desk: Desk, sets: Sets, used: str, counts: Sequence[int]) -> Part:
    tables = {len(table): table for table in (data.small(sets, desk.seed), data.whole(sets))}.values()
    tried = [(table, *one) for table in tables for one in _attacks(desk, table)]
    found: list[Line] = []
    for table, series, release, options in desk.each(tried):
        # The first call compiles what these options need, or loads it.
        work.euclid(table, release, **options, **{used: counts[0]})
        for count in counts:
            one = work.euclid(table, release, **options, **{used: count})
            found.append({"rows": len(table), "attack": series, used: count, "seconds": one.seconds, "rate": one.rate})
    return Part(name, pl.DataFrame(found), panels=partial(_count_panels, name, used, found))


def _attacks(desk: Desk, table: Table) -> list[tuple[str, Release[Table], Options]]:
    """Return the Euclidean attacks of the curves: on noise alone, and where the later quasi columns are unified too."""
    noise: Step = {"transform": "noise", "size": CURVE_NOISE}
    unified: Step = {"transform": "unify", "columns": table.quasi[data.CROSSED :]}
    noisy, both = (work.released(desk, table, steps, 0) for steps in ([noise], [noise, unified]))
    return [("noise_euc1", noisy, {}), ("unified_euc1", both, {}), ("unified_euc2", both, {"unmatched": "nearest"})]


def _count_panels(name: str, used: str, found: list[Line], lang: str) -> list[Panel]:
    x = Axis(used, text(f"papers.axis.{used}", lang))
    panels = []
    for rows in dict.fromkeys(line["rows"] for line in found):
        here = _said([line for line in found if line["rows"] == rows], lang)
        for what, is_log in (("seconds", True), ("rate", False)):
            y = Axis(what, text(f"papers.axis.{what}", lang), log=is_log)
            title = text("papers.euclid.panel.by_rows", lang, what=y.title, rows=number(rows, lang))
            drawn = _drawer(here, x, y)
            panels.append(Panel(f"{name}_{what}_{rows}", title, _words(title, here, used, what, lang), drawn))
    return panels


def by_rows(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Figure 6: time by the number of rows, one quasi column used; beside it all, and the worst case of EUC2."""
    table, found = data.whole(sets), []
    order = np.random.default_rng(desk.seed).permutation(len(table))
    for size in desk.each(sorted({min(size, len(table)) for size in SIZES})):
        part = Table(table.frame[np.sort(order[:size])], table.schema).pinned()
        for series, release, options in _growing(desk, part):
            work.euclid(part, release, **options)
            one = work.euclid(part, release, **options)
            found.append({"rows": size, "attack": series, "seconds": one.seconds, "rate": one.rate})
    return Part("figure_6", pl.DataFrame(found), panels=partial(_growth_panels, found))


def _growing(desk: Desk, table: Table) -> list[tuple[str, Release[Table], Options]]:
    noise: Step = {"transform": "noise", "size": CURVE_NOISE}
    unified: Step = {"transform": "unify", "value": NOBODY}
    noisy, nobody_fits = (work.released(desk, table, steps, 0) for steps in ([noise], [noise, unified]))
    return [("one_quasi", noisy, {"quasi": 1}), ("all_quasi", noisy, {}),
            ("all_pairs", nobody_fits, {"unmatched": "nearest"})]  # fmt: skip


def _growth_panels(found: list[Line], lang: str) -> list[Panel]:
    here = _said(found, lang)
    x = Axis("rows", text("papers.axis.rows", lang), log=True, ticks=sorted({line["rows"] for line in found}))
    y = Axis("seconds", text("papers.axis.seconds", lang), log=True)
    return [Panel("figure_6", y.title, _words(y.title, here, "rows", "seconds", lang), _drawer(here, x, y))]


def _said(found: list[Line], lang: str) -> list[Line]:
    return [{**line, "attack": text(f"papers.euclid.series.{line['attack']}", lang)} for line in found]


def _drawer(found: list[Line], x: Axis, y: Axis) -> Callable[[], str]:
    return lambda: look.svg(lines(found, x, y, "attack"))


def _words(title: str, found: list[Line], along: str, what: str, lang: str) -> str:
    ends = {min(line[along] for line in found), max(line[along] for line in found)}
    told = (f"{line['attack']}, {line[along]}: {rounded(line[what], lang)}" for line in found if line[along] in ends)
    return f"{title}. {'; '.join(told)}"


def power(found: Sequence[Line]) -> float:
    """Return the exponent with which time grows in the number of rows, from a thousand rows on where there are more.

    >>> round(power([{"rows": 10, "seconds": 1.0}, {"rows": 100, "seconds": 100.0}]), 2)
    2.0
    """
    large = [line for line in found if line["rows"] >= 1000]
    taken = large if len(large) > 1 else found
    if len(taken) < 2:
        return float("nan")
    rows, took = (np.log([line[name] for line in taken]) for name in ("rows", "seconds"))
    return float(np.polyfit(rows, took, 1)[0])
