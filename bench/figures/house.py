"""The goals of the house: how soon it is there, and how fast a table goes through it."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import polars as pl

from bench.cases import Case, Outcome
from bench.data import data_set
from bench.figures import Figure
from bench.timing import timed
from bench.work import work
from tokumei import binding, catalogue, io
from tokumei.errors import TokumeiError
from tokumei.model import Encoded, Release, Schema, Table
from tokumei.model.recipe import CallPart

SDCMICRO_SECONDS = 2.6
"""sdcMicro's mdav on Adult, 30,162 x 8, k=5, on two cores."""

PUBLISHED = {
    "tarragona": {3: 16.9326, 4: 19.546, 5: 22.462, 10: 33.193},
    "census": {3: 5.6922, 4: 7.4947, 5: 9.0884, 10: 14.1559},
    "eia": {3: 0.4829, 4: 0.6713, 5: 1.6667, 10: 3.8397},
}
"""SSE over SST of MDAV in percent, by k, as the microaggregation literature gives it."""

MILLION = 1_000_000
PERSON = ("sex", "birth_date", "zip", "city", "education", "occupation", "income", "diagnosis")
IMPORT = "import time; start = time.perf_counter(); import tokumei; print(time.perf_counter() - start)"


def import_seconds() -> float:
    """Return how long the package takes to import, by the clock of a fresh process."""
    every = [float(_run([sys.executable, "-c", IMPORT])) for _ in range(6)]
    # The first one may still have to read the files from disk.
    return statistics.median(every[1:])


def help_seconds() -> float:
    """Return how long the whole process of `tokumei --help` takes."""
    return statistics.median([_process("--help") for _ in range(6)][1:])


def times_faster_than_sdcmicro() -> float:
    """Return sdcMicro's seconds over ours: encoding and grouping of Adult after a warm-up."""
    case, spec = Case(data_set("adult").load(), k=5), catalogue.get("mdav")
    work(spec, case.fewer(1000))()
    return SDCMICRO_SECONDS / timed(work(spec, case), repeats=5, budget=30)[0].median


def sse_percent(data: str, k: int) -> float:
    """Return SSE over SST of MDAV on z-scored columns, in percent."""
    case = Case(data_set(data).load(), k)
    labels = catalogue.get("mdav").function(Encoded.of(case.table, scale="zscore"), k=k)
    sse = CallPart.model_validate({"name": "sse", "scale": "zscore"})
    result = case.asked(case.release_of(Outcome(labels=labels)), [], [sse])
    return 100 * next(iter(result.measures.values()))["sse_over_sst"]


def k_seconds(*sensitive: str) -> float:
    """Return how long k of a million households takes; with a sensitive column l, t and the rest come along."""
    quasi = [f"q{place:02}" for place in range(1, 9)]
    schema = Schema(quasi=quasi, sensitive=sensitive, kinds={"q13": "category"})
    table = Table(_frame("household").select(*quasi, "q13", "s14"), schema).pinned()
    case, call, release = Case(table), binding.bound_call("measure", "k_anonymity", {}), Release.untouched(table)

    def measured() -> Outcome:
        # A release of its own each time: a table remembers its groups once they were asked for.
        fresh = replace(release, data=release.data.but())
        return Outcome(numbers=call.on(table, fresh, job=case.job()))

    return timed(measured, budget=20)[0].median


def csv_seconds() -> float:
    """Return how long a million persons take to be written to a CSV file and read back."""
    frame = _frame("people").select(PERSON)
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "people.csv"))
        start = time.perf_counter()
        io.write_frame(frame, path)
        io.read(path)
        return time.perf_counter() - start


@cache
def first_and_second_run() -> tuple[float, float]:
    """Return how long `tokumei anonymize` takes on 30,000 persons with no kernel compiled yet, and then."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = str(Path(folder, "people.csv")), str(Path(folder, "safe.csv"))
        _process("sample", "people", "--rows", "30000", "--seed", "1", "-o", source, "--quiet")
        words = (
            "anonymize",
            source,
            "-o",
            target,
            "--force",
            "--quiet",
            "--method",
            "mdav",
            "--k",
            "5",
            "--other",
            "drop",
        )
        roles = (
            "--quasi",
            "age,sex,prefecture,education,occupation",
            "--identifier",
            "id,name",
            "--sensitive",
            "diagnosis",
        )
        fresh = {"NUMBA_CACHE_DIR": str(Path(folder, "kernels"))}
        return _process(*words, *roles, env=fresh), _process(*words, *roles, env=fresh)


@cache
def _frame(sample: str) -> pl.DataFrame:
    return Case(data_set(sample).load(MILLION)).table.frame


def _process(*words: str, env: Mapping[str, str] | None = None) -> float:
    start = time.perf_counter()
    _run([sys.executable, "-m", "tokumei", *words], env)
    return time.perf_counter() - start


def _run(command: list[str], env: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(command, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise TokumeiError(f"a process ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def _literature() -> list[Figure]:
    how = "MDAV on z-scored columns against the published number"
    return [
        Figure(f"SSE/SST {data} k={k}", "%", how, partial(sse_percent, data, k), equals=percent, data=(data,))
        for data, by_k in PUBLISHED.items()
        for k, percent in by_k.items()
    ]


FIGURES = [
    Figure("import tokumei", "s", "fresh process, median of 5", import_seconds, at_most=0.15),
    Figure("tokumei --help", "s", "whole process, median of 5", help_seconds, at_most=0.5),
    Figure(
        "MDAV against sdcMicro",
        "x",
        f"Adult 30,162 x 8, k=5, warm, encoding included; sdcMicro takes {SDCMICRO_SECONDS} s",
        times_faster_than_sdcmicro,
        at_least=4,
        data=("adult",),
    ),
    *_literature(),
    Figure("k of 1M x 8", "s", "k_anonymity of made-up households, warm", k_seconds, at_most=0.4, slow=True),
    Figure("k, l, t, category", "s", "1M x 8, a sensitive category", partial(k_seconds, "q13"), at_most=2, slow=True),
    Figure("k, l, t, number", "s", "1M x 8, a sensitive number", partial(k_seconds, "s14"), at_most=2, slow=True),
    Figure("CSV 1M x 8", "s", "write made-up persons and read them back", csv_seconds, at_most=3, slow=True),
    Figure(
        "first run, 30k rows",
        "s",
        "tokumei anonymize, mdav k=5, with no kernel compiled yet",
        lambda: first_and_second_run()[0],
        at_most=15,
        slow=True,
    ),
    Figure("second run, 30k rows", "s", "the same once more", lambda: first_and_second_run()[1], at_most=3, slow=True),
]
