"""Finds every method there is, and binds a name with options to a call."""

import importlib
import pkgutil
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, get_args

from tokumei.errors import BadOption, UnknownMethod, listing, unknown
from tokumei.model.chosen import EVERY, Chosen, each_chosen
from tokumei.model.data import Data
from tokumei.model.guess import Guess
from tokumei.model.job import Job
from tokumei.params import label
from tokumei.registry import METHOD_KINDS, REGISTERED, SAMPLES, Spec, forget
from tokumei.spec import CLAIM, Need, Scope, has

FOLDERS = ("groupings", "fills", "recodings", "transforms", "attacks", "measures", "samples")
ENTRY_POINTS = "tokumei.methods"
SCOPES: tuple[Scope, ...] = get_args(Scope)
"""From the scope that asks least of an engine to the one that asks most."""


@cache
def load() -> None:
    """Import every method module of ours, then those that other packages offer; a broken one is left out."""
    for folder in FOLDERS:
        package = importlib.import_module(f"tokumei.{folder}")
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{package.__name__}.{module.name}")
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            entry.load()
        except Exception as fault:  # noqa: BLE001 - a package may fail in any way; ours must work without it
            warnings.warn(_left_out(entry, fault), RuntimeWarning, stacklevel=2)


def _left_out(entry: EntryPoint, fault: Exception) -> str:
    package = entry.dist.name if entry.dist is not None else entry.module
    reason = " ".join(f"{type(fault).__name__}: {fault}".split()).rstrip(".: ")
    return f"the methods of the package '{package}' are left out: {reason}."


def methods(kind: str | None = None, data: str | None = None) -> list[Spec]:
    """Return the methods of a kind that fit a kind of data, by kind and name."""
    load()
    chosen = [spec for spec in REGISTERED.values() if kind in (None, spec.kind) and (data is None or data in spec.data)]
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


def preset(name: str) -> Mapping[str, Any]:
    """Return the options that an alias stands for; none for the name of a method itself."""
    return get(name).presets.get(name, {})


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

    def chosen(choice: Chosen[..., Any]) -> Chosen[..., Any]:
        inner = get(choice.name, choice.kind)
        choice = replace(choice, options={**preset(choice.name), **choice.options})
        _refuse_strangers(spec, inner)
        inside = bound(inner, _inherited(spec, options, inner, choice), (*path, spec.name))
        _refuse_less(spec, options, inner, inside)
        return choice.completed(inner.name, inner.own(inside))

    return options | {name: each_chosen(options[name], chosen) for name in spec.method_options}


def usable(spec: Spec, options: Mapping[str, Any], job: Job, data: Any = None) -> dict[str, Any]:
    """Return the options with every chosen method bound to this job, ready to be called on such data."""

    def ready(choice: Chosen[..., Any]) -> Chosen[..., Any]:
        inner = get(choice.name, choice.kind)
        return choice.binding(lambda own: _caller(inner, choice.options, own), job)

    def bound_to(name: str, value: Any) -> Any:
        if name not in spec.method_options:
            return value
        return each_chosen(_every(spec.method_options[name], data) if value == EVERY else value, ready)

    return {name: bound_to(name, value) for name, value in options.items()}


def scope_of(spec: Spec, options: Mapping[str, Any]) -> Scope:
    """Return the widest scope among a method and the methods it uses."""
    scopes: list[Scope] = [spec.scope]
    for name in spec.method_options:
        each_chosen(options.get(name), lambda c: scopes.append(scope_of(get(c.name, c.kind), c.options)))
    return max(scopes, key=SCOPES.index)


def has_need(need: Need, spec: Spec, options: Mapping[str, Any]) -> bool:
    """Tell whether a method, or one that it uses, needs something."""
    found = [need in spec.needs]
    for name in spec.method_options:
        each_chosen(options.get(name), lambda c: found.append(has_need(need, get(c.name, c.kind), c.options)))
    return any(found)


def keeps_k(spec: Spec, inner: Spec) -> bool:
    """Tell whether a method inside another takes its k from it: where both promise groups of k."""
    return all("k" in one.promises and "k" in one.parameters.model_fields for one in (spec, inner))


def _every(chosen: type[Chosen[..., Any]], data: Data) -> list[Chosen[..., Any]]:
    """Return each method of a kind that fits the data and its columns, but those that only repeat others."""
    fitting = [
        spec
        for spec in methods(chosen.kind, data.data_kind)
        if not spec.method_options and spec.unit != CLAIM and all(has(need, data.schema) for need in spec.needs)
    ]
    return [chosen(spec.name).completed(spec.name, spec.own(bound(spec, {}))) for spec in fitting]


def _refuse_strangers(spec: Spec, inner: Spec) -> None:
    if not set(inner.data).intersection(spec.data):
        fits, given = listing(inner.data), listing(spec.data)
        raise BadOption(f"{spec.name}: {inner.name} works on data of kind {fits}, {spec.name} on {given}.")


def _inherited(spec: Spec, options: Mapping[str, Any], inner: Spec, choice: Chosen[..., Any]) -> dict[str, Any]:
    # k is the promise of the outer method: an inner one keeps the same unless it says otherwise.
    shared = {"k": options["k"]} if keeps_k(spec, inner) else {}
    return {**shared, **choice.options}


def _refuse_less(spec: Spec, options: Mapping[str, Any], inner: Spec, inside: Mapping[str, Any]) -> None:
    if keeps_k(spec, inner) and inside["k"] < options["k"]:
        k, wanted = inside["k"], options["k"]
        raise BadOption(f"{inner.name}: k={k} is too small inside {spec.name}, where k={wanted}; leave it out.")


def _caller(spec: Spec, options: Mapping[str, Any], job: Job) -> Callable[..., Any]:
    name = label(spec.name, spec.non_default(options))

    def call(first: Any, *rest: Any) -> Any:
        # A method that works on the data itself hands that over; one that works on a view, its view.
        seen = spec.view(first, options)
        done = job.answers.get((name, id(first), *map(id, rest)))
        if done is None:
            done = spec.call(seen, *rest, job=job, options=usable(spec, options, job, first))
        return replace(done, unit=done.unit or spec.unit) if isinstance(done, Guess) else done

    return call
