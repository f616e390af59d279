"""Replaces sensitive values by the mean of the rows with equal quasi values."""

from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.changed import changed, chosen_columns, numbers_of, tell_of_lone_rows, with_numbers
from tokumei.model.columns import column
from tokumei.model.grouped import Groups
from tokumei.model.published import commonest
from tokumei.model.schema import LINE_KINDS
from tokumei.params import Columns
from tokumei.registry import transform

if TYPE_CHECKING:
    import polars as pl

Averaged = Annotated[Columns, Field(description="the columns to average; by default the sensitive numbers")]
KeepIntegers = Annotated[bool, Field(description="whether whole numbers stay whole numbers")]


@transform(
    scope="whole",
    paper="Ito and Kikuchi, 2016, 4.2.3",
    ja={
        "summary": "準識別子が等しい行の機微な数値を、その平均に置き換えます。",
        "columns": "平均する列（既定は機微な数値の列）",
        "keep_integers": "整数を整数のままにするか",
    },
)
def average_sensitive(
    data: Table, *, columns: Averaged = None, keep_integers: KeepIntegers = True, job: Job = ALONE
) -> Release:
    """Replace sensitive values by the mean of the rows with equal quasi values.

    The groups are the rows published alike in the quasi columns; in each, a column shows its mean, so that the mean
    of the whole column stays. Put a grouping first: in a table as it comes nearly every row is a group of its
    own, and a mean of one is the value itself. A finding counts such rows; where a person has several rows it counts
    rows that share their group with no other person.

    Columns that are named may also hold dates (their mean), ordered values (the lower median) or categories (the
    most frequent). Whole numbers stay whole unless told otherwise, and means are then rounded half to even. A
    missing cell stays missing. Time grows with n log n.

    Reference: Ito and Kikuchi (2016), 4.2.3 and Table 8.

    >>> import polars as pl; from tokumei.model import Schema
    >>> people = pl.DataFrame({"age": [31, 31, 24], "pay": [100, 200, 300]})
    >>> average_sensitive(Table(people, Schema(quasi="age", sensitive="pay"))).data.frame["pay"].to_list()
    [150, 150, 300]
    """
    names = chosen_columns("average_sensitive", data, columns, data.sensitive_numbers)
    labels = data.published_alike()
    groups = Groups.by(labels)
    made: dict[str, pl.Series] = {}
    tell_of_lone_rows("average_sensitive", data, labels, job)
    for place, name in enumerate(names):
        made[name] = _averaged(data, name, groups, whole=keep_integers)
        job.progress((place + 1) / len(names))
    return changed("average_sensitive", data, made, job)


def _averaged(data: Table, name: str, groups: Groups, *, whole: bool) -> "pl.Series":
    series, kind = data.frame[name], data.kind(name)
    if kind not in LINE_KINDS:
        common = commonest(series, column(data, name), groups)
        return common.zip_with(series.is_not_null(), series)
    numbers = numbers_of("average_sensitive", data, name)
    middle = groups.median(numbers) if kind == "ordered" else groups.mean(numbers)
    means = middle[groups.of]
    means[np.isnan(numbers)] = np.nan
    return with_numbers(data, name, means, whole=whole)
