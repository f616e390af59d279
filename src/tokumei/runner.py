"""The only road from a recipe to numbers: every face builds a recipe and calls `run`."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from math import isfinite
from typing import Any

import numpy as np

from tokumei import io, requirements
from tokumei.binding import Bound, Calls, bound
from tokumei.engines import memory
from tokumei.engines.memory import Call, Step
from tokumei.errors import BadRecipe, MissingComponent, RequirementNotMet, listing
from tokumei.kernels.sorting import different
from tokumei.model import Data, Guess, Job, Recipe, Release, Result
from tokumei.model.data import FrameAt
from tokumei.model.kinds import data_class, data_options
from tokumei.model.score import score
from tokumei.params import checked
from tokumei.spec import NEEDS, Need, has
from tokumei.texts import text

STAGES = ("step", "shuffle", "attack", "measure")
LIBRARIES = ("numpy", "numba", "polars")


@dataclass(frozen=True)
class Output:
    """Where a release is written: shuffled unless told otherwise, with the key only if asked for.

    As an `entry` of a contest it has no header, and the key is an answer; `keep_deleted` then leaves a line
    for each deleted row.
    """

    target: str
    key_target: str | None = None
    keep_order: bool = False
    force: bool = False
    entry: bool = False
    keep_deleted: bool = False


@dataclass(frozen=True)
class Watcher:
    """Who waits for a run: hears of progress and remarks, and may stop it."""

    progress: Callable[[str, float], None] | None = None
    tell: Callable[[str, dict[str, Any]], None] | None = None
    stopped: Callable[[], bool] | None = None


@dataclass
class _Run:
    """A run under way: what was asked, who waits, and the result so far."""

    recipe: Recipe
    watcher: Watcher
    lang: str
    result: Result
    salt: int = 0

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
        job.stopped, job.on_tell, job.frame_at = watcher.stopped, watcher.tell, reader(self.recipe)
        if watcher.progress is not None:
            heard = watcher.progress
            job.on_progress = lambda share: heard(name, share)
        return job


def run(
    recipe: Recipe,
    *,
    original: Data | None = None,
    release: Release[Any] | None = None,
    output: Output | None = None,
    watcher: Watcher | None = None,
    lang: str = "en",
) -> Result:
    """Carry out a recipe: anonymize, attack, measure, check the requirements, write.

    `original` is read from the recipe's source unless given; `release` is where the steps start
    (the untouched original unless given). Everything is checked before work starts, and nothing is
    written unless all is well.
    """
    _check_engine(recipe.engine)
    this = _Run(recipe, watcher or Watcher(), lang, Result(recipe))
    methods = bound(recipe)
    if output is not None:
        _check_targets(output, recipe.data.kind)
    with this.clock("read"):
        every = any(step.needs("hierarchies") for step in methods.steps)
        original = with_hierarchies(open_data(recipe) if original is None else original, every=every)
        original = original if release is None else original.explaining(release.data)
        release = Release.untouched(original) if release is None else release
    this.salt = original.salt() if recipe.seed is not None else 0
    release = _carry_out(this, release, methods.steps)
    if output is not None and not output.keep_order:
        release = _shuffled(this, release)
    # Published after the shuffle: a number given to a row here must not be the number of its original.
    release = release.published()
    readable = release.readable(original)
    _attack(this, methods.attacks, original, readable)
    _measure(this, methods.measures, original, readable)
    _finish(this, methods, original, release, readable)
    if output is not None:
        _write(this, readable if output.entry else release, output)
    return this.result


def open_data(recipe: Recipe) -> Data:
    """Read the data of a recipe."""
    part = recipe.data
    kind = data_class(part.kind)
    if part.source is None:
        raise BadRecipe("data: the recipe names no source; say where the data is.")
    options = checked(f"data of kind {part.kind}", data_options(part.kind), part.options)
    return kind.open(part.source, recipe.schema_of_columns, reader(recipe), **options)


def with_hierarchies(data: Data, *, every: bool = False) -> Data:
    """Return data with the hierarchies of its columns loaded; every road from a source or a frame leads here.

    With `every` the quasi columns for which none was given get one that suits them.
    """
    left = {name: asked for name, asked in data.schema.hierarchies.items() if name not in data.schema.trees}
    trees = {name: data.hierarchy_made(name, asked, io.read_hierarchy) for name, asked in left.items()}
    data = data.but(schema=data.schema.but(trees={**data.schema.trees, **trees})) if trees else data
    return data.with_every_hierarchy() if every else data


def reading(recipe: Recipe) -> io.Reading:
    """Return how a recipe says its files are written."""
    part = recipe.data
    return io.Reading(separator=part.separator, encoding=part.encoding, decimal=part.decimal)


def reader(recipe: Recipe) -> FrameAt:
    """Return a function that reads frames the way the recipe says."""
    return lambda source: io.read(source, reading(recipe))


def _check_engine(name: str) -> None:
    if name != "memory":
        raise MissingComponent(f"engine: '{name}' is not part of this version yet; use memory.")


def _check_targets(output: Output, kind: str) -> None:
    places = data_class(kind).targets(output.target).values()
    for place in places:
        io.check_table_target(place, force=output.force)
    if output.entry:
        io.check_entry_targets(output.target, output.key_target, force=output.force)
    if output.key_target is not None:
        io.check_key_target(output.key_target, force=output.force)
        if os.path.realpath(output.key_target) in map(os.path.realpath, places):
            raise BadRecipe("the key and the release have the same target; the key must not go out with the release.")


def _carry_out(this: _Run, release: Release[Any], steps: list[Step]) -> Release[Any]:
    for place, step in enumerate(steps):
        job = this.job("step", place, step.method.spec.name)
        release = memory.carry_out(release, step, job, this.clock)
        this.result.findings += job.findings
    this.result.notes = dict(release.notes)
    return release


def _shuffled(this: _Run, release: Release[Any]) -> Release[Any]:
    order = this.job("shuffle", 0, "shuffle").rng.permutation(len(release.data))
    return release.take(order)


def _attack(this: _Run, attacks: Calls, known: Data, release: Release[Any]) -> None:
    guesses: dict[Any, Guess] = {}
    if attacks:
        _doubt(this, known, release)
    for place, (name, call) in enumerate(attacks.items()):
        if _skip(this, name, call, known, release):
            continue
        with this.clock("attack"):
            job = this.job("attack", place, name)
            # An attack that repeats others need not do their work again.
            job.answers = guesses
            # The attack sees the data alone: key and labels stay here, with the scorer.
            guess = call.on(call.view(known), release.data, job=job)
            guesses[name, id(known), id(release.data)] = guess
            this.result.attacks[name] = score(guess, known, release, call.spec.unit)
            this.result.findings += job.findings


def _doubt(this: _Run, known: Data, release: Release[Any]) -> None:
    """Say so where attacks are scored against a declared key that the data contradicts."""
    told = known.contradicted_by(release) if release.declared_key is not None else None
    if told is not None:
        job = this.job("attack", 0, "key")
        job.find("key_contradicts_data", rows=told[0], of=told[1])
        this.result.findings += job.findings


def _measure(this: _Run, measures: Calls, original: Data, release: Release[Any]) -> None:
    for place, (name, call) in enumerate(measures.items()):
        if _skip(this, name, call, original, release):
            continue
        with this.clock("measure"):
            job = this.job("measure", place, name)
            numbers = call.on(call.view(original), release, job=job)
            this.result.measures[name] = {key: _plain(number) for key, number in numbers.items()}
            # What is wrong with the key is said once, whoever noticed.
            this.result.findings += [one for one in job.findings if one not in this.result.findings]


def _plain(number: float) -> Any:
    value = number.item() if isinstance(number, np.generic) else number
    return value if isfinite(value) else None


def _skip(this: _Run, name: str, call: Call, original: Data, release: Release[Any]) -> bool:
    missing = next((need for need in NEEDS if call.needs(need) and not _has(need, original, release)), None)
    if missing is not None:
        this.result.skipped[name] = text(f"run.needs.{missing}", this.lang)
    return missing is not None


def _has(need: Need, original: Data, release: Release[Any]) -> bool:
    return getattr(release, need) is not None if need in ("key", "labels") else has(need, original.schema)


def _finish(this: _Run, methods: Bound, original: Data, release: Release[Any], readable: Release[Any]) -> None:
    result = this.result
    result.release, result.rows_in, result.rows_out = release, len(original), len(release.data)
    # A label of -1 is a row in no group.
    result.groups = None if release.labels is None else int(different(release.labels[release.labels >= 0]).size)
    with this.clock("profile"):
        result.profile = original.profile(readable, methods.k)
    result.versions = {"python": sys.version.split()[0], **{name: version(name) for name in LIBRARIES}}
    result.requirements = [requirements.checked(part, result) for part in this.recipe.require]


def _write(this: _Run, release: Release[Any], output: Output) -> None:
    result = this.result
    if not result.met:
        unmet = [requirement["name"] for requirement in result.requirements if not requirement["met"]]
        raise RequirementNotMet(f"nothing was written: the requirement on {listing(unmet)} is not met.", result)
    with this.clock("write"):
        if output.entry:
            io.write_entry(
                release,
                output.target,
                answer=output.key_target,
                rows=result.rows_in,
                keep_deleted=output.keep_deleted,
                force=output.force,
            )
        else:
            io.write_release(
                release, output.target, key=output.key_target, force=output.force, reading=reading(this.recipe)
            )
    result.output, result.outputs = output.target, list(release.data.targets(output.target).values())
