"""What every attack promises, run on every one there is; above all that none is handed the answer."""

import inspect

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import found
from tests.strategies import groups, people
from tokumei import catalogue, runner
from tokumei.engines.memory import Call
from tokumei.model import Claims, Guess, Recipe, Release, Schema, Several, Table
from tokumei.model.recipe import CallPart, DataPart
from tokumei.model.score import score
from tokumei.registry import attack
from tokumei.spec import CLAIM

CASES = found.cases("attack")


def guess(spec, known, released, seed=0, **wanted):
    call = found.call(spec, **wanted)
    return call.on(call.view(known), released.readable(known), job=found.job(seed))


def inside(guessed, known, released):
    """Tell whether a guess names known rows, one for each released row, or claims what is true or false."""
    assert isinstance(guessed, Guess)
    if isinstance(guessed, Several):
        return all(inside(one, known, released) for one in guessed.guesses.values())
    if isinstance(guessed, Claims):
        assert guessed.held.dtype == bool
        assert len(guessed.said) == guessed.held.size
        return 0 <= guessed.usual <= 1
    assert guessed.rows.shape == (len(released),)
    assert np.issubdtype(guessed.rows.dtype, np.integer)
    return bool(((guessed.rows >= -1) & (guessed.rows < len(known))).all())


def fills_of(data):
    return catalogue.methods("fill", data.data_kind)


@pytest.mark.parametrize(("spec", "made"), CASES)
@given(drawn=st.data())
def test_every_guess_is_a_known_row_or_none(spec, made, drawn):
    data = drawn.draw(made.drawn())
    fill = drawn.draw(st.sampled_from(fills_of(data)))
    released = found.filled(data, drawn.draw(groups(len(data))), fill).data
    assert inside(guess(spec, data, released), data, released)


@pytest.mark.parametrize(("spec", "data"), found.awkward("attack"))
def test_guesses_about_awkward_data_are_known_rows(spec, data):
    labels = np.arange(len(data)) // 3
    for released in (data.as_released(), *(found.filled(data, labels, fill).data for fill in fills_of(data))):
        assert inside(guess(spec, data, released), data, released)


@pytest.mark.parametrize(("spec", "made"), CASES)
@pytest.mark.parametrize(("known", "released"), [(0, 5), (5, 0), (0, 0), (3, 9), (9, 3)])
def test_data_of_any_two_sizes_is_attacked(spec, made, known, released):
    here, there = made.example(9).take(np.arange(known)), made.example(9, seed=1).take(np.arange(released))
    guessed = guess(spec, here, there)
    assert inside(guessed, here, there)
    assert known or names_nobody(guessed)


def names_nobody(guessed):
    if isinstance(guessed, Several):
        return all(names_nobody(one) for one in guessed.guesses.values())
    return not guessed.held.any() if isinstance(guessed, Claims) else bool((guessed.rows == -1).all())


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_the_same_seed_gives_the_same_guesses(spec, made):
    data = made.example(40)
    released = found.filled(data, np.arange(40) // 5, fills_of(data)[0]).data
    assert told(guess(spec, data, released, 4)) == told(guess(spec, data, released, 4))


def told(guessed):
    if isinstance(guessed, Several):
        return {name: told(one) for name, one in guessed.guesses.items()}
    return list(guessed.said) if isinstance(guessed, Claims) else guessed.rows.tolist()


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_independent_data_is_attacked_no_better_than_by_chance(spec, made):
    known, other = made.example(200, seed=1), made.example(200, seed=2)
    order = np.random.default_rng(3).permutation(200)
    release = Release.of(known.from_released(other.take(order).frames), key=order)
    scores = [score(guess(spec, known, release.data, seed), known, release, spec.unit) for seed in range(5)]
    if spec.unit == CLAIM:
        # Released rows like those of the original help with claims about anybody, but not much.
        assert sum(one.rate - one.baseline for one in scores) / 5 < 0.2
    else:
        # About one hit is expected in each of five tries; twenty in all happen once in a million years.
        assert sum(one.hits for one in scores) < 20


@pytest.mark.parametrize("spec", found.methods("attack", "table"))
def test_the_order_of_the_released_rows_is_no_help(spec):
    table = Table(pl.DataFrame({"a": [1] * 60, "s": [2] * 60}), Schema(quasi="a", sensitive="s")).pinned()
    order = np.random.default_rng(0).permutation(60)
    release = Release(table.take(order), key=order)
    told = score(guess(spec, table, release.data), table, release, spec.unit)
    assert told.hits <= 6 or told.rate == told.baseline


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_no_attack_has_a_place_for_the_answer(spec, made):
    asked = {*inspect.signature(spec.function).parameters, *spec.parameters.model_fields}
    assert asked.isdisjoint({"key", "labels", "declared_key", "release"})


@pytest.mark.parametrize(("spec", "made"), CASES)
def test_what_reaches_an_attack_holds_no_secret(spec, made, monkeypatch):
    data, seen = made.example(20), []
    key, labels = np.arange(20)[::-1].copy(), np.arange(20) // 5
    out = found.filled(data, labels, fills_of(data)[0]).data
    release = Release.of(out, key=key, labels=labels)
    secrets = {id(key), id(labels), id(release)}
    original = Call.on

    def spying(self, *data, job):
        seen.extend((*data, job, self.options))
        return original(self, *data, job=job)

    monkeypatch.setattr(Call, "on", spying)
    attacks = [CallPart.model_validate({"name": spec.name, **needed(spec)})]
    recipe = Recipe(seed=1, data=DataPart(kind=data.data_kind), attack=attacks)
    runner.run(recipe, original=data, release=release)
    assert seen
    assert secrets.isdisjoint(_reachable(seen))


def needed(spec):
    required = [name for name, field in spec.parameters.model_fields.items() if field.is_required()]
    return {name: value for name, value in found.options(spec).items() if name in required}


def _reachable(things):
    met, left = {}, list(things)
    while left:
        thing = left.pop()
        if id(thing) in met or thing is None or isinstance(thing, str | int | float | type):
            continue
        met[id(thing)] = thing
        if isinstance(thing, dict):
            left += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set):
            left += thing
        else:
            left += list(getattr(thing, "__dict__", {}).values())
    return met


def test_a_spy_finds_nothing_in_what_it_is_handed():
    handed = {}
    with catalogue.only_during():

        @attack()
        def spy(known: Table, released: Table) -> Guess:
            handed.update(known=known, released=released)
            return Guess(np.zeros(len(released), dtype=np.int64))

        table = people(20)
        key = np.random.default_rng(0).permutation(20)
        release = Release(table.take(key), key=key, labels=key // 4)
        result = runner.run(Recipe(attack=[CallPart(name="spy")]), original=table, release=release)
    assert result.attacks["spy"].hits == 1
    assert type(handed["released"]) is Table
    assert {id(key), id(release.labels)}.isdisjoint(_reachable(handed.values()))
    assert [name for name in vars(handed["released"]) if "key" in name or "label" in name] == []
