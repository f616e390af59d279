"""Cell error: how far each sensitive value is from the one it is declared to come from."""

from typing import Annotated

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.amounts import amount_columns, amounts, headline
from tokumei.model.declared import contradiction
from tokumei.params import Columns
from tokumei.registry import measure

Sensitive = Annotated[Columns, Field(description="the sensitive columns of numbers to compare; all of them by default")]
Floats = npt.NDArray[np.float64]


@measure(
    needs=("key", "sensitive_numbers"),
    identity_zero=True,
    paper="PWSCup 2015, U5",
    aliases=("pwscup2015:U5",),
    numbers={
        "cell_error": "mean over released rows and sensitive columns of how far a value is from the original one, as a "
        "share of the column's range",
        "cell_error.*": "the same for this column alone",
    },
    ja={
        "summary": "機微な値が、対応する元の行の値からどれだけ離れたかを測る。",
        "sensitive": "比べる機微な数値列（既定はすべて）",
        "number:cell_error": "公開行と機微な列について、元の値との差を列の範囲で割った値の平均",
        "number:cell_error.*": "この列だけで見た同じ平均",
    },
)
def cell_error(
    original: Table, released: Release, *, sensitive: Sensitive = None, job: Job = ALONE
) -> dict[str, float]:
    """Measure how far each sensitive value is from that of the row it is declared to come from.

    Each difference is divided by the range of the column in the original; the headline is the mean over
    rows and columns, and may exceed 1 where values leave that range. The row is that of the *declared*
    key where there is one: this is the only measure of the contest that notices `yamaoka`, which leaves
    all rows as they are and declares other owners. Where rows that stand unchanged in the release
    tell against the key, a finding says so.

    Deleted rows are skipped, and so are dummies. A range counts as the number at its middle. A missing,
    suppressed or infinite cell is a full error of 1; cells without a number in the original are left out.
    In a column that is the same in all rows any other value is an error of 1.

    Time grows with n log n.

    Reference: U5 (IL) of the PWSCup 2015.

    >>> import polars as pl; from tokumei.model import Schema
    >>> frame = pl.DataFrame({"age": [1, 1, 1], "pay": [10, 20, 30]})
    >>> table = Table(frame, Schema(quasi="age", sensitive="pay")).pinned()
    >>> after = table.released(pl.DataFrame({"age": [1, 1], "pay": ["25", "*"]}))
    >>> cell_error(table, Release(after, key=np.array([1, 2])))
    {'cell_error': 0.625, 'cell_error.pay': 0.625}
    """
    names = amount_columns(original, released.data, sensitive)
    declared = released.rows_behind() if released.declared_key is None else released.declared_key
    rows = np.flatnonzero(declared >= 0)
    errors = {}
    for place, name in enumerate(names):
        before = amounts(original, name, raw=True)
        errors[f"cell_error.{name}"] = _error(before, before[declared[rows]], amounts(released.data, name)[rows])
        job.progress((place + 1) / (len(names) + 1))
    told = contradiction(original, released)
    if told is not None:
        job.find("key_contradicts_data", rows=told.wrong, of=int(told.released.size))
    return {"cell_error": headline(list(errors.values())), **errors}


def _error(every: Floats, before: Floats, after: Floats) -> float:
    counted = ~np.isnan(before)
    if not counted.any():
        return float("nan") if not np.isnan(every).all() else 0.0
    # Halves, so that no difference overflows.
    before, after = before[counted] / 2, after[counted] / 2
    width = np.nanmax(every) / 2 - np.nanmin(every) / 2
    apart = np.abs(before - after)
    errors = apart / width if width > 0 else (apart > 0).astype(np.float64)
    return float(np.where(np.isnan(apart), 1.0, errors).mean())
