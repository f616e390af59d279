"""The search for who agrees best against looking at everybody, and the count of votes against counting them all."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tokumei.kernels.linking import FAR, MISSING, best_rows, most_voted

LEVELS = np.array([1, 3, FAR])


def drawn(rows, vectors, seed, values=6):
    """Draw known rows, cells with nested intervals and some sets, released vectors and weights."""
    rng = np.random.default_rng(seed)
    cells, columns = 5, LEVELS.size
    codes = rng.integers(-1, values, (rows, columns)).astype(np.int32)
    middle = rng.integers(0, values, (cells * columns, 1))
    width = np.sort(rng.integers(0, 3, (cells * columns, FAR)), axis=1)
    sets = np.where(rng.random(cells * columns) < 0.3, values * rng.integers(0, 4, cells * columns), -1)
    held = rng.random(values * 4) < 0.5
    low, high = (middle - width).astype(np.int32), (middle + width).astype(np.int32)
    released = rng.integers(0, cells, (vectors, columns)) + cells * np.arange(columns)
    weights = rng.integers(-3, 4, (cells * columns, MISSING + 1)).astype(np.int32)
    return codes, released.astype(np.int32), (LEVELS, low, high, sets, held), weights


def level(code, e, column, cells):
    levels, low, high, sets, held = cells
    if code < 0:
        return MISSING
    for s in range(levels[column]):
        if low[e, s] <= code <= high[e, s] and (s > 0 or sets[e] < 0 or held[sets[e] + code]):
            return s
    return FAR


def slow(codes, rows, released, cells, weights):
    found = []
    for vector in released:
        totals = [sum(weights[e, level(row[c], e, c, cells)] for c, e in enumerate(vector)) for row in codes]
        best = max(totals)
        found.append(min(row for row, total in zip(rows, totals, strict=True) if total == best))
    return found


@given(st.integers(1, 90), st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_the_row_found_is_the_lowest_of_those_that_agree_best(rows, vectors, seed):
    codes, released, cells, weights = drawn(rows, vectors, seed)
    numbers = np.random.default_rng(seed).permutation(rows) * 3
    telling = np.array([1.0, 0.5, 2.0])
    found = best_rows(codes, numbers, released, cells, weights, telling, 2, lambda share: None)
    assert found.tolist() == slow(codes, numbers, released, cells, weights)


def test_nobody_is_found_where_nobody_is_known():
    codes, released, cells, weights = drawn(5, 3, 0)
    args = (released, cells, weights, np.ones(3), 1, lambda share: None)
    assert best_rows(codes[:0], np.zeros(0, np.int64), *args).tolist() == [-1, -1, -1]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 4)), max_size=9), st.integers(0, 8))
def test_the_value_with_most_votes_within_reach_is_elected(given, reach):
    held = dict(given)
    at = np.array(sorted(held), dtype=float)
    ballot = np.array([held[value] for value in sorted(held)], dtype=float)
    votes = [ballot[np.abs(at - value) <= reach].sum() for value in at]
    wanted = int(np.argmax(votes)) if votes and max(votes) > 0 else -1
    assert most_voted(ballot, at, float(reach)) == wanted
