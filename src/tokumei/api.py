"""The Python interface: frames in, releases, scores and numbers out."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tokumei import binding, catalogue, comparison, explanation, io, runner
from tokumei.errors import BadData, BadOption, InputError
from tokumei.explanation import Explanation
from tokumei.frames import rows_of, taken_in
from tokumei.inspection import Inspection
from tokumei.inspection import inspect as inspect_frame
from tokumei.model import Data, Job, Recipe, Release, Result, Rows, Schema, Score, Table
from tokumei.model.kinds import data_class, frame_options
from tokumei.model.recipe import DataPart, columns_of
from tokumei.params import checked
from tokumei.registry import STEP_KINDS, Spec
from tokumei.values import recipe_options
from tokumei.written import written

Method = str | Mapping[str, Any]
"""A method by its name, as `NAME(option=value)`, or as a mapping with its name and options."""


def anonymize(
    data: Any,
    schema: Schema | str,
    method: str | None = None,
    *,
    fill: str | Mapping[str, Any] | None = None,
    then: Method | Sequence[Method] = (),
    seed: int | None = None,
    threads: int | None = None,
    **options: Any,
) -> Release[Any]:
    """Anonymize a frame and return the release: its table in the frame's own kind, and its secrets.

    `schema` tells the roles of the columns and is left out for points and histories. The options are
    those of the method, see `tokumei methods NAME`; those that only the kind of data has go to the data.
    `then` names what is done next, one method or several: `then=["swap_within", "noise(size=0.2)"]`.
    """
    original, name = _data_and_name(data, schema, method)
    spec = catalogue.get(name, STEP_KINDS)
    original, own = _told(original, spec, options)
    step = {"method": spec.name, "fill": dict(fill) if isinstance(fill, Mapping) else fill, **own}
    after = [_call(STEP_KINDS, one, "method") for one in ([then] if isinstance(then, str | Mapping) else then)]
    result = runner.run(_recipe(original, seed, threads, step=[step, *after]), original=original)
    assert result.release is not None
    return result.release


def attack(
    known: Any,
    released: Any,
    schema: Schema | str,
    name: str | None = None,
    *,
    key: Any = None,
    seed: int | None = None,
    threads: int | None = None,
    **options: Any,
) -> Score:
    """Attack a release, or a released frame, and score the guesses; the rate is None where nobody has the key.

    The attack itself sees the released rows alone. A `key` given here is scored against, whatever the release holds.
    """
    held, wanted = _data_and_name(known, schema, name)
    recipe = _recipe(held, seed, threads, attack=[_named("attack", wanted, options)])
    result = runner.run(recipe, original=held, release=_release(held, released, key))
    _refuse_skipped(result)
    return next(iter(result.attacks.values()))


def measure(
    original: Any,
    released: Any,
    schema: Schema | str,
    name: str | None = None,
    *,
    key: Any = None,
    labels: Any = None,
    seed: int | None = None,
    threads: int | None = None,
    **options: Any,
) -> dict[str, float]:
    """Return the numbers of one measure for a release, or for a released frame with its `key`."""
    data, wanted = _data_and_name(original, schema, name)
    recipe = _recipe(data, seed, threads, measure=[_named("measure", wanted, options)])
    result = runner.run(recipe, original=data, release=_release(data, released, key, labels))
    _refuse_skipped(result)
    return next(iter(result.measures.values()))


def fill(
    data: Any,
    schema: Any,
    labels: Any,
    name: str | None = None,
    *,
    seed: int | None = None,
    threads: int | None = None,
    **options: Any,
) -> Release[Any]:
    """Apply a fill to groups that are already there: `tk.fill(df, schema, labels, "average")`.

    For points and histories the schema is left out: `tk.fill(shop, labels, "dummy_records")`.
    """
    if not isinstance(schema, Schema):
        schema, labels, name = labels if isinstance(labels, str) else name, schema, None
    original, wanted = _data_and_name(data, schema, name)
    call = binding.bound_call("fill", wanted, options, original.data_kind)
    original = runner.with_hierarchies(original, every="hierarchies" in call.spec.needs)
    start = Release.untouched(original)
    groups = rows_of(labels, len(original), "labels")
    job = Job(np.random.default_rng(None if seed is None else [seed, original.salt()]), threads or os.cpu_count() or 1)
    filled = call.on(call.view(start.data), groups, job=job)
    key = np.arange(len(original), dtype=np.int64)
    return start.then(Release.of(filled, key=key, labels=groups, notes=job.notes)).published()


def compare(
    data: Any,
    schema: Schema | None = None,
    methods: Sequence[Method] = (),
    k: Sequence[int] = (5,),
    *,
    attacks: Sequence[Method] | None = None,
    measures: Sequence[Method] | None = None,
    fill: Method | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Any:
    """Run several methods at several k and return a frame with a row for each: loss, risk, time.

    A method is a name, `NAME(option=value)`, or a mapping with its name and options; one that says its
    own k comes once. All attacks and measures that fit are taken unless some are named.
    """
    original = _data(data, schema)
    if not methods:
        raise BadOption("name the methods to compare; tokumei.methods() lists them.")
    recipe = _recipe(
        original,
        seed,
        threads,
        step=[{"fill": fill, **_call(STEP_KINDS, given, "method")} for given in methods],
        attack=_calls("attack", attacks, original),
        measure=_calls("measure", measures, original),
    )
    recipes = comparison.variants(recipe, recipe.step, k)
    rows = [comparison.row_of(runner.run(one, original=original)) for one in recipes]
    frame = pl.DataFrame(rows, infer_schema_length=None)
    home = original.homes.get(original.parts[0])
    return frame if home is None else home.back(frame, np.full(frame.height, -1))


def run(
    recipe: str | Path | Mapping[str, Any] | Recipe,
    *,
    output: str | None = None,
    key: str | None = None,
    force: bool = False,
    keep_order: bool = False,
) -> Result:
    """Carry out a recipe: a TOML file, a mapping, or a Recipe; write the release where `output` says."""
    if isinstance(recipe, Mapping):
        recipe = Recipe.parse(recipe)
    elif not isinstance(recipe, Recipe):
        recipe = Recipe.load(recipe)
    if key is not None and output is None:
        raise BadOption("a key is written beside a release; say output= as well.")
    target = None if output is None else runner.Output(output, key, keep_order=keep_order, force=force)
    return runner.run(recipe, output=target)


def explain(
    original: Any, released: Any, schema: Schema | None = None, *, key: Any = None, cross: Sequence[str] | None = None
) -> Explanation:
    """Tell which methods seem to have made a release of a table, what speaks for each, and what cannot be told.

    A `key` is taken as what was declared: where the data speaks against it, that is told too. `cross` names the
    quasi columns that cross tables look at, the first six by default.
    """
    data = runner.with_hierarchies(_data(original, schema))
    if not isinstance(data, Table):
        raise BadData(f"explain: methods are told from each other in tables alone; this is of kind {data.data_kind}.")
    return explanation.explain(data, _release(data, released, key), cross=cross)


def inspect(data: Any, **roles: Any) -> Inspection:
    """Guess kinds and roles of a frame's columns, and tell which columns single people out."""
    return inspect_frame(taken_in(data, _write).ours, **roles)


def methods(kind: str | None = None, data: str | None = None) -> list[Spec]:
    """Return every method there is, of one kind or for one kind of data if given."""
    return catalogue.methods(kind, data)


def data_of(kind: str, frames: Mapping[str, Any], schema: Schema | None = None, **options: Any) -> Data:
    """Return frames of the user's as data of a kind, with the options that the kind has."""
    homes = {part: taken_in(frame, _write) for part, frame in frames.items()}
    known = checked(f"data of kind {kind}", frame_options(kind), options)
    ours = {part: home.ours for part, home in homes.items()}
    return data_class(kind).from_frames(ours, schema or Schema(), **known).but(homes=homes).pinned()


def _data(data: Any, schema: Any) -> Data:
    if isinstance(data, Data):
        if isinstance(schema, Schema):
            raise BadOption(f"data of kind {data.data_kind} has its schema in it; leave the schema out.")
        return data.pinned()
    if not isinstance(schema, Schema):
        raise BadOption("a frame needs a schema: tk.Schema(quasi=[...], sensitive=[...]), or tk.inspect(df).schema.")
    return data_of("table", {"table": data}, schema)


def _data_and_name(data: Any, schema: Any, name: str | None) -> tuple[Data, str]:
    # Data of our own has its schema in it: then the name may stand in its place.
    wanted = schema if name is None and isinstance(data, Data) else name
    made = _data(data, schema)
    if not isinstance(wanted, str):
        raise BadOption("name the method to use; tokumei.methods() lists them.")
    return made, wanted


def _told(data: Data, spec: Spec, options: Mapping[str, Any]) -> tuple[Data, dict[str, Any]]:
    """Hand the options that only the kind of data has to the data; return the others."""
    model = frame_options(data.data_kind)
    theirs = [name for name in options if name in model.model_fields and name not in spec.parameters.model_fields]
    if not theirs:
        return data, dict(options)
    said = {name: options[name] for name in theirs}
    valid = checked(f"data of kind {data.data_kind}", model, {**data.said(), **said})
    own = {name: value for name, value in options.items() if name not in theirs}
    return data.but(**{name: valid[name] for name in theirs}), own


def _calls(kind: str, given: Sequence[Method] | None, data: Data) -> list[dict[str, Any]]:
    if given is None:
        return [part.model_dump() for part in binding.fitting(kind, data.data_kind)]
    return [_call((kind,), one, "name") for one in given]


def _call(kinds: tuple[str, ...], given: Method, key: str) -> dict[str, Any]:
    """Return a method as a recipe has it, from any of the ways to name it."""
    if isinstance(given, str):
        asked = written(given)
        spec = catalogue.get(asked.name, kinds)
        return {key: spec.name, **catalogue.preset(asked.name), **recipe_options(spec, asked.options)}
    options = dict(given)
    return _named(kinds, str(options.pop("name", "")), options, key)


def _named(kinds: str | tuple[str, ...], name: str, options: Mapping[str, Any], key: str = "name") -> dict[str, Any]:
    return {key: catalogue.get(name, kinds).name, **catalogue.preset(name), **options}


def _recipe(data: Data, seed: int | None, threads: int | None, **calls: list[dict[str, Any]]) -> Recipe:
    other = data.schema.other if isinstance(data.schema.other, str) else None
    part = DataPart(**{**data.said(), "kind": data.data_kind, "person": data.schema.person, "other": other})
    said = {"seed": seed, "threads": threads, "data": part, "columns": columns_of(data.schema)}
    return Recipe.parse({**said, **calls}, "options")


def _release(original: Data, released: Any, key: Any, labels: Any = None) -> Release[Any]:
    release = released if isinstance(released, Release) else Release.of(_released(original, released))
    if key is not None:
        release = replace(release, key=_key(key, len(release.data), len(original)), declared_key=None)
    if labels is not None:
        release = replace(release, labels=rows_of(labels, len(release.data), "labels"))
    return release


def _released(original: Data, released: Any) -> Data:
    if isinstance(released, Data):
        return released
    first, *others = original.parts
    frames = released if others or (isinstance(released, Mapping) and first in released) else {first: released}
    if not isinstance(frames, Mapping) or set(frames) != set(original.parts):
        parts = " and ".join(original.parts)
        raise BadData(f"a released {original.data_kind} is a release, or a mapping with the frames {parts}.")
    return original.from_released({part: taken_in(frame, _write).ours for part, frame in frames.items()})


def _key(given: Any, rows: int, originals: int) -> Rows:
    key = rows_of(given, rows, "the key")
    if key.size and not (key.min() >= -1 and key.max() < originals):
        raise BadData(f"the key names rows outside 0 to {originals - 1}; -1 stands for none.")
    return key


def _refuse_skipped(result: Result) -> None:
    for name, reason in result.skipped.items():
        raise BadData(f"{name}: {reason}.")


def _write(release: Release[Any], target: str, *, key: str | None, keep_order: bool, force: bool) -> None:
    order = np.random.default_rng().permutation(len(release.data))
    # Published anew after the shuffle: a number given to a row must not be the number of its original.
    ready = release if keep_order else release.take(order).published()
    io.write_release(ready, target, key=key, force=force)


__all__ = ["InputError", "anonymize", "attack", "compare", "explain", "fill", "inspect", "measure", "methods", "run"]
