"""Writes the JSON Schema of recipes into the package, where editors find it."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from tokumei import catalogue
from tokumei.model.builders import BUILDERS, Builder
from tokumei.model.builders.asked import OF_FILE
from tokumei.model.recipe import METHOD_KEYS, CallPart, Recipe
from tokumei.params import keyword_parameters
from tokumei.registry import METHOD_KINDS, STEP_KINDS, Spec

TARGET = Path(__file__).parents[1] / "src" / "tokumei" / "recipe.schema.json"

Schema = dict[str, Any]


def main() -> None:
    """Write the schema of today's recipes."""
    TARGET.write_text(schema_text(), encoding="utf-8")
    print(f"wrote {TARGET.name}", file=sys.stderr)


def schema_text(methods: Sequence[Spec] | None = None) -> str:
    """Return the schema of recipes with these methods, all of ours by default, as the text of its file."""
    schema = schema_of_recipes(ours() if methods is None else methods)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "Tokumei recipe"}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def known_to(text: str) -> list[Spec]:
    """Return the methods of ours that a text of the schema knows: not those that joined since it was written."""
    return [spec for spec in ours() if f'"title": "{spec.name}"' in text]


def schema_of_recipes(methods: Sequence[Spec]) -> Schema:
    """Return the schema of recipes with the options of some methods; other methods may have any."""
    schema = Recipe.model_json_schema()
    parts = schema["$defs"]
    of_kind = {kind: [spec for spec in methods if spec.kind == kind] for kind in METHOD_KINDS}
    steps = [spec for kind in STEP_KINDS for spec in of_kind[kind]]
    parts["StepPart"]["properties"]["fill"] = _described(parts["StepPart"]["properties"]["fill"], "fill")
    parts["StepPart"] |= {"anyOf": [*map(_step, steps), _foreign(METHOD_KEYS, steps)]}
    column = parts["ColumnPart"]["properties"]
    column["hierarchy"] = _described(column["hierarchy"], "hierarchy")
    parts["hierarchy"] = _hierarchy()
    call = parts.pop(CallPart.__name__)
    for kind in ("attack", "measure"):
        part = f"{kind.capitalize()}Part"
        parts[part] = {**call, "title": part, "anyOf": [*map(_call, of_kind[kind]), _foreign(["name"], of_kind[kind])]}
        schema["properties"][kind]["items"] = {"$ref": f"#/$defs/{part}"}
    chosen = {choice.kind for spec in methods for choice in spec.method_options.values()}
    parts |= {kind: _choice(kind, of_kind[kind]) for kind in sorted({"fill", *chosen})}
    return _with_choices(schema)  # type: ignore[no-any-return]


def ours() -> list[Spec]:
    """Return the methods that come with this package."""
    return [spec for spec in catalogue.methods() if spec.function.__module__.startswith("tokumei.")]


def _step(spec: Spec) -> Schema:
    keys = [spec.kind, "method"]
    options = _options(spec) | ({"fill": True} if spec.kind == "grouping" else {})
    return _branch(spec, keys, options)


def _call(spec: Spec) -> Schema:
    return _branch(spec, ["name"], _options(spec))


def _branch(spec: Spec, keys: Sequence[str], options: Schema) -> Schema:
    """Return what holds where one of the keys names a method."""
    named = {"enum": [spec.name, *spec.aliases], "description": spec.summary}
    needed = [name for name in spec.json_schema.get("required", []) if name in options]
    return {
        "title": spec.name,
        "description": spec.summary,
        "properties": {**dict.fromkeys(keys, named), **options},
        "anyOf": [{"required": [key, *needed]} for key in keys],
        "additionalProperties": False,
    }


def _foreign(keys: Iterable[str], known: Iterable[Spec]) -> Schema:
    """Return what holds where a method is named that is not ours: its options are not known here."""
    names = [name for spec in known for name in (spec.name, *spec.aliases)]
    other = {"type": "string", "not": {"enum": names}}
    return {
        "title": "a method of another package",
        "properties": dict.fromkeys(keys, other),
        "anyOf": [{"required": [key]} for key in keys],
    }


def _choice(kind: str, methods: Sequence[Spec]) -> Schema:
    """Return what an option takes that names a method: its name, or a table with the name and options of its own."""
    names = [{"const": spec.name, "description": spec.summary} for spec in methods]
    tables = [_branch(spec, ["name"], _options(spec, own=True)) for spec in methods]
    inside = {"type": "object", "anyOf": [*tables, _foreign(["name"], methods)]}
    return {"title": f"a {kind}", "anyOf": [*names, {"type": "string"}, inside]}


def _hierarchy() -> Schema:
    """Return what says how the values of a column become coarser: a file, a kind with its options, or groups."""
    kinds = [_made(made) for made in BUILDERS.values()]
    groups = {"type": "object", "title": "groups of values", "additionalProperties": {"type": ["array", "object"]}}
    file = {**_table(OF_FILE), "title": "a file", "required": ["file"]}
    text = {"type": "string", "title": "the path of a file"}
    return {"title": "a hierarchy", "anyOf": [text, file, *kinds, {**groups, "not": {"required": ["kind"]}}]}


def _made(made: Builder) -> Schema:
    table = _table(made.options)
    kind = {"const": made.name, "description": made.summary}
    needed = ["kind", *table.pop("required", [])]
    return {**table, "title": made.name, "properties": {"kind": kind, **table["properties"]}, "required": needed}


def _table(options: type[BaseModel]) -> Schema:
    schema = options.model_json_schema()
    return {name: schema[name] for name in ("type", "properties", "required", "additionalProperties") if name in schema}


def _options(spec: Spec, *, own: bool = False) -> Schema:
    # A method inside another works on what the outer one sees: only its own options are open.
    names = {parameter.name for parameter in keyword_parameters(spec.function)}
    options: Schema = spec.json_schema.get("properties", {})
    return {name: option for name, option in options.items() if not own or name in names}


def _with_choices(part: Any) -> Any:
    """Return a schema in which every option that names a method completes the methods of its kind."""
    if isinstance(part, Mapping):
        if "x-method" in part:
            return _described(part, part["x-method"])
        return {name: _with_choices(value) for name, value in part.items()}
    return [_with_choices(one) for one in part] if isinstance(part, list) else part


def _described(part: Mapping[str, Any], kind: str) -> Schema:
    said = {name: part[name] for name in ("title", "description", "default") if part.get(name) is not None}
    return {**said, "$ref": f"#/$defs/{kind}"}


if __name__ == "__main__":
    main()
