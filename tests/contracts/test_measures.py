"""What every measure promises, on every kind of data it fits, whoever wrote it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokumei as tk
from tests import found
from tests.strategies import MAKERS, groups, people
from tokumei import catalogue
from tokumei.model import Release
from tokumei.model.recipe import Recipe
from tokumei.runner import run

CASES = found.cases("measure")
ON_TABLES = found.methods("measure", "table")
CLOSE = {"rel": 1e-9, "abs": 1e-9, "nan_ok": True}


def numbers_of(spec, original, release):
    """Return the numbers a measure gives for a release of an original, its defaults for options."""
    call = found.call(spec)
    return call.on(call.view(original), release.readable(original), job=found.job())


def has_what_it_needs(spec, original):
    always = ("key", "labels", "quasi", "sensitive", "hierarchies")
    return all(need in always or getattr(original, need) for need in spec.needs)


def fills_of(data):
    return catalogue.methods("fill", data.data_kind)


@st.composite
def releases(draw, made):
    """Draw an original and a release of it: groups filled, some rows deleted, some doubled as dummies."""
    original = draw(made.drawn())
    fill = draw(st.sampled_from(fills_of(original)))
    release = found.filled(original, draw(groups(len(original))), fill)
    rows = np.flatnonzero(draw(st.lists(st.integers(0, 4), min_size=len(original), max_size=len(original))))
    dummies = draw(st.integers(0, min(rows.size, 3)))
    taken = release.take(np.concatenate([rows, rows[:dummies]]))
    taken.key[rows.size :] = -1
    return original, taken


RELEASES = {kind: releases(made) for kind, made in MAKERS.items()}


def drawn_release(drawn, made):
    return drawn.draw(next(RELEASES[kind] for kind in MAKERS if MAKERS[kind] is made))


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_a_measure_says_of_what_it_tells_and_which_way_is_better(spec, made):
    assert spec.family in ("loss", "risk")
    assert spec.direction in ("lower", "higher")
    assert not spec.untranslated("ja")


@pytest.mark.parametrize(("spec", "made"), CASES)
@given(drawn=st.data())
def test_every_number_is_a_number_and_has_a_meaning_in_both_languages(spec, made, drawn):
    numbers = numbers_of(spec, *drawn_release(drawn, made))
    assert all(isinstance(value, int | float | np.number) for value in numbers.values())
    assert [name for name in numbers if not (spec.meaning(name) and spec.meaning(name, "ja"))] == []
    assert all(spec.meaning(name) != spec.meaning(name, "ja") for name in numbers)


@pytest.mark.parametrize(("spec", "made"), CASES)
@given(drawn=st.data())
def test_the_headline_comes_first_and_shares_lie_between_0_and_1(spec, made, drawn):
    original, release = drawn_release(drawn, made)
    # With dummies there may be more rows than there were, and so more than there is to share.
    numbers = numbers_of(spec, original, release.take(np.flatnonzero(release.key >= 0)))
    assert next(iter(numbers)) == spec.headline
    shares = np.array([value for name, value in numbers.items() if spec.is_share(name)], dtype=float)
    assert (np.isnan(shares) | ((shares >= 0) & (shares <= 1 + 1e-9))).all()


@pytest.mark.parametrize(("spec", "made"), [case for case in CASES if case.values[0].information])
def test_what_tells_of_information_lost_is_a_share_of_it(spec, made):
    assert (spec.family, spec.direction, spec.identity_zero) == ("loss", "lower", True)
    assert spec.is_share(spec.headline)


@pytest.mark.parametrize(("spec", "made"), [case for case in CASES if case.values[0].identity_zero])
@given(drawn=st.data())
def test_an_untouched_release_scores_zero(spec, made, drawn):
    original = drawn.draw(made.drawn())
    assert numbers_of(spec, original, Release.untouched(original))[spec.headline] == 0


@pytest.mark.parametrize(
    ("spec", "original"), [case for case in found.awkward("measure") if case.values[0].identity_zero]
)
def test_untouched_awkward_data_scores_zero(spec, original):
    if has_what_it_needs(spec, original):
        assert numbers_of(spec, original, Release.untouched(original))[spec.headline] == 0


@pytest.mark.parametrize(("spec", "made"), CASES)
@given(drawn=st.data())
def test_the_order_of_released_rows_changes_nothing(spec, made, drawn):
    original, release = drawn_release(drawn, made)
    order = np.array(drawn.draw(st.permutations(range(len(release.data)))), dtype=np.int64)
    assert numbers_of(spec, original, release.take(order)) == pytest.approx(
        numbers_of(spec, original, release), **CLOSE
    )


@pytest.mark.parametrize(("spec", "made"), CASES)
@given(drawn=st.data())
def test_the_order_of_original_rows_changes_nothing(spec, made, drawn):
    original, release = drawn_release(drawn, made)
    order = np.array(drawn.draw(st.permutations(range(len(original)))), dtype=np.int64)
    place = np.append(np.argsort(order), -1)
    moved = Release.of(release.data, key=place[release.key], labels=release.labels)
    assert numbers_of(spec, original.take(order), moved) == pytest.approx(numbers_of(spec, original, release), **CLOSE)


@pytest.mark.parametrize(("spec", "made"), CASES)
@given(drawn=st.data())
def test_a_measure_leaves_what_it_is_given_as_it_was(spec, made, drawn):
    original, release = drawn_release(drawn, made)
    before = found.frames_of(original), found.frames_of(release.data)
    for secret in (release.key, release.labels):
        secret.flags.writeable = False
    numbers_of(spec, original, release)
    assert found.equal(original.frames, before[0])
    assert found.equal(release.data.frames, before[1])


@pytest.mark.parametrize(("spec", "original"), found.awkward("measure"))
def test_no_awkward_data_is_refused(spec, original):
    for fill in fills_of(original) if has_what_it_needs(spec, original) else ():
        assert numbers_of(spec, original, found.filled(original, np.arange(len(original)) // 3, fill))


@pytest.mark.parametrize(("spec", "made"), CASES)
@pytest.mark.parametrize("rows", [0, 60])
def test_a_release_without_rows_is_measured(spec, made, rows):
    original = made.example(60).take(np.arange(rows))
    release = Release.untouched(original).take(np.zeros(0, dtype=np.int64))
    assert numbers_of(spec, original, release)


@pytest.mark.parametrize("spec", ON_TABLES)
def test_pandas_polars_and_arrow_agree(spec):
    original = people(40)
    schema = original.with_every_hierarchy().schema
    released = found.filled(original, np.arange(40) // 4, catalogue.get("average")).data.frame
    frames = [(original.frame, released)]
    frames += [(a.to_pandas(), b.to_pandas()) for a, b in frames] + [(a.to_arrow(), b.to_arrow()) for a, b in frames]
    secrets = {"key": np.arange(40), "labels": np.arange(40) // 4}
    told = [tk.measure(before, after, schema, spec.name, **secrets, **found.options(spec)) for before, after in frames]
    numbers = [{name: np.nan if value is None else value for name, value in one.items()} for one in told]
    assert numbers[1] == pytest.approx(numbers[0], **CLOSE)
    assert numbers[2] == pytest.approx(numbers[0], **CLOSE)


def test_a_measure_without_what_it_needs_is_skipped_with_the_reason():
    original = people(20)
    needing = {spec.values[0].name for spec in ON_TABLES if "key" in spec.values[0].needs}
    measures = [{"name": spec.values[0].name} for spec in ON_TABLES]
    result = run(Recipe.parse({"measure": measures}), original=original, release=Release(original.as_released()))
    assert needing
    assert {name.split("(")[0] for name, reason in result.skipped.items() if "key" in reason} == needing


def test_numbers_that_do_not_exist_are_null_in_a_document():
    original = people(20)
    lost = found.filled(original, np.zeros(20, dtype=np.int64), catalogue.get("average"))
    result = run(Recipe.parse({"measure": [{"name": "gcp"}]}), original=original, release=Release(lost.data))
    assert result.document()["measures"]["gcp"]["gcp"] is None
    assert [finding["code"] for finding in result.findings] == ["widths_not_known"]
