"""Which groups are diverse and close enough, against the definitions written out group by group."""

from collections import Counter
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.kernels.tallies import DISTINCT, ENTROPY, keeping

ENTRIES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5), st.integers(1, 4)), min_size=1, max_size=30)


def kept(entries, *, on_a_line=False, least=0.0, by=DISTINCT, most=1.0):
    group, value, count = (np.array(part, dtype=np.int64) for part in zip(*entries, strict=True))
    return keeping(group, value, count, int(group.max()) + 1, overall(entries), on_a_line, least, by, most).tolist()


def overall(entries):
    value, count = np.array([(value, count) for _, value, count in entries]).T
    return np.bincount(value, count) / count.sum()


def of_each_group(entries, number):
    """Return a number of the shares of each group, None where the group has no entry."""
    found = []
    for group in range(max(group for group, _, _ in entries) + 1):
        counts = Counter()
        for at, value, count in entries:
            counts[value] += count if at == group else 0
        rows = sum(counts.values())
        found.append(number(np.array([counts[v] / rows for v in range(overall(entries).size)])) if rows else None)
    return found


@given(ENTRIES, st.integers(1, 4))
def test_distinct_l_asks_for_so_many_values(entries, least):
    slow = of_each_group(entries, lambda q: (q > 0).sum() >= least)
    assert kept(entries, least=float(least)) == [one is None or one for one in slow]


@given(ENTRIES, st.floats(1, 4).filter(lambda least: least not in (2.0, 3.0, 4.0)))
def test_entropy_l_asks_for_so_much_doubt(entries, least):
    slow = of_each_group(entries, lambda q: exp(-sum(share * log(share) for share in q if share)) >= least)
    assert kept(entries, least=least, by=ENTROPY) == [one is None or one for one in slow]


@pytest.mark.parametrize("values", range(1, 30))
def test_equally_frequent_values_count_as_exactly_their_number(values):
    assert kept([(0, value, 1) for value in range(values)], least=float(values), by=ENTROPY) == [True]


@given(ENTRIES, st.floats(0.01, 0.99))
def test_t_of_categories_is_half_the_sum_of_differences(entries, most):
    far = of_each_group(entries, lambda q: np.abs(q - overall(entries)).sum() / 2)
    agree(kept(entries, most=most), far, most)


@given(ENTRIES, st.floats(0.01, 0.99))
def test_t_on_a_line_is_the_mean_difference_up_to_each_value(entries, most):
    last = max(overall(entries).size - 1, 1)
    far = of_each_group(entries, lambda q: np.abs(np.cumsum(q - overall(entries))).sum() / last)
    agree(kept(entries, most=most, on_a_line=True), far, most)


def agree(flags, far, most):
    for flag, distance in zip(flags, far, strict=True):
        if distance is None or abs(distance - most) > 1e-9:
            assert flag == (distance is None or distance <= most)


def test_the_whole_table_is_at_no_distance_from_itself():
    entries = [(0, value, value + 1) for value in range(7)]
    assert kept(entries, most=0.0) == kept(entries, most=0.0, on_a_line=True) == [True]


def test_entries_of_no_group_are_not_looked_at():
    assert kept([(-1, 0, 1), (0, 1, 1), (0, 0, 1)], least=2.0) == [True]
