"""Puts a method of ours to work: each kind on what it works on, timed without what surrounds it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from annotated_types import Ge, Gt

from bench.cases import Case, Outcome, Work, numbers_of
from tokumei import binding
from tokumei.engines import memory
from tokumei.errors import BadData
from tokumei.model import Release
from tokumei.model.recipe import CallPart, StepPart
from tokumei.model.result import WORK
from tokumei.registry import STEP_KINDS, Spec

STAGES = tuple(stage for stage in WORK if stage != "fill")
"""The clocks of a step that tell of its method; the fill that follows a grouping has a row of its own."""


class Skipped(BadData):
    """A method that has nothing to work on in some data."""


def work(spec: Spec, case: Case) -> Work:
    """Return the work of a method on the rows of a case, ready to be done again and again."""
    kind = case.data.data_kind
    if kind not in spec.data:
        raise Skipped(f"works on data of kind {', '.join(spec.data)}")
    if spec.kind in STEP_KINDS:
        return _step(spec, case)
    return _fill(spec, case) if spec.kind == "fill" else _judge(spec, case)


def options(spec: Spec, k: int) -> dict[str, Any]:
    """Return what a method must be told: k, and the least that is allowed of all else it needs."""
    given: dict[str, Any] = {}
    for name, field in spec.parameters.model_fields.items():
        if name == "k":
            given[name] = k
        elif field.is_required():
            least = [
                getattr(bound, "ge", getattr(bound, "gt", 0)) for bound in field.metadata if isinstance(bound, Ge | Gt)
            ]
            given[name] = least[0] if least else 1
    return given


def _step(spec: Spec, case: Case) -> Work:
    part = StepPart.model_validate({spec.kind: spec.name, **options(spec, case.k)})
    step = binding.bound_step(part, case.data.data_kind)
    start = Release.untouched(case.data)

    def do() -> Outcome:
        clocks: dict[str, float] = {}
        release = memory.carry_out(start, step, case.job(), lambda stage: _clock(clocks, stage))
        return Outcome(release, seconds=sum(clocks.get(stage, 0.0) for stage in STAGES))

    return do


def _fill(spec: Spec, case: Case) -> Work:
    call = binding.bound_call("fill", spec.name, options(spec, case.k))
    labels = case.labels
    return lambda: Outcome(case.filled(call, labels))


def _judge(spec: Spec, case: Case) -> Work:
    part = CallPart.model_validate({"name": spec.name, **options(spec, case.k)})
    attacks, measures = ([part], []) if spec.kind == "attack" else ([], [part])
    result = case.asked(case.release, attacks, measures)
    if result.skipped:
        raise Skipped(next(iter(result.skipped.values())))
    call = binding.bound_call(spec.kind, spec.name, part.options)
    numbers = numbers_of(result, spec.family)
    release = case.release.readable(case.data)

    def do() -> Outcome:
        call.on(call.view(case.data), release.data if spec.kind == "attack" else release, job=case.job())
        return Outcome(numbers=numbers)

    return do


@contextmanager
def _clock(clocks: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    clocks[stage] = clocks.get(stage, 0.0) + time.perf_counter() - start
