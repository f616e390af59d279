"""Microaggregation by cutting space at medians."""

from typing import Annotated, Literal

from pydantic import Field

from tokumei.kernels.mondrian import median_parts, narrow_parts
from tokumei.model import ALONE, Encoded, Job, Labels
from tokumei.params import K
from tokumei.registry import grouping

Split = Annotated[
    Literal["upper_median", "best"],
    Field(description="where parts are cut: below the upper median, or where published widths shrink most"),
]


@grouping(
    scope="block",
    paper="LeFevre, DeWitt and Ramakrishnan, ICDE 2006",
    order_free=True,
    ja={
        "summary": "最も幅の広い列の中央値で表を分割し、k 行以上のグループを作ります。",
        "split": "分割の位置（上側中央値の手前、または公開される幅が最も縮む所）",
    },
)
def mondrian(qi: Encoded, *, k: K = 3, split: Split = "upper_median", job: Job = ALONE) -> Labels:
    """Group rows by cutting the table at medians of its widest columns, as long as k rows remain.

    A part is cut below the upper median of its widest column; where that leaves fewer than k rows on a
    side, the next widest is tried, and where no column can be cut the part is a group. Widths are
    measured on data scaled once over the whole table.

    `split="best"` is ours: it tries several cuts of each column, on both sides of a majority value, takes
    codes of categories in the order of their frequency in the part rather than along a line, and chooses
    the cut after which the ranges and value sets that `span` publishes are narrowest. It never stops
    while an allowed cut exists.

    Every group has at least k rows; it may have 2k or more where no allowed cut exists. Time grows with
    n log n, for `best` also with the square of the columns.

    Reference: LeFevre, DeWitt and Ramakrishnan (2006), ICDE, doi:10.1109/ICDE.2006.101. Where we differ:
    a row at the median goes to the upper side, which is what reproduces the figures of Arai, Onizuka and
    Shiokawa; the first column is taken on a tie.

    >>> from tokumei.model import encoded
    >>> mondrian(encoded([[0.0], [1.0], [9.0], [10.0]]), k=2).tolist()
    [0, 0, 1, 1]
    """
    if split == "upper_median":
        return median_parts(qi.matrix, k, job.progress)
    matrix, weights = qi.as_published()
    return narrow_parts(matrix, qi.is_code, weights, k, job.progress)
