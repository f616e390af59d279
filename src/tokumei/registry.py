"""The decorators that declare methods, and the record each one leaves.

A method is a plain function. Its keyword-only, annotated parameters are its options; its docstring
opens with the sentence menus show; the decorator adds what a signature cannot say. Nothing else has
to be told anywhere.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from tokumei.errors import DeclarationError, listing
from tokumei.model.chosen import Chosen
from tokumei.params import INJECTED, checked, keyword_parameters, non_default, options_of

Scope = Literal["row", "counts", "block", "whole"]
Need = Literal["key", "labels", "hierarchies", "quasi", "sensitive", "sensitive_numbers"]
Family = Literal["loss", "risk"]
Direction = Literal["lower", "higher"]
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


@dataclass(frozen=True, eq=False)
class Spec:
    """What the catalogue knows of one method: everything every face needs."""

    kind: str
    name: str
    function: Callable[..., Any]
    scope: Scope = "whole"
    paper: str = ""
    data: tuple[str, ...] = ("table",)
    aliases: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()
    order_free: bool = False
    needs: tuple[Need, ...] = ()
    family: Family = "loss"
    direction: Direction = "lower"
    identity_zero: bool = False
    unit: str = "row"
    holds: str = ""
    fill: str | None = None
    numbers: Mapping[str, str] = field(default_factory=dict)
    ja: Mapping[str, str] = field(default_factory=dict)

    @property
    def doc(self) -> str:
        """The docstring of the method, unindented."""
        return inspect.getdoc(self.function) or self.name.replace("_", " ").capitalize() + "."

    @property
    def summary(self) -> str:
        """The first sentence of the docstring."""
        return " ".join(self.doc.split("\n\n")[0].split())

    @property
    def takes_job(self) -> bool:
        """Whether the method asks for its surroundings."""
        return INJECTED in inspect.signature(self.function).parameters

    @cached_property
    def views(self) -> dict[str, type[Any]]:
        """The view of each kind of data that the method works on, where it is not the data itself."""
        parts = _parts(_positional_types(self.function)[:1])
        return {kind: part for part in parts if hasattr(part, "of") for kind in _kinds_of(part)}

    @cached_property
    def parameters(self) -> type[BaseModel]:
        """The options as a pydantic model: the method's own, then those of its views."""
        return options_of(self.name, self.function, *(view.of for view in self.views.values()))

    @property
    def json_schema(self) -> dict[str, Any]:
        """The options as JSON Schema, for forms and editors."""
        schema = self.parameters.model_json_schema()
        schema["description"] = self.summary
        return schema

    @cached_property
    def method_options(self) -> dict[str, type[Chosen]]:
        """The options that name another method, with the kind of choice each is."""
        annotations = {p.name: p.annotation for p in keyword_parameters(self.function)}
        return {n: chosen for n, a in annotations.items() if (chosen := _chosen_type(a)) is not None}

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options converted, completed and checked."""
        return checked(self.name, self.parameters, given)

    def non_default(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that are not at their default."""
        return non_default(self.parameters, options)

    def own(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that the method itself takes; the rest are its views'."""
        return _taken(self.function, options)

    def view(self, data: Any, options: Mapping[str, Any]) -> Any:
        """Return the data as the method wants to see it: encoded, counted, or as it is."""
        view = self.views.get(data.data_kind)
        return data if view is None else view.of(data, **_taken(view.of, options))

    def summary_in(self, lang: str) -> str:
        """Return the sentence menus show, in a language; English where there is no translation."""
        return self._said("summary", lang) or self.summary

    def holds_in(self, lang: str) -> str:
        """Return what the attacker holds, in a language."""
        return self._said("holds", lang) or self.holds

    def option_in(self, name: str, lang: str) -> str:
        """Return what an option means, in a language."""
        return self._said(name, lang) or self.parameters.model_fields[name].description or ""

    def meaning(self, number: str, lang: str = "en") -> str:
        """Return what a number of a measure means; `gcp.age` falls back to the meaning of `gcp.*`."""
        family = f"{number.split('.')[0]}.*" if "." in number else number
        key = number if number in self.numbers else family
        return self._said(f"number:{key}", lang) or self.numbers.get(key, "")

    def untranslated(self, lang: str) -> list[str]:
        """Return the texts of this method that a language lacks."""
        wanted = ["summary", *self.parameters.model_fields, *(f"number:{name}" for name in self.numbers)]
        return [] if lang == "en" else [what for what in wanted if self._said(what, lang) is None]

    def _said(self, what: str, lang: str) -> str | None:
        if lang != "ja":
            return None
        return self.ja.get(what) or next((v.ja[what] for v in self.views.values() if what in getattr(v, "ja", {})), None)

    def call(self, *data: Any, job: Any, options: Mapping[str, Any]) -> Any:
        """Call the method with checked options; hand over the job if it asks for one."""
        surroundings = {INJECTED: job} if self.takes_job else {}
        return self.function(*data, **options, **surroundings)


REGISTERED: dict[str, Spec] = {}
"""Every method declared so far, by name; the catalogue is the place to look methods up."""

SAMPLES: dict[str, Spec] = {}
"""Every generator of sample data; a sample may be called like a method."""


def grouping(
    *,
    scope: Scope = "whole",
    paper: str = "",
    promises: str | Iterable[str] = "k",
    order_free: bool = False,
    fill: str | None = None,
    aliases: Iterable[str] = (),
    ja: Mapping[str, str] | None = None,
) -> Callable[[F], F]:
    """Declare a method that numbers rows into groups: `(qi, *, k, ..., job) -> labels`.

    `promises` names what each group keeps (`"k"`, `"s_min"`, or nothing), `order_free` that shuffled
    rows are parted alike, `fill` the fill it uses by default.
    """
    kept = (promises,) if isinstance(promises, str) else tuple(promises)
    return _declared("grouping", scope, paper, aliases, ja, promises=kept, order_free=order_free, fill=fill)


def fill(
    *, scope: Scope = "row", paper: str = "", aliases: Iterable[str] = (), ja: Mapping[str, str] | None = None
) -> Callable[[F], F]:
    """Declare a method that makes the rows of a group alike: `(data, labels, *, ..., job) -> data`."""
    return _declared("fill", scope, paper, aliases, ja)


def recoding(
    *,
    scope: Scope = "counts",
    paper: str = "",
    promises: str | Iterable[str] = "k",
    aliases: Iterable[str] = (),
    ja: Mapping[str, str] | None = None,
) -> Callable[[F], F]:
    """Declare a method that decides from counts how values are coarsened: `(counts, *, k, ..., job) -> recoding`."""
    kept = (promises,) if isinstance(promises, str) else tuple(promises)
    return _declared("recoding", scope, paper, aliases, ja, promises=kept)


def transform(
    *,
    scope: Scope = "whole",
    paper: str = "",
    needs: Iterable[Need] = (),
    aliases: Iterable[str] = (),
    ja: Mapping[str, str] | None = None,
) -> Callable[[F], F]:
    """Declare a method that changes data as a whole: `(data, *, ..., job) -> release`."""
    return _declared("transform", scope, paper, aliases, ja, needs=tuple(needs))


def attack(
    *,
    scope: Scope = "whole",
    paper: str = "",
    needs: Iterable[Need] = (),
    unit: str = "row",
    holds: str = "the original table",
    aliases: Iterable[str] = (),
    ja: Mapping[str, str] | None = None,
) -> Callable[[F], F]:
    """Declare a method that guesses who is who: `(known, released, *, ..., job) -> guess`.

    `unit` is what a guess names (row, person, customer), `holds` what the attacker has.
    """
    return _declared("attack", scope, paper, aliases, ja, needs=tuple(needs), unit=unit, holds=holds, family="risk")


def measure(
    *,
    scope: Scope = "whole",
    paper: str = "",
    needs: Iterable[Need] = (),
    family: Family = "loss",
    direction: Direction = "lower",
    identity_zero: bool = False,
    numbers: Mapping[str, str] | None = None,
    aliases: Iterable[str] = (),
    ja: Mapping[str, str] | None = None,
) -> Callable[[F], F]:
    """Declare a method that puts a number on a release: `(original, released, *, ..., job) -> numbers`.

    `family` says whether it tells of loss or of risk, `direction` which way its headline is better,
    `numbers` what each number means in plain words, `identity_zero` that an untouched release scores 0.
    """
    return _declared(
        "measure", scope, paper, aliases, ja, needs=tuple(needs), family=family, direction=direction,
        identity_zero=identity_zero, numbers=dict(numbers or {}),
    )  # fmt: skip


def sample(*, data: str = "table", ja: Mapping[str, str] | None = None) -> Callable[[F], F]:
    """Declare a generator of sample data: `(*, rows, ..., job) -> frame`."""
    return _declared("sample", "whole", "", (), ja, data=(data,))


def forget(name: str) -> None:
    """Take a method out again: for tests that declare one on the fly."""
    REGISTERED.pop(name, None)


def _declared(
    kind: str, scope: Scope, paper: str, aliases: Iterable[str], ja: Mapping[str, str] | None, **more: Any
) -> Callable[[F], F]:
    def record(function: F) -> F:
        name = function.__name__
        place = SAMPLES if kind == "sample" else REGISTERED
        _refuse_mistakes(kind, name, function, place)
        fits = {"data": _data_kinds(function), **more}
        place[name] = Spec(kind, name, function, scope, paper, aliases=tuple(aliases), ja=dict(ja or {}), **fits)
        return function

    return record


def _refuse_mistakes(kind: str, name: str, function: Callable[..., Any], place: Mapping[str, Spec]) -> None:
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
    if kind == "attack" and any(_is_release(part) for part in _parts(_positional_types(function))):
        raise DeclarationError(f"{where}: an attack is given released data, never a release with its secrets.")


def _data_kinds(function: Callable[..., Any]) -> tuple[str, ...]:
    parts = _parts(_positional_types(function)[:1])
    return tuple(dict.fromkeys(kind for part in parts for kind in _kinds_of(part)))


def _kinds_of(part: Any) -> tuple[str, ...]:
    return getattr(part, "data_kinds", None) or (getattr(part, "data_kind", "table"),)


def _parts(annotations: Iterable[Any]) -> list[Any]:
    parts: list[Any] = []
    for annotation in annotations:
        parts += get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    return parts


def _taken(function: Callable[..., Any], options: Mapping[str, Any]) -> dict[str, Any]:
    return {p.name: options[p.name] for p in keyword_parameters(function) if p.name in options}


def _positional_types(function: Callable[..., Any]) -> list[Any]:
    hints = get_type_hints(function)
    every = inspect.signature(function).parameters.values()
    return [hints.get(p.name) for p in every if p.kind is not p.KEYWORD_ONLY]


def _is_release(part: Any) -> bool:
    return "Release" in (getattr(part, "__name__", ""), getattr(get_origin(part), "__name__", ""))


def _chosen_type(annotation: Any) -> type[Chosen] | None:
    parts = (annotation, *get_args(annotation))
    return next((p for p in parts if isinstance(p, type) and issubclass(p, Chosen)), None)
