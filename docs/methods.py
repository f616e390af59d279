"""A page for each method, from its record in the catalogue."""

from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from docs.examples import example
from docs.pieces import docstring, joined, literal, table
from tokumei import catalogue
from tokumei.params import describe, plain
from tokumei.registry import METHOD_KINDS, Spec
from tokumei.spec import CLAIM

KINDS = {
    "grouping": "Groupings: which rows are published alike",
    "fill": "Fills: what the rows of a group show",
    "recoding": "Recodings: how coarse each value becomes",
    "transform": "Transforms: data changed as a whole",
    "attack": "Attacks: who is who",
    "measure": "Measures: what was lost, what is at risk",
}
SCOPES = {
    "row": "each row by itself",
    "counts": "counts of equal rows",
    "block": "blocks of rows, one after the other",
    "whole": "all rows at once",
}
PROMISES = {"k": "every group has at least k rows"}


def every() -> list[Spec]:
    """Return every method there is, in the order of the site."""
    return catalogue.methods()


def index() -> str:
    """Return the page that lists the methods by kind."""
    parts = ["# Methods", "Every method there is, by kind. `tokumei methods` shows the same list."]
    for kind in METHOD_KINDS:
        rows = [[f"[{spec.name}]({spec.name}.md)", spec.summary] for spec in catalogue.methods(kind)]
        parts += [f"## {KINDS[kind]}", table(["method", "what it does"], rows)] if rows else []
    return joined(*parts)


def page(spec: Spec) -> str:
    """Return the page of one method."""
    return joined(
        f"# {spec.name}",
        docstring(spec.doc),
        "## At a glance",
        table(["", ""], _facts(spec)),
        "## Options",
        _options(spec),
        *_numbers(spec),
        *_example(spec),
    )


def samples_page() -> str:
    """Return the page of the generators of sample data."""
    parts = ["# Sample data", "Made up, so nobody is in it. The same seed gives the same rows."]
    for spec in catalogue.samples():
        parts += [f"## {spec.name}", docstring(spec.doc), _options(spec)]
    return joined(*parts)


def flag(spec: Spec, option: str) -> str:
    """Return how an option of a method is spelled on the command line.

    >>> flag(Spec("fill", "average", print), "center"), flag(Spec("attack", "euclid", print), "unmatched")
    ('--fill.center', 'euclid(unmatched=...)')
    """
    if spec.kind in ("attack", "measure"):
        return f"{spec.name}({option}=...)"
    prefix = "fill." if spec.kind == "fill" else ""
    return f"--{prefix}{option.replace('_', '-')}"


def _facts(spec: Spec) -> list[list[str]]:
    facts = [
        ["日本語", spec.ja.get("summary", "")],
        ["kind", spec.kind],
        ["works on", ", ".join(spec.data)],
        ["sees", SCOPES[spec.scope]],
        ["promises", ", ".join(PROMISES.get(promise, promise) for promise in spec.promises)],
        ["shuffled rows", "are grouped alike" if spec.order_free else ""],
        ["guesses", _guesses(spec)],
        ["attacker holds", spec.holds],
        ["tells of", f"{spec.family}; {spec.direction} is better" if spec.kind == "measure" else ""],
        ["headline", literal(spec.headline) if spec.kind == "measure" else ""],
        ["needs", ", ".join(need.replace("_", " ") for need in spec.needs)],
        ["default fill", spec.fill or ""],
        ["also called", ", ".join(map(literal, spec.codes))],
        ["paper", spec.paper],
    ]
    return [fact for fact in facts if fact[1]]


def _guesses(spec: Spec) -> str:
    if spec.kind != "attack":
        return ""
    return "something of the original" if spec.unit == CLAIM else f"the {spec.unit} behind each released row"


def _options(spec: Spec) -> str:
    fields = spec.parameters.model_fields
    if not fields:
        return "No options."
    rows = [
        [literal(name), literal(flag(spec, name)), _default(field), describe(field)] for name, field in fields.items()
    ]
    return table(["option", "on the command line", "default", "meaning"], rows)


def _default(field: FieldInfo) -> str:
    if field.default is PydanticUndefined:
        return "needed"
    return "" if field.default is None else literal(plain(field.default))


def _numbers(spec: Spec) -> list[str]:
    rows = [[literal(name), spec.meaning(name)] for name in spec.numbers]
    return ["## Numbers", table(["number", "meaning"], rows)] if rows else []


def _example(spec: Spec) -> list[str]:
    shown = example(spec)
    return ["## Example", shown] if shown else []
