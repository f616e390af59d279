"""Mean error: how far the means of the sensitive columns have moved."""

from typing import Annotated

from pydantic import Field

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.amounts import amount_columns, amounts, gap, headline, mean_of
from tokumei.params import Columns
from tokumei.registry import measure

Sensitive = Annotated[Columns, Field(description="the sensitive columns of numbers to compare; all of them by default")]


@measure(
    needs=("sensitive_numbers",),
    identity_zero=True,
    paper="PWSCup 2015, U1",
    aliases=("pwscup2015:U1",),
    numbers={
        "mean_error": "mean over the sensitive columns of how far their mean has moved, in units of the data",
        "mean_error.*": "how far the mean of this column has moved",
    },
    ja={
        "summary": "機微な数値列の平均が、どれだけずれたかを測る。",
        "sensitive": "比べる機微な数値列（既定はすべて）",
        "number:mean_error": "機微な列の平均値のずれの、全列の平均（データの単位のまま）",
        "number:mean_error.*": "この列の平均値のずれ",
    },
)
def mean_error(
    original: Table, released: Release, *, sensitive: Sensitive = None, job: Job = ALONE
) -> dict[str, float]:
    """Measure how far the mean of each sensitive column has moved.

    For each column the absolute difference between the mean over the original and the mean over the
    released rows; the headline is the mean over the columns, which therefore should be in one unit.
    Who stands behind a row does not matter, so the key is not needed and rows may be fewer.

    A range counts as the number at its middle. Missing, suppressed and infinite cells are left out;
    a column that shows no number any more has no error but no number either, and neither has the headline.

    Time grows with n.

    Reference: U1 (meanMAE) of the PWSCup 2015.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [1, 1], "pay": [10, 20]}), Schema(quasi="age", sensitive="pay")).pinned()
    >>> mean_error(table, Release(table.released(pl.DataFrame({"age": [1, 1], "pay": ["[10;20]", "21"]}))))
    {'mean_error': 3.0, 'mean_error.pay': 3.0}
    """
    names = amount_columns(original, released.data, sensitive)
    errors = {}
    for place, name in enumerate(names):
        before, after = mean_of(amounts(original, name, raw=True)), mean_of(amounts(released.data, name))
        errors[f"mean_error.{name}"] = gap(before, after)
        job.progress((place + 1) / len(names))
    return {"mean_error": headline(list(errors.values())), **errors}
