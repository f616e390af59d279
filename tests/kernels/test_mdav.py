"""The compiled rounds of MDAV against the paper's steps written down slowly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.kernels import mdav as kernel

POINTS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=40)


def fast(matrix, k, most=1_000_000):
    columns = np.ascontiguousarray(matrix.T).copy()
    n = matrix.shape[0]
    numbers, labels, far = np.arange(n), np.zeros(n, dtype=np.int64), np.empty(n)
    left, group, sums = n, 0, np.zeros(matrix.shape[1])
    while left:
        left, group = kernel.rounds(columns, numbers, far, sums, labels, left, group, k, most)
    return labels


def slow(matrix, k):
    labels, left, group = np.zeros(len(matrix), dtype=np.int64), list(range(len(matrix))), 0

    def gaps(point):
        return {row: float(((matrix[row] - point) ** 2).sum()) for row in left}

    def farthest(point):
        far = gaps(point)
        return max(left, key=lambda row: (far[row], -row))

    def take(start):
        nonlocal group
        near = gaps(matrix[start])
        chosen = sorted(left, key=lambda row: (row != start, near[row], row))[:k]
        for row in chosen:
            left.remove(row)
            labels[row] = group
        group += 1

    while len(left) >= 2 * k:
        first, few = farthest(matrix[left].mean(axis=0)), len(left) < 3 * k
        point = matrix[first]
        take(first)
        if not few:
            take(farthest(point))
    labels[left] = group
    return labels


@given(POINTS, st.integers(2, 6))
def test_rounds_agree_with_the_slow_twin_even_on_ties(points, k):
    # Sums of small whole numbers are exact, so that a tie is a tie in both.
    matrix = np.array(points, dtype=np.float64).reshape(-1, 2)
    assert fast(matrix, k).tolist() == slow(matrix, k).tolist()


@pytest.mark.parametrize("rows", [1, 7, 30, 200])
@pytest.mark.parametrize("k", [2, 3, 10])
def test_rounds_agree_with_the_slow_twin_on_points_without_ties(rows, k):
    matrix = np.random.default_rng(rows).normal(size=(rows, 4))
    assert fast(matrix, k).tolist() == slow(matrix, k).tolist()


@pytest.mark.parametrize("most", [1, 2, 7])
def test_stopping_after_some_rounds_to_report_progress_changes_nothing(most):
    matrix = np.random.default_rng(1).normal(size=(150, 3))
    assert fast(matrix, 4, most).tolist() == fast(matrix, 4).tolist()
