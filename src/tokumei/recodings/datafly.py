"""Datafly: the column of most values goes one level up, until few rows are left to suppress."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from tokumei.model import ALONE, Job, Recoding
from tokumei.model.counts import Counts
from tokumei.model.nodes import At, Nodes
from tokumei.model.promises import Promises
from tokumei.params import K
from tokumei.registry import recoding

Suppression = Annotated[
    Annotated[float, Field(ge=0, le=1)] | Literal["k"],
    Field(description="rows that may be suppressed: k of them, as published, or a share between 0 and 1: 0.05 for 5 %"),
]
Drop = Annotated[bool, Field(description="leave suppressed rows out instead of publishing a * in each column")]


@recoding(
    needs=("hierarchies",),
    paper="Sweeney, 1997",
    ja={
        "summary": "値の種類が最も多い列を 1 段ずつ一般化し、小さなグループに残った少数の行を秘匿します。",
        "suppression": "秘匿してよい行（発表どおり k 行、または 0〜1 の割合。5 % なら 0.05）",
        "drop": "秘匿する行を * で公開せずに取り除く",
    },
)
def datafly(
    counts: Counts, *, k: K = 3, suppression: Suppression = "k", drop: Drop = False, job: Job = ALONE
) -> Recoding:
    """Generalize whole columns step by step, always that of most values, and suppress the few rows left over.

    As long as more than k rows are in groups of fewer than k, every cell of the column with most different
    values goes one level up its hierarchy. Then the rows of small groups are suppressed: published with a `*`
    in each column. Fewer than k of them would stand out as a group of their own, so the smallest other
    group joins them.

    Every group has k rows or more. Fast, but it generalizes more than is needed: `lattice` finds the best levels.

    Reference: Sweeney (1997), Guaranteeing anonymity when sharing medical data, the Datafly system. Where
    we differ: there fewer than k suppressed rows may stand alone. `drop=True` takes suppressed rows out, and a row
    that is gone loses what a suppressed one does: that is the setting in which Muramoto, Kamidoi and Wakabayashi
    compare MinDIS with Datafly.

    >>> import polars as pl; from tokumei.model import Schema, Table
    >>> table = Table(pl.DataFrame({"age": [20, 21, 29, 29], "sex": list("ffmm")}), Schema(quasi=["age", "sex"]))
    >>> datafly(Counts.of(table), k=2).apply(table).data.frame["age"].to_list()
    ['*', '*', '29', '29']
    """
    nodes = Nodes(Promises(counts, k), drop=drop)
    rows = len(counts.levels)
    most = k if suppression == "k" else int(suppression * rows * (1 + 1e-12))
    node = nodes.at((0,) * len(nodes.steps))
    while (left := int(node.rows[nodes.failing(node)].sum())) > most:
        job.progress(1.0 - left / rows)
        node = nodes.at(_wider(nodes, node.at), node)
    hidden = nodes.hidden(node, nodes.failing(node))
    job.note("levels", dict(zip(counts.levels.names, node.at, strict=True)))
    job.note("suppressed_rows", int(node.rows[hidden].sum()))
    job.progress(1.0)
    return nodes.recoding(node.at)


def _wider(nodes: Nodes, at: At) -> At:
    """Return the levels with the column of most entries one up; the first of several."""
    # At its root a column has one entry; another one is left, or all rows would be in one group.
    below = np.array(at) < nodes.steps
    column = int(np.argmax(np.where(below, nodes.entries_at(at), 0)))
    return (*at[:column], at[column] + 1, *at[column + 1 :])
