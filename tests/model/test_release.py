"""Releases: steps compose, secrets go along with the rows and are never shown."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import people
from tokumei.errors import BadData
from tokumei.model import Release, Schema, Table
from tokumei.model.origins import deleted_rows, origins, people_behind

HELD = people(12)


def table(*ids):
    return Table(pl.DataFrame({"a": ids}), Schema(quasi="a"))


def test_a_release_hides_its_rows_and_its_secrets_when_it_is_printed():
    key = np.array([918273645])
    shown = repr(Release(table("Canary"), key=key, labels=key, declared_key=key))
    assert "Canary" not in shown
    assert "918273645" not in shown


def test_the_start_of_every_chain_is_the_data_itself():
    start = Release.untouched(HELD)
    assert start.data.frame.equals(HELD.frame)
    assert start.key.tolist() == list(range(12))
    assert start.labels is None


@given(st.lists(st.integers(-1, 11), max_size=9), st.data())
def test_the_key_of_two_steps_is_the_first_taken_at_the_second(first, data):
    second = data.draw(st.lists(st.integers(-1, len(first) - 1), max_size=9))
    both = Release(HELD, key=np.array(first, dtype=np.int64)).then(Release(HELD, key=np.array(second, dtype=np.int64)))
    assert both.key.tolist() == [-1 if row < 0 else first[row] for row in second]


def test_three_steps_compose_whichever_are_taken_together():
    rng = np.random.default_rng(0)
    one, two, three = (Release(HELD, key=rng.integers(-1, 12, 12)) for _ in range(3))
    assert one.then(two).then(three).key.tolist() == one.then(two.then(three)).key.tolist()


def test_labels_and_notes_of_a_step_are_kept_by_the_next():
    first = Release(HELD, key=np.arange(3), labels=np.array([7, 8, 9]), notes={"k": 3})
    after = first.then(Release(HELD, key=np.array([2, 0]), notes={"noise": 1}))
    assert after.labels.tolist() == [9, 7]
    assert after.notes == {"k": 3, "noise": 1}
    assert first.then(Release(HELD, key=np.array([2, -1]))).labels is None


def test_what_a_step_declares_goes_along_with_its_rows_until_a_step_declares_anew():
    declared = Release(HELD, key=np.arange(3), declared_key=np.array([2, 0, 1]))
    silent = Release(HELD, key=np.array([1, -1, 0]))
    assert declared.then(silent).declared_key.tolist() == [0, -1, 2]
    assert silent.then(declared).declared_key.tolist() == [0, 1, -1]
    assert declared.then(declared).declared_key.tolist() == [2, 0, 1]


@given(st.permutations(range(12)))
def test_rows_taken_take_their_secrets_along(order):
    rows = np.array(order)
    key = np.arange(12)
    taken = Release(HELD, key=key, labels=key * 2, declared_key=key * 3).take(rows)
    assert taken.key.tolist() == order
    assert taken.labels.tolist() == [2 * row for row in order]
    assert taken.declared_key.tolist() == [3 * row for row in order]
    assert taken.data.frame.equals(HELD.frame[taken.key])


def test_the_rows_behind_are_those_with_an_original():
    real, original = Release(HELD, key=np.array([4, -1, 2])).behind()
    assert (real.tolist(), original.tolist()) == ([0, 2], [4, 2])
    with pytest.raises(BadData, match="give the key file with --key"):
        Release(HELD).behind()


def test_a_release_that_no_frame_came_with_says_why_it_cannot_write(tmp_path):
    with pytest.raises(BadData, match="was not made by anonymize"):
        Release(HELD).write(str(tmp_path / "out.csv"))


def test_groups_are_the_labels_or_else_rows_alike():
    data = table("x", "y", "x")
    assert origins(Release(data, key=np.arange(3), labels=np.array([5, 5, 9]))).group.tolist() == [0, 0, 1]
    assert origins(Release(data, key=np.array([2, -1, 0]))).original.tolist() == [2, 0]
    assert origins(Release(data, key=np.arange(3))).groups == 2


def test_deleted_rows_are_those_the_key_never_names():
    data = table(*"xyz")
    assert deleted_rows(data, Release(data.take(np.array([0, 0])), key=np.array([0, 0]))) == 2
    assert deleted_rows(data, Release(data.take(np.array([0])))) == 2


def test_people_behind_released_rows_are_found_by_key_or_by_column():
    held = Table(pl.DataFrame({"a": [1, 2, 3], "id": ["u", "v", "u"]}), Schema(quasi="a", person="id"))
    first, dummy, second = people_behind(held, Release(held, key=np.array([2, -1, 0]))).tolist()
    assert (first, second) == (0, 0)
    assert dummy not in held.people
    assert people_behind(held, Release(held)).tolist() == [0, 1, 0]
    assert people_behind(table(1), Release(table(1))) is None
