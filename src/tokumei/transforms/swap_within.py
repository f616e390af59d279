"""Shuffles sensitive values among rows with equal quasi values."""

from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.changed import changed, chosen_columns, tell_of_lone_rows
from tokumei.model.grouped import Groups
from tokumei.params import Columns
from tokumei.registry import transform

if TYPE_CHECKING:
    import polars as pl

Swapped = Annotated[Columns, Field(description="the columns to swap, each on its own; by default the sensitive ones")]


@transform(
    scope="whole",
    paper="Ito and Kikuchi, 2016, 4.2.4",
    ja={
        "summary": "準識別子が等しい行の間で、機微な値を列ごとに無作為に入れ替えます。",
        "columns": "列ごとに入れ替える列（既定は機微な列）",
    },
)
def swap_within(data: Table, *, columns: Swapped = None, job: Job = ALONE) -> Release:
    """Shuffle sensitive values among rows with equal quasi values.

    The groups are the rows published alike in the quasi columns. In each, the cells of a column are dealt out anew,
    missing ones with them, every column on its own: whatever is counted by quasi values stays exact, what hangs
    together within a row does not. Put a grouping first: a row alone in its group keeps its values. A finding counts
    such rows; where a person has several rows it counts rows that share their group with no other person.

    Every released value is a true one. Who knows an exact value still finds the group it lies in, though not the
    row. Time grows with n log n.

    Reference: Ito and Kikuchi (2016), 4.2.4 and Table 9.

    >>> import polars as pl; from tokumei.model import Schema
    >>> people = Table(pl.DataFrame({"age": [31, 31, 24], "pay": [1, 2, 3]}), Schema(quasi="age", sensitive="pay"))
    >>> swap_within(people, job=Job(np.random.default_rng(0))).data.frame["pay"].to_list()
    [2, 1, 3]
    """
    names = chosen_columns("swap_within", data, columns, data.sensitive)
    labels = data.published_alike()
    groups = Groups.by(labels)
    made: dict[str, pl.Series] = {}
    tell_of_lone_rows("swap_within", data, labels, job)
    source, sorted_groups = np.empty(len(data), dtype=np.int64), groups.of[groups.rows]
    for place, name in enumerate(names):
        # Sorted by group plus a lot below one, the rows of a group stand where they did, in an order drawn anew.
        source[groups.rows] = groups.rows[np.argsort(sorted_groups + job.rng.random(len(data)), kind="stable")]
        made[name] = data.frame[name].gather(source)
        job.progress((place + 1) / len(names))
    return changed("swap_within", data, made, job)
