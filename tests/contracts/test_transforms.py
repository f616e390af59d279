"""What every transform promises, run on every one there is, on every kind of data it fits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import found
from tests.strategies import MAKERS, people
from tokumei import catalogue
from tokumei.model import Job, Release, Table
from tokumei.registry import REGISTERED, transform

CASES = found.cases_or_none("transform")


def released(spec, data, seed=0):
    change = found.call(spec)
    return change.on(change.view(data.as_released()), job=found.job(seed))


def names_real_rows(release, data):
    assert isinstance(release, type(data).release)
    assert release.key.shape == (len(release.data),)
    return bool(((release.key >= -1) & (release.key < len(data))).all())


@pytest.mark.parametrize(("spec", "made"), CASES)
@given(drawn=st.data())
def test_every_released_row_names_the_row_behind_it(spec, made, drawn):
    data = drawn.draw(made.drawn(min_rows=3))
    assert names_real_rows(released(spec, data), data)


@pytest.mark.parametrize(("spec", "data"), found.awkward("transform"))
def test_awkward_data_is_transformed_like_all_other(spec, data):
    assert names_real_rows(released(spec, data), data)


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_same_seed_gives_the_same_release(spec, made):
    one, two = (released(spec, made.example(60), seed=5) for _ in range(2))
    assert found.equal(one.data.frames, two.data.frames)
    assert one.key.tolist() == two.key.tolist()


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_data_is_left_as_it_was(spec, made):
    data = made.example(60)
    before = found.frames_of(data)
    released(spec, data)
    assert found.equal(data.frames, before)


def test_a_transform_made_on_the_fly_is_held_to_its_promise():
    with catalogue.only_during():

        @transform()
        def thinned(data: Table, *, job: Job) -> Release:
            rows = np.flatnonzero(job.rng.random(len(data)) < 0.5)
            return Release(data.take(rows), key=rows)

        cases = {case.id: case.values for case in found.cases_or_none("transform")}
        assert cases["thinned"] == (REGISTERED["thinned"], MAKERS["table"])
        release = released(REGISTERED["thinned"], people())
        assert names_real_rows(release, people())
        assert release.data.frame.equals(people().frame[release.key])
        assert not names_real_rows(Release(release.data, key=release.key + len(people())), people())
