"""Variants of a recipe, run side by side."""

from collections.abc import Iterable, Sequence
from typing import Any

from tokumei import catalogue
from tokumei.model import Recipe, Result
from tokumei.model.recipe import StepPart
from tokumei.model.result import worked
from tokumei.registry import STEP_KINDS


def variants(recipe: Recipe, methods: Sequence[str | StepPart], k: Sequence[int]) -> list[Recipe]:
    """Return one recipe for each method and each k; a method without k comes once.

    A method that the recipe has a step for keeps that step's options. A step is taken as it is; one that
    says its own k comes once.
    """
    steps = {part.named[1]: part for part in recipe.step}
    made = []
    for one in methods:
        part = one if isinstance(one, StepPart) else steps.get(one, StepPart(method=one))
        spec = catalogue.get(part.named[1], STEP_KINDS)
        has_k = "k" in spec.parameters.model_fields and not (part is one and "k" in part.options)
        sizes: Iterable[int | None] = (k or [None]) if has_k else [None]
        for size in sizes:
            chosen = {} if size is None else {"k": size}
            step = StepPart.model_validate({**part.model_dump(exclude_none=True), **chosen})
            made.append(recipe.model_copy(update={"step": [step]}))
    return made


def row_of(result: Result) -> dict[str, Any]:
    """Return a result as one row of a comparison: headline numbers only."""
    step = result.recipe.step[0]
    row: dict[str, Any] = {"method": step.named[1], **step.options, "groups": result.groups}
    row["seconds"] = worked(result.seconds)
    for name, numbers in result.measures.items():
        # The first number of a measure is its headline.
        for key in list(numbers)[:1]:
            row[name if key == name.split("(")[0] else f"{name}.{key}"] = numbers[key]
    return row | {f"{name}.rate": score.rate for name, score in result.attacks.items()}
