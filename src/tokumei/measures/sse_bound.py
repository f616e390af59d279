"""How low the SSE could be: a certified bound for every partition."""

from typing import Annotated

import numpy as np
from pydantic import Field

from tokumei.kernels.bound import lower_bound
from tokumei.model import ALONE, Encoded, Job, Release
from tokumei.model.origins import origins
from tokumei.model.spread import sse_of
from tokumei.registry import measure

Least = Annotated[
    int | None,
    Field(ge=2, description="smallest group of the partitions compared with; by default that of the release"),
]
Effort = Annotated[int, Field(ge=0, description="steps that lift the bound; 0 gives a weaker one at once")]


@measure(
    needs=("key", "quasi"),
    numbers={
        "sse_bound": "no partition into groups of at least k rows has a smaller SSE than this",
        "sse_bound_over_sst": "the same as a share of the differences there were",
        "gap": "the SSE of the release is at most this share above the best possible (0.1: 10 %)",
    },
    shares="sse_bound_over_sst",
    ja={
        "summary": "k 行以上のグループへのどんな分割でも下回れない SSE の下限を求めます。",
        "k": "比較する分割の最小グループの行数（省略時は公開データの最小グループ）",
        "effort": "下限を引き上げる反復の回数（0：弱い下限をすぐに求める）",
        "number:sse_bound": "k 行以上のグループへのどんな分割でも SSE はこれより小さくならない",
        "number:sse_bound_over_sst": "もともとあった違いに対するその割合",
        "number:gap": "公開データの SSE は最良の分割より最大でこの割合だけ大きい（0.1：10 %）",
    },
)
def sse_bound(
    original: Encoded, released: Release, *, k: Least = None, effort: Effort = 100, job: Job = ALONE
) -> dict[str, float]:
    """Bound from below the SSE of every partition into groups of at least k rows.

    In a group of s rows, SSE is the sum of squared distances over all ordered pairs divided by 2s. No row
    can do better than with the s-1 partners cheapest for it, for its best s between k and 2k-1; the sum of
    these is a bound. It stays a bound if each pair pays one way what it gets the other way, and `effort`
    steps of a subgradient ascent choose payments that lift it.

    The bound is certified: neighbors are searched exactly, and rounding is allowed for. Rows that were
    deleted, columns with missing cells and dummies are left out, which only lowers it. `gap` is how far the
    release may be above the best possible partition; it tells nothing for groups smaller than k. For k above 50
    the bound is that of 50, which holds as well. In many columns the search for neighbors grows with n squared.

    >>> from tokumei.model import encoded
    >>> qi = encoded([[0.0], [2.0], [10.0], [12.0]])
    >>> release = Release(qi.table, key=np.arange(4), labels=np.array([0, 0, 1, 1]))
    >>> round(sse_bound(qi, release)["sse_bound"], 6)
    4.0
    """
    behind = origins(released)
    matrix = original.matrix[behind.original]
    sst = sse_of(matrix, np.zeros(len(matrix), dtype=np.int64))
    sse = sse_of(matrix, behind.group)
    rows = np.bincount(behind.group)
    least = k or max(int(rows[rows > 0].min(initial=len(matrix))), 1)
    known = matrix if original.missing is None else matrix[:, ~original.missing.any(axis=0)]
    bound = (
        0.0 if least < 2 else lower_bound(np.ascontiguousarray(known), least, effort, sse, job.threads, job.progress)
    )
    if 0 < bound < sse:
        job.find("above_best", gap=sse / bound - 1, k=least)
    gap = max(sse / bound - 1, 0.0) if bound > 0 else float("inf") if sse > 0 else 0.0
    return {"sse_bound": bound, "sse_bound_over_sst": bound / sst if sst > 0 else 0.0, "gap": gap}
