"""The goals of the Euclidean re-identification paper: its attacks on tables of any size, EUC2 included."""

import os
import subprocess
import sys
import time
from functools import cache, partial
from typing import Any

import numpy as np
import polars as pl

from bench import ROOT, fingerprint
from bench.data import data_set
from bench.figures import Figure
from bench.growth import exponent
from bench.memory import MB, Memory
from tokumei.binding import bound_call
from tokumei.errors import TokumeiError
from tokumei.model import Guess, Job, Release, Rows, Table

MILLION = 1_000_000
SIZES = (30_000, 100_000, 300_000)
WARM = 2_000
NOBODY = 99
"""A quasi value that nobody has."""


def seconds(data: str, attack: str, rows: int, noise: float = 0.05, hidden: float = 0.0, **options: Any) -> float:
    """Return how long an attack takes, kernels warm: the best of three, or one if that is long.

    `noise` is in parts of the standard deviation of each sensitive column; a share of the rows, `hidden`, has
    quasi values that fit nobody.
    """
    known, release = _released(data, rows, noise, hidden)
    small = known.take(np.arange(WARM))
    guessed(small, _noisy(small, noise, 0.5), attack, **options)
    every: list[float] = []
    while len(every) < 3 and sum(every) < 10:
        start = time.perf_counter()
        guessed(known, release, attack, **options)
        every.append(time.perf_counter() - start)
    return min(every)


def growth(attack: str, **options: Any) -> float:
    """Return the power of n that an attack's time grows with, from 30 thousand to 300 thousand rows."""
    power = exponent(SIZES, [seconds("household", attack, rows, **options) for rows in SIZES])
    assert power is not None
    return power


def gigabytes(rows: int, noise: float, hidden: float) -> float:
    """Return how much memory EUC2 needs beyond its two tables, in a process of its own."""
    program = f"from bench.figures.euclid import own_gigabytes as own; print(own({rows}, {noise}, {hidden}))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise TokumeiError(f"a process ended with {done.returncode}: {done.stderr.strip()}")
    return float(done.stdout)


def own_gigabytes(rows: int, noise: float, hidden: float) -> float:
    """Return how far EUC2 lifts the peak of this process."""
    known, release = _released("household", rows, noise, hidden)
    small = known.take(np.arange(WARM))
    guessed(small, _noisy(small, noise, hidden), "euclid", unmatched="nearest")
    memory = Memory.start()
    guessed(known, release, "euclid", unmatched="nearest")
    return float(memory.document()["work_mb"]) * MB / 1e9


def against_greedy(rows: int = 1_500) -> float:
    """Return the total distance of `assignment` over that of taking the nearest pair left; the worst of three."""
    worst = 0.0
    for noise in (0.05, 0.3, 1.0):
        known, release = _released("household", rows, noise, 1.0)
        here, there = (table.frame.select(known.sensitive).to_numpy().astype(float) for table in (known, release.data))
        apart = np.sqrt(((there[:, None] - here) ** 2).sum(axis=2))
        found = guessed(known, release, "assignment").rows
        worst = max(worst, float(apart[np.arange(rows), found].sum()) / _greedy(apart))
    return worst


def guessed(known: Table, release: Release, attack: str, **options: Any) -> Guess:
    """Attack a release on every processor there is."""
    job = Job(np.random.default_rng(0), os.cpu_count() or 1)
    guess: Guess = bound_call("attack", attack, options).on(known, release.data, job=job)
    return guess


def _greedy(apart: np.ndarray) -> float:
    left, total = apart.copy(), 0.0
    for _ in range(min(apart.shape)):
        row, column = np.unravel_index(np.argmin(left), left.shape)
        total += float(apart[row, column])
        left[row], left[:, column] = np.inf, np.inf
    return total


@cache
def _released(data: str, rows: int, noise: float, hidden: float) -> tuple[Table, Release]:
    known = data_set(data).load(rows)
    assert isinstance(known, Table)
    return known.pinned(), _noisy(known.pinned(), noise, hidden)


def _noisy(known: Table, noise: float, hidden: float) -> Release:
    """Return a shuffled release with noise on every sensitive number and quasi values nobody has in some rows."""
    rng, n = np.random.default_rng(1), len(known)
    changed = {name: _with_noise(known.frame[name], noise, rng) for name in known.sensitive}
    first = known.quasi[0]
    is_hidden = rng.random(n) < hidden
    changed[first] = pl.Series(first, np.where(is_hidden, NOBODY, known.frame[first].to_numpy()))
    order: Rows = rng.permutation(n)
    return Release(known.with_columns(changed).take(order), key=order)


def _with_noise(series: pl.Series, noise: float, rng: np.random.Generator) -> pl.Series:
    values = series.to_numpy().astype(float)
    return pl.Series(
        series.name, np.rint(values + noise * values.std() * rng.normal(size=values.size)).astype(np.int64)
    )


@cache
def named_and_wrong() -> tuple[float, float]:
    """Return the share of hidden methods that explanations name, and of the names that are wrong."""
    return fingerprint.shares(
        told
        for hidden in fingerprint.EVERY
        for rows in (100, 2000)
        for seed in (1, 2, 3)
        for told in fingerprint.singles_and_pairs(hidden, rows, seed)
    )


HOUSEHOLDS = 8_333
TABLES = (("household", "made up", ()), ("pseudo_household", "stand-in", ("pseudo_household",)))
NEAREST: dict[str, Any] = {"unmatched": "nearest"}
BASE = "8333 x 25, noise of .05 sd, warm"
MANY = "household, every quasi value hidden: one group of all rows, noise"
PAIRS = "eight methods alone and in pairs, 3 made-up tables of 100 and 2,000 rows, 3 seeds; erased traces not counted"
FIGURES = [
    *(
        Figure(f"EUC1, {said}, {q} quasi columns", "s", BASE, partial(seconds, data, "euclid", HOUSEHOLDS, quasi=q),
               at_most=0.05, data=needed)
        for data, said, needed in TABLES
        for q in (13, 6)
    ),
    *(
        Figure(f"EUC2, {said}, all pairs", "s", f"{BASE}; quasi values that fit nobody",
               partial(seconds, data, "euclid", HOUSEHOLDS, 0.05, 1.0, **NEAREST), at_most=0.5, data=needed)
        for data, said, needed in TABLES
    ),
    *(
        Figure(f"EUC2, 1M x 25, noise of {noise} sd", "s", "household, quasi values of one row in ten fit nobody, warm",
               partial(seconds, "household", "euclid", MILLION, noise, 0.1, **NEAREST), at_most=limit, slow=True)
        for noise, limit in ((0.05, 10), (0.5, 120))
    ),
    Figure("EUC2, 1M x 25, memory", "GB", "beyond the two tables, as above with noise of 0.5 sd",
           partial(gigabytes, MILLION, 0.5, 0.1), at_most=1.5, slow=True),
    *(
        Figure(f"euclid, growth, {q} quasi columns", "power of n", "household, 30k to 300k rows, noise of .05 sd, warm",
               partial(growth, "euclid", quasi=q), at_most=1.7, slow=True)
        for q in (13, 6, 1)
    ),
    *(
        Figure(f"assignment, {rows} rows, noise of {noise} sd", "s", f"{MANY} as said, warm",
               partial(seconds, "household", "assignment", rows, noise, 1.0), at_most=limit, slow=rows > HOUSEHOLDS)
        for rows, limit in ((HOUSEHOLDS, 5), (50_000, 60))
        for noise in (0.05, 0.5)
    ),
    Figure("assignment, 50000 rows in quasi groups", "s", "household, noise of .05 sd, one in ten fits nobody",
           partial(seconds, "household", "assignment", 50_000, 0.05, 0.1), at_most=60, slow=True),
    Figure("assignment against greedy", "x", "total distance over that of always taking the nearest pair, 1,500 rows",
           against_greedy, at_most=1 + 1e-9),
    Figure("explain, methods named", "of 1", PAIRS, lambda: named_and_wrong()[0], at_least=0.9, slow=True),
    Figure("explain, named wrongly", "of 1", PAIRS, lambda: named_and_wrong()[1], at_most=0.05, slow=True),
]  # fmt: skip
