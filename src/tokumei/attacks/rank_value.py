"""An attacker who sorts both tables by one value."""

from typing import Annotated

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.errors import BadData
from tokumei.model import ALONE, Guess, Job, Table
from tokumei.model.columns import column as read
from tokumei.model.named import named
from tokumei.model.ranks import by_rank
from tokumei.registry import attack

ColumnName = Annotated[
    str | None, Field(description="the column whose order the attacker knows; the first sensitive one by default")
]


@attack(
    needs=("sensitive",),
    paper="PWSCup 2015, E4 as its results read",
    holds="the order of everybody by one sensitive value",
    ja={
        "summary": "機微な列 1 列で両方の表を並べ、同じ順位の人を選びます。",
        "holds": "機微な列 1 列での全員の順位",
        "column": "攻撃者が順位を知っている列（既定は最初の機微な列）",
    },
)
def rank_value(known: Table, released: Table, *, column: ColumnName = None, job: Job = ALONE) -> Guess:
    """Name whoever has the same rank in one sensitive column.

    The attacker holds the order of everybody by one sensitive value and wants the person behind each
    released row; they have won where they name that person. The released row with the k-th smallest
    value is taken for the person with the k-th smallest; rows beyond the number of people name nobody.
    Quasi values are not looked at. On a tie the first row in the table comes first.

    A range stands at its middle, categories in the order of the alphabet, and cells that tell nothing last.

    Time grows with n log n.

    Reference: attack E4 (identify.sa21) of the PWSCup 2015 in its second reading: the text of the paper on
    Euclidean re-identification takes the nearest value (`nearest_value` without quasi values), its Table 11
    fits equal ranks.

    >>> import polars as pl; from tokumei.model import Schema
    >>> people = Table(pl.DataFrame({"pay": [50, 10]}), Schema(sensitive=["pay"])).pinned()
    >>> rank_value(people, people.released(pl.DataFrame({"pay": [11, 60]}))).rows.tolist()
    [1, 0]
    """
    names = named("column", [column] if column else None, known.sensitive[:1], known, released)
    if not names:
        raise BadData("rank_value: no column has the role sensitive; name the one to rank by with column.")
    return Guess(by_rank(_places(known, names[0], raw=True), _places(released, names[0])))


def _places(table: Table, name: str, *, raw: bool = False) -> npt.NDArray[np.float64]:
    cells = read(table, name, raw=raw)
    if cells.on_a_line:
        return cells.middle[cells.of]
    order = {values: place for place, values in enumerate(sorted(set(cells.values)))}
    told = np.array([order[values] if values else np.nan for values in cells.values], dtype=np.float64)
    return told[cells.of]
