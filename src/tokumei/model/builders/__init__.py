"""Hierarchies made for a column: as the user asks, else what suits it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tokumei.errors import BadOption, BadSchema
from tokumei.model.builders.asked import of_file, where
from tokumei.model.builders.auto import auto
from tokumei.model.builders.builder import BUILDERS, COMMON, Builder, Numbers, builder_of, listed
from tokumei.model.builders.date import date
from tokumei.model.builders.group import flat, group
from tokumei.model.builders.interval import interval
from tokumei.model.builders.order import order
from tokumei.model.builders.prefix import prefix
from tokumei.model.builders.values import values_of
from tokumei.model.hierarchy import ROOT, Hierarchy, Tree
from tokumei.model.table import Table

__all__ = [
    "BUILDERS", "Builder", "asked_for", "auto", "builder_of", "built", "completed", "date", "flat", "group",
    "hierarchy_of", "interval", "order", "prefix",
]  # fmt: skip


def hierarchy_of(table: Table, name: str) -> Tree:
    """Return the hierarchy of a column: what the schema says, else one made for it."""
    return table.schema.trees.get(name) or auto(table, name)


def asked_for(table: Table, name: str, asked: str | Mapping[str, Any], read: Callable[..., Hierarchy]) -> Tree:
    """Return the hierarchy that is asked for a column: what `read` finds in a file, else one that is made."""
    if isinstance(asked, str):
        return read(asked)
    if "file" not in asked:
        return built(table, name, asked)
    options = of_file(name, asked)
    common = {option: options.pop(option) for option in COMMON}
    return completed(table, name, read(options.pop("file"), **options), **common)


def built(table: Table, name: str, asked: Mapping[str, Any]) -> Tree:
    """Make the hierarchy that is asked for: its `kind`, and the options of that kind."""
    made = builder_of(asked.get("kind"), where(name))
    options = made.checked({option: given for option, given in asked.items() if option != "kind"}, where(name))
    common = {option: options.pop(option) for option in COMMON}
    return completed(table, name, made.make(table, name, **options), **common)


def completed(table: Table, name: str, tree: Tree, *, weights: Numbers = None, others: str | None = None) -> Tree:
    """Return a hierarchy with its weights, and with rows for the values it does not cover where that is asked for."""
    if others is not None:
        tree = _with_others(table, name, tree, others)
    try:
        return tree.weighted(listed(weights)) if weights else tree
    except BadOption as fault:
        raise BadOption(f"column '{name}': {fault}") from None


def _with_others(table: Table, name: str, tree: Tree, others: str) -> Hierarchy:
    if not isinstance(tree, Hierarchy):
        raise BadSchema(
            f"column '{name}': others is for trees of values; intervals cover all there is between their ends."
        )
    below = next((row[1:] for row in tree.levels if row[1] == others), None)
    if below is None and others != ROOT:
        # A new entry stands right below the root.
        below = (*[others] * (tree.steps - 1), tree.levels[0][-1])
    known = {row[0] for row in tree.levels}
    left = [value for value in values_of(table, name) if value not in known]
    rows = [(value, *(below or (*[value] * (tree.steps - 1), tree.levels[0][-1]))) for value in left]
    return replace(tree, levels=(*tree.levels, *rows), others=others)
