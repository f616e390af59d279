"""Rows inside boxes against looking at every row of every box."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.kernels.boxes import ANY, LEAF, rows_in_boxes


def slow(codes, low, high, sets, allowed):
    return [
        [
            row
            for row in range(len(codes))
            if all(
                codes[row, c] == ANY
                or (
                    low[b, c] <= codes[row, c] <= high[b, c]
                    and (sets[b, c] < 0 or allowed[c][sets[b, c], codes[row, c]])
                )
                for c in range(codes.shape[1])
            )
        ]
        for b in range(len(low))
    ]


def parts(found):
    start, rows = found
    return [rows[start[b] : start[b + 1]].tolist() for b in range(start.size - 1)]


def drawn(rows, columns, boxes, codes=5, seed=0, gaps=0.3):
    rng = np.random.default_rng(seed)
    matrix = rng.integers(0, codes, (rows, columns)).astype(np.int32)
    ends = np.sort(rng.integers(0, codes, (2, boxes, columns)), axis=0).astype(np.int32)
    allowed = [rng.random((3, codes)) < 0.6 for _ in range(columns)]
    sets = np.where(rng.random((boxes, columns)) < gaps, rng.integers(0, 3, (boxes, columns)), -1).astype(np.int32)
    return matrix, ends[0], ends[1], sets, allowed


@given(st.integers(0, 4 * LEAF), st.integers(1, 4), st.integers(0, 8), st.integers(1, 9), st.integers(0, 2**32 - 1))
def test_rows_found_are_all_rows_inside_and_ascending(rows, columns, boxes, codes, seed):
    question = drawn(rows, columns, boxes, codes, seed)
    assert parts(rows_in_boxes(*question)) == slow(*question)


@given(st.integers(0, 4 * LEAF), st.integers(1, 4), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_rows_with_unknown_values_are_inside_whatever_the_box_asks(rows, columns, share, seed):
    codes, *boxes = drawn(rows, columns, 8, 9, seed)
    codes[np.random.default_rng(seed).random(codes.shape) < share] = ANY
    assert parts(rows_in_boxes(codes, *boxes)) == slow(codes, *boxes)


@pytest.mark.parametrize("rows", [LEAF - 1, LEAF, LEAF + 1, 2 * LEAF + 1, 333])
def test_the_number_of_rows_does_not_matter(rows):
    question = drawn(rows, 3, 20, codes=50, seed=rows)
    assert parts(rows_in_boxes(*question)) == slow(*question)


def test_equal_rows_are_all_found_however_many_there_are():
    codes = np.full((200, 2), 7, dtype=np.int32)
    ends = np.array([[7, 7], [8, 7]], dtype=np.int32)
    none = np.full((2, 2), -1, dtype=np.int32)
    empty = [np.zeros((0, 0), dtype=bool)] * 2
    assert parts(rows_in_boxes(codes, ends, ends, none, empty)) == [list(range(200)), []]


def test_a_box_that_is_upside_down_holds_nobody():
    codes = np.arange(40, dtype=np.int32).reshape(-1, 1)
    low, high = np.array([[9]], dtype=np.int32), np.array([[3]], dtype=np.int32)
    none = np.array([[-1]], dtype=np.int32)
    assert parts(rows_in_boxes(codes, low, high, none, [np.zeros((0, 0), dtype=bool)])) == [[]]
