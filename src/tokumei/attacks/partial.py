"""An attacker who knows only some of the columns, or only some of the people."""

from dataclasses import replace
from math import ceil
from typing import Annotated

import numpy as np
from pydantic import Field

from tokumei.model import ALONE, Attack, Guess, Job, Table
from tokumei.params import Share
from tokumei.registry import attack

Inner = Annotated[Attack, Field(description="the attack that is made with what is known")]
OfColumns = Annotated[Share, Field(description="share of the quasi columns, and of the sensitive ones, that are known")]
OfRows = Annotated[Share, Field(description="share of the people that are known")]


@attack(
    holds="some of the columns of the original table, or some of its rows, drawn at random",
    ja={
        "summary": "列や行の一部しか知らない攻撃者として、別の攻撃を行います。",
        "holds": "元の表から無作為に選ばれた一部の列または行",
        "inner": "知っている範囲で行う攻撃",
        "columns": "知っている準識別子列と機微な列の割合",
        "rows": "知っている行の割合",
    },
)
def partial(
    known: Table, released: Table, *, inner: Inner = Attack("linkage"), columns: OfColumns = 0.5, rows: OfRows = 1.0,
    job: Job = ALONE,
) -> Guess:  # fmt: skip
    """Attack as somebody who knows only a share of the columns, or of the people.

    The attacker holds some columns of some people, drawn at random, at least one quasi column and one
    sensitive one. They want the person behind each released row and have won where they name that person;
    people they do not know they cannot name. What they do with what they know is the attack `inner`.

    Nobody holds the whole original. `partial(columns=0.25)`, 0.5 and 0.75 show how a risk grows with
    what is known; draws differ, so look at several seeds. Rates are over all released rows, so with
    `rows=0.25` at most about a quarter of them can be found.

    >>> import numpy as np; import polars as pl; from tokumei.model import Schema
    >>> people = Table(pl.DataFrame({"age": [31, 24], "zip": ["a", "b"]}), Schema(quasi=["age", "zip"])).pinned()
    >>> first = Attack("first", bound=lambda known, released: Guess(np.zeros(len(released), dtype=np.int64)))
    >>> partial(people, people, inner=first).rows.tolist()
    [0, 0]
    """
    held = np.sort(job.rng.permutation(len(known))[: ceil(rows * len(known))])
    names = [name for of_role in (known.quasi, known.sensitive) for name in _drawn(of_role, columns, job)]
    guess = inner(_with_only(known.take(held), names), _with_only(released, names))
    return guess.seen_among(held)


def _drawn(names: list[str], share: float, job: Job) -> list[str]:
    drawn = job.rng.permutation(len(names))[: max(ceil(share * len(names)), 1)]
    return [names[place] for place in sorted(drawn)]


def _with_only(table: Table, names: list[str]) -> Table:
    left = [name for name in names if name in table.frame.columns]
    return replace(table, frame=table.frame.select(left), schema=table.schema.only(left))
