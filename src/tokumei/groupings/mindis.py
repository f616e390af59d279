"""Generalization with least distortion: rows merged with the rows nearest to them on hierarchies."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from tokumei.errors import BadOption
from tokumei.kernels import mindis as kernel
from tokumei.kernels.mindis import WILD, Entries, Merged, Wanted
from tokumei.kernels.tallies import DISTINCT, ENTROPY, keeping
from tokumei.model import ALONE, Encoded, Job, Labels, Rows
from tokumei.model.promises import JA, Diversity, L, T
from tokumei.model.rungs import Rungs
from tokumei.model.secrets import Secrets
from tokumei.params import K
from tokumei.registry import grouping

Score = Annotated[
    Literal["values", "increase"],
    Field(description="what makes rows near: what both have lost once merged, or what all of their rows lose more"),
]
Repeats = Annotated[int, Field(ge=1, description="runs in another random order each, of which the best is taken")]
Parts = Annotated[
    Annotated[int, Field(ge=1)] | Literal["auto"],
    Field(description="how many parts a large table is worked on in; auto takes one up to 50,000 distinct rows"),
]

WHOLE, PART = 50_000, 8_192
"""The most distinct rows that auto works on at once, and how many it puts in a part where there are more."""
CROWD = 32
"""A group of so many times k rows in a part that is still not safe waits for those of the other parts."""


@grouping(
    scope="block",
    paper="Muramoto, Kamidoi and Wakabayashi (2007)",
    fill="ancestor",
    needs=("hierarchies",),
    ja={
        "summary": "歪曲度が最も小さくなる相手との一般化を、すべての行が k 行以上になるまで繰り返します（MinDIS）。",
        "score": "相手の近さ（一般化後の値の歪曲度、または全行の歪曲度の増分）",
        "repeats": "ランダムな順序を変えて実行する回数。最もよい結果を採る",
        "parts": "大きな表を分けて処理する部分の数（auto：異なる行が 5 万以下なら 1）",
        **JA,
    },
)
def mindis(
    qi: Encoded, *, k: K = 3, score: Score = "values", repeats: Repeats = 1, parts: Parts = "auto",
    l: L = None, diversity: Diversity = "distinct", t: T = None, job: Job = ALONE,  # noqa: E741 - the papers' letter
) -> Labels:  # fmt: skip
    """Generalize with least distortion: merge a row of too small a group with the row nearest to it, until none is.

    Rows with equal values are one entry. As long as an entry stands for fewer than k rows, one of those is drawn
    at random, and with the entry nearest to it generalized to the lowest entries of the hierarchies that cover both;
    an entry that equals another afterwards is one with it. Nearest is the one that leaves the two with the least
    distortion, the mean over columns of the steps taken towards the root.

    Every group has at least k rows, and no merge happened without need: each one had a side of fewer than k. With
    `l` and `t` a group is finished when its sensitive values keep those as well, for every sensitive column,
    by the definitions of the measure `k_anonymity` and against the shares of the whole table.

    The partner is searched exactly: blocks of entries that have too little in common with the row are left out,
    which changes nothing. Time grows with the square of the distinct rows; above 50,000 of them parts of about
    8,192 that have their coarsest values in common are worked on side by side, so that it grows with n.

    `score="increase"` weighs by rows: the entry whose merge adds least to the distortion of the whole table. It is not
    the paper's, and ends lower: on Adult by a fifth for k=2, by a third for k=10. Weights of columns and levels count;
    with equal ones ties are exact.

    Reference: Muramoto, Kamidoi and Wakabayashi (2007), a privacy protection algorithm to convert data into data
    having k-anonymity with minimal distortion (in Japanese). Where we differ: step 2.2 says k or fewer rows and means
    fewer than k; on a tie the first in a fixed order of values is taken; `increase`, parts, l and t are ours.

    >>> import polars as pl; from tokumei.model import Schema, Table
    >>> people = pl.DataFrame({"age": [20, 61, 21, 60], "sex": ["f", "m", "f", "m"]})
    >>> table = Table(people, Schema(quasi=["age", "sex"]))
    >>> mindis(Encoded.of(table), k=2).tolist()
    [0, 1, 0, 1]
    """
    job.progress(0.0)
    rows = _Rows.of(qi, k, l, diversity, t)
    pieces = _pieces(len(rows.order), parts)
    runs = (job.part(run / repeats, (run + 1) / repeats) for run in range(repeats))
    # One at a time, the best kept: of a million rows each takes its space.
    best = min((_merged(rows, pieces, run, increase=score == "increase") for run in runs), key=lambda one: one.loss)
    if len(pieces) > 1:
        job.note("parts", len(pieces))
    job.progress(1.0)
    return np.unique(best.group[rows.entry], return_inverse=True)[1].astype(np.int64)


def drawn_in_order(qi: Encoded, drawn: Rows, *, k: int, prune: bool = True) -> Labels:
    """Return the groups when rows are drawn in this order as long as they need it, all others after them.

    What a worked example asks for: the random choice taken out. Without `prune` no block is left out of a search.
    """
    rows = _Rows.of(qi, k, None, "distinct", None)
    every = np.arange(len(rows.order))
    order = np.array(list(dict.fromkeys([*rows.entry[drawn].tolist(), *every.tolist()])), dtype=np.int64)
    merged = _merge(rows, rows.entries(every), order, np.zeros(every.size), ALONE, prune=prune)
    return merged.group[rows.entry]


@dataclass(frozen=True)
class _Rows:
    """Rows as entries in their fixed order: the entry of each, and all that is wanted of a group.

    `order` names the distinct row behind each entry. The sensitive codes are those of the rows they belong to,
    `owner` in the rows that are grouped.
    """

    rungs: Rungs
    order: Rows = field(repr=False)
    entry: Rows = field(repr=False)
    codes: np.ndarray = field(repr=False)
    owner: Rows = field(repr=False)
    wanted: Wanted

    @classmethod
    def of(cls, qi: Encoded, k: int, least: float | None, diversity: str, t: float | None) -> "_Rows":
        rungs = Rungs.of(qi.levels)
        order = rungs.coarse_first()
        place = np.empty_like(order)
        place[order] = np.arange(order.size)
        entry = place[qi.levels.vector]
        if (least or 1) <= 1 and (t is None or t >= 1):
            nothing = np.zeros((0, 0), dtype=np.int32)
            return cls(rungs, order, entry, nothing, np.zeros(0, dtype=np.int64), Wanted(k))
        wanted = _wanted(qi.secrets, k, least, diversity, t)
        return cls(rungs, order, entry, qi.secrets.codes, entry[qi.secrets.owner], wanted)

    def entries(self, some: Rows) -> Entries:
        """Return some of the entries, ascending, as they are."""
        ids = self.rungs.entries(self.order[some])
        place = np.full(len(self.order), -1, dtype=np.int64)
        place[some] = np.arange(some.size)
        return self._with_secrets(ids, self.rungs.levels.rows[self.order[some]], place)

    def groups(self, group: Rows, wild: np.ndarray) -> Entries:
        """Return the groups of entries as entries."""
        first = np.unique(group, return_index=True)[1]
        ids = np.where(wild, WILD, self.rungs.entries(self.order[first])).astype(np.int32)
        rows = np.bincount(group, self.rungs.levels.rows[self.order]).astype(np.int64)
        return self._with_secrets(ids, rows, group)

    def _with_secrets(self, ids: np.ndarray, rows: Rows, place: Rows) -> Entries:
        of = place[self.owner]
        inside = np.flatnonzero(of >= 0)
        inside = inside[np.argsort(of[inside], kind="stable")]
        start = np.concatenate([[0], np.cumsum(np.bincount(of[inside], minlength=rows.size))])
        return Entries(ids, rows, start, self.codes[inside])


def _wanted(secrets: Secrets, k: int, least: float | None, diversity: str, t: float | None) -> Wanted:
    """Return what is wanted of a group, or say why no group could have it."""
    given = " and ".join(f"{name}={value:g}" for name, value in (("l", least), ("t", t)) if value is not None)
    if not secrets.names:
        raise BadOption(f"{given}: there is no sensitive column to keep this for; name one with --sensitive.")
    values = np.array([shares.size for shares in secrets.overall], dtype=np.int64)
    shares = np.zeros((values.size, int(values.max(initial=1))))
    for column, known in enumerate(secrets.overall):
        shares[column, : known.size] = known
    by, fewest, most = ENTROPY if diversity == "entropy" else DISTINCT, float(least or 0), 1.0 if t is None else t
    for codes, known, on_a_line in zip(secrets.codes.T, secrets.overall, secrets.on_a_line, strict=True):
        value = codes[codes >= 0].astype(np.int64)
        one, once = np.zeros(value.size, dtype=np.int64), np.ones(value.size, dtype=np.int64)
        if not keeping(one, value, once, 1, known, on_a_line, fewest, by, most).all():
            raise BadOption(f"{given} cannot be kept, not even by one group of all rows; ask for less.")
    return Wanted(k, fewest, diversity == "entropy", most, shares, values, np.array(secrets.on_a_line))


def _pieces(count: int, parts: int | Literal["auto"]) -> list[Rows]:
    wanted = (1 if count <= WHOLE else round(count / PART)) if parts == "auto" else parts
    return np.array_split(np.arange(count), min(wanted, max(count, 1)))


def _merged(rows: _Rows, pieces: list[Rows], job: Job, *, increase: bool) -> Merged:
    """Merge the entries of each piece, then what is not safe yet with the groups of all."""
    draws = [(job.rng.permutation(piece.size), job.rng.random(piece.size)) for piece in pieces]
    if len(pieces) == 1:
        return _merge(rows, rows.entries(pieces[0]), *draws[0], job, increase=increase)
    most, watched = CROWD * rows.wanted.k, Job(stopped=job.stopped)

    def inside(part: int) -> Merged:
        return _merge(rows, rows.entries(pieces[part]), *draws[part], watched, increase=increase, most=most)

    found = []
    with ThreadPoolExecutor(job.threads) as pool:
        for done, one in enumerate(pool.map(inside, range(len(pieces)))):
            found.append(one)
            job.progress(0.9 * (done + 1) / len(pieces))
    together = _side_by_side(found)
    if not together.is_open.any():
        return together
    groups = together.is_open.size
    order, lots = job.rng.permutation(groups), job.rng.random(groups)
    last = _merge(rows, rows.groups(together.group, together.wild), order, lots, job.part(0.9, 1.0), increase=increase)
    return Merged(last.group[together.group], last.wild, last.is_open, last.loss, last.log)


def _merge(
    rows: _Rows, entries: Entries, order: Rows, lots: np.ndarray, job: Job, *, increase: bool = False,
    prune: bool = True, most: int = 2**62,
) -> Merged:  # fmt: skip
    weights, wanted = rows.rungs.weights, rows.wanted
    return kernel.merge(entries, weights, wanted, order, lots, job.progress, increase=increase, prune=prune, most=most)


def _side_by_side(found: list[Merged]) -> Merged:
    first = np.cumsum([0, *(one.is_open.size for one in found)])
    group = np.concatenate([one.group + start for one, start in zip(found, first[:-1], strict=True)])
    wild, is_open = np.concatenate([one.wild for one in found]), np.concatenate([one.is_open for one in found])
    return Merged(group, wild, is_open, sum(one.loss for one in found), found[0].log)
