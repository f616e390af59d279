"""An attacker who sorts both tables by what everybody has in all."""

import numpy as np

from tokumei.model import ALONE, Guess, Job, Table
from tokumei.model.amounts import Floats, amounts
from tokumei.model.named import Sensitive, named
from tokumei.model.ranks import by_rank
from tokumei.registry import attack


@attack(
    needs=("sensitive_numbers",),
    paper="PWSCup 2015, E3",
    holds="the sensitive numbers of everybody, or only the order of their sums",
    aliases=("pwscup2015:E3",),
    ja={
        "summary": "機微な数値の合計で両方の表を並べ、同じ順位の人を選びます。",
        "holds": "全員の機微な数値、またはその合計の順位",
        "sensitive": "合計する数値の列（列名、または機微な数値列の先頭からの列数。既定はすべて）",
    },
)
def rank_sum(known: Table, released: Table, *, sensitive: Sensitive = None, job: Job = ALONE) -> Guess:
    """Name whoever has the same rank by the sum of the sensitive numbers.

    The attacker holds the order of everybody's sums and wants the person behind each released row; they
    have won where they name that person. The released row with the k-th smallest sum is taken for the
    person with the k-th smallest; rows beyond the number of people name nobody. Quasi values are not
    looked at, so nothing that is done to them helps. On a tie the first row in the table comes first.

    A range counts as its middle, and a cell without a number as the mean of its column.

    Time grows with n log n.

    Reference: attack E3 (identify.sort) of the PWSCup 2015. Where rows were deleted the ranks above them
    all move: `euclid` and `assignment` do not mind.

    >>> import polars as pl; from tokumei.model import Schema
    >>> people = Table(pl.DataFrame({"food": [1, 2], "rent": [9, 5]}), Schema(sensitive=["food", "rent"])).pinned()
    >>> rank_sum(people, people.released(pl.DataFrame({"food": [2, 1], "rent": [6, 8]}))).rows.tolist()
    [1, 0]
    """
    names = named("sensitive", sensitive, known.sensitive_numbers, known, released)
    sums = [np.zeros(len(table)) for table in (known, released)]
    for name in names:
        sums[0] += _filled(amounts(known, name, raw=True))
        sums[1] += _filled(amounts(released, name))
    return Guess(by_rank(*sums))


def _filled(values: Floats) -> Floats:
    """Return a column with the mean of its numbers where it has none."""
    told = values[~np.isnan(values)]
    return np.where(np.isnan(values), told.mean() if told.size else 0.0, values)
