"""Builds the recipe that a command line describes."""

from collections.abc import Collection, Sequence
from typing import Any, Literal

import click

from tokumei import catalogue
from tokumei.binding import fitting
from tokumei.cli.options.columns import Given, Rest, columns_of
from tokumei.cli.options.grown import given_at
from tokumei.cli.options.offered import default_fill
from tokumei.errors import BadOption, BadRecipe, unknown
from tokumei.model import DATA_KINDS, Recipe
from tokumei.model.kinds import data_options
from tokumei.model.recipe import CallPart, StepPart
from tokumei.registry import STEP_KINDS
from tokumei.values import call_part, model_options, recipe_options, step_part
from tokumei.written import Text, Written, pieces, written

CallKind = Literal["attack", "measure"]


def recipe_of(given: Given, source: str, *, rest: Rest = None, **parts: Any) -> Recipe:
    """Return the recipe of a command: its data, its columns, how the work is done, and the parts given.

    `rest` is what happens to columns without a role where the command line does not say.
    """
    columns, rest = columns_of(given, rest)
    return Recipe(
        seed=given.get("seed"),
        threads=given.get("threads"),
        engine=given.get("engine") or "memory",
        data=_data(given, source, rest),
        columns=columns,
        **parts,
    )


def step_of(given: Given) -> StepPart:
    """Return the step that a command line describes: its method and its fill, with their options."""
    return _step(given, str(given["method"]), given_at(click.get_current_context(), "step"))


def further_steps(texts: Sequence[str]) -> list[StepPart]:
    """Return the steps that come after the first, each a method with its options as it is written."""
    return [step_part(piece, "--then") for text in texts for piece in pieces(text)]


def steps_of(given: Given) -> list[StepPart]:
    """Return a step for each method named; each takes those of the options that it has."""
    options = given_at(click.get_current_context(), "step")
    names = [name.strip() for text in given["method"] for name in text.split(",") if name.strip()]
    return [_step(given, name, options, only_own=True) for name in dict.fromkeys(names)]


def sizes_of(texts: Sequence[str]) -> list[int]:
    """Return the group sizes to try, as whole numbers."""
    words = [word.strip() for text in texts for word in text.split(",") if word.strip()]
    wrong = [word for word in words if not word.isdecimal()]
    if wrong:
        raise BadOption(f"--k {','.join(words)} cannot be read; give whole numbers, such as 3,5,10.")
    return [int(word) for word in dict.fromkeys(words)]


def calls_of(
    kind: CallKind, texts: Sequence[str], data: str, default: Collection[str] | Literal["all"] = "all"
) -> list[CallPart]:
    """Return the attacks or measures asked for: by name, `all` that fit, or `none`."""
    asked = [piece.strip() for text in texts for piece in pieces(text)]
    if not asked:
        return [part for part in fitting(kind, data) if default == "all" or part.name in default]
    parts: list[CallPart] = []
    for text in asked:
        if text == "all":
            parts += fitting(kind, data)
        elif text != "none":
            parts.append(call_part(kind, text))
    return parts


def _step(given: Given, name: str, options: dict[str, Text | Written], *, only_own: bool = False) -> StepPart:
    spec = catalogue.get(name, STEP_KINDS)
    if only_own:
        options = {key: value for key, value in options.items() if key in spec.parameters.model_fields}
    fill_options = given_at(click.get_current_context(), "fill")
    fill = _fill(given.get("fill"), fill_options, default_fill(spec, given.get("kind") or "table"))
    document: dict[str, Any] = {spec.kind: spec.name, **recipe_options(spec, options)}
    return StepPart.model_validate(document if fill is None else {**document, "fill": fill})


def _data(given: Given, source: str, rest: Rest) -> dict[str, Any]:
    kind = given.get("kind") or "table"
    if kind not in DATA_KINDS:
        raise BadRecipe(f"--kind: {unknown('kind of data', kind, DATA_KINDS)}")
    own = model_options(f"--kind {kind}", data_options(kind), given_at(click.get_current_context(), "data"))
    names = ("person", "separator", "encoding", "decimal")
    said = {name: given[name] for name in names if given.get(name) is not None}
    return {"source": source, "kind": kind, "other": rest, **said, **own}


def _fill(named: str | None, options: dict[str, Text | Written], default: str | None) -> str | dict[str, Any] | None:
    name = named or (default if options else None)
    if name is None:
        return None
    asked = written(name, "--fill")
    spec = catalogue.get(asked.name, "fill")
    said = recipe_options(spec, {**asked.options, **options})
    return {"name": spec.name, **said} if said else spec.name
