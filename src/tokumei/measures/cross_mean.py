"""Cross mean: how far the means inside the cells of a cross table have moved."""

from typing import Annotated

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.model import ALONE, Job, Release, Rows, Table
from tokumei.model.alike import Crossed, crossed
from tokumei.model.amounts import amount_columns, amounts, headline
from tokumei.model.grouped import Groups
from tokumei.params import Columns
from tokumei.registry import measure

CrossedColumns = Annotated[
    Columns, Field(description="the quasi columns whose combinations are the cells; all of them by default")
]
Sensitive = Annotated[Columns, Field(description="the sensitive columns of numbers to compare; all of them by default")]
Floats = npt.NDArray[np.float64]


@measure(
    scope="counts",
    needs=("quasi", "sensitive_numbers"),
    identity_zero=True,
    paper="PWSCup 2015, U2",
    aliases=("pwscup2015:U2",),
    numbers={
        "cross_mean": "mean over the sensitive columns, and over the cells of the cross table that both tables have, "
        "of how far the mean inside the cell has moved, in units of the data",
        "cross_mean.*": "the same for this column alone",
    },
    ja={
        "summary": "クロス集計の各セルの中で、機微な数値列の平均がどれだけずれたかを測る。",
        "columns": "クロス集計に使う準識別子の列（既定はすべて）",
        "sensitive": "比べる機微な数値列（既定はすべて）",
        "number:cross_mean": "両方の表にあるセルの中の平均値のずれを、セルと機微な列について平均した値（データの単位）",
        "number:cross_mean.*": "この列だけで見た同じ値",
    },
)
def cross_mean(
    original: Table, released: Release, *, columns: CrossedColumns = None, sensitive: Sensitive = None, job: Job = ALONE
) -> dict[str, float]:
    """Measure how far the means inside the cells of a cross table have moved.

    A cell is a combination of values of the chosen quasi columns. For each cell that has rows in both
    tables and each sensitive column, the absolute difference between the means of its rows before and
    after; the headline is the mean of all these. `cross_count` tells how many cells one table alone has:
    they are dropped, as in the contest. Where no cell is in both tables there is no number.

    Quasi cells are compared as by `cross_count`. A sensitive range counts as the number at its middle;
    missing, suppressed and infinite cells are left out, and so is a cell where a table has no number.

    Time grows with n.

    Reference: U2 (crossMean) of the PWSCup 2015, which took columns 1 to 6. Where we differ: the paper's
    Table 11 prints small values for averaging and swapping inside equal quasi values; by definition
    both score 0, as its text says.

    >>> import polars as pl; from tokumei.model import Schema
    >>> frame = pl.DataFrame({"age": [1, 1, 2], "pay": [10, 20, 30]})
    >>> table = Table(frame, Schema(quasi="age", sensitive="pay")).pinned()
    >>> cross_mean(table, Release(table.released(frame.with_columns(pay=pl.Series([10, 26, 30])))))
    {'cross_mean': 1.5, 'cross_mean.pay': 1.5}
    """
    names = amount_columns(original, released.data, sensitive)
    cells = crossed(original, released.data, columns)
    groups = Groups.by(cells.original), Groups.by(cells.released)
    filled = [np.flatnonzero(count) for count in cells.counts]
    errors = {}
    for place, name in enumerate(names):
        before = _means(cells, groups[0], filled[0], amounts(original, name, raw=True))
        after = _means(cells, groups[1], filled[1], amounts(released.data, name))
        errors[f"cross_mean.{name}"] = _error(before, after)
        job.progress((place + 1) / len(names))
    return {"cross_mean": headline(list(errors.values())), **errors}


def _means(cells: Crossed, groups: Groups, filled: Rows, values: Floats) -> Floats:
    """Return the mean inside each cell; NaN where the cell has no number."""
    means = np.full(cells.cells, np.nan)
    means[filled] = groups.mean(values)
    return means


def _error(before: Floats, after: Floats) -> float:
    compared = ~np.isnan(before) & ~np.isnan(after)
    if compared.any():
        return float(np.abs(before - after)[compared].mean())
    return float("nan") if not np.isnan(before).all() else 0.0
