"""Carries out the steps of a recipe on data that fits in memory."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tokumei.catalogue import has_need, scope_of, usable
from tokumei.errors import BrokenPromise, TooFewRows
from tokumei.model import Job, Labels, Recoding, Release
from tokumei.model.origins import crowds_in
from tokumei.spec import Need, Scope, Spec

Clock = Callable[[str], AbstractContextManager[None]]


@dataclass(frozen=True)
class Call:
    """A method with its options, checked and resolved."""

    spec: Spec
    options: dict[str, Any]

    @property
    def scope(self) -> Scope:
        """What of the data must be seen together: the widest scope among the method and those it uses."""
        return scope_of(self.spec, self.options)

    def on(self, *data: Any, job: Job) -> Any:
        """Call the method on what it works on, under a job."""
        return self.spec.call(*data, job=job, options=usable(self.spec, self.spec.own(self.options), job, data[0]))

    def needs(self, need: Need) -> bool:
        """Tell whether the method, or one that it uses, needs something."""
        return has_need(need, self.spec, self.options)

    def view(self, data: Any) -> Any:
        """Return the data as the method wants to see it: encoded, counted, or as it is."""
        return self.spec.view(data, self.options)


@dataclass(frozen=True)
class Step:
    """A method that changes data; a grouping comes with its fill."""

    method: Call
    fill: Call | None = None

    def needs(self, need: Need) -> bool:
        """Tell whether a method of the step, or one that it uses, needs something."""
        return self.method.needs(need) or (self.fill is not None and self.fill.needs(need))


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
        filled = step.fill.on(step.fill.view(data), labels, job=job.part(0.9, 1.0))
    return Release.of(filled, key=np.arange(len(data), dtype=np.int64), labels=labels)


def _labels(data: Any, grouping: Call, job: Job) -> Labels:
    qi = grouping.view(data)
    for name, value in getattr(qi, "notes", {}).items():
        job.note(name, value)
    unit, people = "rows", None
    if data.schema.person is not None and hasattr(qi, "per"):
        # A group must hold k people, so people are what is grouped; rows follow their person.
        unit, people = "people", data.people
        qi = qi.per(people)
    if "k" in grouping.spec.promises and len(qi) < grouping.options["k"]:
        raise TooFewRows.for_k(grouping.options["k"], len(qi), unit)
    labels: Labels = np.asarray(grouping.on(qi, job=job.part(0.0, 0.9)), dtype=np.int64)
    _check_promise(grouping, labels, len(qi), unit)
    return labels if people is None else labels[people]


def _check_promise(grouping: Call, labels: Labels, count: int, unit: str) -> None:
    name = grouping.spec.name
    if labels.shape != (count,) or labels.min(initial=0) < 0:
        raise BrokenPromise(f"{name}: of {count} {unit} each must get a group numbered from 0; some did not.")
    k = grouping.options["k"] if "k" in grouping.spec.promises else 0
    smallest = int(np.unique(labels, return_counts=True)[1].min(initial=count))
    if smallest < k:
        raise BrokenPromise(f"{name}: k={k} was promised, but the smallest group has {smallest} {unit}.")


def _recode(release: Release[Any], step: Step, job: Job, clock: Clock) -> Release[Any]:
    with clock("recode"):
        recoding: Recoding = step.method.on(step.method.view(release.data), job=job)
        after = recoding.apply(release.data)
    _check_groups(step.method, after, release.data)
    return after


def _check_groups(recoding: Call, after: Release[Any], data: Any) -> None:
    """Stop a recoding whose groups are smaller than it promises; a label of -1 is a row that is not shown."""
    if "k" not in recoding.spec.promises or after.labels is None or after.key is None:
        return
    shown = after.labels >= 0
    people = None if data.schema.person is None else data.people[after.key[shown]]
    crowds = crowds_in(after.labels[shown], people)
    smallest, k = int(crowds[crowds > 0].min(initial=len(data))), recoding.options["k"]
    if smallest < k <= len(data):
        raise BrokenPromise(f"{recoding.spec.name}: k={k} was promised, but the smallest group has {smallest}.")


def _transform(release: Release[Any], step: Step, job: Job, clock: Clock) -> Release[Any]:
    with clock("transform"):
        after: Release[Any] = step.method.on(step.method.view(release.data), job=job)
        return after
