"""What a command line says of columns: their roles, kinds, hierarchies and weights."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tokumei.errors import BadOption, BadSchema, UnknownColumn, listing, unknown
from tokumei.model.recipe import ColumnPart
from tokumei.model.schema import KINDS, Kind, Role
from tokumei.written import split_names

Given = Mapping[str, Any]
Rest = Literal["keep", "drop"] | None
DETAILS = {"kind": "kind_of", "hierarchy": "hierarchy", "weight": "weight"}
"""What may be said of a column beside its role, and the option that says it."""


def columns_of(given: Given, rest: Rest = None) -> tuple[dict[str, ColumnPart], Rest]:
    """Return what is said of each column, and what happens to those without a role.

    `rest` holds where the command line does not say it.
    """
    named, said_rest = _others(given)
    rest = said_rest or rest
    roles = roles_of(given, named)
    details = {key: pairs_of(given, option) for key, option in DETAILS.items()}
    for key, values in details.items():
        for name in values:
            if name not in roles and rest is None:
                raise UnknownColumn.named(name, roles, where=f"the columns with a role ({_flag(DETAILS[key])})")
            roles.setdefault(name, "other")
    return {name: _part(name, role, details) for name, role in roles.items()}, rest


def roles_of(given: Given, others: Sequence[str] = ()) -> dict[str, Role]:
    """Return the role of each column that has one; a column has one role."""
    roles: dict[str, Role] = {}
    named: dict[Role, Sequence[str]] = {
        role: split_names(given.get(role) or ()) for role in ("identifier", "quasi", "sensitive")
    }
    for role, names in {**named, "other": others}.items():
        doubled = [name for name in dict.fromkeys(names) if roles.get(name, role) != role]
        if doubled:
            raise BadSchema(f"a column has one role; {listing(doubled)} was given more than one.")
        roles |= dict.fromkeys(names, role)
    return roles


def kinds_of(given: Given) -> dict[str, Kind]:
    """Return the kinds said of columns, checked."""
    return {name: _kind(name, said) for name, said in pairs_of(given, "kind_of").items()}


def pairs_of(given: Given, option: str) -> dict[str, str]:
    """Return what an option of the form COLUMN=VALUE says of each column."""
    pairs: dict[str, str] = {}
    for text in given.get(option) or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise BadOption(f"{_flag(option)} '{text}' cannot be read; write COLUMN=VALUE, once for each column.")
        pairs[name.strip()] = value.strip()
    return pairs


def _others(given: Given) -> tuple[list[str], Rest]:
    names = split_names(given.get("other") or ())
    if names == ["keep"]:
        return [], "keep"
    return ([], "drop") if names == ["drop"] else (names, None)


def _part(name: str, role: Role, details: Mapping[str, Mapping[str, str]]) -> ColumnPart:
    said: dict[str, Any] = {key: values[name] for key, values in details.items() if name in values}
    if "kind" in said:
        said["kind"] = _kind(name, said["kind"])
    if "hierarchy" in said:
        from tokumei.cli.options.hierarchy import hierarchy_of

        said["hierarchy"] = hierarchy_of(name, said["hierarchy"])
    if "weight" in said:
        said["weight"] = _weight(name, said["weight"])
    return ColumnPart(role=role, **said)


def _kind(name: str, text: str) -> Kind:
    kind = next((kind for kind in KINDS if kind == text), None)
    if kind is None:
        raise BadOption(f"--kind-of {name}={text}: {unknown('kind', text, KINDS)}")
    return kind


def _weight(name: str, text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = 0.0
    if not 0 < weight < float("inf"):
        raise BadOption(f"--weight {name}={text} is not allowed; give a number above 0.")
    return weight


def _flag(option: str) -> str:
    return f"--{option.replace('_', '-')}"
