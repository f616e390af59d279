"""The worked example again: Tables 1 to 3 and the eleven distortions of t2."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from tokumei.binding import bound_call
from tokumei.groupings.mindis import drawn_in_order
from tokumei.model import Encoded, Job, Labels, Schema, Table
from tokumei.model.counts import Counts
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import Part, Parts, Sets
from tokumei.papers.base.showing import headings
from tokumei.papers.mindis import printed, trees
from tokumei.papers.mindis.work import of_groups
from tokumei.report.tables import Grid
from tokumei.texts import text

Rows = Sequence[tuple[Any, ...]]


def table_1() -> Table:
    """Return Table 1 (a)."""
    return _table(printed.TABLE_1A, printed.RACE_COLUMNS, trees.of_table_1())


def table_2(codes: Any = trees.LONG_ZIP) -> Table:
    """Return Table 2, with the hierarchy of ZIP that gives every printed step unless told otherwise."""
    return _table(printed.TABLE_2, printed.COLUMNS, trees.of_table_2(codes))


def example_1(_: Desk, _sets: Sets, _before: Parts) -> Part:
    """Return Table 1: rows as they are, and 2-anonymous."""
    table = table_1()
    labels = drawn_in_order(Encoded.of(table), np.arange(2, 7), k=2)
    return _beside("table_1", table, _generalized(table, labels), printed.TABLE_1B)


def example_3a(_: Desk, _sets: Sets, _before: Parts) -> Part:
    """Return Table 3 (a): Table 2 after MinDIS."""
    table = table_2()
    return _beside("table_3a", table, _generalized(table, worked_run()), printed.TABLE_3A)


def example_3b(_: Desk, _sets: Sets, _before: Parts) -> Part:
    """Return Table 3 (b): Table 2 after Datafly."""
    table = table_2(trees.ZIP).as_released()
    recoding = bound_call("recoding", "datafly", {"k": 2}).on(Counts.of(table), job=Job())
    return _beside("table_3b", table_2(), recoding.apply(table).data.frame, printed.TABLE_3B)


def worked_run(codes: Any = trees.LONG_ZIP) -> Labels:
    """Return the groups when the tuples are drawn as printed."""
    return drawn_in_order(Encoded.of(table_2(codes)), np.array(printed.DRAWN) - 1, k=2)


def partners(_: Desk, _sets: Sets, _before: Parts) -> Part:
    """Return the distortions of t2 with each other tuple, as fractions."""
    lines = []
    for partner, said in printed.PARTNERS.items():
        pair = Encoded.of(table_2(trees.ZIP).take(np.array([1, partner - 1])))
        lost = Fraction(of_groups(pair.levels, np.zeros(2, dtype=np.int64))).limit_denominator(1000)
        lines.append({"partner": f"t{partner}", "paper": said, "ours": str(lost), "value": float(lost),
                      "agrees": lost == printed.EXACT[said]})  # fmt: skip
    return Part("distortions", pl.DataFrame(lines), partial(_partner_grid, lines))


def _partner_grid(lines: list[dict[str, Any]], lang: str) -> Grid:
    names = ("partner", "dis_printed", "dis_fraction", "dis_ours")
    cells = [(line["partner"], line["paper"], line["ours"], f"{line['value']:.4f}") for line in lines]
    return Grid(headings(lang, *names), cells, right=frozenset({1, 2, 3}))


def _table(rows: Rows, names: Sequence[str], of: dict[str, Any]) -> Table:
    return Table(pl.DataFrame(list(rows), schema=list(names), orient="row"), Schema(quasi=names, trees=of)).pinned()


def _generalized(table: Table, labels: Labels) -> pl.DataFrame:
    filled: Table = bound_call("fill", "ancestor", {}).on(table.as_released(), labels, job=Job())
    return filled.frame


def _beside(name: str, before: Table, after: pl.DataFrame, wanted: Rows) -> Part:
    ours = after.select(pl.all().cast(pl.String)).rows()
    lines = [
        {
            "row": f"t{place + 1}",
            "before": _said(old),
            "paper": _said(paper),
            "ours": _said(new),
            "agrees": new == paper,
        }
        for place, (old, new, paper) in enumerate(zip(before.frame.rows(), ours, wanted, strict=True))
    ]
    return Part(name, pl.DataFrame(lines), partial(_row_grid, lines))


def _said(row: tuple[Any, ...]) -> str:
    return ", ".join(map(str, row))


def _row_grid(lines: list[dict[str, Any]], lang: str) -> Grid:
    cells = [
        (
            line["row"],
            line["before"],
            line["paper"],
            line["ours"],
            text("cli.yes" if line["agrees"] else "cli.no", lang),
        )
        for line in lines
    ]
    marks = tuple("met" if line["agrees"] else "unmet" for line in lines)
    return Grid(headings(lang, "row", "before", "printed", "ours", "agrees"), cells, marks=marks)
