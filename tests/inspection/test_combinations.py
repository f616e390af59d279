"""Who stands out, against counting by hand."""

from collections import defaultdict
from itertools import combinations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.inspection import inspect
from tokumei.inspection.combinations import MOST_COLUMNS, weights

CELLS = st.one_of(st.none(), st.integers(0, 3))


@st.composite
def tables(draw, *, most_columns=5):
    width, height = draw(st.integers(1, most_columns)), draw(st.integers(1, 25))
    rows = draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=height, max_size=height))
    names = [f"c{i}" for i in range(width)]
    return pl.DataFrame(rows, schema=dict.fromkeys(names, pl.Int64), orient="row")


def alone_by_hand(frame, columns, people):
    """The rows whose values in some columns belong to one person only."""
    owners = defaultdict(set)
    cells = list(zip(*(frame[name].to_list() for name in columns), strict=True))
    for cell, person in zip(cells, people, strict=True):
        owners[cell].add(person)
    return [len(owners[cell]) == 1 for cell in cells]


def minimal_by_hand(frame, names, people):
    """For each row the sizes of its minimal unique sets of up to three columns."""
    sets = {s: alone_by_hand(frame, s, people) for size in (1, 2, 3) for s in combinations(names, size)}

    def is_minimal(s, row):
        return sets[s][row] and not any(sets[t][row] for n in range(1, len(s)) for t in combinations(s, n))

    return [[len(s) for s in sets if is_minimal(s, row)] for row in range(frame.height)]


def share(flags, people):
    return len({person for flag, person in zip(flags, people, strict=True) if flag}) / len(set(people))


@given(tables())
def test_shares_of_pairs_and_triples_agree_with_counting_by_hand(frame):
    found = inspect(frame, quasi=frame.columns)
    people = range(frame.height)
    wanted = {s for size in (2, 3) for s in combinations(frame.columns, size)}
    assert {one.columns for one in found.standout.combinations} == wanted
    for one in found.standout.combinations:
        assert one.unique_share == pytest.approx(share(alone_by_hand(frame, one.columns, people), people))
    for column in found.document()["columns"]:
        assert column["unique_share"] == pytest.approx(share(alone_by_hand(frame, [column["name"]], people), people))


@given(tables())
def test_minimal_unique_sets_and_scores_agree_with_counting_by_hand(frame):
    found = inspect(frame, quasi=frame.columns)
    by_hand = minimal_by_hand(frame, frame.columns, range(frame.height))
    assert found.standout.minimal.T.tolist() == [[sizes.count(n) for n in (1, 2, 3)] for sizes in by_hand]
    weight = weights(frame.width)
    assert found.scores.tolist() == [sum(weight[size - 1] for size in sizes) for sizes in by_hand]


@given(tables(most_columns=4), st.randoms(use_true_random=False))
def test_people_are_counted_where_a_column_tells_them_apart(frame, random):
    people = [random.randrange(5) for _ in range(frame.height)]
    found = inspect(frame.with_columns(pl.Series("who", people)), quasi=frame.columns, person="who")
    assert found.people == len(set(people))
    for one in found.standout.combinations:
        assert one.unique_share == pytest.approx(share(alone_by_hand(frame, one.columns, people), people))
    sizes = minimal_by_hand(frame, frame.columns, people)
    assert found.standout.minimal.T.tolist() == [[row.count(n) for n in (1, 2, 3)] for row in sizes]


def test_minimal_shares_leave_out_whom_a_part_tells_apart():
    frame = pl.DataFrame({"a": [1, 1, 2, 2], "b": [1, 2, 1, 2], "c": [1, 1, 1, 1]})
    shares = {
        c.columns: (c.unique_share, c.minimal_share) for c in inspect(frame, quasi=list("abc")).standout.combinations
    }
    assert shares[("a", "b")] == (1.0, 1.0)
    assert shares[("a", "b", "c")] == (1.0, 0.0)


def test_the_most_telling_combination_comes_first():
    frame = pl.DataFrame({"c": [1, 1, 1, 2], "a": [1, 1, 2, 2], "b": [1, 2, 1, 2]})
    assert inspect(frame, quasi=frame.columns).document()["combinations"][0]["columns"] == ["a", "b"]


def test_order_of_columns_does_not_change_scores():
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({f"c{i}": rng.integers(0, 6, 300) for i in range(6)})
    turned = frame.select(reversed(frame.columns))
    assert (inspect(frame, quasi=frame.columns).scores == inspect(turned, quasi=frame.columns).scores).all()


def test_copies_of_a_row_hide_it():
    frame = pl.DataFrame({"a": [1, 2, 3], "b": ["x", "y", "z"]})
    found = inspect(pl.concat([frame, frame]), quasi=["a", "b"])
    assert not found.scores.any()
    assert found.k == 2


@pytest.mark.parametrize(("columns", "wanted"), [(1, [1, 1, 1]), (2, [1, 1, 1]), (3, [2, 1, 1]), (10, [504, 56, 7])])
def test_smaller_sets_weigh_as_much_as_the_sets_around_them(columns, wanted):
    assert weights(columns) == wanted


def test_a_table_of_500_columns_says_which_were_left_out():
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({f"c{i}": rng.integers(0, 5, 400) for i in range(500)})
    found = inspect(frame)
    left_out = {one["code"]: one["text"] for one in found.findings()}["columns_left_out"]
    assert found.standout.columns == MOST_COLUMNS
    assert str(500 - MOST_COLUMNS) in left_out
    assert found.standout.left_out[0] in left_out
    used = {name for one in found.standout.combinations for name in one.columns}
    assert used | set(found.standout.left_out) == set(frame.columns)
    assert used.isdisjoint(found.standout.left_out)
    assert len(found.document()["columns"]) == 500
