"""An attacker who knows every sensitive number of everybody, and that nobody was released twice."""

import numpy as np

from tokumei.kernels.assignment import paired
from tokumei.kernels.forest import Boxes, Parts
from tokumei.model import ALONE, Guess, Job, Rows, Table
from tokumei.model.coordinates import coordinates
from tokumei.model.matching import candidates
from tokumei.model.named import Quasi, Sensitive, named
from tokumei.params import Scale
from tokumei.registry import attack


@attack(
    needs=("sensitive_numbers",),
    holds="the quasi values and the sensitive numbers of everybody, and that nobody was released twice",
    ja={
        "summary": "機微な数値の距離の合計が最小になるように、全員を一対一で対応させます。",
        "holds": "全員の準識別子と機微な数値、および同じ人が二度公開されていないこと",
        "quasi": "合わせる準識別子の列（列名、または先頭からの列数。既定はすべて）",
        "sensitive": "距離を測る数値の列（列名、または機微な数値列の先頭からの列数。既定はすべて）",
        "scale": "距離を測る前の数値の尺度（既定は換算なし）",
    },
)
def assignment(
    known: Table, released: Table, *, quasi: Quasi = None, sensitive: Sensitive = None, scale: Scale = "none",
    job: Job = ALONE,
) -> Guess:  # fmt: skip
    """Pair released rows and people one to one, so that the sensitive numbers are nearest in total.

    The attacker holds the quasi values and the sensitive numbers of everybody and wants the person behind
    each released row; they have won where they name that person. They know that nobody was released
    twice, so whoever is surely another row's person is nobody else's: noise that sends `euclid` to a
    neighbor is often seen through.

    As many pairs as can be fit in the quasi values. Among all ways to pair these rows the one with the least
    total of Euclidean distances is taken, to within a billionth. Then the rows left over, whom nobody fits or
    whose people went to others, are paired with the people left over, whatever their quasi values. Where more
    rows were released than there are people, as with dummies, some name nobody. Distances are those of
    `euclid`.

    In a table of 12 numbers time grows a little faster than n, many rows that are exactly alike take longer,
    and memory grows with the number of pairs that fit; up to 100,000 rows is a matter of seconds or minutes.

    Reference: Bertsekas (1988), The auction algorithm, Annals of Operations Research 14,
    doi:10.1007/BF02186476. Where we differ: bids are made by lists of near rows, which are renewed in a tree
    where they might not do; who is left out is settled before distances are looked at.

    >>> import polars as pl; from tokumei.model import Schema
    >>> people = Table(pl.DataFrame({"age": [31, 31], "pay": [10, 14]}), Schema(quasi="age", sensitive="pay")).pinned()
    >>> noisy = people.released(pl.DataFrame({"age": [31, 31], "pay": [13, 16]}))
    >>> assignment(people, noisy).rows.tolist()
    [0, 1]
    """
    fitting = named("quasi", quasi, known.quasi, known, released)
    names = named("sensitive", sensitive, known.sensitive_numbers, known, released)
    points, boxes = coordinates(known, released, names, scale)
    fit = candidates(known, released, fitting)
    rows = paired(points, Parts(fit.start, fit.rows), boxes, fit.vector, job.threads, job.part(0.0, 0.8).progress)
    return Guess(_with_the_rest(points, boxes, rows, job.part(0.8, 1.0)))


def _with_the_rest(points: Boxes, boxes: Boxes, rows: Rows, job: Job) -> Rows:
    """Return the pairs with rows left over paired with people left over."""
    lonely = np.flatnonzero(rows < 0)
    people = np.setdiff1d(np.arange(len(points)), rows)
    if not lonely.size or not people.size:
        return rows
    whole = Parts(np.array([0, people.size]), people)
    rows[lonely] = paired(points, whole, boxes.take(lonely), np.zeros_like(lonely), job.threads, job.progress)
    return rows
