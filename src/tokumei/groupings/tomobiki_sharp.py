"""Tomobiki inside the parts of a coarse split: faster, at a little more loss."""

import time
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from tokumei.kernels.mondrian import median_parts
from tokumei.kernels.tomobiki import groups
from tokumei.model import ALONE, Encoded, Job, Labels
from tokumei.model.coarse import Group, group_in_parts
from tokumei.model.ties import M, Start, chosen_m
from tokumei.params import K
from tokumei.registry import grouping

KSharp = Annotated[
    Annotated[int, Field(ge=2)] | Literal["auto"],
    Field(description="smallest part of the coarse split; auto takes the largest that the time allows"),
]
Seconds = Annotated[float, Field(gt=0, description="time that k_sharp=auto may use")]

FIRST_TRIAL = 1_000


@grouping(
    scope="block",
    paper="Arai, Onizuka and Shiokawa, DEIM 2015",
    ja={
        "summary": "表を Mondrian で k_sharp 行以上の部分に分け、それぞれの中で友引法を使います（友引♯）。",
        "k_sharp": "粗い分割の最小行数（auto：時間内に処理できる最大の値）",
        "seconds": "k_sharp=auto が使ってよい時間（秒）",
        "m": "各行をつなぐ近傍の行数（auto：試して最も損失の小さい値）",
        "start": "次のグループの始点（全体の重心から最も遠い行、または連結成分の中で最も遠い行）",
    },
)
def tomobiki_sharp(
    qi: Encoded, *, k: K = 3, k_sharp: KSharp = "auto", seconds: Seconds = 10.0, m: M = 3, start: Start = "centroid",
    job: Job = ALONE,
) -> Labels:  # fmt: skip
    """Cut the table into parts of at least k_sharp rows at medians, then group each part with Tomobiki.

    A small k_sharp is fast and close to Mondrian, a large one slower and close to Tomobiki. `k_sharp="auto"`
    groups a part of growing size until the whole table in such parts would take longer than `seconds`, and
    takes the last size that would not; the whole table if even that fits. The notes tell k_sharp and why.
    What fits depends on the machine: give the k_sharp of the notes to have the same groups again.

    Every group has at least k rows. Parts are grouped side by side on all threads.

    Reference: Arai, Onizuka and Shiokawa (2015), DEIM Forum, section 4.1, with Mondrian as they use it. The
    automatic choice is ours: they name it as an open problem.

    >>> from tokumei.model import encoded
    >>> tomobiki_sharp(encoded([[0.0], [1.0], [9.0], [10.0]]), k=2, k_sharp=2, m=1).tolist()
    [0, 0, 1, 1]
    """
    m, by_component = chosen_m(qi, k, m, job), start == "component"

    def inside(part: Encoded, inner: Job) -> Labels:
        return groups(part.matrix, k, m, by_component=by_component, threads=inner.threads, progress=inner.progress)

    least = _largest_in_time(qi, k, seconds, inside, job) if k_sharp == "auto" else max(k_sharp, k)
    parts = median_parts(qi.matrix, least, lambda share: job.progress(0.1 * share))
    return group_in_parts(qi, parts, inside, job.part(0.1, 1.0))


def _largest_in_time(qi: Encoded, k: int, seconds: float, inside: Group, job: Job) -> int:
    """Return the largest size of parts tried with which the whole table takes less than `seconds`."""
    n, best = len(qi), k
    # The first calls compile, which says nothing about time: only then does it start to run.
    _time_for_all(qi.take(np.arange(min(n, 4 * k))), 2 * k, inside, job)
    until = time.monotonic() + seconds
    why = f"no size tried keeps the whole table under {seconds:g} seconds"
    size = max(FIRST_TRIAL, 2 * k)
    while best < n and _time_for_all(qi, min(size, n), inside, job) < until - time.monotonic():
        best, size = min(size, n), 2 * size
        why = f"the largest size tried with which the whole table takes less than {seconds:g} seconds"
    job.note("k_sharp", best)
    job.note("k_sharp_why", why)
    return best


def _time_for_all(qi: Encoded, size: int, inside: Group, job: Job) -> float:
    parts = median_parts(qi.matrix, size, lambda _: job.progress(0.0))
    part = qi.take(np.flatnonzero(parts == parts[len(qi) // 2]))
    begun = time.monotonic()
    inside(part, job.part(0.0, 0.0))
    return (time.monotonic() - begun) * len(qi) / len(part)
