"""One example for each method, as Python and as a command, on the sample everybody has."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from docs.pieces import code, command_line, joined
from tokumei.params import label, plain
from tokumei.registry import Spec

QUASI, SENSITIVE, IDENTIFIER = ("age", "sex", "zip"), ("income",), ("id", "name")
ROWS = 400
COMMON_FLAGS = f"--quasi {','.join(QUASI)} --sensitive {','.join(SENSITIVE)}"
READ = 'import polars as pl\nimport tokumei as tk\n\npeople = pl.read_csv("people.csv")\n'
SCHEMA = f"""schema = tk.Schema(
    quasi={json.dumps(QUASI)},
    sensitive={json.dumps(SENSITIVE)},
    identifier={json.dumps(IDENTIFIER)},
    other="drop",
)
"""
SAMPLE = f"tokumei sample people -o people.csv --rows {ROWS} --seed 7"


def example(spec: Spec) -> str:
    """Return the example of a method; nothing for data that this sample is not."""
    if "table" not in spec.data or spec.kind not in EXAMPLES:
        return ""
    commands, python = EXAMPLES[spec.kind](spec, needed(spec))
    return joined(
        code("\n".join(map(command_line, [SAMPLE, *commands])), "bash"), code(READ + SCHEMA + python, "python")
    )


def needed(spec: Spec) -> dict[str, Any]:
    """Return a value for each option that an example must give: those without a default, and k."""
    schema = spec.json_schema
    names = [name for name in schema.get("properties", {}) if name == "k" or name in schema.get("required", [])]
    return {name: 5 if name == "k" else _value(schema["properties"][name]) for name in names}


def _step(spec: Spec, options: Mapping[str, Any]) -> tuple[list[str], str]:
    flags = " ".join(f"--{name.replace('_', '-')} {plain(value)}" for name, value in options.items())
    return [_anonymize(f"--method {spec.name} {flags}")], _release(
        f'"{spec.name}"{_keywords(options)}'
    ) + "release.table\n"


def _fill(spec: Spec, options: Mapping[str, Any]) -> tuple[list[str], str]:
    flags = " ".join(f"--fill.{name.replace('_', '-')} {plain(value)}" for name, value in options.items())
    fill = repr({"name": spec.name, **options}) if options else f'"{spec.name}"'
    command = _anonymize(f"{MDAV} --fill {spec.name} {flags}")
    return [command], _release(f'"mdav", k=5, fill={fill}') + "release.table\n"


def _attack(spec: Spec, options: Mapping[str, Any]) -> tuple[list[str], str]:
    python = _release('"mdav", k=5')
    python += f'score = tk.attack(people, release.table, schema, "{spec.name}"{_keywords(options)}, key=release.key)\n'
    return _judged("attack", spec, options), python + "score.rate, score.chance\n"


def _measure(spec: Spec, options: Mapping[str, Any]) -> tuple[list[str], str]:
    python = _release('"mdav", k=5') + f'tk.measure(people, release, schema, "{spec.name}"{_keywords(options)})\n'
    return _judged("measure", spec, options), python


EXAMPLES: dict[str, Callable[[Spec, Mapping[str, Any]], tuple[list[str], str]]] = {
    "grouping": _step,
    "recoding": _step,
    "transform": _step,
    "fill": _fill,
    "attack": _attack,
    "measure": _measure,
}
MDAV = "--method mdav --k 5"


def _judged(verb: str, spec: Spec, options: Mapping[str, Any]) -> list[str]:
    judge = f"tokumei {verb} people.csv safe.csv {COMMON_FLAGS} --{verb} '{label(spec.name, options)}' --key key.csv"
    return [_anonymize(f"{MDAV} --key key.csv"), judge]


def _anonymize(flags: str) -> str:
    roles = f"{COMMON_FLAGS} --identifier {','.join(IDENTIFIER)} --other drop"
    return f"tokumei anonymize people.csv -o safe.csv {roles} {flags.strip()} --seed 7"


def _release(call: str) -> str:
    return f"release = tk.anonymize(people, schema, {call}, seed=7)\n"


def _keywords(options: Mapping[str, Any]) -> str:
    return "".join(f", {name}={value!r}" for name, value in options.items())


def _value(schema: Mapping[str, Any]) -> Any:
    """Return a plain value that a JSON Schema allows."""
    first = schema.get("anyOf", [schema])[0]
    allowed = (*first.get("examples", ()), *first.get("enum", ()))
    if allowed:
        return allowed[0]
    low = first.get("minimum", first.get("exclusiveMinimum", 0) + 1)
    return {"string": SENSITIVE[0], "boolean": True, "array": [SENSITIVE[0]]}.get(first.get("type", ""), low)
