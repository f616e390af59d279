"""What is known of one method: everything that engines and faces need."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from tokumei.model.chosen import Chosen
from tokumei.model.data import Data
from tokumei.model.kinds import DATA_KINDS
from tokumei.model.schema import Schema
from tokumei.params import INJECTED, checked, keyword_parameters, label, non_default, options_of

Scope = Literal["row", "counts", "block", "whole"]
Need = Literal["key", "labels", "hierarchies", "quasi", "sensitive", "sensitive_numbers"]
NEEDS: tuple[Need, ...] = get_args(Need)
Family = Literal["loss", "risk"]
Direction = Literal["lower", "higher"]

CLAIM = "claim"
"""The unit of an attack that names nobody but claims something of the original."""


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
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    promises: tuple[str, ...] = ()
    order_free: bool = False
    needs: tuple[Need, ...] = ()
    family: Family = "loss"
    direction: Direction = "lower"
    identity_zero: bool = False
    information: bool = False
    quick: bool = False
    shares: tuple[str, ...] = ()
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
    def codes(self) -> list[str]:
        """The aliases, each with the options that it stands for."""
        return [label(alias, self.presets.get(alias, {})) for alias in self.aliases]

    @property
    def takes_job(self) -> bool:
        """Whether the method asks for its surroundings."""
        return INJECTED in inspect.signature(self.function).parameters

    @cached_property
    def views(self) -> dict[str, type[Any]]:
        """The view of each kind of data that the method works on, where it is not the data itself."""
        parts = _first_parts(self.function)
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
    def method_options(self) -> dict[str, type[Chosen[..., Any]]]:
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
        view = self.views.get(getattr(data, "data_kind", ""))
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

    @property
    def headline(self) -> str:
        """The number that speaks for a measure: the first that it explains."""
        return next(iter(self.numbers), self.name)

    def is_share(self, number: str) -> bool:
        """Tell whether a number of a measure is a share; `gcp.age` is one where `gcp` is."""
        return number.split(".")[0] in self.shares

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
        shared = (view.ja for view in self.views.values() if hasattr(view, "ja"))
        return self.ja.get(what) or next((texts[what] for texts in shared if what in texts), None)

    def call(self, *data: Any, job: Any, options: Mapping[str, Any]) -> Any:
        """Call the method with checked options; hand over the job if it asks for one."""
        surroundings = {INJECTED: job} if self.takes_job else {}
        return self.function(*data, **options, **surroundings)


def has(need: Need, schema: Schema) -> bool:
    """Tell whether the columns of some data are there for a method that needs them."""
    if need == "hierarchies":
        return bool(schema.trees)
    if need == "sensitive_numbers":
        return any(schema.kinds.get(name) == "number" for name in schema.sensitive)
    return bool(getattr(schema, need))


def data_kinds(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the kinds of data that a method fits, by the type of its first argument."""
    return tuple(dict.fromkeys(kind for part in _first_parts(function) for kind in _kinds_of(part)))


def positional_types(function: Callable[..., Any]) -> list[Any]:
    """Return the types of the arguments that are data."""
    hints = get_type_hints(function)
    every = inspect.signature(function).parameters.values()
    return [hints.get(p.name) for p in every if p.kind is not p.KEYWORD_ONLY]


def alternatives(annotations: Iterable[Any]) -> list[Any]:
    """Return the alternatives of some annotations.

    >>> alternatives([int | None, str])
    [<class 'int'>, <class 'NoneType'>, <class 'str'>]
    """
    found: list[Any] = []
    for annotation in annotations:
        found += get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    return found


def _first_parts(function: Callable[..., Any]) -> list[Any]:
    return alternatives(positional_types(function)[:1])


def _kinds_of(part: Any) -> tuple[str, ...]:
    if part is Data:
        # What asks for no kind of data in particular takes every kind.
        return tuple(DATA_KINDS)
    return getattr(part, "data_kinds", None) or (getattr(part, "data_kind", "table"),)


def _taken(function: Callable[..., Any], options: Mapping[str, Any]) -> dict[str, Any]:
    return {p.name: options[p.name] for p in keyword_parameters(function) if p.name in options}


def _chosen_type(annotation: Any) -> type[Chosen[..., Any]] | None:
    if isinstance(annotation, type) and issubclass(annotation, Chosen):
        return annotation
    return next(filter(None, map(_chosen_type, get_args(annotation))), None)
