"""Local recoding on hierarchies, from the root down."""

from typing import Annotated

import numpy as np
from pydantic import Field

from tokumei.kernels.topdown import Kept, Vectors, specialized
from tokumei.model import ALONE, Job
from tokumei.model.counts import Counts, Generalization
from tokumei.model.levels import Levels
from tokumei.model.promises import JA, Diversity, L, Promises, T
from tokumei.model.widths import entry_widths
from tokumei.params import K
from tokumei.registry import recoding

Lookahead = Annotated[
    int, Field(ge=0, description="groups of up to so many rows try every split to its end; 0 is fastest")
]

CAUTIONS = (0.25, 0.5, 0.75)
"""How much a split counts against itself that its parts can be split less: what is best depends on the table."""

USUAL, SMALL = 0.5, 50_000
"""The one that larger tables do with; up to so many distinct rows all of them are tried, without lookahead."""


@recoding(
    needs=("hierarchies",),
    paper="Fung, Wang and Yu, ICDE 2005; Xu et al., KDD 2006",
    ja={
        "summary": "全体を 1 つのグループから始め、k が保てるかぎり階層に沿ってグループごとに細かくしていきます。",
        "lookahead": "この行数までのグループでは、どの分け方も最後まで試してから選ぶ（0 が最も速い）",
        **JA,
    },
)
def topdown(
    counts: Counts, *, k: K = 3, lookahead: Lookahead = 100, l: L = None,  # noqa: E741 - the papers' letter
    diversity: Diversity = "distinct", t: T = None, job: Job = ALONE,
) -> Generalization:  # fmt: skip
    """Start from one group of all rows and specialize group by group, down the hierarchies, while k holds.

    A group is split along the column that narrows its cells most for what the split uses up: each entry one
    level down that keeps the promises becomes a group. Entries that do not stay behind together; where they are
    too few, rows of other entries that are most like them stay too, and at worst whole entries. Every group
    is then published at the lowest entries that cover it. Different groups take different levels (local
    recoding), so far less is lost than where whole columns are generalized.

    In groups of up to `lookahead` rows every split is tried to its end before one is chosen: less is lost, and
    more time taken. What is lost is the width of the cells as in `gcp`, by the weights of the columns.

    Every group keeps k, l and t. l and t count rows, by the definitions of the measure `k_anonymity`, for every
    sensitive column, against the shares of the whole table. Time grows a little faster than n.

    Rows that stayed behind show an entry above that of their neighbors: `[20;29]` beside `[20;24]`. A reader may guess
    that most of them are not in `[20;24]`, not who is who among them: they are k or more, and rows that could have
    gone further are among them only as often as others needed company. Where all rows of one entry must look
    alike, use `lattice`.

    Reference: Fung, Wang and Yu (2005), doi:10.1109/ICDE.2005.143, and Xu et al. (2006),
    doi:10.1145/1150402.1150504, for specializing from the top. Where we differ: each group goes its own way, rows
    left behind are joined by those most like them, and splits are looked at ahead.

    >>> import polars as pl; from tokumei.model import Schema, Table
    >>> frame = pl.DataFrame({"age": [20, 21, 28, 29, 29], "sex": list("ffmmm")})
    >>> table = Table(frame, Schema(quasi=["age", "sex"])).pinned()
    >>> topdown(Counts.of(table), k=2).apply(table).data.frame["age"].to_list()
    ['[20;21]', '[20;21]', '[28;29]', '[28;29]', '[28;29]']
    """
    kept = _kept(Promises(counts, k, l, diversity, t))
    vectors = _vectors(counts.levels)
    caution, trials = USUAL, len(CAUTIONS) if len(counts.rows) <= SMALL else 0
    if trials:
        runs = [job.part(run / 10, (run + 1) / 10).progress for run in range(trials)]
        losses = [specialized(vectors, kept, one, 0, run)[1] for one, run in zip(CAUTIONS, runs, strict=True)]
        caution = CAUTIONS[int(np.argmin(losses))]
    at, _ = specialized(vectors, kept, caution, lookahead, job.part(trials / 10, 1.0).progress)
    return Generalization(counts.levels, at)


def _vectors(levels: Levels) -> Vectors:
    """Put the distinct rows on the rungs of their hierarchies, with the widths of the entries there."""
    wide, room = [], [0]
    for one, weight in zip(levels.ladders, levels.weights, strict=True):
        # However an entry is written, it is as wide as all that belongs to it.
        growing = np.maximum.accumulate(entry_widths(one), axis=1)
        for entries, width in zip(one.up.T, growing.T, strict=True):
            of_entry = np.zeros(int(entries.max(initial=-1)) + 1)
            np.maximum.at(of_entry, entries, width * weight)
            wide.append(of_entry)
            room.append(room[-1] + of_entry.size)
    first = np.concatenate([[0], np.cumsum(np.array(levels.steps) + 1)]).astype(np.int64)
    ids = np.ascontiguousarray(np.column_stack(levels.entries()))
    return Vectors(ids, first, np.concatenate(wide), np.array(room[:-1], dtype=np.int64), levels.rows.astype(np.int64))


def _kept(promises: Promises) -> Kept:
    """Return what every group must keep, with what tells whether it does."""
    counts, n = promises.counts, len(promises.counts.rows)
    first, person = np.zeros(n + 1, dtype=np.int64), np.zeros(0, dtype=np.int64)
    if counts.levels.table.schema.person is not None:
        first, person = counts.crowds(promises.k)
    held, overall = (promises.held, counts.secrets.overall) if promises.needs_secrets else ([], ())
    base = np.cumsum([0, *(shares.size for shares in overall)])
    vector = np.concatenate([np.zeros(0, dtype=np.int64), *(of for of, _, _ in held)])
    value = np.concatenate([np.zeros(0, dtype=np.int64), *(v + b for (_, v, _), b in zip(held, base, strict=False))])
    count = np.concatenate([np.zeros(0, dtype=np.int64), *(many for _, _, many in held)])
    order = np.argsort(vector, kind="stable")
    begin = np.concatenate([[0], np.cumsum(np.bincount(vector, minlength=n))]).astype(np.int64)
    on_a_line = np.array(counts.secrets.on_a_line if held else [], dtype=np.bool_)
    least, most = float(promises.l or 0), float(1 if promises.t is None else promises.t)
    return Kept(
        promises.k, first, person, begin, value[order], count[order], base.astype(np.int64),
        np.concatenate([np.zeros(0), *overall]), on_a_line, least, promises.diversity == "entropy", most,
    )  # fmt: skip
