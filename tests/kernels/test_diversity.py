"""What the values of each group tell, against the definitions written out group by group."""

from collections import Counter
from math import exp, inf, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.kernels import diversity
from tokumei.kernels.diversity import counts_of

PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5)), min_size=1, max_size=40)


def counted(pairs):
    values = sorted({value for _, value in pairs})
    return counts_of(*np.array([(group, values.index(value)) for group, value in pairs]).T)


def parted(pairs):
    return [Counter(v for g, v in pairs if g == group) for group in {g for g, _ in pairs}]


def shares(counts):
    rows = sum(counts.values())
    return {value: count / rows for value, count in counts.items()}


def of_every_group(pairs, number):
    overall = shares(Counter(value for _, value in pairs))
    return [number(shares(counts), overall) for counts in parted(pairs)]


@given(PAIRS)
def test_counts_are_those_of_counting_each_pair(pairs):
    counts = counted(pairs)
    values = sorted({value for _, value in pairs})
    assert counts.count.tolist() == [n for _, n in sorted(Counter(pairs).items())]
    assert [values[value] for value in counts.value] == [value for _, value in sorted(set(pairs))]
    assert counts.rows.tolist() == [n for _, n in sorted(Counter(group for group, _ in pairs).items())]


def test_cells_without_a_value_are_not_counted():
    counts = counts_of(np.array([0, 0, 1, 2]), np.array([0, -1, -1, 1]))
    assert (counts.rows.tolist(), counts.overall.tolist()) == ([1, 1], [0.5, 0.5])


@given(PAIRS)
def test_distinct_is_the_fewest_values_of_a_group(pairs):
    assert diversity.distinct(counted(pairs)) == min(len(counts) for counts in parted(pairs))


@given(PAIRS)
def test_entropy_is_that_of_the_plainest_group(pairs):
    slow = min(of_every_group(pairs, lambda q, _: exp(-sum(share * log(share) for share in q.values()))))
    assert diversity.entropy(counted(pairs)) == pytest.approx(slow)


@pytest.mark.parametrize("values", range(1, 30))
def test_entropy_of_equally_frequent_values_is_exactly_their_number(values):
    assert diversity.entropy(counted([(0, value) for value in range(values)])) == values


@given(PAIRS, st.integers(2, 5))
def test_recursive_is_the_least_c_that_every_group_stays_below(pairs, least):
    def bound(counts):
        ranked = sorted(counts.values(), reverse=True)
        tail = sum(ranked[least - 1 :])
        return ranked[0] / tail if tail else inf

    assert diversity.recursive(counted(pairs), least) == pytest.approx(max(map(bound, parted(pairs))))


@given(PAIRS)
def test_the_largest_share_is_that_of_the_commonest_value(pairs):
    slow = max(of_every_group(pairs, lambda q, _: max(q.values())))
    assert diversity.largest_share(counted(pairs)) == pytest.approx(slow)


@given(PAIRS)
def test_gains_are_relative_to_the_whole_table(pairs):
    slow = max(of_every_group(pairs, lambda q, p: max((q[v] - p[v]) / p[v] for v in q)))
    assert diversity.gain(counted(pairs)) == pytest.approx(max(slow, 0), abs=1e-12)


@given(PAIRS)
def test_the_enhanced_gain_is_infinite_where_a_gain_passes_the_logarithm(pairs):
    def passes(q, p):
        return any((q[v] - p[v]) / p[v] > -log(p[v]) + 1e-12 for v in q)

    counts = counted(pairs)
    expected = inf if any(of_every_group(pairs, passes)) else diversity.gain(counts)
    assert diversity.bounded_gain(counts) == expected


@given(PAIRS)
def test_the_log_ratio_is_the_worst_of_the_values_that_occur(pairs):
    slow = max(of_every_group(pairs, lambda q, p: max(abs(log(q[v] / p[v])) for v in q)))
    assert diversity.log_ratio(counted(pairs)) == pytest.approx(slow, abs=1e-12)


@given(PAIRS)
def test_the_equal_distance_is_half_the_sum_of_differences(pairs):
    slow = max(of_every_group(pairs, lambda q, p: sum(abs(q.get(v, 0) - p[v]) for v in p) / 2))
    assert diversity.equal_distance(counted(pairs)) == pytest.approx(slow, abs=1e-12)


@given(PAIRS)
def test_the_ordered_distance_is_the_earth_to_move_between_neighbors(pairs):
    def distance(q, p):
        values = sorted(p)
        running = np.cumsum([q.get(v, 0) - p[v] for v in values])
        return abs(running).sum() / max(len(values) - 1, 1)

    assert diversity.ordered_distance(counted(pairs)) == pytest.approx(max(of_every_group(pairs, distance)), abs=1e-12)


def test_the_distances_of_the_salary_example_of_li_et_al():
    # Li, Li and Venkatasubramanian 2007, section 5.1: nine salaries of 3k to 11k; {3k, 4k, 5k} is 0.375 away
    # and {6k, 8k, 11k} 0.167.
    salaries = np.arange(9)
    near, far = np.isin(salaries, [3, 5, 8]), np.isin(salaries, [0, 1, 2])
    assert distance_of(salaries, far) == pytest.approx(0.375)
    assert distance_of(salaries, near) == pytest.approx(1 / 6)


def distance_of(values, inside):
    counts = counts_of(np.zeros(values.size, dtype=np.int64), values)
    group = counts_of(np.zeros(int(inside.sum()), dtype=np.int64), values[inside])
    return diversity.ordered_distance(
        diversity.Counts(group.value, group.count, group.start, group.rows, counts.overall)
    )
