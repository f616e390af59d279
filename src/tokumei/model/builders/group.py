"""Hierarchies that the user spells out: which values belong together, and nothing else."""

from typing import Annotated, Any

from pydantic import Field

from tokumei.model.builders.builder import builder
from tokumei.model.builders.values import flat_tree, rows_of, values_of
from tokumei.model.cells import SUPPRESSED
from tokumei.model.hierarchy import Hierarchy, Tree
from tokumei.model.table import Table


@builder(
    ja={
        "summary": "どの値が同じグループに属するかを表で指定します。",
        "groups": "グループごとの値のリスト。入れ子にできる",
    }
)
def group(
    table: Table,
    name: str,
    *,
    groups: Annotated[dict[str, Any], Field(description="the values of each group, which may hold groups again")],
) -> Tree:
    """Values put into groups by hand: {Kanto = ["Chiba", "Tokyo"]}.

    >>> import polars as pl; from tokumei.model import Schema
    >>> cities = Table(pl.DataFrame({"city": ["Chiba"]}), Schema(quasi="city"))
    >>> group(cities, "city", groups={"Kanto": ["Chiba", "Tokyo"]}).levels[1]
    ('Tokyo', 'Kanto', '*')
    """
    where = f"column '{name}', groups"
    return Hierarchy.of([[*row, SUPPRESSED] for row in rows_of(groups, where)], where)


@builder(ja={"summary": "値と根だけの階層です。"})
def flat(table: Table, name: str) -> Tree:
    """Nothing between the values and the root."""
    return flat_tree(values_of(table, name))
