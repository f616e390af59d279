"""Swaps numbers with others near them in rank."""

from typing import TYPE_CHECKING, Annotated

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.kernels.rank_swap import partners
from tokumei.model import ALONE, Job, Release, Rows, Table
from tokumei.model.changed import changed, chosen_columns, numbers_of
from tokumei.model.schema import LINE_KINDS
from tokumei.params import Columns
from tokumei.registry import transform

if TYPE_CHECKING:
    import polars as pl

Floats = npt.NDArray[np.float64]

Ranked = Annotated[
    Columns,
    Field(description="the columns of numbers, dates or ordered values to swap; by default the sensitive numbers"),
]
Within = Annotated[float, Field(ge=0, le=1, description="how far in rank a value may go, as a share of the rows")]


@transform(
    scope="whole",
    paper="Moore, Bureau of the Census, 1996",
    ja={
        "summary": "順位の近い行どうしで数値を入れ替えます。",
        "columns": "入れ替える数値・日付・順序の列（既定は機微な数値の列）",
        "share": "入れ替えてよい順位の差（行数に対する割合）",
    },
)
def rank_swap(data: Table, *, columns: Ranked = None, share: Within = 0.05, job: Job = ALONE) -> Release:
    """Swap numbers with others near them in rank.

    The values of a column are sorted; from the lowest on, each that is not swapped yet changes rows with one drawn
    from those not more than `share` of the rows above it. Every column by itself. The values of a column stay exactly
    what they were, so do its mean and quantiles; what hangs together with other columns blurs as the share grows.

    No value moves further in rank than `share` times the values there are; equal values rank by row. Missing and
    suppressed cells stay where they are. Time grows with n log n.

    Reference: Moore (1996), Controlled data-swapping techniques for masking public use microdata sets.

    >>> import polars as pl; from tokumei.model import Schema
    >>> pay = Table(pl.DataFrame({"pay": [10, 40, 20, 30]}), Schema(sensitive="pay"))
    >>> rank_swap(pay, share=0.25).data.frame["pay"].to_list()
    [20, 30, 10, 40]
    """
    names = chosen_columns("rank_swap", data, columns, data.sensitive_numbers, LINE_KINDS)
    made: dict[str, pl.Series] = {}
    for place, name in enumerate(names):
        source = _swapped(numbers_of("rank_swap", data, name), share, job.rng)
        made[name] = data.frame[name].gather(source)
        job.progress((place + 1) / len(names))
    return changed("rank_swap", data, made, job)


def _swapped(numbers: Floats, share: float, rng: np.random.Generator) -> Rows:
    source = np.arange(numbers.size, dtype=np.int64)
    present = np.flatnonzero(~np.isnan(numbers))
    order = present[np.argsort(numbers[present], kind="stable")]
    # The small addition keeps 0.07 of 100 rows at 7.
    reach = int(share * order.size + 1e-9)
    source[order] = order[partners(rng.random(order.size), reach)]
    return source
