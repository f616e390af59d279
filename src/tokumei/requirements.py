"""Checks what a recipe requires against what a run found."""

from typing import Any

from tokumei.errors import BadRecipe, unknown
from tokumei.model import Result, Score
from tokumei.model.recipe import RequirePart


def checked(part: RequirePart, result: Result) -> dict[str, Any]:
    """Return a requirement with the number that was found, and whether it is met; not met where there is none."""
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
            # The first number of a measure is its headline.
            wanted = key or next(iter(numbers), "")
            if wanted not in numbers and f"{method}.{key}" in numbers:
                wanted = f"{method}.{key}"
            if wanted not in numbers:
                raise BadRecipe(f"require: {unknown('number', key, numbers, where=method)}")
            return numbers[wanted]
    return None


def _worst_rate(name: str, result: Result) -> float | None:
    rates = [score.strength for call, score in result.attacks.items() if _is_meant(name, call, score)]
    return max((rate for rate in rates if rate is not None), default=None)


def _is_meant(name: str, call: str, score: Score) -> bool:
    # Claims come true often by themselves, and are held against their baseline: only their own name means them.
    return name in (call, call.split("(")[0]) or (name == "*" and score.baseline is None)
