"""Publishes one value a group: its mean, median or most typical row."""

from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field

from tokumei.model import ALONE, Encoded, Job, Labels, Rows, Table
from tokumei.model.columns import column, series_at
from tokumei.model.grouped import Groups
from tokumei.model.published import commonest
from tokumei.registry import fill

if TYPE_CHECKING:
    import polars as pl

Center = Annotated[
    Literal["mean", "median", "medoid"],
    Field(description="what stands for the numbers of a group: their mean, their median, or its most typical row"),
]
KeepIntegers = Annotated[bool, Field(description="whether whole numbers stay whole numbers")]


@fill(
    ja={
        "summary": "グループの数値を平均に、カテゴリを最頻値に置き換えます。",
        "center": "グループの数値を代表する値（平均、中央値、最も典型的な行）",
        "keep_integers": "整数の列を整数のまま公開するか",
    }
)
def average(
    data: Table, labels: Labels, *, center: Center = "mean", keep_integers: KeepIntegers = True, job: Job = ALONE
) -> Table:
    """Replace the quasi values of each group by their mean, or the most frequent category.

    Whole numbers stay whole numbers (rounded half to even) unless told otherwise, dates stay dates;
    an ordered column takes its lower median, a category its most frequent value, on a tie the one
    that sorts first. A missing cell takes its group's value like every other row; a group where all
    cells are missing keeps them missing. `center="medoid"` publishes the quasi values of the row
    nearest the group's center instead, so every published combination exists.

    Rows, order and all other columns stay as they are. Time grows with n log n.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [31, 24, 28], "sex": ["m", "m", "f"]}), Schema(quasi=["age", "sex"]))
    >>> average(table, np.zeros(3, dtype=np.int64)).frame.rows()
    [(28, 'm'), (28, 'm'), (28, 'm')]
    """
    groups = Groups.by(labels)
    if center == "medoid":
        typical = _medoids(data, groups)[groups.of]
        return data.with_columns({name: data.frame[name].gather(typical) for name in data.quasi})
    filled = {}
    for place, name in enumerate(data.quasi):
        filled[name] = _centered(data, name, groups, center=center, keep_integers=keep_integers)
        job.progress((place + 1) / len(data.quasi))
    return data.with_columns(filled)


def _centered(data: Table, name: str, groups: Groups, *, center: str, keep_integers: bool) -> "pl.Series":
    cells = column(data, name)
    if not cells.on_a_line:
        return commonest(data.frame[name], cells, groups)
    middle = cells.middle[cells.of]
    centered = groups.median if cells.kind == "ordered" or center == "median" else groups.mean
    return series_at(data, name, centered(middle)[groups.of], whole=keep_integers)


def _medoids(data: Table, groups: Groups) -> Rows:
    matrix = Encoded.of(data).matrix
    gaps = np.zeros(len(data))
    for values in matrix.T:
        gaps += (values - groups.mean(values)[groups.of]) ** 2
    nearest = np.lexsort((gaps, groups.of))
    return nearest[groups.start[:-1]]
