"""The nearest boxes against looking at every box of a part."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.kernels.forest import LEAF, Boxes, Parts, nearest


def silent(_share):
    return None


def boxes(rng, rows, columns, values, *, wide):
    low = rng.integers(0, values, (rows, columns)).astype(np.float64)
    if not wide:
        return Boxes(low, low)
    high = low + rng.integers(0, 3, low.shape)
    nothing = rng.random(low.shape) < 0.2
    return Boxes(np.where(nothing, -np.inf, low), np.where(nothing, np.inf, high))


def parts_of(rng, rows, count):
    inside = [np.flatnonzero(rng.random(rows) < share) for share in rng.random(count)]
    return Parts(np.concatenate([[0], np.cumsum([part.size for part in inside])]), np.concatenate(inside))


def slow(known, parts, asked, part, count):
    found = np.full((len(asked), count), -1)
    for q, p in enumerate(part):
        rows = parts.rows[parts.start[p] : parts.start[p + 1]]
        gaps = np.maximum(np.maximum(known.low[rows] - asked.high[q], asked.low[q] - known.high[rows]), 0)
        order = np.lexsort((rows, (gaps**2).sum(axis=1)))[:count]
        found[q, : order.size] = rows[order]
    return found.tolist()


def fast(known, parts, asked, part, count, threads=1):
    return nearest(known, parts, asked, part, count, threads, silent)[0].tolist()


@given(st.integers(0, 6 * LEAF), st.integers(0, 40), st.integers(1, 4), st.integers(1, 9), st.integers(1, 5),
       st.booleans(), st.booleans(), st.integers(0, 2**32 - 1))  # fmt: skip
def test_the_nearest_are_the_slow_twins(rows, queries, columns, values, count, wide, asked_wide, seed):
    rng = np.random.default_rng(seed)
    known = boxes(rng, rows, columns, values, wide=wide)
    asked = boxes(rng, queries, columns, values + 3, wide=asked_wide)
    parts = parts_of(rng, rows, 3)
    part = rng.integers(0, 3, queries)
    assert fast(known, parts, asked, part, count) == slow(known, parts, asked, part, count)


@pytest.mark.parametrize("rows", [2 * LEAF, 2 * LEAF + 1, 4 * LEAF + 1, 1500])
def test_a_tree_finds_what_looking_at_all_finds(rows):
    rng = np.random.default_rng(rows)
    known, asked = (rng.normal(size=(size, 5)) for size in (rows, 300))
    question = Boxes(known, known), Parts.whole(rows), Boxes(asked, asked), np.zeros(300, dtype=np.int64), 7
    assert fast(*question) == fast(*question, threads=2) == slow(*question)


def test_boxes_that_are_all_alike_are_found_at_once_the_lowest_first():
    known, asked = np.zeros((200_000, 2)), np.ones((5000, 2)) * np.arange(5000)[:, None]
    found = fast(Boxes(known, known), Parts.whole(200_000), Boxes(asked, asked), np.zeros(5000, dtype=np.int64), 2)
    assert found == [[0, 1]] * 5000


def test_a_box_without_bounds_finds_the_lowest_row():
    known = np.random.default_rng(0).normal(size=(5000, 3))
    ends = np.full((200, 3), np.inf)
    ends[:, 0] = np.arange(200) * 1e6
    everywhere = Boxes(-ends, ends)
    found = fast(Boxes(known, known), Parts.whole(5000), everywhere, np.zeros(200, dtype=np.int64), 1)
    assert found[1:] == [[0]] * 199


def test_progress_is_told_while_the_search_goes_on():
    known, shares = np.random.default_rng(0).normal(size=(3000, 3)), []
    nearest(Boxes(known, known), Parts.whole(3000), Boxes(known, known), np.zeros(3000, dtype=np.int64), 1, 1,
            shares.append)  # fmt: skip
    assert len(shares) > 5
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
