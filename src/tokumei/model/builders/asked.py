"""What a user asks of a column's hierarchy: a file, or a kind with its options; checked before any work."""

import os
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field
from pydantic_core import to_jsonable_python

from tokumei.errors import BadSchema
from tokumei.model.builders.builder import Numbers, builder_of
from tokumei.params import checked, options_of

Asked = str | dict[str, Any]
"""The path of a file, or a table of options with `file` or `kind`."""


def _of_file(
    *,
    file: Annotated[str, Field(description="a hierarchy file: a table as ARX writes it, or a tree in TOML or JSON")],
    others: Annotated[
        str | None, Field(description="the entry above the values that the file does not have; * for the root itself")
    ] = None,
    weights: Annotated[
        Numbers, Field(description="what each step towards the root loses; all the same if not said")
    ] = None,
    pad: Annotated[bool, Field(description="whether rows that are too short repeat their value")] = False,
    root: Annotated[bool, Field(description="whether the root * is put above the last level")] = False,
) -> None:
    """Hold the options of a hierarchy that comes from a file."""


OF_FILE: type[BaseModel] = options_of("file", _of_file)


def asked(column: str, given: object) -> Asked:
    """Return what is said of a column's hierarchy, checked: a path, a table of options, or groups of values."""
    if isinstance(given, str | os.PathLike):
        return os.fspath(given)
    if not isinstance(given, Mapping):
        raise BadSchema(
            f"column '{column}': a hierarchy is the path of its file or a table with its kind, not a "
            f"{type(given).__name__}."
        )
    said = dict(given)
    if isinstance(said.get("file"), str | os.PathLike):
        said["file"] = os.fspath(said["file"])
        return _said(said, of_file(column, said))
    if not isinstance(said.get("kind"), str):
        if not said or not all(isinstance(part, Mapping | list | tuple) for part in said.values()):
            raise BadSchema(
                f"column '{column}': a hierarchy says its file or its kind, or lists the values of each group: "
                '{Kanto = ["Chiba", "Tokyo"]}.'
            )
        said = {"kind": "group", "groups": said}
    made = builder_of(said["kind"], where(column))
    options = {name: value for name, value in said.items() if name != "kind"}
    return {"kind": made.name, **_said(options, made.checked(options, where(column)))}


def of_file(column: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a hierarchy from a file, completed."""
    return checked(where(column), OF_FILE, given)


def where(column: str) -> str:
    """Return how errors name the place."""
    return f"column '{column}', hierarchy"


def _said(given: Mapping[str, Any], valid: Mapping[str, Any]) -> dict[str, Any]:
    # Only what was said, in plain values, so that a recipe can hold it.
    said: dict[str, Any] = to_jsonable_python({name: valid[name] for name in given})
    return said
