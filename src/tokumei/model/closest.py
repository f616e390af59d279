"""The known row at the least distance, among those whose quasi values fit each released row."""

from collections.abc import Sequence

import numpy as np

from tokumei.kernels.forest import Boxes, Parts, nearest
from tokumei.model.data import Rows
from tokumei.model.job import Job
from tokumei.model.matching import each_candidates
from tokumei.model.table import Table


def closest_rows(
    known: Table, released: Table, quasi: Sequence[str], points: Boxes, boxes: Boxes, job: Job, *, everybody: bool
) -> Rows:
    """Return for each released row the nearest known row that fits it in the quasi columns, the lowest on a tie.

    Where nobody fits it is -1, or the nearest of `everybody`.
    """
    found = np.full(len(released), -1, dtype=np.int64)
    fitted = job.part(0.0, 0.5 if everybody else 1.0)
    for rows, fit in each_candidates(known, released, quasi):
        is_fit = fit.sizes_at(np.arange(rows.size)) > 0
        parts = Parts(fit.start, fit.rows)
        found[rows[is_fit]] = _nearest(points, parts, boxes.take(rows[is_fit]), fit.vector[is_fit], fitted)
    if everybody and len(known):
        lonely = np.flatnonzero(found < 0)
        whole = np.zeros(lonely.size, dtype=np.int64)
        found[lonely] = _nearest(points, Parts.whole(len(known)), boxes.take(lonely), whole, job.part(0.5, 1.0))
    return found


def _nearest(points: Boxes, parts: Parts, asked: Boxes, part: Rows, job: Job) -> Rows:
    return nearest(points, parts, asked, part, 1, job.threads, job.progress)[0][:, 0]
