"""Makes releases, takes every number of the contest from them, and times the Euclidean attack."""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tokumei import contest, runner
from tokumei.binding import bound_call
from tokumei.model import Job, Recipe, Release, Table
from tokumei.model.recipe import CallPart
from tokumei.model.score import score
from tokumei.papers.base.desk import Desk
from tokumei.papers.euclid.data import Step, rules_of
from tokumei.runner import Watcher

BY_RANK = "E4 (rank)"
LINKAGE = "linkage"
LINKED = 300
"""Released rows that the attack by record linkage names; it weighs every column and takes longest."""
FOUND_BY = ("E1", "E2", "E3", "E4", "EUC1", "EUC2", BY_RANK)
"""The attacks that name every row."""

MOST_GOES = 3
PATIENCE = 0.1
"""Seconds after which an attack is not timed once more."""

Numbers = dict[str, float]


@dataclass(frozen=True)
class Found:
    """How many rows the Euclidean attack finds, as a share, and the seconds it takes."""

    rate: float
    seconds: float


def released(desk: Desk, table: Table, steps: Sequence[Step], place: int, *, in_order: bool = False) -> Release[Table]:
    """Carry steps out and shuffle the rows, as in a contest, unless they are to stay in order."""
    recipe = Recipe.parse({"seed": desk.seed + place, "step": list(steps)})
    release: Release[Table] | None = runner.run(recipe, original=table, watcher=_watcher(desk)).release
    assert release is not None
    order = np.random.default_rng([desk.seed, place]).permutation(len(release.data))
    return release if in_order else release.take(order)


def tried(desk: Desk, table: Table, release: Release[Table]) -> Numbers:
    """Return the numbers of a release by the codes of the contest, with both readings of E4."""
    rules = rules_of(table)
    recipe = contest.asking(Recipe.parse({"seed": desk.seed}), rules)
    recipe = recipe.model_copy(update={"attack": [*recipe.attack, CallPart(name="rank_value", column=rules.e4)]})
    document = runner.run(recipe, original=table, release=release, watcher=_watcher(desk)).document()
    numbers = {line.code: line.value for line in contest.table(document, rules)}
    by_rank = {line.code: line.value for line in contest.table(document, replace(rules, by_rank=True))}
    every = {**numbers, BY_RANK: by_rank["E4"]}
    return {code: float("nan") if value is None else float(value) for code, value in every.items()}


def linked(desk: Desk, table: Table, release: Release[Table]) -> float:
    """Return the rate of record linkage on some rows of a release, drawn at random."""
    rows = np.random.default_rng(desk.seed).permutation(len(release.data))[:LINKED]
    recipe = Recipe.parse({"seed": desk.seed, "attack": [{"name": LINKAGE}]})
    result = runner.run(recipe, original=table, release=release.take(np.sort(rows)), watcher=_watcher(desk))
    return float(result.attacks[LINKAGE].rate or 0.0)


def honest(release: Release[Table]) -> Release[Table]:
    """Return a release that is scored against the true answer, whatever was declared."""
    return replace(release, declared_key=None)


def euclid(table: Table, release: Release[Table], **options: Any) -> Found:
    """Make the Euclidean attack a few times: its rate, and the median of its seconds."""
    call, release = bound_call("attack", "euclid", options), release.published().readable(table)
    known = call.view(table)
    seconds: list[float] = []
    while len(seconds) < MOST_GOES and sum(seconds) < PATIENCE:
        start = time.perf_counter()
        guess = call.on(known, release.data, job=Job())
        seconds.append(time.perf_counter() - start)
    return Found(score(guess, table, release).rate or 0.0, statistics.median(seconds))


def _watcher(desk: Desk) -> Watcher:
    return Watcher(stopped=desk.watcher.stopped)
