"""An attacker who knows a sensitive value of everybody, to within an error."""

from typing import Annotated

from pydantic import Field

from tokumei.errors import BadOption, UnknownColumn
from tokumei.model import ALONE, Guess, Job, Table
from tokumei.model.matching import candidates
from tokumei.model.nearest import nearest_among
from tokumei.registry import attack

Column = Annotated[str | None, Field(description="the column the attacker knows; the first sensitive one by default")]
UseQuasi = Annotated[bool, Field(description="whether the attacker also knows the quasi values")]


@attack(
    needs=("sensitive",),
    paper="PWSCup 2015, E2 and E4",
    holds="no more than the quasi values and one sensitive value of everybody",
    aliases={"pwscup2015:E2": {"use_quasi": True}, "pwscup2015:E4": {"use_quasi": False}},
    ja={
        "summary": "準識別子が合う人の中から、機微な値が最も近い人を選びます。",
        "holds": "全員の準識別子と機微な値 1 列まで",
        "column": "攻撃者が知っている列（既定は最初の機微な列）",
        "use_quasi": "攻撃者が準識別子も知っているか",
    },
)
def nearest_value(
    known: Table, released: Table, *, column: Column = None, use_quasi: UseQuasi = True, job: Job = ALONE
) -> Guess:
    """Name whoever fits and has the nearest value in one sensitive column.

    The attacker holds one sensitive value of everybody and, unless `use_quasi` is off, their quasi
    values. They want the person behind each released row and have won where they name that person.
    Among those whose quasi values fit (everybody, where nobody fits) they take the nearest value:
    for categories an equal one; on a tie the first in the table. Where a fill has overwritten missing
    cells of a column, whoever has a gap there fits any value.

    Time grows with n log n.

    Reference: attacks E2 (with quasi values) and E4 (without) of the PWSCup 2015.

    >>> import numpy as np; import polars as pl; from tokumei.model import Schema
    >>> people = Table(pl.DataFrame({"age": [31, 31], "pay": [10, 50]}), Schema(quasi=["age"], sensitive=["pay"]))
    >>> nearest_value(people, people.take(np.array([1, 0]))).rows.tolist()
    [1, 0]
    """
    name = column or known.sensitive[0]
    for table, where in ((known, "the original table"), (released, "the released table")):
        if name not in table.frame.columns:
            raise UnknownColumn.named(name, table.frame.columns, where=where)
    if name in known.quasi and use_quasi:
        raise BadOption(f"nearest_value: column={name} is a quasi column; name a sensitive one.")
    fit = candidates(known, released, None if use_quasi else [])
    return Guess(nearest_among(fit, known, released, name))
