"""Tables 5 and 6 again: the data sets, and six algorithms on two of them."""

from functools import partial
from typing import Any

import polars as pl

from tokumei.papers.base.beside import agrees, apart, faster, rounded, shown
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import Made, Part, Parts, Sets
from tokumei.papers.base.sets import Rows
from tokumei.papers.base.showing import headings
from tokumei.papers.tomobiki import printed
from tokumei.params import label
from tokumei.report.numbers import number
from tokumei.report.tables import Grid
from tokumei.texts import text

K = 5
TO_THE_LETTER = {"m": 3, "start": "component"}
"""The m of Table 6, and the start that Algorithm 3 prints."""
PROPOSALS = {"eia": 1000.0, "adult": 200.0}
"""Proposals a row for the annealing shown beside: a few seconds' work, repeatable on any machine."""


def data_sets(_: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Table 5: the data sets and their size."""
    rows = [
        {"data": name, "rows_paper": printed.TABLE_5[name][0], "rows_ours": len(one),
         "columns_paper": printed.TABLE_5[name][1], "columns_ours": one.qi.matrix.shape[1], "source": one.source,
         "coding": "; ".join(f"{column}: {how}" for column, how in one.qi.coding.items())}
        for name, one in sets.items()
    ]  # fmt: skip
    frame = pl.DataFrame(rows, infer_schema_length=None)
    return Part("table_5", frame, partial(_size_grid, rows, sets))


def _size_grid(rows: list[dict[str, Any]], sets: Sets, lang: str) -> Grid:
    names = ("data", "rows_printed", "rows_ours", "columns_printed", "columns_ours", "comes_from")
    cells = [
        (sets[row["data"]].of.title, number(row["rows_paper"], lang), number(row["rows_ours"], lang),
         number(row["columns_paper"], lang), number(row["columns_ours"], lang), _source(sets[row["data"]], lang))
        for row in rows
    ]  # fmt: skip
    codings = tuple(", ".join(sorted(set(sets[row["data"]].qi.coding.values()))) for row in rows)
    return Grid(headings(lang, *names), cells, right=frozenset({1, 2, 3, 4}), notes=codings)


def _source(rows: Rows, lang: str) -> str:
    if rows.source is not None:
        return rows.source
    return text("papers.made_up" if rows.of.file else "papers.tomobiki.generated", lang)


def eia(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Table 6 (a)."""
    return _compared("table_6a", desk, sets["eia"], printed.TABLE_6A, 320)


def adult(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Table 6 (b)."""
    return _compared("table_6b", desk, sets["adult"], printed.TABLE_6B, 3840)


def _compared(name: str, desk: Desk, rows: Rows, cells: dict[str, printed.Cells], k_sharp: int) -> Part:
    lines = []
    for row, (method, options) in desk.each(list(algorithms(len(rows), k_sharp, PROPOSALS[rows.of.name]).items())):
        timed = desk.run(rows, method, k=K, **options)
        loss, took = cells.get(row, (None, None))
        lines.append({
            "algorithm": row, "call": label(method, {"k": K, **options}), "in_paper": row in cells,
            "loss_paper": loss, "loss_ours": timed.loss,
            "loss_agrees": agrees(loss if rows.is_comparable else None, timed.loss),
            "seconds_paper": took, "seconds_ours": timed.seconds, "comparable": rows.is_comparable,
        })  # fmt: skip
    numbers = pl.col("loss_paper", "seconds_paper").cast(pl.Float64)
    frame = pl.DataFrame(lines, infer_schema_length=None).with_columns(numbers)
    ratios = {"loss_ratio": pl.col("loss_ours") / pl.col("loss_paper"),
              "times_faster": pl.col("seconds_paper") / pl.col("seconds_ours")}  # fmt: skip
    frame = frame.with_columns(**{key: pl.when("comparable").then(ratio) for key, ratio in ratios.items()})
    return Part(name, frame, partial(_loss_grid, lines, k_sharp, len(rows)))


def algorithms(everything: int, k_sharp: int, effort: float) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the rows of Table 6 as methods of ours, and what we would use today below them."""
    return {
        "sharp_low": ("tomobiki_sharp", {"k_sharp": K, **TO_THE_LETTER}),
        "sharp_mid": ("tomobiki_sharp", {"k_sharp": k_sharp, **TO_THE_LETTER}),
        "sharp_all": ("tomobiki_sharp", {"k_sharp": everything, **TO_THE_LETTER}),
        "mondrian": ("mondrian", {}),
        "vmdav_02": ("vmdav", {"gamma": 0.2}),
        "vmdav_11": ("vmdav", {"gamma": 1.1}),
        "today": ("tomobiki", {}),
        "annealed": ("anneal", {"effort": effort}),
    }


def _loss_grid(lines: list[dict[str, Any]], k_sharp: int, everything: int, lang: str) -> Grid:
    names = ("algorithm", "loss_printed", "loss_ours", "apart", "seconds_printed", "seconds_ours", "faster")
    cells = [
        (algorithm(line["algorithm"], k_sharp, everything, lang), shown(line["loss_paper"], lang),
         f"{line['loss_ours']:.5f}", apart(*_comparable(line, "loss"), lang),
         shown(line["seconds_paper"], lang), rounded(line["seconds_ours"], lang),
         faster(*_comparable(line, "seconds"), lang))
        for line in lines
    ]  # fmt: skip
    calls = tuple(line["call"] for line in lines)
    marks = tuple("" if line["in_paper"] else "best" for line in lines)
    return Grid(headings(lang, *names), cells, right=frozenset(range(1, 7)), notes=calls, marks=marks)


def _comparable(line: dict[str, Any], what: str) -> tuple[str | None, float]:
    return line[f"{what}_paper"] if line["comparable"] else None, line[f"{what}_ours"]


def algorithm(name: str, k_sharp: int, everything: int, lang: str) -> str:
    """Return what the paper calls a row of Table 6."""
    size = {"sharp_low": K, "sharp_mid": k_sharp, "sharp_all": everything}.get(name, 0)
    return text(f"papers.tomobiki.algorithm.{name}", lang, k_sharp=size)


def verdict(made: Made, lang: str) -> str:
    """Say in one sentence how far the paper could be made again."""
    if made.made_up:
        return made.paper.said("verdict_made_up", lang, data=", ".join(made.made_up))
    if not made.is_comparable:
        return made.paper.said("verdict_part", lang)
    frame = made.parts["table_6a"].frame
    assert frame is not None
    told = frame["loss_agrees"].drop_nulls()
    return made.paper.said("verdict", lang, agree=int(told.sum()), of=len(told))
