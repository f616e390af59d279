"""Tables 4, 5 and 6 again: distortion and time of MinDIS and of Datafly, on random and on real data."""

from functools import partial
from typing import Any

import polars as pl

from tokumei.papers.base.beside import faster, rounded, shown
from tokumei.papers.base.charts import Axis, lines
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import Made, Panel, Part, Parts, Sets
from tokumei.papers.base.showing import headings
from tokumei.papers.mindis import printed, work
from tokumei.papers.mindis.data import random_table
from tokumei.report import look
from tokumei.report.tables import Grid
from tokumei.texts import text

RUNS = 25
"""Random orders at each size of random data, as in the paper; one at 10,000 rows."""
ONCE = 10_000
TIMED_KS = (2, 10)
GROWTH = (100, 300, 1000, 3000, 10_000)

Line = dict[str, Any]


def random_data(desk: Desk, _sets: Sets, _before: Parts) -> Part:
    """Return Table 4: distortion on random data by rows, columns and k."""
    found: list[Line] = []
    for (rows, columns), (by_mindis, by_datafly) in desk.each(list(printed.TABLE_4.items())):
        qi = random_table(rows, columns, desk.seed)
        for k in by_mindis:
            ours = work.mindis(desk, qi, k, runs=1 if rows >= ONCE else RUNS)
            theirs = work.datafly(desk, qi, k)
            found.append({
                "rows": rows, "columns": columns, "k": k, "paper": "-".join(dict.fromkeys(by_mindis[k])),
                "least": ours.least, "most": ours.most, "datafly_paper": by_datafly[k][0], "datafly": theirs.least,
                "seconds": ours.seconds, "datafly_seconds": theirs.seconds,
            })  # fmt: skip
    return Part("table_4", pl.DataFrame(found), partial(_random_grid, found))


def _random_grid(found: list[Line], lang: str) -> Grid:
    names = ("rows_ours", "columns_ours", "k", "mindis_printed", "mindis_ours", "datafly_printed", "datafly_ours")
    cells = [
        (str(line["rows"]), str(line["columns"]), str(line["k"]), line["paper"], _range(line["least"], line["most"]),
         line["datafly_paper"], f"{line['datafly']:.3f}")
        for line in found
    ]  # fmt: skip
    return Grid(headings(lang, *names), cells, right=frozenset(range(7)))


def real_data(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Table 5: distortion on real data, with hierarchies made by `auto`."""
    found: list[Line] = []
    every = [(name, k) for name in printed.TABLE_5 for k in printed.TABLE_5[name][0]]
    for name, k in desk.each(every):
        rows = sets[name]
        by_mindis, by_datafly = printed.TABLE_5[name]
        ours, theirs = work.mindis(desk, rows.qi, k, runs=3), work.datafly(desk, rows.qi, k)
        found.append({
            "data": name, "title": rows.of.title, "rows": len(rows), "columns": len(rows.qi.levels.ladders), "k": k,
            "comparable": rows.is_comparable, "paper": "-".join(by_mindis[k]), "least": ours.least, "most": ours.most,
            "datafly_paper": by_datafly[k], "datafly": theirs.least, "seconds": ours.seconds,
            "datafly_seconds": theirs.seconds,
        })  # fmt: skip
    return Part("table_5", pl.DataFrame(found), partial(_real_grid, found))


def _real_grid(found: list[Line], lang: str) -> Grid:
    names = (
        "data",
        "rows_ours",
        "columns_ours",
        "k",
        "mindis_printed",
        "mindis_ours",
        "datafly_printed",
        "datafly_ours",
    )
    nothing = text("report.nothing", lang)
    cells = [
        (line["title"], str(line["rows"]), str(line["columns"]), str(line["k"]),
         line["paper"] if line["comparable"] else nothing, _range(line["least"], line["most"]),
         line["datafly_paper"] if line["comparable"] else nothing, f"{line['datafly']:.3f}")
        for line in found
    ]  # fmt: skip
    return Grid(headings(lang, *names), cells, right=frozenset(range(1, 8)))


def times(_: Desk, sets: Sets, before: Parts) -> Part:
    """Return Table 6: seconds, on the data of Tables 4 and 5."""
    known = {}
    for line in _rows_of(before["table_4"]):
        known[f"random {line['rows']} x {line['columns']}", line["k"]] = (line, True)
    for line in _rows_of(before["table_5"]):
        known[line["data"], line["k"]] = (line, sets[line["data"]].is_comparable)
    found = []
    for name, (by_mindis, by_datafly) in printed.TABLE_6.items():
        for k in TIMED_KS:
            line, is_comparable = known[name, k]
            found.append({
                "data": name, "k": k, "paper": by_mindis[k] if is_comparable else None, "seconds": line["seconds"],
                "datafly_paper": by_datafly[k] if is_comparable else None, "datafly_seconds": line["datafly_seconds"],
            })  # fmt: skip
    return Part("table_6", pl.DataFrame(found, infer_schema_length=None), partial(_time_grid, found))


def _rows_of(part: Part) -> list[Line]:
    assert part.frame is not None
    return part.frame.to_dicts()


def _time_grid(found: list[Line], lang: str) -> Grid:
    names = ("data", "k", "mindis_printed", "mindis_ours", "faster", "datafly_printed", "datafly_ours")
    cells = [
        (line["data"], str(line["k"]), shown(line["paper"], lang), rounded(line["seconds"], lang),
         faster(line["paper"], line["seconds"], lang), shown(line["datafly_paper"], lang),
         rounded(line["datafly_seconds"], lang))
        for line in found
    ]  # fmt: skip
    return Grid(headings(lang, *names), cells, right=frozenset(range(1, 7)))


def growth(desk: Desk, _sets: Sets, _before: Parts) -> Part:
    """Return the time by the number of rows, on random data of ten columns."""
    found: list[Line] = []
    for rows in desk.each(GROWTH):
        qi = random_table(rows, 10, desk.seed)
        for k in TIMED_KS:
            found.append({"rows": rows, "algorithm": f"MinDIS, k={k}", "seconds": work.mindis(desk, qi, k).seconds})
            found.append({"rows": rows, "algorithm": f"Datafly, k={k}", "seconds": work.datafly(desk, qi, k).seconds})
    return Part("growth", pl.DataFrame(found), panels=partial(_growth_panels, found))


def _growth_panels(found: list[Line], lang: str) -> list[Panel]:
    x = Axis("rows", text("papers.axis.rows", lang), log=True, ticks=GROWTH)
    y = Axis("seconds", text("papers.axis.seconds", lang), log=True)
    ends = [f"{line['algorithm']}, {line['rows']}: {rounded(line['seconds'], lang)}" for line in found
            if line["rows"] in (GROWTH[0], GROWTH[-1])]  # fmt: skip
    words = f"{y.title}. {'; '.join(ends)}"
    return [Panel("growth_seconds", y.title, words, lambda: look.svg(lines(found, x, y, "algorithm")))]


def _range(least: float, most: float) -> str:
    return "-".join(dict.fromkeys((f"{least:.3f}", f"{most:.3f}")))


def verdict(made: Made, lang: str) -> str:
    """Say in one sentence how far the paper could be made again."""
    if made.made_up:
        return made.paper.said("verdict_made_up", lang, data=", ".join(made.made_up))
    if not made.is_comparable:
        return made.paper.said("verdict_part", lang)
    examples = [made.parts[name].frame for name in ("table_1", "table_3a", "table_3b", "distortions")]
    agree = sum(int(frame["agrees"].sum()) for frame in examples if frame is not None)
    below = [line["most"] < line["datafly"] for name in ("table_4", "table_5") for line in _rows_of(made.parts[name])]
    of = sum(len(frame) for frame in examples if frame is not None)
    return made.paper.said("verdict", lang, agree=agree, of=of, below=sum(below), cases=len(below))
