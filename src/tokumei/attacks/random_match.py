"""The weakest attacker: anybody whose quasi values fit."""

import numpy as np

from tokumei.model import ALONE, Guess, Job, Table
from tokumei.model.matching import candidates
from tokumei.registry import attack


@attack(
    needs=("quasi",),
    paper="PWSCup 2015, E1",
    holds="the quasi values of everybody in the table",
    aliases=("pwscup2015:E1",),
    ja={
        "summary": "準識別子が合う人の中から一人を無作為に選びます。",
        "holds": "表に載る全員の準識別子",
    },
)
def random_match(known: Table, released: Table, *, job: Job = ALONE) -> Guess:
    """Name at random somebody whose quasi values fit the released row.

    The attacker holds the quasi values of everybody in the table and wants the person behind each
    released row; they have won where they name that person. A range or a set fits every value inside
    it. Where the release has fewer missing cells in a column than the original, a fill has overwritten
    some: whoever has a gap there fits any value. Where nobody fits, everybody is guessed among.

    The score also tells `expected`, the mean over all draws.

    Reference: attack E1 of the PWSCup 2015.

    >>> import polars as pl; from tokumei.model import Schema
    >>> people = Table(pl.DataFrame({"age": [31, 24]}), Schema(quasi=["age"]))
    >>> random_match(people, people).rows.tolist()
    [0, 1]
    """
    fit = candidates(known, released)
    every = np.arange(len(released))
    sizes = fit.sizes_at(every)
    draw = job.rng.random(len(released))
    anybody = (draw * len(known)).astype(np.int64)
    place = fit.start[fit.vector] + (draw * sizes).astype(np.int64)
    rows = np.where(sizes > 0, fit.rows[np.minimum(place, fit.rows.size - 1)] if fit.rows.size else -1, anybody)
    return Guess(rows if len(known) else np.full(len(released), -1), pools=fit)
