"""The worked example again: Tables 2b, 3, 8 and 9 out of Table 2a, each step of the text, every number."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.binding import bound_call
from tokumei.model import Guess, Job, Release, Schema, Table
from tokumei.model.matching import candidates
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import Part, Parts, Sets
from tokumei.papers.base.showing import headings, marks, yes_or_no
from tokumei.papers.euclid import printed, work
from tokumei.report.numbers import number
from tokumei.report.tables import Grid
from tokumei.texts import text

Rows = tuple[tuple[int, ...], ...]

OF = 3
"""The first columns of the example are quasi columns."""
TABLES = {"B": printed.TABLE_2B, "D": printed.TABLE_3, "F": printed.TABLE_8, "G": printed.TABLE_9}
NAMES = {"B": "2b", "D": "3", "F": "8", "G": "9"}
SEEDS = range(400)
"""Enough for a swap that is drawn with one chance in sixteen."""


class Dealt(np.random.Generator):
    """Randomness that deals out what the paper drew: the noise read off its Table 2b."""

    def __init__(self) -> None:
        """Lay out the noise of both sensitive columns, in tens."""
        super().__init__(np.random.PCG64())
        self.columns = [[1.0, 2.0, -2.0, -1.0], [-1.0, -1.0, 1.0, 2.0]]

    def normal(self, *_: object, **__: object) -> Any:
        """Return the noise of the next column."""
        return np.array(self.columns.pop(0))


def table_of(rows: Rows) -> Table:
    """Return a table of the example."""
    names = list(printed.COLUMNS)
    frame = pl.DataFrame(list(rows), schema=names, orient="row")
    return Table(frame, Schema(quasi=names[:OF], sensitive=names[OF:])).pinned()


def releases(_: Desk, _sets: Sets, _before: Parts) -> Part:
    """Return Tables 2b, 3, 8 and 9 as our methods make them, beside the printed rows."""
    made = {"B": _noisy(), "D": _changed("unify", columns=["QI3"]), "F": _changed("average_sensitive"), "G": _swapped()}
    lines = [
        {"table": NAMES[letter], "row": place + 1, "before": _row(before), "paper": _row(paper), "ours": _row(ours),
         "agrees": paper == ours}
        for letter, rows in made.items()
        for place, (before, paper, ours) in enumerate(zip(printed.TABLE_2A, TABLES[letter], rows, strict=True))
    ]  # fmt: skip
    return Part("examples", pl.DataFrame(lines), partial(_release_grid, lines))


def _noisy() -> Rows:
    return _changed("noise", Job(Dealt()), size=10, unit="absolute")


def _swapped() -> Rows:
    found = (_changed("swap_within", Job(np.random.default_rng(seed))) for seed in SEEDS)
    return next((rows for rows in found if rows == printed.TABLE_9), printed.TABLE_2A)


def _changed(name: str, job: Job | None = None, **options: Any) -> Rows:
    call = bound_call("transform", name, options)
    release: Release[Table] = call.on(table_of(printed.TABLE_2A), job=job or Job())
    return tuple(release.data.frame.rows())


def _release_grid(lines: list[dict[str, Any]], lang: str) -> Grid:
    cells = [
        (line["table"], str(line["row"]), line["before"], line["paper"], line["ours"],
         yes_or_no(lang, holds=line["agrees"]))
        for line in lines
    ]  # fmt: skip
    return Grid(headings(lang, "table", "line", "before", "printed", "ours", "agrees"), cells, marks=_marks(lines))


def steps(_: Desk, _sets: Sets, _before: Parts) -> Part:
    """Return what the text works out step by step, beside what our attacks answer."""
    x, b, d = (table_of(rows) for rows in (printed.TABLE_2A, printed.TABLE_2B, printed.TABLE_3))
    one, two = _distances(x, b)
    asked: dict[str, tuple[str, str]] = {
        "distance_own": (printed.DISTANCES[0], f"{one:.3f}"),
        "distance_other": (printed.DISTANCES[1], f"{two:.1f}"),
        "random": ("1, 2", _listed(_index(x, b)[printed.TABLE_2B[0][:OF]])),
        "nearest": ("1", _listed(_guessed(x, b, "nearest_value")[:1])),
        "sorted": (_listed(printed.BY_SUM), _listed(_in_order(b))),
        "by_rank": ("1, 2, 3, 4", _listed(_guessed(x, b, "rank_sum"))),
        "nearest_of_all": ("2", _listed(_guessed(x, b, "nearest_value", use_quasi=False)[1:2])),
        "index_5_1": (_index_said(printed.INDEX_5_1), _index_said(_index(x, b))),
        "index_5_3": (_index_said(printed.INDEX_5_3), _index_said(_index(d, d))),
        "index_needed": ("(1, 1, 1):", _index_said({key: rows for key, rows in _index(x, d).items() if not rows})),
        "euc1_noise": ("1, 2, 3, 4", _listed(_guessed(x, b, "euclid"))),
        "euc1_unified": ("1, 2, 3, 4", _listed(_guessed(x, d, "euclid"))),
        "euc2_unified": ("1, 2, 3, 4", _listed(_guessed(x, d, "euclid", unmatched="nearest"))),
    }
    lines = [
        {"step": name, "paper": said, "ours": ours, "agrees": said == ours.strip()}
        for name, (said, ours) in asked.items()
    ]
    return Part("steps", pl.DataFrame(lines), partial(_step_grid, lines))


def _step_grid(lines: list[dict[str, Any]], lang: str) -> Grid:
    cells = [
        (text(f"papers.euclid.step.{line['step']}", lang), line["paper"], line["ours"],
         yes_or_no(lang, holds=line["agrees"]))
        for line in lines
    ]  # fmt: skip
    return Grid(headings(lang, "paper_says", "printed", "ours", "agrees"), cells, marks=_marks(lines))


def scored(desk: Desk, _sets: Sets, _before: Parts) -> Part:
    """Return every number of the contest for the example's releases; the paper prints none of them."""
    x, lines = table_of(printed.TABLE_2A), []
    for name, (rows, order) in {
        **{letter: (rows, [0, 1, 2, 3]) for letter, rows in TABLES.items()},
        "D_reversed": (printed.TABLE_3, [3, 2, 1, 0]),
    }.items():
        release = Release(x.released(table_of(rows).frame), key=np.arange(4)).take(np.array(order))
        lines.append({"release": name, **work.tried(desk, x, release)})
    return Part("scored", pl.DataFrame(lines), partial(_score_grid, lines))


def _score_grid(lines: list[dict[str, Any]], lang: str) -> Grid:
    codes = [code for code in lines[0] if code != "release"]
    cells = [
        (text(f"papers.euclid.release.{line['release']}", lang), *(number(line[code], lang) for code in codes))
        for line in lines
    ]
    return Grid((*headings(lang, "release"), *codes), cells, right=frozenset(range(1, len(codes) + 1)))


def _distances(x: Table, b: Table) -> tuple[float, float]:
    places = [np.array(table.frame.select(table.sensitive).rows(), dtype=np.float64) for table in (x, b)]
    one, two = np.sqrt(((places[0][:2] - places[1][0]) ** 2).sum(axis=1))
    return float(one), float(two)


def _guessed(x: Table, y: Table, name: str, **options: Any) -> npt.NDArray[np.int64]:
    call = bound_call("attack", name, options)
    guess: Guess = call.on(call.view(x), y, job=Job())
    return guess.rows + 1


def _in_order(table: Table) -> npt.NDArray[np.int64]:
    sums = np.array(table.frame.select(pl.sum_horizontal(table.sensitive)).to_series())
    return np.argsort(sums, kind="stable") + 1


def _index(x: Table, y: Table) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return the rows of x, from 1 on, by the quasi vectors of y."""
    fit = candidates(x, y)
    vectors = y.frame.select(y.quasi).rows()
    return {
        vectors[int(np.flatnonzero(fit.vector == place)[0])]: tuple(
            (fit.rows[fit.start[place] : fit.start[place + 1]] + 1).tolist()
        )
        for place in range(fit.start.size - 1)
    }


def _index_said(index: Mapping[Any, Sequence[int]]) -> str:
    parts = (f"({_listed(key)}): {_listed(rows)}" for key, rows in sorted(index.items(), reverse=True))
    return "; ".join(parts)


def _listed(values: Any) -> str:
    return ", ".join(str(value) for value in values)


def _row(row: tuple[int, ...]) -> str:
    return _listed(row)


def _marks(lines: list[dict[str, Any]]) -> tuple[str, ...]:
    return marks([line["agrees"] for line in lines])
