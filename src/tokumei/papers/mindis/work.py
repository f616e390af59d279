"""Runs MinDIS and Datafly and keeps what they lose and how long they take."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tokumei.binding import bound_call
from tokumei.model import Encoded, Job
from tokumei.model.counts import Counts
from tokumei.model.grouped import Groups
from tokumei.model.levels import Levels, common
from tokumei.papers.base.desk import Desk

MOST_GOES = 3
PATIENCE = 0.3
"""Seconds after which a run is not timed once more."""


@dataclass(frozen=True)
class Lost:
    """The least and largest distortion of some runs, and the seconds of one."""

    least: float
    most: float
    seconds: float


def mindis(desk: Desk, qi: Encoded, k: int, runs: int = 1) -> Lost:
    """Run MinDIS with several random orders."""
    call, levels = bound_call("grouping", "mindis", {"k": k}), qi.levels

    def once(seed: int) -> float:
        return of_groups(levels, call.on(qi, job=_job(desk, seed)))

    return _timed(once, runs)


def datafly(desk: Desk, qi: Encoded, k: int) -> Lost:
    """Run Datafly, as the paper compares with it: rows that are left in small groups count as suppressed."""
    counts = Counts(qi.levels)
    call = bound_call("recoding", "datafly", {"k": k})

    def once(seed: int) -> float:
        return of_vectors(counts.levels, call.on(counts, job=_job(desk, seed)).at)

    return _timed(once, 1)


def of_groups(levels: Levels, labels: Any) -> float:
    """Return the distortion when every group is generalized to its lowest common entries."""
    groups = Groups.by(labels)
    met = common(levels.ladders, groups)
    lost = [(one.losses[met[:, place]] * groups.sizes).sum() for place, one in enumerate(levels.ladders)]
    return float((np.array(lost) * levels.weights).sum() / max(len(labels), 1))


def of_vectors(levels: Levels, at: Any) -> float:
    """Return the distortion when every distinct row takes its levels."""
    lost = [(one.losses[at[:, place]] * levels.rows).sum() for place, one in enumerate(levels.ladders)]
    return float((np.array(lost) * levels.weights).sum() / max(len(levels), 1))


def _timed(once: Callable[[int], float], runs: int) -> Lost:
    # The first call compiles the kernels, or loads them.
    found: list[float] = [once(0)]
    seconds: list[float] = []
    while len(found) < runs or (len(seconds) < MOST_GOES and sum(seconds) < PATIENCE):
        start = time.perf_counter()
        one = once(len(found))
        seconds.append(time.perf_counter() - start)
        found += [one] if len(found) < runs else []
    return Lost(min(found), max(found), statistics.median(seconds))


def _job(desk: Desk, seed: int) -> Job:
    return Job(np.random.default_rng([desk.seed, seed]), stopped=desk.watcher.stopped)
