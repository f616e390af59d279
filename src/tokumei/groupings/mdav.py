"""Microaggregation around the rows farthest apart."""

import time

import numpy as np

from tokumei.kernels import mdav as kernel
from tokumei.model import ALONE, Encoded, Job, Labels
from tokumei.params import K
from tokumei.registry import grouping

SLICE = 4e7
"""Distances times columns between two looks at progress: a few tens of milliseconds."""
MANY_ROWS = 100_000
"""Above this many rows a run takes minutes, so its time is estimated first."""


@grouping(
    scope="block",
    paper="Domingo-Ferrer and Torra, Data Mining and Knowledge Discovery 11(2), 2005",
    order_free=True,
    ja={"summary": "互いに最も離れた行を中心に、k から 2k-1 行のグループを作ります。"},
)
def mdav(qi: Encoded, *, k: K = 3, job: Job = ALONE) -> Labels:
    """Group rows into clusters of k to 2k-1 around the rows farthest apart.

    Take the row farthest from the center of the rows left, with its k-1 nearest; then the row farthest
    from that one, with its k-1 nearest; repeat while 3k rows are left. Of fewer, one more group of k
    is taken if 2k are left, and the rest is the last group.

    Every group has at least k rows. Time grows with n squared over k.

    Reference: Domingo-Ferrer and Torra (2005), Data Mining and Knowledge Discovery 11(2),
    doi:10.1007/s10618-005-0007-5. Where we differ: ties go to the lowest row number; missing values
    are left to the encoding.

    >>> from tokumei.model import encoded
    >>> mdav(encoded([[0.0], [1.0], [9.0], [10.0]]), k=2).tolist()
    [0, 0, 1, 1]
    """
    n = len(qi)
    columns = np.ascontiguousarray(qi.matrix.T).copy()
    numbers, labels, far = np.arange(n), np.zeros(n, dtype=np.int64), np.empty(n)
    sums = np.zeros(columns.shape[0])
    # Rounds of nothing compile the kernel before its time is taken.
    kernel.rounds(columns, numbers, far, sums, labels, 0, 0, k, 0)
    left, group = n, 0
    while left:
        most = int(SLICE / (3 * left * columns.shape[0])) + 1
        start = time.perf_counter()
        left, group = kernel.rounds(columns, numbers, far, sums, labels, left, group, k, most)
        if n > MANY_ROWS and group == 2 * most:
            _tell_time(job, n, k, (time.perf_counter() - start) / most)
        # Work still to do shrinks with the square of the rows left.
        job.progress(1 - (left / max(n, 1)) ** 2)
    return labels


def _tell_time(job: Job, n: int, k: int, seconds_a_round: float) -> None:
    # A round takes 2k rows, and its time is proportional to the rows still left: half of them on average.
    minutes = seconds_a_round * n / (2 * k) / 2 / 60
    job.tell("run.slow", method="mdav", rows=n, minutes=max(minutes, 1.0))
