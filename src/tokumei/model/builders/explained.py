"""Finds the hierarchies that explain the cells of a release which came without them."""

from collections.abc import Mapping

import polars as pl

from tokumei.model.builders.auto import auto
from tokumei.model.hierarchy import Hierarchy, Tree
from tokumei.model.schema import LINE_KINDS
from tokumei.model.table import Table


def explained(original: Table, released: Table) -> Mapping[str, Tree]:
    """Return hierarchies for the quasi columns of an original, so that its release can be read.

    Those the release was made with come first. Where a release was read from a file, its prefixes and parts
    of values can be told: `auto` makes the same hierarchy of the same original again.
    """
    left = [name for name in original.quasi if name in released.frame.columns and name not in released.schema.trees]
    categories = [name for name in left if original.kind(name) not in LINE_KINDS and name not in original.schema.trees]
    cells = original.as_released()
    found = {name: _explaining(cells, released, name) for name in categories}
    known = {name: tree for name, tree in released.schema.trees.items() if name in original.quasi}
    return {**known, **{name: tree for name, tree in found.items() if tree is not None}}


def _explaining(original: Table, released: Table, name: str) -> Tree | None:
    strange = set(_texts(released, name)) - set(_texts(original, name)) - {"*"}
    if not strange:
        return None
    tree = auto(original, name)
    return tree if isinstance(tree, Hierarchy) and not strange.isdisjoint(tree.values_under) else None


def _texts(table: Table, name: str) -> list[str]:
    return table.frame[name].drop_nulls().unique().cast(pl.String).to_list()
