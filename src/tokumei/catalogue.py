"""Finds every method there is, and binds a name with options to a call."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from tokumei.errors import BadOption, UnknownMethod, unknown
from tokumei.model.chosen import Chosen
from tokumei.model.job import Job
from tokumei.registry import METHOD_KINDS, REGISTERED, SAMPLES, Spec, forget

FOLDERS = ("groupings", "fills", "recodings", "transforms", "attacks", "measures", "samples")
ENTRY_POINTS = "tokumei.methods"
SCOPES = ("row", "counts", "block", "whole")
"""From the scope that asks least of an engine to the one that asks most."""


@cache
def load() -> None:
    """Import every method module of ours, then those that other packages offer."""
    for folder in FOLDERS:
        package = importlib.import_module(f"tokumei.{folder}")
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{package.__name__}.{module.name}")
    for entry in entry_points(group=ENTRY_POINTS):
        entry.load()


def methods(kind: str | None = None, data: str | None = None) -> list[Spec]:
    """Return the methods of a kind that fit a kind of data, by kind and name."""
    load()
    chosen = [
        spec for spec in REGISTERED.values() if kind in (None, spec.kind) and (data is None or data in spec.data)
    ]
    return sorted(chosen, key=lambda spec: (METHOD_KINDS.index(spec.kind), spec.name))


def get(name: str, kinds: str | Iterable[str] | None = None) -> Spec:
    """Return the method of this name or alias, or say which there are."""
    load()
    wanted = (kinds,) if isinstance(kinds, str) else tuple(kinds or METHOD_KINDS)
    found = REGISTERED.get(name) or next((s for s in REGISTERED.values() if name in s.aliases), None)
    if found is not None and found.kind in wanted:
        return found
    known = [spec.name for kind in wanted for spec in methods(kind)]
    if found is not None:
        raise UnknownMethod(f"'{name}' is a {found.kind}, not a {' or '.join(wanted)}; there are {', '.join(known)}.")
    raise UnknownMethod(unknown(wanted[0] if len(wanted) == 1 else "method", name, known))


def samples() -> list[Spec]:
    """Return the generators of sample data, by name."""
    load()
    return sorted(SAMPLES.values(), key=lambda spec: spec.name)


def sample(name: str) -> Spec:
    """Return the generator of this name, or say which there are."""
    load()
    if name not in SAMPLES:
        raise UnknownMethod(unknown("sample", name, [spec.name for spec in samples()]))
    return SAMPLES[name]


@contextmanager
def only_during(*names: str) -> Iterator[None]:
    """Forget methods declared inside this block when it ends: for tests."""
    load()
    before = set(REGISTERED)
    try:
        yield
    finally:
        for name in (set(REGISTERED) - before) | set(names):
            forget(name)


def bound(spec: Spec, given: Mapping[str, Any], path: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a method's options checked, with the methods that options name resolved.

    A resolved choice knows its own method and options; `usable` makes it callable for one job.
    """
    if spec.name in path:
        raise BadOption(f"{' -> '.join((*path, spec.name))}: a method cannot use itself.")
    options = spec.options(given)
    for name, chosen in spec.method_options.items():
        choice = options.get(name)
        if isinstance(choice, Chosen):
            inner = get(choice.name, chosen.kind)
            given_inside = bound(inner, _inherited(spec, options, inner, choice), (*path, spec.name))
            options[name] = type(choice)(inner.name, inner.own(given_inside))
    return options


def usable(spec: Spec, options: Mapping[str, Any], job: Job) -> dict[str, Any]:
    """Return the options with every chosen method bound to this job, ready to be called."""
    ready = dict(options)
    for name in spec.method_options:
        choice = ready.get(name)
        if isinstance(choice, Chosen):
            ready[name] = choice.binding(_caller(get(choice.name, choice.kind), choice.options, job))
    return ready


def scope_of(spec: Spec, options: Mapping[str, Any]) -> str:
    """Return the widest scope among a method and the methods it uses."""
    scopes = [spec.scope]
    for name in spec.method_options:
        choice = options.get(name)
        if isinstance(choice, Chosen):
            scopes.append(scope_of(get(choice.name, choice.kind), choice.options))  # type: ignore[arg-type]
    return max(scopes, key=SCOPES.index)


def _inherited(spec: Spec, options: Mapping[str, Any], inner: Spec, choice: Chosen) -> dict[str, Any]:
    # k is the promise of the outer method: an inner one keeps the same unless it says otherwise.
    shared = {"k": options["k"]} if "k" in options and "k" in inner.parameters.model_fields else {}
    return {**shared, **choice.options}


def _caller(spec: Spec, options: Mapping[str, Any], job: Job) -> Callable[..., Any]:
    def call(*data: Any) -> Any:
        return spec.call(*data, job=job, options=usable(spec, options, job))

    return call
