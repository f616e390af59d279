"""The page that explains the keys of a recipe, from its JSON Schema."""

from typing import Any

from docs.pieces import code, joined, literal, table
from tokumei.model.recipe import Recipe

EXAMPLE = """
seed = 7

[data]
source = "people.csv"
other = "keep"

[columns]
name   = { role = "identifier" }
age    = { role = "quasi" }
income = { role = "sensitive", kind = "number" }

[[step]]
grouping = "mdav"
k = 5
fill = "average"

[[attack]]
name = "nearest_value"

[[measure]]
name = "sse"

[[require]]
measure = "k_anonymity.k"
at_least = 5
"""
LIMITS = {"minimum": "at least", "exclusiveMinimum": "more than", "maximum": "at most", "exclusiveMaximum": "less than"}
PARTS = ("data", "columns", "step", "attack", "measure", "require")
SECTIONS = {
    "DataPart": "`[data]`",
    "ColumnPart": "`[columns]`: one entry for each column",
    "StepPart": "`[[step]]`: one after the other",
    "CallPart": "`[[attack]]` and `[[measure]]`",
    "RequirePart": "`[[require]]`: what must hold before anything is written",
}


def page() -> str:
    """Return the page."""
    schema = Recipe.model_json_schema()
    parts = [
        "# Recipes",
        "A recipe is a TOML file that says everything a run does: which data, what each column is, the steps, "
        "the attacks, the measures, and what must hold before anything is written. "
        "`tokumei run recipe.toml` carries it out.",
        code(EXAMPLE.strip(), "toml"),
        "Its JSON Schema ships with the package as `tokumei/recipe.schema.json`, so that editors complete the keys "
        "and the options of each method. Further keys of a step, an attack or a measure are the options of "
        "[its method](methods/index.md).",
        "## The recipe itself",
        keys(schema, skip=set(PARTS)),
    ]
    for name, title in SECTIONS.items():
        part = schema["$defs"][name]
        parts += [f"## {title}", part["description"], keys(part)]
    return joined(*parts)


def keys(schema: dict[str, Any], skip: set[str] | None = None) -> str:
    """Return the table of the keys that a schema describes."""
    needed = schema.get("required", [])
    rows = [
        [literal(name), kind(part), "needed" if name in needed else _default(part), part.get("description", "")]
        for name, part in schema.get("properties", {}).items()
        if name not in (skip or set())
    ]
    return table(["key", "value", "default", "meaning"], rows)


def kind(part: dict[str, Any]) -> str:
    """Return what a key takes, in words.

    >>> kind({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}), kind({"enum": ["keep", "drop"]})
    ('whole number (at least 1)', '`keep` or `drop`')
    """
    if "anyOf" in part:
        return " or ".join(kind(option) for option in part["anyOf"] if option.get("type") != "null")
    if "enum" in part:
        return " or ".join(map(literal, part["enum"]))
    words = {"integer": "whole number", "string": "text", "object": "table", "array": "list"}
    limits = [f"{text} {part[key]}" for key, text in LIMITS.items() if key in part]
    name = words.get(part.get("type", ""), part.get("type", "any value"))
    return f"{name} ({', '.join(limits)})" if limits else name


def _default(part: dict[str, Any]) -> str:
    default = part.get("default")
    return "" if default in (None, [], {}) else literal(default)
