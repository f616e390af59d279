"""What the Tomobiki methods share: their options, and the choice of m."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from tokumei.kernels.mondrian import median_parts
from tokumei.kernels.tomobiki import groups
from tokumei.model.encoded import Encoded
from tokumei.model.job import Job
from tokumei.model.spread import sse_of

M = Annotated[
    Annotated[int, Field(ge=1)] | Literal["auto"],
    Field(description="how many neighbors each row is tied to; auto tries and takes the best"),
]
Start = Annotated[
    Literal["centroid", "component"],
    Field(description="where groups begin: far from the center of the table, or far out in their component"),
]

TRIED = (2, 3, 4, 5, 6)
TRIAL_ROWS = 20_000
"""A larger table is tried on one part of about so many rows."""


def chosen_m(qi: Encoded, k: int, m: int | Literal["auto"], job: Job) -> int:
    """Return m as given, or the one with the least loss on the table or a part of it; the lower on a tie."""
    if m != "auto":
        return m
    matrix = qi.matrix
    if len(qi) > TRIAL_ROWS:
        parts = median_parts(matrix, TRIAL_ROWS // 2, lambda _: job.progress(0))
        matrix = np.ascontiguousarray(matrix[parts == parts[len(parts) // 2]])
    losses = [
        sse_of(
            matrix, groups(matrix, k, one, by_component=False, threads=job.threads, progress=lambda _: job.progress(0))
        )
        for one in TRIED
    ]
    best = TRIED[int(np.argmin(losses))]
    job.note("m", best)
    return best
