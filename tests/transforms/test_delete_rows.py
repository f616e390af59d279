"""Rows leave at random, or where their group is small."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.made import changed, table, told
from tokumei.errors import BadOption


@given(st.integers(0, 40), st.floats(0, 1))
def test_the_share_told_is_deleted_and_the_rest_keeps_its_order(rows, share):
    data = table(pay=list(range(rows)))
    release, job = told("delete_rows", data, share=share)
    assert len(release.data) == rows - round(share * rows)
    assert release.data.frame["pay"].to_list() == sorted(release.key.tolist())
    assert job.notes["rows_deleted"] == round(share * rows)


def test_every_row_is_as_likely_to_go():
    data = table(pay=list(range(5)))
    left = [row for seed in range(1000) for row in changed("delete_rows", data, seed, count=2).key.tolist()]
    assert all(abs(left.count(row) - 600) < 80 for row in range(5))


def test_rows_in_small_groups_go_and_no_others():
    data = table(quasi=["q"], q=[1, 2, 1, 3, 3, 3])
    assert changed("delete_rows", data, below=3).key.tolist() == [3, 4, 5]
    assert changed("delete_rows", data, below=1).key.tolist() == list(range(6))


def test_people_are_counted_and_all_rows_of_a_person_go_together():
    data = table(quasi=["q"], person="id", q=[1, 1, 1, 2, 2], id=["a", "a", "a", "b", "c"])
    assert changed("delete_rows", data, below=2).key.tolist() == [3, 4]
    gone = {0, 1, 2, 3, 4} - set(changed("delete_rows", data, count=1).key.tolist())
    assert gone in ({0, 1, 2}, {3}, {4})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "give one of share, count, below; none of them were given"),
        ({"share": 0.1, "count": 3}, "give one of share, count, below; 2 of them"),
        ({"count": 6}, "count=6 is more than the 5 rows there are"),
        ({"share": 1.5}, "share=1.5 is not allowed"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(options, said):
    with pytest.raises(BadOption, match=said):
        changed("delete_rows", table(pay=[1, 2, 3, 4, 5]), **options)
