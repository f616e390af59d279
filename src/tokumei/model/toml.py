"""Writes plain values as TOML; the standard library only reads it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any


def dumps(document: Mapping[str, Any]) -> str:
    """Write a mapping as TOML: tables as sections, lists of tables as repeated sections.

    >>> print(dumps({"seed": 7, "step": [{"grouping": "mdav", "fill": {"name": "average"}}]}))
    seed = 7
    <BLANKLINE>
    [[step]]
    grouping = "mdav"
    fill = { name = "average" }
    """
    plain = [f"{_key(name)} = {_value(value)}" for name, value in document.items() if not _is_section(value)]
    sections = [_section(name, value) for name, value in document.items() if _is_section(value)]
    return "\n\n".join(filter(None, ["\n".join(plain), *sections]))


def _is_section(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, Sequence) and len(value) > 0 and all(isinstance(part, Mapping) for part in value)
    )


def _section(name: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return "\n".join([f"[{_key(name)}]", *_lines(value)]) if value else ""
    return "\n\n".join("\n".join([f"[[{_key(name)}]]", *_lines(part)]) for part in value)


def _lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(name)} = {_value(value)}" for name, value in table.items() if value is not None]


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(name)} = {_value(part)}" for name, part in value.items() if part is not None)
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return _text(str(value))


def _key(name: str) -> str:
    bare = bool(name) and all(c.isascii() and (c.isalnum() or c in "-_") for c in name)
    return name if bare else _text(name)


def _text(value: str) -> str:
    # JSON's string is TOML's basic string, but for the delete character, which TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
