"""The methods that contract tests run on: every one the catalogue finds, on every kind of data it fits."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

import numpy as np
import pytest
from annotated_types import Ge, Gt
from pydantic.fields import FieldInfo

from tests.strategies import MAKERS, Makers
from tokumei import catalogue
from tokumei.engines.memory import Call
from tokumei.model import Data, Job, Labels, Release
from tokumei.registry import Spec

LITTLE = {"effort": 5}
"""What keeps a search without an end short, and the same each time."""

DRAWN = {"pseudonyms": {"secret": __file__}}
"""What a method would otherwise draw from the operating system, anew each time."""


def methods(kind: str, data: str = "table") -> list[Any]:
    """Return every method of a kind for a kind of data as parameters of a test, named by their names."""
    return [pytest.param(spec, id=spec.name) for spec in catalogue.methods(kind, data)]


def cases(kind: str) -> list[Any]:
    """Return every method of a kind, with the makers of each kind of data it fits."""
    return [pytest.param(spec, made, id=name) for spec, made, name in _fitting(kind)]


def cases_or_none(kind: str) -> list[Any]:
    """Return every method of a kind with makers; where there is none yet, one skipped test that says so."""
    none = pytest.param(None, None, id="none", marks=pytest.mark.skip(reason=f"there is no {kind} yet"))
    return cases(kind) or [none]


def awkward(kind: str) -> list[Any]:
    """Return every method of a kind with each awkward piece of the data it fits."""
    found = [
        pytest.param(spec, data, id=f"{name}, {what}")
        for spec, made, name in _fitting(kind)
        for what, data in made.awkward.items()
    ]
    return found or [pytest.param(None, None, id="none", marks=pytest.mark.skip(reason=f"there is no {kind} yet"))]


def with_choices(kind: str) -> list[Any]:
    """Return every method of a kind with makers and its defaults, then once with each other choice of an option."""
    found = []
    for spec, made, name in _fitting(kind):
        found += [pytest.param(spec, made, {}, id=name)]
        found += [pytest.param(spec, made, {n: c}, id=f"{name}({n}={c})") for n, c in _other_choices(spec)]
    return found


def options(spec: Spec, **wanted: Any) -> dict[str, Any]:
    """Return checked options: those wanted that the method has, the least that is allowed or an example of the rest."""
    fields = spec.parameters.model_fields
    given = {name: value for name, value in {**LITTLE, **DRAWN.get(spec.name, {}), **wanted}.items() if name in fields}
    for name, field in fields.items():
        if field.examples and not isinstance(field.examples[0], list):
            # Where one of several options must be given, this is the one that examples give.
            given.setdefault(name, field.examples[0])
        elif field.is_required():
            given.setdefault(name, _least(field))
    return catalogue.bound(spec, given)


def call(spec: Spec, **wanted: Any) -> Call:
    """Return a method ready to be called."""
    return Call(spec, options(spec, **wanted))


def job(seed: int = 0, **more: Any) -> Job:
    """Return the surroundings of one repeatable call."""
    return Job(np.random.default_rng(seed), **more)


def filled(data: Data, labels: Labels, fill: Spec) -> Release[Any]:
    """Return the release that a fill makes of groups."""
    filling, start = call(fill), Release.untouched(data)
    out = filling.on(filling.view(start.data), labels, job=job())
    return start.then(Release.of(out, key=np.arange(len(data)), labels=labels))


def frames_of(data: Data) -> dict[str, Any]:
    """Return copies of the frames of some data, to tell later whether they were changed."""
    return {part: frame.clone() for part, frame in data.frames.items()}


def equal(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Tell whether frames hold the same."""
    return one.keys() == other.keys() and all(one[part].equals(other[part], null_equal=True) for part in one)


def _fitting(kind: str) -> Iterator[tuple[Spec, Makers, str]]:
    for spec in catalogue.methods(kind):
        for data in spec.data:
            # That no kind of data is without makers is a test of its own.
            if data in MAKERS:
                yield spec, MAKERS[data], spec.name if len(spec.data) == 1 else f"{spec.name} on {data}"


def _least(field: FieldInfo) -> Any:
    bounds = (getattr(bound, "ge", getattr(bound, "gt", 0)) for bound in field.metadata if isinstance(bound, Ge | Gt))
    return next(bounds, 1)


def _other_choices(spec: Spec) -> list[tuple[str, Any]]:
    fields = spec.parameters.model_fields.items()
    choices = {name: field for name, field in fields if get_origin(field.annotation) is Literal}
    return [(n, c) for n, field in choices.items() for c in get_args(field.annotation) if c != field.default]
