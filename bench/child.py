"""Measures one method on growing numbers of rows, in a process of its own, and prints a JSON line a size."""

import json
import sys
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial

from bench import rivals
from bench.cases import Case, Outcome, judged
from bench.data import data_set
from bench.lines import Line
from bench.memory import Memory
from bench.timing import timed
from bench.work import options, work
from tokumei import catalogue
from tokumei.errors import TokumeiError
from tokumei.params import plain
from tokumei.registry import Spec

WARM_UP = 1000
"""Rows enough to compile every kernel that the work calls."""


@dataclass(frozen=True)
class Task:
    """What a child is asked: a method or its rival, a data set, and the sizes to try, from small to large.

    Goes are repeated while they take less than `budget` seconds together; sizes beyond one that took
    more than `limit` seconds are left out.
    """

    method: str
    data: str
    rows: tuple[int | None, ...] = (None,)
    k: int = 5
    seed: int = 0
    repeats: int = 5
    budget: float = 10.0
    limit: float = 60.0
    rival: str | None = None

    @classmethod
    def parse(cls, text: str) -> "Task":
        """Return the task that JSON describes."""
        document = json.loads(text)
        return cls(**{**document, "rows": tuple(document["rows"])})

    def text(self) -> str:
        """Return the task as JSON."""
        return json.dumps(asdict(self))


def measured(task: Task) -> Iterator[Line]:
    """Yield a line for each size, as long as there is more to learn from a larger one."""
    done: list[int] = []
    for rows in task.rows:
        line = _tried(task, rows)
        if line.get("rows") not in done:
            yield {"what": "method", **_named(task), **line}
        if "seconds" not in line:
            return
        done.append(line["rows"])
        if line["seconds"]["high"] > task.limit:
            return


def _tried(task: Task, rows: int | None) -> Line:
    try:
        return _line(task, Case(data_set(task.data).load(rows, task.seed), task.k, task.seed))
    except TokumeiError as reason:
        return {"rows": rows, "skipped": str(reason)}
    except Exception as fault:  # noqa: BLE001 - a broken method must not take the rows of the others along
        traceback.print_exc()
        return {"rows": rows, "failed": type(fault).__name__}


def _named(task: Task) -> Line:
    spec = catalogue.get(task.method)
    given = {name: plain(value) for name, value in options(spec, task.k).items() if name != "k"}
    return {"kind": spec.kind, "method": spec.name, "options": given, "data": task.data, "k": task.k, "seed": task.seed}


def _line(task: Task, case: Case) -> Line:
    spec = catalogue.get(task.method)
    start = partial(work, spec) if task.rival is None else rivals.get(task.rival).start
    start(case.fewer(WARM_UP))()
    ready = start(case)
    memory = Memory.start()
    outcome = ready()
    used = memory.document()
    times, _ = timed(ready, task.repeats, task.budget)
    numbers = {"seconds": times.document(), "memory": used, **_judged(spec, case, outcome)}
    return {"rows": case.rows, "columns": case.columns, **numbers}


def _judged(spec: Spec, case: Case, outcome: Outcome) -> Line:
    if outcome.numbers:
        return {spec.family: dict(outcome.numbers)}
    return judged(case, case.release_of(outcome))


if __name__ == "__main__":
    for found in measured(Task.parse(sys.argv[1])):
        print(json.dumps(found, allow_nan=False), flush=True)
