"""The nearest value inside parts against looking at every row of the part."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tokumei.kernels.nearest import nearest_in_parts

VALUES = st.sampled_from([-np.inf, -2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 7.0, np.inf, np.nan])
# From an infinite value all finite ones are equally far, so it is asked for nowhere.
WANTED = VALUES.filter(lambda value: not np.isinf(value))
PARTS = st.lists(st.lists(VALUES, min_size=1, max_size=8), min_size=1, max_size=4)


def fast(parts, part, wanted, *, equal_only):
    sizes = [len(values) for values in parts]
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    values = np.concatenate(parts)
    first = np.arange(values.size, dtype=np.int64)
    order = np.lexsort((first, values, np.repeat(np.arange(len(parts)), sizes)))
    return nearest_in_parts(start, order, values[order], first, part, wanted, equal_only).tolist()


def slow(parts, part, wanted, *, equal_only):
    starts = np.concatenate([[0], np.cumsum([len(values) for values in parts])])
    return [
        int(starts[p]) + _place(parts[p], want, equal_only=equal_only) for p, want in zip(part, wanted, strict=True)
    ]


def _place(values, want, *, equal_only):
    if np.isnan(want):
        return 0
    gaps = [0.0 if value == want else abs(value - want) for value in values]
    told = [place for place, gap in enumerate(gaps) if not np.isnan(gap) and (gap == 0 or not equal_only)]
    return min(told, key=lambda place: (gaps[place], place), default=0)


@given(PARTS, st.lists(st.tuples(st.integers(0, 3), WANTED), max_size=6), st.booleans())
def test_the_nearest_is_the_nearest_and_the_lowest_row_on_a_tie(parts, questions, equal_only):
    part = np.array([p % len(parts) for p, _ in questions], dtype=np.int64)
    wanted = np.array([value for _, value in questions], dtype=np.float64)
    assert fast(parts, part, wanted, equal_only=equal_only) == slow(parts, part, wanted, equal_only=equal_only)
