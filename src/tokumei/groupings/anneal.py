"""Microaggregation by local search from any grouping."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from tokumei.errors import BadOption
from tokumei.kernels.knn import nearest_rows
from tokumei.kernels.mdav import cut_down
from tokumei.kernels.narrow import narrowed
from tokumei.kernels.partition import SMALL, Clock, Partition, searched
from tokumei.model import ALONE, Encoded, Grouping, Job, Labels
from tokumei.params import K
from tokumei.registry import grouping

First = Annotated[Grouping, Field(description="the grouping to start from")]
Seconds = Annotated[
    float | None, Field(gt=0, description="time limit of the search; 1 second where no effort is given")
]
Effort = Annotated[
    float | None, Field(gt=0, description="proposals for each row; with it alone the result depends on the seed only")
]
Restarts = Annotated[
    int | None,
    Field(ge=1, description="searches of which the best is taken, in tables of up to 20,000 rows; as time allows"),
]
Loss = Annotated[
    Literal["sse", "width"],
    Field(description="what is lowered: squared distances to the middle, or the widths that span publishes"),
]

NEIGHBORS, FEWER = 20, 12
"""Near rows whose groups a row may move to; fewer in large tables, where time is short."""


@grouping(
    scope="block",
    ja={
        "summary": "任意の分割から出発し、行の移動や交換を繰り返して損失を下げます。",
        "start": "出発点とする分割手法",
        "seconds": "制限時間（秒）。effort の指定がなければ 1 秒",
        "effort": "1 行あたりの試行回数。これだけを指定すると結果はシードのみで決まる",
        "loss": "下げる損失（グループの中心からの二乗距離、または span が公開する範囲の幅）",
        "restarts": "独立に行う探索の回数。最もよい結果を採る（2 万行までの表。省略時は時間に応じて決まる）",
    },
)
def anneal(
    qi: Encoded, *, k: K = 3, start: First = Grouping("tomobiki"), seconds: Seconds = None, effort: Effort = None,
    restarts: Restarts = None, loss: Loss = "sse", job: Job = ALONE,
) -> Labels:  # fmt: skip
    """Lower the loss of a grouping by moving and swapping rows between near groups.

    Each proposal looks at a row and a group one of its near rows is in: the row may move there, change
    places with one of its rows, or go on a chain or rotation through a third group; now and then a group is
    dissolved into its neighbors or made of near rows whose groups can spare them. A proposal that helps is
    taken; one that harms is taken less and less often while the temperature falls (simulated annealing).

    `loss="width"` lowers what `span` publishes instead, ranges and value sets, in one search of moves and swaps;
    start it from `mondrian` with `split="best"`.

    Every group has k to 2k-1 rows, and the loss is never above that of the start. A larger table is searched
    in four blocks side by side, with borders that change; the number of threads changes nothing. The notes
    tell the proposals made for each row and the searches: given as `effort` and `restarts`, they repeat the work.

    >>> from tokumei.model import encoded
    >>> crossed = Grouping("crossed", bound=lambda qi: np.array([0, 1, 0, 1]))
    >>> repeatable = Job(np.random.default_rng(1))
    >>> anneal(encoded([[0.0], [1.0], [9.0], [10.0]]), k=2, start=crossed, effort=100.0, job=repeatable).tolist()
    [0, 0, 1, 1]
    """
    n = len(qi)
    if n < 2 * k:
        return np.zeros(n, dtype=np.int64)
    clock = Clock(1.0 if seconds is None and effort is None else seconds, effort)
    first = start.under(job.part(0.0, 0.1))(qi)
    if np.bincount(first)[np.unique(first)].min() < k:
        raise BadOption(f"anneal: start={start} made a group of fewer than k={k} rows; start from one that keeps k.")
    near = nearest_rows(
        qi.matrix, min(NEIGHBORS if n <= SMALL else FEWER, n - 1), job.threads, job.part(0.1, 0.2).progress
    )
    first, searching = cut_down(qi.matrix, first, k), job.part(0.2, 1.0)
    if loss == "width":
        points, weights = qi.as_published()
        part = Partition.of(points, near, k, first)
        labels = narrowed(points, qi.is_code, weights, part, clock, job.rng, searching.progress)
    else:
        labels = searched(qi.matrix, near, k, first, clock, restarts, job.rng, job.threads, searching.progress)
    job.note("effort", clock.done)
    job.note("restarts", clock.searches)
    return labels
