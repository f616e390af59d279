"""Options that name columns of two tables: by name, or as how many of the first are meant."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from tokumei.errors import BadOption, UnknownColumn, listing
from tokumei.model.table import Table

Wanted = int | list[str] | None


def _one_name(given: Any) -> Any:
    # A lone text is a name, unless it is a number as a command line writes it.
    return [given] if isinstance(given, str) and not given.isdigit() else given


Named = Annotated[Annotated[int, Field(ge=0)] | list[str] | None, BeforeValidator(_one_name)]
"""Columns by name, so many of the first, or a default that the method tells of."""
Quasi = Annotated[
    Named, Field(description="the quasi columns that must fit: names, or how many of the first; all by default")
]
Sensitive = Annotated[
    Named, Field(description="the columns of numbers: names, or how many of the first sensitive ones; all by default")
]


def named(option: str, wanted: Wanted, default: Sequence[str], known: Table, released: Table) -> list[str]:
    """Return the columns that an option names, all of which both tables must have.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [31], "sex": ["f"]}), Schema(quasi=["age", "sex"]))
    >>> named("quasi", 1, table.quasi, table, table), named("quasi", ["sex"], table.quasi, table, table)
    (['age'], ['sex'])
    """
    if isinstance(wanted, int) and wanted > len(default):
        raise BadOption(f"{option}={wanted}: there are {len(default)} such columns, {listing(default)}.")
    names = list(dict.fromkeys(wanted)) if isinstance(wanted, list) else list(default[:wanted])
    need_columns(names, known, "the original table")
    need_columns(names, released, "the released table")
    return names


def need_columns(names: Iterable[str], table: Table, where: str) -> None:
    """Refuse a table that lacks one of some columns."""
    for name in names:
        if name not in table.frame.columns:
            raise UnknownColumn.named(name, table.frame.columns, where=where)
