"""Hierarchies of values that have an order: neighbors are joined."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from tokumei.errors import BadOption, BadSchema
from tokumei.model.builders.builder import Factor, Most, builder
from tokumei.model.builders.line import BEHIND, Edges, parting
from tokumei.model.builders.values import tree_of, values_of
from tokumei.model.cells import range_of
from tokumei.model.hierarchy import Intervals, Tree
from tokumei.model.table import Table

Values = list[str | float | bool] | None


@builder(
    ja={
        "summary": "順序のある値を隣どうしでまとめます。",
        "size": "最初の段階でいくつの値をまとめるか",
        "order": "値の順序（最初から最後まで）。省略すると列の順序",
        "factor": "ある段階の項目をいくつまとめて次の段階の一つにするか",
        "levels": "値と根の間の段階数の上限",
    }
)
def order(
    table: Table,
    name: str,
    *,
    size: Annotated[int, Field(ge=2, description="how many values are joined at the first level")] = 2,
    order: Annotated[
        Values, Field(description="the values from first to last; the order of the column if not said")
    ] = None,
    factor: Factor = 2,
    levels: Most = None,
) -> Tree:
    """Neighbors of an order joined, with ranges as labels: [small;medium].

    >>> import polars as pl; from tokumei.model import Schema
    >>> sizes = Table(pl.DataFrame({"size": ["s", "l"]}), Schema(quasi="size"))
    >>> globals()["order"](sizes, "size", order=["s", "m", "l"]).levels[0]
    ('s', '[s;m]', '*')
    """
    if table.kind(name) == "ordered" and order is None:
        return Intervals(parting(places(len(table.order(name)), size, factor))[:levels], is_whole=True)
    if order is None:
        raise BadSchema(
            f"column '{name}' has no order; give its values from first to last (order = [...]), or say that it is "
            f"ordered (--kind-of {name}=ordered)."
        )
    said = [str(value) for value in order]
    missing = len(set(values_of(table, name)) - set(said))
    if missing or len(set(said)) < len(said):
        raise BadOption(f"column '{name}': order must name each of its values once; {missing} of them are not in it.")
    above = [_ranges(said, edges) for edges in places(len(said), size, factor)]
    return tree_of([said, *above], levels)


def places(count: int, size: int = 2, factor: int = 2) -> Edges:
    """Return the edges of so many places in an order, joined by `size`, then by `factor` from level to level.

    The last edge lies a little behind the last place, so that an interval may hold that place alone.

    >>> [level.tolist() for level in places(5)]
    [[0.0, 2.0, 4.0, 4.25], [0.0, 4.0, 4.25]]
    """
    if not count:
        return []
    levels, width = [], size
    while width < count:
        levels.append(np.append(np.arange(0, count, width, dtype=np.float64), count - 1 + BEHIND))
        width *= factor
    return levels


def _ranges(values: Sequence[str], edges: Any) -> list[str]:
    ends = np.floor(edges).astype(int)
    last = np.append(ends[1:-1] - 1, ends[-1])
    labels = [range_of(values[a], values[b]) for a, b in zip(ends[:-1], last, strict=True)]
    return [label for label, a, b in zip(labels, ends[:-1], last, strict=True) for _ in range(a, b + 1)]
