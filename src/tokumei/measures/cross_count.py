"""Cross count: how far the counts of a cross table have moved."""

from typing import Annotated

import numpy as np
from pydantic import Field

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.alike import crossed
from tokumei.params import Columns
from tokumei.registry import measure

CrossedColumns = Annotated[
    Columns, Field(description="the quasi columns whose combinations are counted; all of them by default")
]


@measure(
    scope="counts",
    needs=("quasi",),
    identity_zero=True,
    paper="PWSCup 2015, U3",
    aliases=("pwscup2015:U3",),
    numbers={
        "cross_count": "mean difference between the rows of a cell of the cross table before and after, over the "
        "cells that both tables have",
        "cells_lost": "share of the original's cells that no released row is in; they do not count above",
        "rows_elsewhere": "share of released rows in cells that the original does not have; they do not count either",
    },
    shares=("cells_lost", "rows_elsewhere"),
    ja={
        "summary": "クロス集計の各セルの行数が、どれだけ変わったかを測る。",
        "columns": "クロス集計に使う準識別子の列（既定はすべて）",
        "number:cross_count": "両方の表にあるセルについて、行数の差の平均",
        "number:cells_lost": "元の表のセルのうち、公開表に 1 行もないものの割合（上の平均には入らない）",
        "number:rows_elsewhere": "公開行のうち、元の表にないセルに入るものの割合（同じく平均には入らない）",
    },
)
def cross_count(
    original: Table, released: Release, *, columns: CrossedColumns = None, job: Job = ALONE
) -> dict[str, float]:
    """Measure how far the counts of a cross table of quasi columns have moved.

    A cell is a combination of values of the chosen columns. The headline is the mean absolute difference
    of its rows before and after, over the cells that have rows in both tables: a cell that is empty on
    one side is dropped, as in the contest. Whoever generalizes all values therefore scores well for
    lack of anything to compare; `cells_lost` and `rows_elsewhere` tell how much was dropped so. Where
    no cell is in both tables there is no number.

    A released range counts as the value at its middle, a set as a value of its own; a missing cell equals
    a missing one, and `*` only another `*`.

    Time grows with n.

    Reference: U3 (crossCnt) of the PWSCup 2015, which took columns 1 to 6.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [1, 1, 1, 2]}), Schema(quasi="age")).pinned()
    >>> cross_count(table, Release(table.released(pl.DataFrame({"age": [1, 2, 2, 3]}))))
    {'cross_count': 1.5, 'cells_lost': 0.0, 'rows_elsewhere': 0.25}
    """
    cells = crossed(original, released.data, columns)
    before, after = cells.counts
    both = cells.in_both
    if len(original) and not both.any():
        job.find("no_common_cells")
    error = np.abs(before - after)[both].mean() if both.any() else np.nan if len(original) else 0.0
    return {
        "cross_count": float(error),
        "cells_lost": float((before[~both] > 0).sum() / max((before > 0).sum(), 1)),
        "rows_elsewhere": float(after[~both].sum() / max(after.sum(), 1)),
    }
