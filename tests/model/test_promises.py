"""What groups must keep: what the measure k_anonymity then reads off the release."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tokumei.errors import BadOption, TooFewRows
from tokumei.measures.k_anonymity import k_anonymity
from tokumei.model import Release, Schema, Table
from tokumei.model.counts import Counts
from tokumei.model.promises import Promises

ROWS = pl.DataFrame({"q": [0, 0, 0, 1, 1, 1], "s": ["x", "y", "z", "x", "x", "y"], "who": [1, 2, 2, 3, 4, 5]})


def promises(frame, k=2, person=None, **wanted):
    return Promises(Counts.of(Table(frame, Schema(quasi="q", sensitive="s", person=person)).pinned()), k, **wanted)


def kept(*args, **wanted):
    asked = promises(*args, **wanted)
    return asked.kept_by(np.arange(len(asked.counts.rows))).tolist()


@given(
    strategies.tables(min_rows=2, max_rows=12),
    st.sampled_from([None, 1.5, 2.0]),
    st.sampled_from(["distinct", "entropy"]),
    st.sampled_from([None, 0.15, 0.3, 0.6]),
)
def test_all_groups_are_kept_where_the_measure_finds_what_was_asked(table, least, diversity, most):
    table = table.as_released()
    counts = Counts.of(table)
    try:
        asked = Promises(counts, 2, least, diversity, most)
    except BadOption:
        return
    numbers = k_anonymity(table, Release(table))
    found = [
        numbers["k"] >= 2,
        numbers.get(f"l_{diversity}", 9) >= (least or 0),
        numbers.get("t_closeness", 0) <= (most or 1),
    ]
    assert asked.kept_by(np.arange(len(counts.rows))).all() == all(found)


def test_k_counts_people_where_they_are_named():
    assert kept(ROWS, k=3) == [True, True]
    assert kept(ROWS, k=3, person="who") == [False, True]


def test_l_and_t_count_rows_of_every_vector():
    assert kept(ROWS, l=3) == [True, False]
    assert kept(ROWS, l=2, diversity="entropy") == [True, False]
    assert kept(ROWS, t=0.2) == [True, True]
    assert kept(ROWS, t=0.1) == [False, False]


def test_vectors_of_no_group_are_not_looked_at():
    assert promises(ROWS, l=3).kept_by(np.array([-1, 0])).tolist() == [False]


def test_missing_sensitive_cells_count_as_nothing():
    assert kept(ROWS.with_columns(s=pl.Series(["x", None, "y", None, None, None])), l=2) == [True, True]


def test_what_no_grouping_could_keep_is_refused():
    with pytest.raises(TooFewRows, match="k=7 needs at least 7 rows; the table has 6"):
        promises(ROWS, k=7)
    with pytest.raises(TooFewRows, match="k=6 needs at least 6 people; the table has 5"):
        promises(ROWS, k=6, person="who")
    with pytest.raises(BadOption, match=r"l=4 and t=0\.5 cannot be kept, not even by one group of all rows"):
        promises(ROWS, l=4, t=0.5)
    with pytest.raises(BadOption, match="l=2: there is no sensitive column"):
        Promises(Counts.of(Table(ROWS, Schema(quasi="q"))), 2, l=2)


def test_only_k_and_distinct_values_never_suffer_from_rows_that_join():
    assert promises(ROWS, l=2).lasts
    assert not promises(ROWS, l=2, diversity="entropy").lasts
    assert not promises(ROWS, t=0.5).lasts


ASKED = [
    {"l": 2},
    {"l": 1.6, "diversity": "entropy"},
    {"l": 2.5, "diversity": "entropy"},
    {"t": 0.2},
    {"t": 0.4, "l": 2},
]


@pytest.mark.parametrize("asked", ASKED)
@given(table=strategies.tables(min_rows=4, max_rows=16, sensitive=["few", "digits"]), drawn=st.data())
def test_however_a_group_is_parted_its_doomed_rows_are_in_failing_parts(asked, table, drawn):
    counts = Counts.of(table.as_released())
    try:
        promised = Promises(counts, 2, **asked)
    except BadOption:
        return
    group, part = (drawn.draw(strategies.groups(len(table)))[: len(counts.rows)] % 3 for _ in range(2))
    group = np.unique(group, return_inverse=True)[1]
    finer, of = np.unique(group * 3 + part, return_inverse=True)
    failing = ~promised.kept_by(of)
    in_failing = np.bincount(finer[failing] // 3, np.bincount(of, counts.rows)[failing], int(group.max()) + 1)
    assert (promised.doomed_in(group) <= in_failing + 1e-6).all()
