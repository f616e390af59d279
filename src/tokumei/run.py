"""The only road from a recipe to numbers: every face builds a recipe and calls `run`."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from math import isfinite
from typing import Any

import numpy as np
from pydantic import BaseModel

from tokumei import catalogue, io
from tokumei.engines import memory
from tokumei.engines.memory import Call, Step
from tokumei.errors import BadRecipe, RequirementNotMet, listing, unknown
from tokumei.model import DATA_KINDS, Data, Job, Recipe, Release, Result
from tokumei.model.data import FrameAt
from tokumei.model.recipe import CallPart, RequirePart, StepPart
from tokumei.model.score import Score, score
from tokumei.params import checked, label, options_of
from tokumei.registry import Spec
from tokumei.texts import text

STAGES = ("step", "shuffle", "attack", "measure")
DEFAULT_FILL = {"table": "average", "history": "dummy_records"}
LIBRARIES = ("numpy", "numba", "polars", "scipy")


@dataclass(frozen=True)
class Output:
    """Where a release is written: shuffled unless told otherwise, with the key only if asked for."""

    target: str
    key_target: str | None = None
    keep_order: bool = False
    force: bool = False


@dataclass(frozen=True)
class Watcher:
    """Who waits for a run: hears of progress and remarks, and may stop it."""

    progress: Callable[[str, float], None] | None = None
    tell: Callable[[str, dict[str, Any]], None] | None = None
    stopped: Callable[[], bool] | None = None


@dataclass
class _Run:
    recipe: Recipe
    watcher: Watcher
    lang: str
    result: Result
    salt: int = 0
    step_notes: dict[str, Any] = field(default_factory=dict)

    @contextmanager
    def clock(self, stage: str) -> Iterator[None]:
        """Add the seconds spent inside to a stage of the result."""
        start = time.perf_counter()
        yield
        seconds = self.result.seconds
        seconds[stage] = seconds.get(stage, 0.0) + time.perf_counter() - start

    def job(self, stage: str, place: int, name: str) -> Job:
        """Return the surroundings of one call: its own randomness, whatever else runs."""
        seed, watcher = self.recipe.seed, self.watcher
        # Without a seed numpy takes its randomness from the operating system.
        entropy = None if seed is None else [seed, self.salt, STAGES.index(stage), place]
        job = Job(np.random.default_rng(entropy), self.recipe.threads or os.cpu_count() or 1)
        job.stopped, job.on_tell = watcher.stopped, watcher.tell
        if watcher.progress is not None:
            heard = watcher.progress
            job.on_progress = lambda share: heard(name, share)
        return job


def run(
    recipe: Recipe,
    *,
    original: Data | None = None,
    release: Release[Any] | None = None,
    known: Data | None = None,
    output: Output | None = None,
    watcher: Watcher | None = None,
    lang: str = "en",
) -> Result:
    """Carry out a recipe: anonymize, attack, measure, check the requirements, write.

    `original` is read from the recipe's source unless given; `release` is where the steps start
    (the untouched original unless given); `known` is what attackers hold (the original unless
    given). Everything is checked before work starts, and nothing is written unless all is well.
    """
    at = _Run(recipe, watcher or Watcher(), lang, Result(recipe))
    steps, attacks, measures = _bound(recipe)
    if output is not None:
        _check_targets(output)
    with at.clock("read"):
        original = open_data(recipe) if original is None else original
        release = Release.untouched(original) if release is None else release
    at.salt = original.salt() if recipe.seed is not None else 0
    release = _carry_out(at, release, steps)
    if output is not None and not output.keep_order:
        release = _shuffled(at, release)
    _attack(at, attacks, known or original, release)
    _measure(at, measures, original, release)
    _finish(at, original, release, steps)
    if output is not None:
        _write(at, release, output)
    return at.result


def open_data(recipe: Recipe, source: str | None = None) -> Data:
    """Read the data of a recipe."""
    part = recipe.data
    if part.kind not in DATA_KINDS:
        raise BadRecipe(f"data: {unknown('kind of data', part.kind, DATA_KINDS)}")
    kind = DATA_KINDS[part.kind]
    place = source or part.source
    if place is None:
        raise BadRecipe("data: the recipe names no source; say where the data is.")
    options = checked(f"data of kind {part.kind}", data_options(part.kind), part.model_extra or {})
    return kind.open(place, recipe.schema_of_columns, frame_at=reader(recipe), **options)


def data_options(kind: str) -> type[BaseModel]:
    """Return the options that a kind of data has of its own."""
    return options_of(kind, DATA_KINDS[kind].open, skip=("frame_at",))


def reading(recipe: Recipe) -> io.Reading:
    """Return how a recipe says its files are written."""
    part = recipe.data
    return io.Reading(separator=part.separator, encoding=part.encoding, decimal=part.decimal)


def reader(recipe: Recipe) -> FrameAt:
    """Return a function that reads frames the way the recipe says."""
    return lambda source: io.read(source, reading(recipe))


def fitting(kind: str, data: str) -> list[CallPart]:
    """Return a call with default options of every method of a kind that fits a kind of data."""
    return [CallPart(name=spec.name) for spec in catalogue.methods(kind, data)]


def bound_call(kinds: str | tuple[str, ...], name: str, options: Mapping[str, Any]) -> Call:
    """Return a method with its options checked and completed."""
    spec = catalogue.get(name, kinds)
    return Call(spec, catalogue.bound(spec, options))


def bound_step(part: StepPart, data: str) -> Step:
    """Return a step of a recipe with its methods looked up and their options checked."""
    kinds, name = part.named
    method = bound_call(kinds, name, part.options)
    _refuse_misfit(method.spec, data)
    if method.spec.kind != "grouping":
        if part.fill is not None:
            raise BadRecipe(f"{name}: a fill goes with a grouping; {name} is a {method.spec.kind}.")
        return Step(method)
    fill = part.fill or method.spec.fill or DEFAULT_FILL.get(data)
    options = dict(fill) if isinstance(fill, Mapping) else {"name": fill}
    filling = bound_call("fill", str(options.pop("name", "")), options)
    _refuse_misfit(filling.spec, data)
    return Step(method, filling)


def _bound(recipe: Recipe) -> tuple[list[Step], dict[str, Call], dict[str, Call]]:
    data = recipe.data.kind
    steps = [bound_step(part, data) for part in recipe.step]
    attacks = _calls("attack", recipe.attack, data)
    measures = _calls("measure", recipe.measure, data)
    for requirement in recipe.require:
        _add_required(requirement, attacks, measures, data)
    return steps, attacks, measures


def _calls(kind: str, parts: list[CallPart], data: str) -> dict[str, Call]:
    calls: dict[str, Call] = {}
    for part in parts:
        call = bound_call(kind, part.name, part.options)
        _refuse_misfit(call.spec, data)
        calls[label(call.spec.name, call.spec.non_default(call.options))] = call
    return calls


def _add_required(part: RequirePart, attacks: dict[str, Call], measures: dict[str, Call], data: str) -> None:
    if part.measure is not None:
        name = part.measure.split(".")[0]
        if not any(call.spec.name == name for call in measures.values()):
            measures.update(_calls("measure", [CallPart(name=name)], data))
    elif part.attack == "*":
        if not attacks:
            attacks.update(_calls("attack", fitting("attack", data), data))
    elif part.attack is not None and part.attack not in attacks:
        if not any(call.spec.name == part.attack for call in attacks.values()):
            attacks.update(_calls("attack", [CallPart(name=part.attack)], data))


def _refuse_misfit(spec: Spec, data: str) -> None:
    if data not in spec.data:
        raise BadRecipe(f"{spec.name}: works on data of kind {listing(spec.data)}; this is a {data}.")


def _check_targets(output: Output) -> None:
    io.check_target(output.target, force=output.force)
    if output.key_target is not None:
        io.check_target(output.key_target, force=output.force)
        if os.path.realpath(output.key_target) == os.path.realpath(output.target):
            raise BadRecipe("the key and the release have the same target; the key must not go out with the release.")


def _carry_out(at: _Run, release: Release[Any], steps: list[Step]) -> Release[Any]:
    for place, step in enumerate(steps):
        job = at.job("step", place, step.method.spec.name)
        release = memory.carry_out(release, step, job, at.clock)
        at.result.findings += job.findings
    release = release.published()
    at.result.notes = dict(release.notes)
    return release


def _shuffled(at: _Run, release: Release[Any]) -> Release[Any]:
    order = at.job("shuffle", 0, "shuffle").rng.permutation(len(release.data))
    return release.take(order)


def _attack(at: _Run, attacks: Mapping[str, Call], known: Data, release: Release[Any]) -> None:
    for place, (name, call) in enumerate(attacks.items()):
        if _skip(at, name, call.spec, known, release):
            continue
        with at.clock("attack"):
            job = at.job("attack", place, name)
            # The attack sees the data alone: key and labels stay here, with the scorer.
            guess = call.on(call.view(known), release.readable(known).data, job=job)
            at.result.attacks[name] = score(guess, known, release, call.spec.unit)
            at.result.findings += job.findings


def _measure(at: _Run, measures: Mapping[str, Call], original: Data, release: Release[Any]) -> None:
    for place, (name, call) in enumerate(measures.items()):
        if _skip(at, name, call.spec, original, release):
            continue
        with at.clock("measure"):
            job = at.job("measure", place, name)
            numbers = call.on(call.view(original), release.readable(original), job=job)
            at.result.measures[name] = {key: _plain(number) for key, number in numbers.items()}
            at.result.findings += job.findings


def _plain(number: float) -> Any:
    value = number.item() if isinstance(number, np.generic) else number
    return value if isfinite(value) else None


def _skip(at: _Run, name: str, spec: Spec, original: Data, release: Release[Any]) -> bool:
    missing = next((need for need in spec.needs if not _has(need, original, release)), None)
    if missing is not None:
        at.result.skipped[name] = text(f"run.needs.{missing}", at.lang)
    return missing is not None


def _has(need: str, original: Data, release: Release[Any]) -> bool:
    if need in ("key", "labels"):
        return getattr(release, need) is not None
    if need == "sensitive_numbers":
        return any(original.schema.kinds.get(name) == "number" for name in original.schema.sensitive)
    return bool(getattr(original.schema, need))


def _finish(at: _Run, original: Data, release: Release[Any], steps: list[Step]) -> None:
    result = at.result
    result.release, result.rows_in, result.rows_out = release, len(original), len(release.data)
    result.groups = None if release.labels is None else int(np.unique(release.labels).size)
    k = max([step.method.options.get("k", 0) for step in steps], default=0)
    with at.clock("profile"):
        result.profile = original.profile(release.readable(original).data, k)
    result.versions = {"python": sys.version.split()[0], **{name: version(name) for name in LIBRARIES}}
    result.requirements = [_checked_requirement(part, result) for part in at.recipe.require]


def _checked_requirement(part: RequirePart, result: Result) -> dict[str, Any]:
    got = _measured(part.measure, result) if part.measure is not None else _worst_rate(part.attack or "*", result)
    met = got is not None
    entry: dict[str, Any] = {"name": part.measure or f"{part.attack}.rate"}
    if part.at_least is not None:
        entry["at_least"] = part.at_least
        met = met and got is not None and got >= part.at_least
    if part.at_most is not None:
        entry["at_most"] = part.at_most
        met = met and got is not None and got <= part.at_most
    return {**entry, "got": got, "met": met}


def _measured(name: str, result: Result) -> float | None:
    method, _, key = name.partition(".")
    for call, numbers in result.measures.items():
        if call.split("(")[0] == method:
            wanted = key or (method if method in numbers else next(iter(numbers), ""))
            if wanted not in numbers and f"{method}.{key}" in numbers:
                wanted = f"{method}.{key}"
            if wanted not in numbers:
                raise BadRecipe(f"require: {unknown('number', key, numbers, where=method)}")
            return numbers[wanted]
    return None


def _worst_rate(name: str, result: Result) -> float | None:
    rates = [_rate(s) for call, s in result.attacks.items() if name in ("*", call, call.split("(")[0])]
    return max((rate for rate in rates if rate is not None), default=None)


def _rate(one: Score) -> float | None:
    # Where an attack drew lots, its expectation is the honest figure, if it is the higher one.
    return one.rate if one.expected is None or one.rate is None else max(one.rate, one.expected)


def _write(at: _Run, release: Release[Any], output: Output) -> None:
    if not at.result.met:
        unmet = [requirement["name"] for requirement in at.result.requirements if not requirement["met"]]
        raise RequirementNotMet(f"nothing was written: the requirement on {listing(unmet)} is not met.", at.result)
    with at.clock("write"):
        io.write_release(release, output.target, key=output.key_target, force=output.force, reading=reading(at.recipe))
    at.result.output = output.target
