"""Carries out the steps of a recipe on data that fits in memory."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tokumei.catalogue import usable
from tokumei.errors import TooFewRows
from tokumei.model import Encoded, Job, Labels, Release
from tokumei.registry import Spec

Clock = Callable[[str], AbstractContextManager[None]]


@dataclass(frozen=True)
class Call:
    """A method with its options, checked and resolved."""

    spec: Spec
    options: dict[str, Any]

    def on(self, *data: Any, job: Job) -> Any:
        """Call the method on what it works on, under a job."""
        return self.spec.call(*data, job=job, options=usable(self.spec, self.spec.own(self.options), job))

    def view(self, data: Any) -> Any:
        """Return the data as the method wants to see it: encoded, counted, or as it is."""
        return self.spec.view(data, self.options)


@dataclass(frozen=True)
class Step:
    """A method that changes data; a grouping comes with its fill."""

    method: Call
    fill: Call | None = None


def carry_out(release: Release[Any], step: Step, job: Job, clock: Clock) -> Release[Any]:
    """Apply one step to a release and return the release after it, with its notes."""
    doers = {"grouping": _group_and_fill, "recoding": _recode, "transform": _transform}
    after = doers[step.method.spec.kind](release, step, job, clock)
    return release.then(replace(after, notes={**after.notes, **job.notes}))


def _group_and_fill(release: Release[Any], step: Step, job: Job, clock: Clock) -> Release[Any]:
    data = release.data
    with clock("group"):
        labels = _labels(data, step.method, job)
    with clock("fill"):
        assert step.fill is not None
        filled = step.fill.on(data, labels, job=job.part(0.9, 1.0))
    return type(release)(filled, key=np.arange(len(data), dtype=np.int64), labels=labels)


def _labels(data: Any, grouping: Call, job: Job) -> Labels:
    qi = grouping.view(data)
    if isinstance(qi, Encoded):
        job.note("coding", qi.coding)
    unit, people = "rows", None
    if data.schema.person is not None:
        # A group must hold k people, so people are what is grouped; rows follow their person.
        unit, people = "people", data.people
        qi = qi.per(people)
    if "k" in grouping.spec.promises and len(qi) < grouping.options["k"]:
        raise TooFewRows.for_k(grouping.options["k"], len(qi), unit)
    labels: Labels = np.asarray(grouping.on(qi, job=job.part(0.0, 0.9)), dtype=np.int64)
    return labels if people is None else labels[people]


def _recode(release: Release[Any], step: Step, job: Job, clock: Clock) -> Release[Any]:
    with clock("recode"):
        recoding = step.method.on(step.method.view(release.data), job=job)
        after: Release[Any] = recoding.apply(release.data)
        return after


def _transform(release: Release[Any], step: Step, job: Job, clock: Clock) -> Release[Any]:
    with clock("transform"):
        after: Release[Any] = step.method.on(release.data, job=job)
        return after
