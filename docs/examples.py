"""One example for each method, as Python and as a command, on the sample everybody has."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from docs.pieces import code, command_line, joined
from tokumei.params import label, plain
from tokumei.registry import Spec

QUASI, SENSITIVE, IDENTIFIER = ("age", "sex", "zip"), ("income",), ("id", "name")
HIERARCHIES = {"age": "auto", "zip": "prefix"}
ROWS = 400
ROLES = "ROLES"
"""Stands in a command for the flags that give columns their roles."""
READ = 'import polars as pl\nimport tokumei as tk\n\npeople = pl.read_csv("people.csv")\n'
SAMPLE = f"tokumei sample people -o people.csv --rows {ROWS} --seed 7"


def example(spec: Spec) -> str:
    """Return the example of a method; nothing for data that this sample is not."""
    if "table" not in spec.data or spec.kind not in EXAMPLES:
        return ""
    options = needed(spec)
    sensitive = _sensitive(options)
    commands, python = EXAMPLES[spec.kind](spec, options)
    flags = f"--quasi {','.join(QUASI)} --sensitive {','.join(sensitive)}"
    # A step makes the hierarchies it needs; a measure is skipped without any.
    hierarchies = HIERARCHIES if spec.kind == "measure" and "hierarchies" in spec.needs else {}
    flags += "".join(f" --hierarchy {name}={kind}" for name, kind in hierarchies.items())
    lines = [command_line(line.replace(ROLES, flags)) for line in (SAMPLE, *commands)]
    return joined(code("\n".join(lines), "bash"), code(READ + _schema(sensitive, hierarchies) + python, "python"))


def _sensitive(options: Mapping[str, Any]) -> list[str]:
    """Return the sensitive columns of an example: a column that an option names must go out."""
    named = [name for name in options.get("columns", ()) if name not in (*QUASI, *IDENTIFIER)]
    return list(dict.fromkeys([*SENSITIVE, *named]))


def _schema(sensitive: Sequence[str], hierarchies: Mapping[str, str]) -> str:
    asked = {name: {"kind": kind} for name, kind in hierarchies.items()}
    trees = f"    hierarchies={json.dumps(asked)},\n" if asked else ""
    return f"""schema = tk.Schema(
    quasi={json.dumps(QUASI)},
    sensitive={json.dumps(sensitive)},
    identifier={json.dumps(IDENTIFIER)},
    other="drop",
{trees})
"""


def needed(spec: Spec) -> dict[str, Any]:
    """Return a value for each option that an example must give: k, those without a default, those with examples."""
    schema = spec.json_schema
    options, needed = schema.get("properties", {}), schema.get("required", [])
    names = [name for name, option in options.items() if name == "k" or name in needed or option.get("examples")]
    return {name: 5 if name == "k" else _value(options[name]) for name in names}


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
    judge = f"tokumei {verb} people.csv safe.csv {ROLES} --{verb} '{label(spec.name, options)}' --key key.csv"
    return [_anonymize(f"{MDAV} --key key.csv"), judge]


def _anonymize(flags: str) -> str:
    roles = f"{ROLES} --identifier {','.join(IDENTIFIER)} --other drop"
    return f"tokumei anonymize people.csv -o safe.csv {roles} {flags.strip()} --seed 7"


def _release(call: str) -> str:
    return f"release = tk.anonymize(people, schema, {call}, seed=7)\n"


def _keywords(options: Mapping[str, Any]) -> str:
    return "".join(f", {name}={value!r}" for name, value in options.items())


def _value(schema: Mapping[str, Any]) -> Any:
    """Return a plain value that a JSON Schema allows."""
    first = schema.get("anyOf", [schema])[0]
    allowed = (*schema.get("examples", ()), *first.get("examples", ()), *first.get("enum", ()))
    if allowed:
        return allowed[0]
    low = first.get("minimum", first.get("exclusiveMinimum", 0) + 1)
    return {"string": SENSITIVE[0], "boolean": True, "array": [SENSITIVE[0]]}.get(first.get("type", ""), low)
