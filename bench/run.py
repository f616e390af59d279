"""Runs methods on data of growing size and records time, memory, loss and risk."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import ROOT, methods_to_run
from bench.child import Task
from bench.data import data_set
from bench.growth import exponent, power
from bench.lines import Line, append
from bench.machine import stamp
from bench.words import leads, short
from tokumei import catalogue
from tokumei.registry import Spec

HEAD = ("method", "data", "rows", "seconds", "spread", "peak MB", "of work", "loss and risk")


@dataclass(frozen=True)
class Plan:
    """Which methods on which data, at which sizes."""

    methods: Sequence[str] = ()
    data: Sequence[str] = ("uniform", "people", "heavy")
    rows: Sequence[int | None] = (2_000, 8_000, 32_000)
    k: int = 5
    seed: int = 0
    repeats: int = 5
    budget: float = 10.0
    limit: float = 60.0

    @classmethod
    def quick(cls) -> "Plan":
        """Return the plan that is over in about a minute: one small data set, few goes."""
        return cls(data=("people",), rows=(1_000, 4_000, 16_000), repeats=3, budget=1.0, limit=2.0)

    def specs(self) -> list[Spec]:
        """Return the methods: all there are if none is named."""
        return [catalogue.get(name) for name in self.methods or [name for _, name in methods_to_run()]]

    def task(self, spec: Spec, data: str) -> Task:
        """Return what a child is asked."""
        return Task(spec.name, data, tuple(self.rows), self.k, self.seed, self.repeats, self.budget, self.limit)


def run(plan: Plan, target: Path) -> Iterator[Line]:
    """Carry out a plan and yield each line as it is written."""
    for line in _found(plan):
        full = {**line, **stamp()}
        append(target, [full])
        yield full


def _found(plan: Plan) -> Iterator[Line]:
    sets = [data_set(name) for name in plan.data]
    yield from ({"what": "absent", "data": one.name, "skipped": one.missing} for one in sets if one.missing)
    for spec in plan.specs():
        fitting = [one for one in sets if one.kind in spec.data]
        if not fitting:
            reason = f"works on data of kind {', '.join(spec.data)}; name such data with --data"
            yield {"what": "method", "kind": spec.kind, "method": spec.name, "data": "", "skipped": reason}
        for one in fitting:
            if one.missing is None:
                yield from _with_growth(in_child(plan.task(spec, one.name)))


def _with_growth(lines: Iterable[Line]) -> Iterator[Line]:
    every = []
    for line in lines:
        every.append(line)
        yield line
    yield from growth(every)


def in_child(task: Task) -> Iterator[Line]:
    """Yield what a fresh process measures, line by line."""
    command = [sys.executable, "-m", "bench.child", task.text()]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        yield from map(json.loads, child.stdout)
    if child.returncode:
        yield {"what": "method", "method": task.method, "data": task.data, "failed": f"ended with {child.returncode}"}


def growth(lines: Sequence[Line]) -> list[Line]:
    """Return a line with the power of n that time grows with, if enough sizes were measured.

    The fastest go at each size is taken: the one that was disturbed least.
    """
    timed = [line for line in lines if "seconds" in line]
    slope = exponent([line["rows"] for line in timed], [line["seconds"]["low"] for line in timed])
    if slope is None:
        return []
    named = {name: timed[0][name] for name in ("kind", "method", "options", "data", "k", "seed")}
    return [{"what": "growth", **named, "rows": [line["rows"] for line in timed], "exponent": slope}]


def cells(line: Line) -> tuple[str, ...]:
    """Return a line of a result file as a row under `HEAD`."""
    name, data = line.get("method", ""), line["data"]
    if line["what"] == "growth":
        span = f"from {line['rows'][0]:,} to {line['rows'][-1]:,} rows"
        return (name, data, "growth", power(line["exponent"]), "", "", "", span)
    said = line.get("skipped") or line.get("failed")
    if said is not None:
        rows = line.get("rows")
        word = "skipped" if "skipped" in line else "FAILED"
        return (name, data, short(rows), word, "", "", "", said)
    times, memory = line["seconds"], line["memory"]
    spread = (times["high"] - times["low"]) / times["median"] if times["median"] else 0.0
    numbers = {**line.get("loss", {}), **line.get("risk", {})}
    shown = [n for n in numbers if leads(n)] or list(numbers)[:2]
    judged = ", ".join(f"{n} {short(numbers[n])}" for n in shown)
    figures = (short(times["median"]), f"{spread:.0%}", short(memory["peak_mb"]), short(memory["work_mb"]))
    return (name, data, short(line["rows"]), *figures, judged)
