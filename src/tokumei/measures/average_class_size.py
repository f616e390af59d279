"""Average class size: how many rows a group has, in rows and in multiples of k."""

from typing import Annotated

import numpy as np
from pydantic import Field

from tokumei.model import Release, Table
from tokumei.model.origins import suppressed_rows
from tokumei.registry import measure

Least = Annotated[
    int | None,
    Field(ge=1, description="the k that sizes are compared with; by default the smallest group of the release"),
]


@measure(
    scope="counts",
    needs=("quasi",),
    paper="LeFevre, DeWitt and Ramakrishnan, ICDE 2006, doi:10.1109/ICDE.2006.101",
    numbers={
        "average_class_size": "mean number of rows published alike; suppressed rows are in no group",
        "average_class_size_over_k": "the same over k (1: no group is larger than it must be)",
    },
    ja={
        "summary": "同じ値で公開された行のグループの平均の大きさを測る。",
        "k": "比べる k（省略時は公開データの最小グループの行数）",
        "number:average_class_size": "同じ値で公開された行のグループの平均行数（秘匿された行は数えない）",
        "number:average_class_size_over_k": "それを k で割った値（1：必要以上に大きいグループがない）",
    },
)
def average_class_size(original: Table, released: Release, *, k: Least = None) -> dict[str, float]:
    """Measure the mean size of the groups of rows published alike, in rows and in multiples of k.

    Rows suppressed in every quasi column are in no group, unless all of them are. The number over k is C_AVG of
    LeFevre, DeWitt and Ramakrishnan, the rows over groups times k.

    Reference: LeFevre, DeWitt and Ramakrishnan (2006), doi:10.1109/ICDE.2006.101. Where we differ: k is the smallest
    group of the release unless it is given.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [1, 1, 2, 2, 2, 2]}), Schema(quasi="age"))
    >>> average_class_size(table, Release(table))
    {'average_class_size': 3.0, 'average_class_size_over_k': 1.5}
    """
    shown = released.data.published_alike()[~suppressed_rows(released.data)]
    sizes = np.bincount(shown)
    sizes = sizes[sizes > 0]
    # Where nothing is shown at all, all rows are alike.
    mean = float(sizes.mean()) if sizes.size else float(len(released.data))
    least = k or int(sizes.min(initial=len(original))) or 1
    return {"average_class_size": mean, "average_class_size_over_k": mean / least}
