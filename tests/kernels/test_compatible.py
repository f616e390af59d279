"""Who may be meant by a row with gaps, against comparing every two vectors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.kernels.compatible import fewest_compatible


def slow(codes, start, people):
    def fits(one, other):
        return bool(((one == 0) | (other == 0) | (one == other)).all())

    return min(
        len(
            {p for v in range(len(codes)) if fits(codes[v], codes[u]) for p in people[start[v] : start[v + 1]].tolist()}
        )
        for u in range(len(codes))
    )


def drawn(vectors, columns, codes, seed):
    rng = np.random.default_rng(seed)
    matrix = np.unique(rng.integers(0, codes, (vectors, columns)), axis=0).astype(np.int32)
    crowd = len(matrix) + 1
    held = [rng.choice(crowd, rng.integers(1, min(crowd, 4)), replace=False) for _ in matrix]
    start = np.concatenate([[0], np.cumsum([people.size for people in held])]).astype(np.int64)
    return matrix, start, np.concatenate(held)


@given(st.integers(1, 40), st.integers(1, 4), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_the_fewest_compatible_people_are_those_of_the_slow_twin(vectors, columns, codes, seed):
    question = drawn(vectors, columns, codes, seed)
    assert fewest_compatible(*question, lambda share: None) == slow(*question)


@pytest.mark.parametrize("vectors", [300, 700])
def test_many_vectors_are_no_different(vectors):
    question = drawn(vectors, 4, 6, vectors)
    assert fewest_compatible(*question, lambda share: None) == slow(*question)
