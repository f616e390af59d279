"""What every transform promises, run on every one there is, on every kind of data it fits."""

from contextlib import nullcontext

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import found
from tests.strategies import MAKERS, people, tables
from tokumei import catalogue
from tokumei.engines.memory import Call, Step, carry_out
from tokumei.errors import InputError, UnknownColumn
from tokumei.model import Job, Release, Table
from tokumei.registry import REGISTERED, transform

CASES = found.cases_or_none("transform")
ON_TABLES = found.methods("transform", "table")
WITH_COLUMNS = [case for case in ON_TABLES if "columns" in case.values[0].parameters.model_fields]
ADDED_GAPS = {"swap_within"}
"""Transforms that move missing cells about: those may end up anywhere in their group."""


def released(spec, data, seed=0, **wanted):
    change = found.call(spec, **wanted)
    return change.on(change.view(data.as_released()), job=found.job(seed))


def names_real_rows(release, data):
    assert isinstance(release, type(data).release)
    assert release.key.shape == (len(release.data),)
    return bool(((release.key >= -1) & (release.key < len(data))).all())


def names_real_rows_or_refuses(spec, data):
    """Tell whether the release is one; data that has nothing for a method is refused in one sentence."""
    try:
        return names_real_rows(released(spec, data), data)
    except InputError as refusal:
        return "\n" not in str(refusal)


def complete(rows=30):
    """Return people with something for every transform."""
    table = people(rows)
    frame = table.frame.with_columns(id=pl.format("P{}", pl.int_range(pl.len()) % 20), row=pl.int_range(pl.len()))
    return Table(frame, table.schema.but(identifier="id")).pinned()


@pytest.mark.parametrize(("spec", "made"), CASES)
@given(drawn=st.data())
def test_every_released_row_names_the_row_behind_it(spec, made, drawn):
    assert names_real_rows_or_refuses(spec, drawn.draw(made.drawn(min_rows=3)))


@pytest.mark.parametrize(("spec", "data"), found.awkward("transform"))
def test_awkward_data_is_transformed_like_all_other(spec, data):
    assert names_real_rows_or_refuses(spec, data)


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_same_seed_gives_the_same_release(spec, made):
    data = complete(60) if made is MAKERS["table"] else made.example(60)
    one, two = (released(spec, data, seed=5) for _ in range(2))
    assert found.equal(one.data.frames, two.data.frames)
    assert one.key.tolist() == two.key.tolist()


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_data_is_left_as_it_was(spec, made):
    data = complete(60) if made is MAKERS["table"] else made.example(60)
    before = found.frames_of(data)
    released(spec, data)
    assert found.equal(data.frames, before)


@pytest.mark.parametrize("spec", ON_TABLES)
def test_a_table_without_rows_stays_so(spec):
    data = complete(5).take(np.zeros(0, dtype=np.int64))
    release = released(spec, data)
    assert len(release.data) == 0
    assert release.data.frame.columns == data.frame.columns


@pytest.mark.parametrize("spec", WITH_COLUMNS)
@given(data=tables(min_rows=1), name=st.sampled_from(["q0", "s", "o"]))
def test_a_column_that_is_named_is_changed_alone_and_keeps_its_type_or_is_refused(spec, data, name):
    before = data.as_released().frame
    try:
        after = released(spec, data, columns=[name]).data.frame
    except InputError:
        return
    others = [column for column in before.columns if column != name]
    assert after.select(others).equals(before.select(others), null_equal=True)
    if spec.name not in ("pseudonyms", "shift_dates"):
        assert after[name].dtype == before[name].dtype


@pytest.mark.parametrize("spec", [case for case in WITH_COLUMNS if case.id != "unify"])
@given(data=tables(min_rows=1), name=st.sampled_from(["q0", "s", "o"]))
def test_what_is_missing_stays_missing(spec, data, name):
    before = data.as_released().frame[name]
    try:
        after = released(spec, data, columns=[name]).data.frame[name]
    except InputError:
        return
    if spec.name in ADDED_GAPS:
        assert after.null_count() == before.null_count()
    else:
        assert after.is_null().to_list() == before.is_null().to_list()


@pytest.mark.parametrize("spec", WITH_COLUMNS)
def test_a_column_that_is_not_there_is_refused(spec):
    with pytest.raises(UnknownColumn, match=r"no column 'agee' in .*did you mean 'age'"):
        released(spec, people(), columns=["agee"])


def steps(*names):
    return [Step(found.call(REGISTERED[name])) for name in names]


def carried(data, chain, seed=0):
    release = Release.untouched(data)
    for place, step in enumerate(chain):
        release = carry_out(release, step, found.job(seed + place), lambda _: nullcontext())
    return release


GROUPED = Step(
    Call(catalogue.get("mdav"), catalogue.bound(catalogue.get("mdav"), {"k": 3})), found.call(catalogue.get("average"))
)
NAMES = [spec.name for spec in catalogue.methods("transform", "table")]


@given(chain=st.lists(st.sampled_from(["mdav", *NAMES]), max_size=5), seed=st.integers(0, 99))
def test_any_sequence_of_steps_keeps_the_key_right(chain, seed):
    data = complete(30)
    try:
        release = carried(data, [GROUPED if name == "mdav" else steps(name)[0] for name in chain], seed)
    except InputError:
        return
    assert release.data.frame["row"].to_list() == release.key.tolist()
    if release.declared_key is not None:
        assert set(release.declared_key.tolist()) <= set(range(30))


@given(chain=st.lists(st.sampled_from(["mdav", *NAMES]), max_size=4), seed=st.integers(0, 99))
def test_rows_of_one_label_are_published_alike_after_any_sequence(chain, seed):
    try:
        release = carried(complete(30), [GROUPED if name == "mdav" else steps(name)[0] for name in chain], seed)
    except InputError:
        return
    if release.labels is not None:
        seen = set(zip(release.labels.tolist(), release.data.published_alike().tolist(), strict=True))
        assert len(seen) == np.unique(release.labels).size


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
