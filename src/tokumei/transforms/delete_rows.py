"""Deletes rows: at random, or those in small groups."""

from typing import Annotated

import numpy as np
from pydantic import Field

from tokumei.errors import BadOption
from tokumei.model import ALONE, Job, Release, Rows, Table
from tokumei.model.changed import crowds
from tokumei.registry import transform

DeletedShare = Annotated[
    float | None, Field(ge=0, le=1, description="the share of the rows (or people) to delete at random", examples=[0.1])
]
Count = Annotated[int | None, Field(ge=0, description="how many rows (or people) to delete at random")]
Below = Annotated[int | None, Field(ge=1, description="delete the rows in groups of fewer rows (or people) than this")]


@transform(
    scope="whole",
    paper="Ito and Kikuchi, 2016, 4.2.5",
    ja={
        "summary": "行を削除します（無作為に、または小さいグループの行を）。",
        "share": "無作為に削除する行（または人）の割合",
        "count": "無作為に削除する行（または人）の数",
        "below": "行数（または人数）がこれより少ないグループの行を削除する",
    },
)
def delete_rows(
    data: Table, *, share: DeletedShare = None, count: Count = None, below: Below = None, job: Job = ALONE
) -> Release:
    """Delete rows at random, or the rows in small groups.

    Give one of the three options. Random deletion leaves everybody in doubt whether a person is in the release at
    all; rows that are left are as easy to find as before. `below` deletes the rows whose quasi values are published
    alike for too few others, so that the release is k-anonymous for k = `below`. Where a person has several rows,
    people are drawn and counted, and all rows of a person go together.

    What is left keeps its order. Time grows with n, with `below` with n log n.

    Reference: Ito and Kikuchi (2016), 4.2.5.

    >>> import polars as pl; from tokumei.model import Schema
    >>> delete_rows(Table(pl.DataFrame({"age": [31, 24, 31]}), Schema(quasi="age")), below=2).key.tolist()
    [0, 2]
    """
    said = {"share": share, "count": count, "below": below}
    given = [name for name, value in said.items() if value is not None]
    if len(given) != 1:
        raise BadOption(f"delete_rows: give one of {', '.join(said)}; {len(given) or 'none'} of them were given.")
    if below is not None:
        left = np.flatnonzero(crowds(data, data.published_alike()) >= below)
    else:
        left = _left_at_random(data, share, count, job)
    job.note("rows_deleted", len(data) - left.size)
    return Release.of(data.take(left), key=left)


def _left_at_random(data: Table, share: float | None, count: int | None, job: Job) -> Rows:
    people = int(data.people.max(initial=-1)) + 1
    gone = round(share * people) if share is not None else count or 0
    if gone > people:
        what = "people" if data.schema.person is not None else "rows"
        raise BadOption(
            f"delete_rows: count={count} is more than the {people} {what} there are; give fewer, or a share."
        )
    stays = np.ones(people, dtype=bool)
    stays[job.rng.permutation(people)[:gone]] = False
    return np.flatnonzero(stays[data.people])
