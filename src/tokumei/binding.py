"""From the names and options of a recipe to calls that are ready: looked up, checked, fit for the data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tokumei import catalogue
from tokumei.engines.memory import Call, Step
from tokumei.errors import BadRecipe, listing
from tokumei.model import DATA_KINDS, Recipe
from tokumei.model.recipe import CallPart, RequirePart, StepPart
from tokumei.params import label
from tokumei.registry import Spec

Calls = dict[str, Call]
"""Attacks or measures by what results call them: the name with the options that are not at their default."""


@dataclass(frozen=True)
class Bound:
    """The methods of a recipe, ready to be called."""

    steps: list[Step]
    attacks: Calls
    measures: Calls

    @property
    def k(self) -> int:
        """The largest k that a step was asked to keep; 0 where none was."""
        return max([step.method.options.get("k") or 0 for step in self.steps], default=0)


def bound(recipe: Recipe) -> Bound:
    """Return the methods of a recipe, with those that its requirements speak of."""
    data = recipe.data.kind
    steps = [bound_step(part, data) for part in recipe.step]
    made = Bound(steps, _calls("attack", recipe.attack, data), _calls("measure", recipe.measure, data))
    for requirement in recipe.require:
        _add_required(requirement, made, data)
    return made


def bound_step(part: StepPart, data: str) -> Step:
    """Return a step of a recipe with its methods looked up and their options checked."""
    kinds, name = part.named
    method = bound_call(kinds, name, part.options, data)
    if method.spec.kind != "grouping":
        if part.fill is not None:
            raise BadRecipe(f"{name}: a fill goes with a grouping; {name} is a {method.spec.kind}.")
        return Step(method)
    fill = part.fill or default_fill(method.spec, data)
    options = dict(fill) if isinstance(fill, Mapping) else {"name": fill}
    return Step(method, bound_call("fill", str(options.pop("name", None) or ""), options, data))


def bound_call(kinds: str | tuple[str, ...], name: str, options: Mapping[str, Any], data: str | None = None) -> Call:
    """Return a method with its options checked and completed; refused where it does not fit a kind of data."""
    spec = catalogue.get(name, kinds)
    call = Call(spec, catalogue.bound(spec, {**catalogue.preset(name), **options}))
    if data is not None and data not in spec.data:
        raise BadRecipe(f"{spec.name}: works on data of kind {listing(spec.data)}; this is a {data}.")
    return call


def default_fill(spec: Spec, data: str) -> str | None:
    """Return the fill that goes with a grouping where none is named: its own, else that of the kind of data."""
    kind = DATA_KINDS.get(data)
    if spec.kind != "grouping" or kind is None:
        return None
    return spec.fill or kind.default_fill


def fitting(kind: str, data: str) -> list[CallPart]:
    """Return a call with default options of every method of a kind that fits a kind of data."""
    return [CallPart(name=spec.name) for spec in catalogue.methods(kind, data)]


def _calls(kind: str, parts: list[CallPart], data: str) -> Calls:
    every = [bound_call(kind, part.name, part.options, data) for part in parts]
    return {label(call.spec.name, call.spec.non_default(call.options)): call for call in every}


def _add_required(part: RequirePart, made: Bound, data: str) -> None:
    if part.measure is not None:
        name = part.measure.split(".")[0]
        if not any(call.spec.name == name for call in made.measures.values()):
            made.measures.update(_calls("measure", [CallPart(name=name)], data))
    elif part.attack == "*":
        if not made.attacks:
            made.attacks.update(_calls("attack", fitting("attack", data), data))
    elif part.attack is not None and not any(part.attack in (name, c.spec.name) for name, c in made.attacks.items()):
        made.attacks.update(_calls("attack", [CallPart(name=part.attack)], data))
