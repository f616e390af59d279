"""Microaggregation with groups that grow where rows are close."""

from typing import Annotated

import numpy as np
from pydantic import Field

from tokumei.kernels import vmdav as kernel
from tokumei.model import ALONE, Encoded, Job, Labels
from tokumei.params import K
from tokumei.registry import grouping

Gamma = Annotated[float, Field(ge=0, description="how readily a group takes one more row: 0.2 seldom, 1.1 often")]


@grouping(
    scope="block",
    paper="Solanas and Martínez-Ballesté, COMPSTAT 2006",
    order_free=True,
    ja={
        "summary": "MDAV と同様に作った k 行のグループを、近くの行で 2k-1 行まで広げます。",
        "gamma": "グループの広がりやすさ（0.2：まれ、1.1：よく広がる）",
    },
)
def vmdav(qi: Encoded, *, k: K = 3, gamma: Gamma = 0.2, job: Job = ALONE) -> Labels:
    """Group rows into clusters of k or more that grow where a further row is close.

    The row farthest from the center of all rows takes its k-1 nearest. Then the row nearest to any row of
    the group joins it as long as it is less than `gamma` times as far from the group as from every other row
    left. Fewer than k rows left at the end join the group with the nearest center.

    Every group has at least k rows; only one that such rows join may have 2k or more. Time grows a little
    faster than n; neighbors are found in a tree.

    Reference: Solanas and Martínez-Ballesté (2006), V-MDAV: a multivariate microaggregation with variable
    group size, COMPSTAT. Where we differ: ties go to the lowest row number.

    >>> from tokumei.model import encoded
    >>> vmdav(encoded([[0.0], [1.0], [9.0], [10.0], [10.1]]), k=2, gamma=1.1).tolist()
    [0, 0, 1, 1, 1]
    """
    if len(qi) < 2 * k:
        return np.zeros(len(qi), dtype=np.int64)
    labels = kernel.groups(qi.matrix, k, gamma, job.progress)
    last = np.flatnonzero(labels < 0)
    if last.size:
        grouped = labels >= 0
        sizes = np.bincount(labels[grouped])
        centers = np.column_stack([np.bincount(labels[grouped], x[grouped]) / sizes for x in qi.matrix.T])
        labels[last] = [int(((centers - qi.matrix[row]) ** 2).sum(axis=1).argmin()) for row in last]
    return labels
