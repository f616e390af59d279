"""The decorators that declare methods; each leaves a record in the catalogue.

A method is a plain function. Its keyword-only, annotated parameters are its options; its docstring
opens with the sentence menus show; the decorator adds what a signature cannot say. Nothing else has
to be told anywhere.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypedDict, TypeVar, Unpack, get_origin

from tokumei.errors import DeclarationError, listing, unknown
from tokumei.model.kinds import option_names
from tokumei.model.recipe import STEP_KINDS
from tokumei.model.release import Release
from tokumei.params import keyword_parameters
from tokumei.spec import CLAIM, Direction, Family, Need, Scope, Spec, alternatives, data_kinds, positional_types

__all__ = [
    "METHOD_KINDS", "POSITIONAL", "REGISTERED", "SAMPLES", "STEP_KINDS", "Spec", "attack", "fill", "forget",
    "grouping", "measure", "recoding", "sample", "transform",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])

POSITIONAL = {
    "grouping": ("qi",),
    "fill": ("data", "labels"),
    "recoding": ("counts",),
    "transform": ("data",),
    "attack": ("known", "released"),
    "measure": ("original", "released"),
    "sample": (),
}
"""The kinds of method, each with the positional parameters it must have; samples stand beside them."""

METHOD_KINDS = tuple(kind for kind in POSITIONAL if kind != "sample")

REGISTERED: dict[str, Spec] = {}
"""Every method declared so far, by name; the catalogue is the place to look methods up."""

SAMPLES: dict[str, Spec] = {}
"""Every generator of sample data; a sample may be called like a method."""


class Common(TypedDict, total=False):
    """What every kind of method may say of itself.

    `scope` is what of the data must be seen together, `aliases` are the codes of contests, each with
    its year and, in a mapping, the options that the code stands for, `ja` the Japanese texts.
    """

    scope: Scope
    paper: str
    aliases: Iterable[str] | Mapping[str, Mapping[str, Any]]
    ja: Mapping[str, str]


def grouping(
    *,
    promises: str | Iterable[str] = "k",
    order_free: bool = False,
    fill: str | None = None,
    needs: Iterable[Need] = (),
    **common: Unpack[Common],
) -> Callable[[F], F]:
    """Declare a method that numbers rows into groups: `(qi, *, k, ..., job) -> labels`.

    `promises` names what each group keeps (`"k"`, `"s_min"`, or nothing), `order_free` that shuffled
    rows are parted alike, `fill` the fill it uses by default. A method that `needs` hierarchies meets
    one on every quasi column: where none was given, one that suits the column.
    """
    return _declared("grouping", common, promises=promises, order_free=order_free, fill=fill, needs=needs)


def fill(*, needs: Iterable[Need] = (), **common: Unpack[Common]) -> Callable[[F], F]:
    """Declare a method that makes the rows of a group alike: `(data, labels, *, ..., job) -> data`."""
    return _declared("fill", {"scope": "row", **common}, needs=needs)


def recoding(
    *, promises: str | Iterable[str] = "k", needs: Iterable[Need] = (), **common: Unpack[Common]
) -> Callable[[F], F]:
    """Declare a method that decides from counts how values are coarsened: `(counts, *, k, ..., job) -> recoding`."""
    return _declared("recoding", {"scope": "counts", **common}, promises=promises, needs=needs)


def transform(*, needs: Iterable[Need] = (), **common: Unpack[Common]) -> Callable[[F], F]:
    """Declare a method that changes data as a whole: `(data, *, ..., job) -> release`."""
    return _declared("transform", common, needs=needs)


def attack(
    *,
    needs: Iterable[Need] = (),
    unit: str = "row",
    holds: str = "the original table",
    **common: Unpack[Common],
) -> Callable[[F], F]:
    """Declare a method that guesses who is who: `(known, released, *, ..., job) -> guess`.

    `unit` is what a guess names (row, person, customer), or `claim` where it names nobody but claims
    something of the original; `holds` what the attacker has.
    """
    return _declared("attack", common, needs=needs, unit=unit, holds=holds, family="risk")


def measure(
    *,
    needs: Iterable[Need] = (),
    family: Family = "loss",
    direction: Direction = "lower",
    identity_zero: bool = False,
    information: bool = False,
    quick: bool = False,
    numbers: Mapping[str, str] | None = None,
    shares: str | Iterable[str] = (),
    **common: Unpack[Common],
) -> Callable[[F], F]:
    """Declare a method that puts a number on a release: `(original, released, *, ..., job) -> numbers`.

    `numbers` says what each number means in plain words, the headline first; `shares` which of them
    read as percentages. `family` says whether it tells of loss or of risk, `direction` which way its
    headline is better, `identity_zero` that an untouched release scores 0, `information` that the
    headline is the share of information lost, so that reports lead with it, `quick` that it is fast
    enough to be taken where nobody asked.
    """
    return _declared(
        "measure", common, needs=needs, family=family, direction=direction, identity_zero=identity_zero,
        information=information, quick=quick, numbers=dict(numbers or {}), shares=shares,
    )  # fmt: skip


def sample(*, data: str = "table", ja: Mapping[str, str] | None = None) -> Callable[[F], F]:
    """Declare a generator of sample data: `(*, rows, ..., job) -> frame`."""
    return _declared("sample", {"ja": ja or {}}, data=data)


def forget(name: str) -> None:
    """Take a method out again: for tests that declare one on the fly."""
    REGISTERED.pop(name, None)


def _declared(kind: str, common: Common, **more: Any) -> Callable[[F], F]:
    def record(function: F) -> F:
        place = SAMPLES if kind == "sample" else REGISTERED
        _refuse_mistakes(kind, function, place)
        said = {"data": data_kinds(function), **common, **more}
        if isinstance(said.get("aliases"), Mapping):
            said["presets"] = dict(said["aliases"])
        for several in LISTS.intersection(said):
            said[several] = (said[several],) if isinstance(said[several], str) else tuple(said[several])
        spec = Spec(kind, function.__name__, function, **said)
        _refuse_unexplained(spec)
        _refuse_unknown_unit(spec)
        _refuse_options_of_data(spec)
        place[spec.name] = spec
        return function

    return record


def _refuse_unknown_unit(spec: Spec) -> None:
    for part in alternatives(positional_types(spec.function)[:1]):
        known = getattr(part, "unit_names", (spec.unit,))
        if spec.unit not in (*known, CLAIM):
            where = f"{spec.kind} '{spec.name}' in {spec.function.__module__}"
            raise DeclarationError(f"{where}: {unknown('unit', spec.unit, known)}")


def _refuse_options_of_data(spec: Spec) -> None:
    theirs = {name for kind in spec.data for name in option_names(kind)}
    declared = [spec.function, *(view.of for view in spec.views.values())] if theirs else []
    for name in [p.name for function in declared for p in keyword_parameters(function) if p.name in theirs]:
        where = f"{spec.kind} '{spec.name}' in {spec.function.__module__}"
        raise DeclarationError(f"{where}: option '{name}' is one of its data's already; leave it to the data.")


LISTS = {"aliases", "data", "needs", "promises", "shares"}
"""What may be said as one name or as several."""


def _refuse_mistakes(kind: str, function: Callable[..., Any], place: Mapping[str, Spec]) -> None:
    name = function.__name__
    where = f"{kind} '{name}' in {function.__module__}"
    taken = place.get(name)
    if taken is not None:
        raise DeclarationError(f"{where}: {taken.kind} '{name}' of {taken.function.__module__} has that name already.")
    every = inspect.signature(function).parameters.values()
    positional = [p.name for p in every if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    wanted = POSITIONAL[kind]
    if tuple(positional) != wanted or any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in every):
        raise DeclarationError(
            f"{where}: a {kind} takes ({', '.join(wanted)}, *, options), not ({listing(positional)})."
        )
    bare = [p.name for p in every if p.annotation is p.empty]
    if bare:
        raise DeclarationError(f"{where}: every parameter needs a type; {listing(bare)} has none.")
    if kind == "attack" and any(map(_is_release, alternatives(positional_types(function)))):
        raise DeclarationError(f"{where}: an attack is given released data, never a release with its secrets.")


def _refuse_unexplained(spec: Spec) -> None:
    unknown = [name for name in spec.shares if name not in spec.numbers]
    if unknown:
        where = f"{spec.kind} '{spec.name}' in {spec.function.__module__}"
        raise DeclarationError(f"{where}: shares are numbers with a meaning; {listing(unknown)} has none.")


def _is_release(part: Any) -> bool:
    kind = get_origin(part) or part
    return isinstance(kind, type) and issubclass(kind, Release)
