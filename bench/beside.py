"""Runs rivals beside the method of ours that does the same: in turns, on the same rows."""

import statistics
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bench.cases import Case, Work
from bench.child import WARM_UP, Task
from bench.data import data_set
from bench.lines import Line
from bench.rivals import Rival, get, rivals
from bench.run import in_child
from bench.timing import Times, once
from bench.words import leads, short
from bench.work import work
from tokumei import catalogue
from tokumei.errors import InputError

HEAD = ("rival", "of", "data", "rows", "seconds", "ours", "times ours", "peak MB", "loss and risk")


def beside(names: Sequence[str], task: Task) -> Iterator[Line]:
    """Yield a line for each rival, all or those named; with what ours did in the same turns."""
    for one in map(get, names) if names else rivals():
        yield _line(one, task)


def in_turns(works: Sequence[Work], repeats: int, budget: float) -> list[Times]:
    """Time several works in turns, so that a slow minute of the machine falls on all of them.

    Every other turn goes backwards, so that none always runs in the wake of the same other.
    """
    seconds: list[list[float]] = [[] for _ in works]
    start = time.perf_counter()
    for turn in range(repeats):
        if turn and (time.perf_counter() - start) * (turn + 1) / turn > budget:
            break
        for place in sorted(range(len(works)), reverse=turn % 2 == 1):
            seconds[place].append(once(works[place])[0])
    return [Times(every) for every in seconds]


def ratios(ours: Times, theirs: Times) -> dict[str, float]:
    """Return how many times our seconds the rival took: turn by turn, the median and the ends.

    >>> from bench.timing import Times
    >>> ratios(Times([1.0, 2.0, 1.0]), Times([4.0, 6.0, 5.0]))
    {'median': 4.0, 'low': 3.0, 'high': 5.0}
    """
    every = [b / a for a, b in zip(ours.seconds, theirs.seconds, strict=True)]
    return {"median": statistics.median(every), "low": min(every), "high": max(every)}


def _line(one: Rival, task: Task) -> Line:
    head: Line = {"what": "rival", "rival": one.name, "version": one.version, "of": one.of, "data": task.data}
    head |= {"k": task.k, "seed": task.seed, "rows": task.rows[0]}
    if one.missing is not None:
        return {**head, "skipped": one.missing}
    try:
        case = Case(data_set(task.data).load(task.rows[0], task.seed), task.k, task.seed)
        spec = catalogue.get(one.of)
        for start in (lambda few: work(spec, few), one.start):
            start(case.fewer(WARM_UP))()
        ours, theirs = in_turns([work(spec, case), one.start(case)], task.repeats, task.budget)
    except InputError as reason:
        return {**head, "skipped": str(reason)}
    except Exception as fault:  # noqa: BLE001 - what another tool raises, nobody knows
        traceback.print_exc()
        return {**head, "failed": type(fault).__name__}
    return {
        **head,
        "rows": case.rows,
        "columns": case.columns,
        "seconds": theirs.document(),
        "ratio": ratios(ours, theirs),
        # Memory is told apart in processes of their own only.
        **_judged(one.of, task, one.name),
        "ours": {"seconds": ours.document(), **_judged(one.of, task)},
    }


def _judged(method: str, task: Task, rival: str | None = None) -> Line:
    line = next(in_child(replace(task, method=method, rival=rival, repeats=1)))
    return {name: line[name] for name in ("memory", "loss", "risk", "skipped", "failed") if name in line}


def cells(line: Line) -> tuple[str, ...]:
    """Return a line as a row under `HEAD`."""
    head = (line["rival"], line["of"], line["data"], short(line["rows"]))
    if "seconds" not in line:
        word = "absent" if "skipped" in line else "FAILED"
        return (*head, word, "", "", "", line.get("skipped") or line["failed"])
    ours, ratio = line["ours"], line["ratio"]
    seconds = (short(line["seconds"]["median"]), short(ours["seconds"]["median"]))
    times = f"{ratio['median']:.1f} ({ratio['low']:.1f} to {ratio['high']:.1f})"
    memory = f"{short(line.get('memory', {}).get('peak_mb'))} / {short(ours.get('memory', {}).get('peak_mb'))}"
    return (*head, *seconds, times, memory, _told(line, ours))


def _told(line: Line, ours: Line) -> str:
    a, b = ({**part.get("loss", {}), **part.get("risk", {})} for part in (line, ours))
    shared = [name for name in a if name in b and leads(name)]
    return ", ".join(f"{name} {short(a[name])} / {short(b[name])}" for name in shared)
