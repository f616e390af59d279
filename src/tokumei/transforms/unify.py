"""Sets whole columns to one value."""

from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.errors import BadOption
from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.cells import single
from tokumei.model.changed import changed, chosen_columns, constant, numbers_of, place_of, with_numbers
from tokumei.model.columns import column
from tokumei.model.schema import LINE_KINDS
from tokumei.model.table import first_rows
from tokumei.params import Columns
from tokumei.registry import transform

if TYPE_CHECKING:
    import polars as pl

Unified = Annotated[Columns, Field(description="the columns to set to one value each; by default all quasi columns")]
By = Annotated[
    Literal["most_frequent", "mean", "median"],
    Field(description="what the one value is where none is given: the most frequent, or the mean or median of numbers"),
]
Value = Annotated[int | float | str | None, Field(description="the one value itself, the same for every column")]


@transform(
    scope="counts",
    paper="Ito and Kikuchi, 2016, 4.2.2",
    ja={
        "summary": "列全体を 1 つの値に統一します。",
        "columns": "統一する列（既定はすべての準識別子）",
        "by": "統一する値の決め方（最頻値、平均、中央値）",
        "value": "統一する値（すべての列に同じ値）",
    },
)
def unify(
    data: Table, *, columns: Unified = None, by: By = "most_frequent", value: Value = None, job: Job = ALONE
) -> Release:
    """Set whole columns to one value, so that they tell nothing of anybody.

    Rows that differed in these columns alone are published alike from then on. By default all quasi columns
    go; name those that the reader can do without. The value is the most frequent one, the lowest on a
    tie, or the mean or median of a number, or the one given. Every cell takes it, missing ones too: a gap would
    tell. A column without any value stays as it is.

    Time grows with n.

    Reference: Ito and Kikuchi (2016), 4.2.2 and Table 3. Where we differ: they do not say which value is taken.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [31, 24, 31], "sex": ["m", "f", "m"]}), Schema(quasi=["age", "sex"]))
    >>> unify(table, columns=["age"]).data.frame.rows()
    [(31, 'm'), (31, 'f'), (31, 'm')]
    """
    names = chosen_columns("unify", data, columns, data.quasi)
    made = {}
    for place, name in enumerate(names):
        if value is not None:
            made[name] = _given(data, name, str(value))
        elif by == "most_frequent":
            made[name] = _most_frequent(data, name)
        else:
            made[name] = _middle(data, name, by)
        job.progress((place + 1) / len(names))
    return changed("unify", data, made, job)


def _given(data: Table, name: str, text: str) -> "pl.Series":
    if data.kind(name) in LINE_KINDS:
        return with_numbers(
            data, name, np.full(len(data), place_of("unify", data, name, "value", text)), everywhere=True
        )
    return constant("unify", data, name, "value", single(text) if name in data.quasi else text)


def _most_frequent(data: Table, name: str) -> "pl.Series":
    series, cells = data.frame[name], column(data, name)
    counts = np.where(cells.missing | cells.suppressed, 0, np.bincount(cells.of, minlength=cells.missing.size))
    if not counts.any():
        return series
    first = first_rows(cells.of)
    rank = cells.low if cells.on_a_line else _by_text(series.gather(first))
    best = np.lexsort((rank, -counts))[0]
    return series.gather(np.full(len(data), first[best]))


def _by_text(distinct: "pl.Series") -> npt.NDArray[np.float64]:
    import polars as pl

    return distinct.cast(pl.String).rank("dense").cast(pl.Float64).to_numpy()


def _middle(data: Table, name: str, by: str) -> "pl.Series":
    if data.kind(name) not in LINE_KINDS or (by == "mean" and data.kind(name) == "ordered"):
        raise BadOption(f"unify: by={by}: column '{name}' is of kind {data.kind(name)}; take by=most_frequent there.")
    numbers = numbers_of("unify", data, name)
    present = numbers[~np.isnan(numbers)]
    if not present.size:
        return data.frame[name]
    # The lower median is a value of the column; the sum of halves of huge values does not overflow.
    middle = np.sort(present)[(present.size - 1) // 2] if by == "median" else (present / present.size).sum()
    return with_numbers(data, name, np.full(len(data), middle), everywhere=True)
