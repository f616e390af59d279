"""MDAV as one writes it with numpy in an afternoon: whole-array steps, no compiled loop."""

import numpy as np
import numpy.typing as npt

from bench.cases import Case, Outcome, Work
from bench.rivals import rival

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@rival(of="mdav", module="numpy")
def naive_mdav(case: Case) -> Work:
    """Group the encoded rows that `mdav` is given too."""
    matrix, k = case.qi.matrix, case.k
    return lambda: Outcome(labels=grouped(matrix, k))


def grouped(rows: Floats, k: int) -> Ints:
    """Return the group of each row.

    >>> grouped(np.array([[0.0], [1.0], [9.0], [10.0]]), 2).tolist()
    [0, 0, 1, 1]
    """
    labels = np.zeros(len(rows), dtype=np.int64)
    left, group = np.arange(len(rows)), 0
    while left.size >= 2 * k:
        rounds = 2 if left.size >= 3 * k else 1
        point = rows[left].mean(axis=0)
        for _ in range(rounds):
            point = rows[left[_distances(rows[left], point).argmax()]]
            order = _distances(rows[left], point).argsort(kind="stable")
            labels[left[order[:k]]] = group
            left, group = np.delete(left, order[:k]), group + 1
    labels[left] = group
    return labels


def _distances(rows: Floats, point: Floats) -> Floats:
    return np.asarray(((rows - point) ** 2).sum(axis=1))
