"""Publishes for each group the range or the set of its values."""

from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field

from tokumei.model import ALONE, Job, Labels, Table
from tokumei.model.columns import column, series_at
from tokumei.model.grouped import Groups, ends
from tokumei.model.published import range_cells, set_cells
from tokumei.registry import fill

if TYPE_CHECKING:
    import polars as pl

Style = Annotated[
    Literal["cells", "columns"],
    Field(description="write a range in one cell, [24;31], or in two columns, age_min and age_max"),
]


@fill(
    ja={
        "summary": "グループの値を範囲または値の集合に置き換えます。",
        "style": "範囲を 1 つのセル [24;31] に書くか、2 列 age_min と age_max に書くか",
    }
)
def span(data: Table, labels: Labels, *, style: Style = "cells", job: Job = ALONE) -> Table:
    """Replace the quasi values of each group by the range or set they span.

    Numbers, dates and ordered values become a range `[24;31]`, categories a set `{Chiba;Tokyo}`; a
    group of one value keeps it bare. A missing cell takes its group's range like every other row; a
    group where all cells are missing keeps them missing. A column where no group spans more than one
    value keeps its type. With `style="columns"` ranges are written as two columns.

    Rows, order and all other columns stay as they are. This is local recoding: two groups' ranges may
    overlap.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [31, 24], "city": ["Chiba", "Tokyo"]}), Schema(quasi=["age", "city"]))
    >>> span(table, np.zeros(2, dtype=np.int64)).frame.row(0)
    ('[24;31]', '{Chiba;Tokyo}')
    """
    groups = Groups.by(labels)
    spanned = []
    for place, name in enumerate(data.frame.columns):
        spanned += _spanned(data, name, groups, style) if name in data.quasi else [data.frame[name]]
        job.progress((place + 1) / data.frame.width)
    return _renamed(data, data.frame.select(spanned))


def _spanned(data: Table, name: str, groups: Groups, style: str) -> "list[pl.Series]":
    cells = column(data, name)
    gone = groups.has(cells.suppressed[cells.of])
    if not cells.on_a_line:
        return [set_cells(data.frame[name], cells, groups, gone)]
    shown = (np.where(gone, np.nan, place) for place in ends(cells, groups))
    low, high = (series_at(data, name, place[groups.of]) for place in shown)
    if style == "columns" and not gone.any():
        return [low.alias(f"{name}_min"), high.alias(f"{name}_max")]
    return [range_cells(data.frame[name], low, high, groups, gone)]


def _renamed(data: Table, frame: "pl.DataFrame") -> Table:
    ends_of = {name: (f"{name}_min", f"{name}_max") for name in data.quasi if name not in frame.columns}
    if not ends_of:
        return Table(frame, data.schema)
    quasi = [end for name in data.quasi for end in ends_of.get(name, (name,))]
    kinds = {end: data.kind(name) for name, both in ends_of.items() for end in both}
    ordered = [name for name in ends_of if kinds[ends_of[name][0]] == "ordered"]
    orders = {end: tuple(data.order(name)) for name in ordered for end in ends_of[name]}
    left = data.schema.only(frame.columns)
    return Table(frame, left.but(quasi=quasi, kinds={**left.kinds, **kinds}, orders={**left.orders, **orders}))
