"""What every kind of data promises, and that contract tests have some of each to run on."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.found import equal, frames_of
from tests.strategies import MAKERS
from tokumei import catalogue
from tokumei.model import DATA_KINDS, Release

KINDS = [pytest.param(kind, made, id=kind) for kind, made in MAKERS.items()]


def test_every_kind_of_data_has_makers():
    assert MAKERS.keys() == DATA_KINDS.keys()


@pytest.mark.parametrize("spec", catalogue.methods(), ids=lambda spec: spec.name)
def test_every_method_fits_a_kind_of_data_that_there_is(spec):
    assert set(spec.data) <= DATA_KINDS.keys()


@pytest.mark.parametrize(("kind", "made"), KINDS)
@given(data=st.data(), rows=st.integers(0, 9))
def test_makers_make_what_they_are_asked_for(kind, made, data, rows):
    assert len(made.example(rows)) == len(made.without_ties(rows)) == rows
    assert len(data.draw(made.drawn(min_rows=rows))) >= rows
    assert all(len(one) >= 3 for one in made.awkward.values())
    assert {one.data_kind for one in (made.example(5), made.without_ties(5), *made.awkward.values())} == {kind}


@pytest.mark.parametrize(("kind", "made"), KINDS)
def test_an_example_depends_on_its_seed_alone(kind, made):
    assert equal(made.example(30, seed=1).frames, made.example(30, seed=1).frames)
    assert not equal(made.example(30, seed=1).frames, made.example(30, seed=2).frames)


@pytest.mark.parametrize(("kind", "made"), KINDS)
@given(drawn=st.data())
def test_rows_are_taken_by_their_numbers(kind, made, drawn):
    data = drawn.draw(made.drawn(min_rows=1))
    rows = np.array(drawn.draw(st.lists(st.integers(0, len(data) - 1), unique=True)), dtype=np.int64)
    taken = data.take(rows)
    assert (type(taken), len(taken)) == (type(data), rows.size)
    for unit in ("row", "person"):
        # Numbers are given anew, but who was apart stays apart, and who was together, together.
        before, after = data.units(unit)[rows], taken.units(unit)
        assert len({*zip(before, after, strict=True)}) == len({*before}) == len({*after})
    assert equal(data.take(np.arange(len(data))).frames, data.frames)


@pytest.mark.parametrize(("kind", "made"), KINDS)
@given(drawn=st.data())
def test_an_untouched_release_has_every_row_and_knows_where_it_came_from(kind, made, drawn):
    data = drawn.draw(made.drawn())
    before = frames_of(data)
    release = Release.untouched(data)
    assert isinstance(release, type(data).release)
    assert release.key.tolist() == list(range(len(data)))
    assert release.data.published_alike().shape == (len(data),)
    assert len(release.published().data) == len(data)
    assert equal(data.frames, before)
