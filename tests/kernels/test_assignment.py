"""Pairs at the least total distance against scipy, a greedy pairing and what must be true of any."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import cdist

from tokumei.errors import Cancelled
from tokumei.kernels.assignment import WHOLE, paired
from tokumei.kernels.forest import Boxes, Parts

SIZES = st.integers(1, 40) | st.integers(WHOLE - 2, WHOLE + 30)


def silent(_share):
    return None


def pairs(known, asked, parts=None, part=None):
    known, asked = (rows if isinstance(rows, Boxes) else Boxes(rows, rows) for rows in (known, asked))
    parts = Parts.whole(len(known)) if parts is None else parts
    part = np.zeros(len(asked), dtype=np.int64) if part is None else part
    found = paired(known, parts, asked, part, 1, silent)
    taken = found[found >= 0]
    assert len(set(taken.tolist())) == taken.size
    return found


def total(found, distances):
    asked = np.flatnonzero(found >= 0)
    return distances[asked, found[asked]].sum()


def least(distances):
    return distances[linear_sum_assignment(distances)].sum()


def points(rng, rows, columns, values):
    if values is None:
        return rng.normal(size=(rows, columns))
    return rng.integers(0, values, (rows, columns)).astype(np.float64)


@given(SIZES, SIZES, st.integers(1, 4), st.sampled_from([None, 2, 3, 50]), st.integers(0, 2**32 - 1))
def test_the_total_is_the_least_there_is(known, asked, columns, values, seed):
    rng = np.random.default_rng(seed)
    here, there = points(rng, known, columns, values), points(rng, asked, columns, values)
    found = pairs(here, there)
    assert (found >= 0).sum() == min(known, asked)
    distances = cdist(there, here)
    assert total(found, distances) == pytest.approx(least(distances), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("known", "asked"), [(600, 600), (600, 590), (600, 300), (500, 600)])
@pytest.mark.parametrize("noise", [0.05, 0.5, 3.0])
def test_the_total_is_the_least_there_is_in_a_tree_too(known, asked, noise):
    rng = np.random.default_rng(known + asked)
    here = rng.lognormal(size=(600, 8))
    there = (here + noise * rng.normal(size=here.shape))[rng.permutation(600)]
    distances = cdist(there[:asked], here[:known])
    assert total(pairs(here[:known], there[:asked]), distances) == pytest.approx(least(distances), rel=1e-9)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(1, 5), st.floats(0.1, 0.9), st.integers(0, 2**32 - 1))
def test_parts_that_share_rows_are_paired_as_far_as_can_be(known, asked, count, share, seed):
    rng = np.random.default_rng(seed)
    here, there = rng.normal(size=(known, 2)), rng.normal(size=(asked, 2))
    fits, part = rng.random((count, known)) < share, rng.integers(0, count, asked)
    parts = Parts(np.concatenate([[0], np.cumsum(fits.sum(axis=1))]), np.nonzero(fits)[1])
    found, distances = pairs(here, there, parts, part), cdist(there, here)
    is_paired = found >= 0
    assert fits[part[is_paired], found[is_paired]].all()
    # A place for everybody who is left out, so far off that nobody goes there to bring others nearer.
    best = np.hstack([np.where(fits[part], distances, 1e6), np.full((asked, asked), 1e6)])
    cost = best[linear_sum_assignment(best)]
    assert is_paired.sum() == (cost < 1e6).sum()
    if is_paired.all():
        assert total(found, distances) == pytest.approx(cost.sum(), rel=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_no_greedy_pairing_is_nearer_in_total(seed):
    rng = np.random.default_rng(seed)
    here = rng.exponential(size=(400, 6))
    there = here[rng.permutation(400)[:380]] + 0.3 * rng.normal(size=(380, 6))
    distances = cdist(there, here)
    assert total(pairs(here, there), distances) <= greedy(distances) * (1 + 1e-9)


def greedy(distances):
    left, sum_of = distances.copy(), 0.0
    for _ in range(min(distances.shape)):
        asked, known = np.unravel_index(np.argmin(left), left.shape)
        sum_of += left[asked, known]
        left[asked], left[:, known] = np.inf, np.inf
    return sum_of


def test_many_small_parts_and_a_large_one_are_paired_together():
    rng = np.random.default_rng(0)
    here, part = rng.normal(size=(900, 3)), np.append(np.zeros(300, dtype=np.int64), 1 + np.arange(600) // 3)
    there, rows = here + 0.2 * rng.normal(size=here.shape), np.arange(900)
    parts = Parts(np.concatenate([[0], np.cumsum(np.bincount(part))]), rows)
    found, distances = pairs(here, there, parts, part), cdist(there, here)
    alike = part[:, None] == part
    assert alike[rows, found].all()
    assert total(found, distances) == pytest.approx(least(np.where(alike, distances, 1e6)), rel=1e-9)


def test_rows_that_are_all_alike_are_all_paired():
    assert sorted(pairs(np.zeros((3000, 2)), np.zeros((3000, 2))).tolist()) == list(range(3000))
    assert (pairs(np.zeros((3000, 2)), np.zeros((1000, 2))) >= 0).all()


def test_a_box_is_paired_with_what_lies_inside():
    known = np.array([[0.0], [5.0], [9.0]])
    asked = Boxes(np.array([[-np.inf], [4.0], [0.0]]), np.array([[np.inf], [20.0], [1.0]]))
    assert total(pairs(known, asked), np.maximum(asked.low - known.T, known.T - asked.high).clip(0)) == 0


def test_the_work_can_be_stopped():
    known = np.random.default_rng(0).normal(size=(3000, 5))
    here, there = Boxes(known, known), Boxes(known + 1, known + 1)

    def stop(share):
        if share > 0.3:
            raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        paired(here, Parts.whole(3000), there, np.zeros(3000, dtype=np.int64), 1, stop)
