"""Turns options as they were written into options as a recipe holds them, with the method's own types."""

from collections.abc import Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from tokumei import catalogue
from tokumei.model.recipe import CallPart, StepPart
from tokumei.params import checked
from tokumei.registry import STEP_KINDS, Spec
from tokumei.written import Text, Written, pieces, split_names, unquoted, written


def call_part(kind: str, text: str) -> CallPart:
    """Return the attack or measure that a command line names, checked."""
    asked = written(text, f"--{kind}")
    spec = catalogue.get(asked.name, kind)
    return CallPart(name=spec.name, **{**catalogue.preset(asked.name), **recipe_options(spec, asked.options)})


def step_part(text: str, where: str = "--step") -> StepPart:
    """Return the step that a command line names in one piece, checked; a grouping's fill is one of its options."""
    asked = written(text, where)
    spec = catalogue.get(asked.name, STEP_KINDS)
    own = {name: value for name, value in asked.options.items() if name != "fill" or "fill" in _fields(spec)}
    document: dict[str, Any] = {spec.kind: spec.name, **catalogue.preset(asked.name), **recipe_options(spec, own)}
    if len(own) < len(asked.options):
        inner = written(str(asked.options["fill"]), "fill")
        fill = catalogue.get(inner.name, "fill")
        document["fill"] = {"name": fill.name, **recipe_options(fill, inner.options)}
    return StepPart.model_validate(document)


def recipe_options(spec: Spec, given: Mapping[str, Text | Written]) -> dict[str, Any]:
    """Return the options of a method with their types, completed nowhere: a recipe says only what was said."""
    bound = catalogue.bound(spec, typed(spec, given))
    return {name: to_jsonable_python(bound[name]) for name in given}


def model_options(name: str, model: Any, given: Mapping[str, Text | Written]) -> dict[str, Any]:
    """Return the options of something that is not a method, such as a kind of data, with their types."""
    wanted = {key: _typed_one(model.model_fields.get(key), value) for key, value in given.items()}
    valid = checked(name, model, wanted)
    return {key: to_jsonable_python(valid[key]) for key in given}


def typed(spec: Spec, given: Mapping[str, Text | Written]) -> dict[str, Any]:
    """Return the options as values that validation accepts: lists split, inner methods as tables."""
    return {name: _inner(spec, name, value) or _typed_one(_field(spec, name), value) for name, value in given.items()}


def is_list(field: FieldInfo) -> bool:
    """Tell whether an option takes several values."""
    return any(get_origin(part) in (list, tuple) or part in (list, tuple) for part in parts_of(field.annotation))


def is_switch(field: FieldInfo) -> bool:
    """Tell whether an option is yes or no and nothing else."""
    return {part for part in parts_of(field.annotation) if part is not NoneType} == {bool}


def parts_of(annotation: Any) -> list[Any]:
    """Return the alternatives of an annotation.

    >>> parts_of(int | None)
    [<class 'int'>, <class 'NoneType'>]
    """
    inside = get_args(annotation)
    if not inside or get_origin(annotation) in (list, tuple, dict, Literal):
        return [annotation]
    if getattr(annotation, "__metadata__", None):
        return parts_of(inside[0])
    return [part for alternative in inside for part in parts_of(alternative)]


def _inner(spec: Spec, name: str, value: Text | Written) -> Any:
    chosen, field = spec.method_options.get(name), _field(spec, name)
    if chosen is None or field is None or isinstance(value, bool):
        return None
    if value in _words(field) or (value == "none" and _takes_nothing(field)):
        return None
    if is_list(field) and not isinstance(value, Written):
        texts = [value] if isinstance(value, str) else value
        return [_choice(chosen.kind, written(piece)) for text in texts for piece in pieces(_bare(text))]
    if isinstance(value, list):
        return None
    return _choice(chosen.kind, value if isinstance(value, Written) else written(value))


def _choice(kind: str, asked: Written) -> dict[str, Any]:
    inner = catalogue.get(asked.name, kind)
    return {"name": inner.name, **catalogue.preset(asked.name), **typed(inner, asked.options)}


def _field(spec: Spec, name: str) -> FieldInfo | None:
    return _fields(spec).get(name)


def _fields(spec: Spec) -> Mapping[str, FieldInfo]:
    return spec.parameters.model_fields


def _typed_one(field: FieldInfo | None, value: Text | Written) -> Any:
    if field is None or isinstance(value, bool | Written):
        return value
    if is_list(field) and (isinstance(value, list) or _reads_as_list(field, value)):
        texts = value if isinstance(value, list) else [value]
        return split_names([_bare(text) for text in texts])
    text = unquoted(value[-1] if isinstance(value, list) else value)
    return None if text == "none" and _takes_nothing(field) else text


def _bare(text: str) -> str:
    return text.removeprefix("[").removesuffix("]")


def _reads_as_list(field: FieldInfo, text: str) -> bool:
    # Where one text is allowed too, as in `str | list[str]`, a lone word stays one; so does a number.
    parts = parts_of(field.annotation)
    is_one = str in parts or text in _words(field) or (int in parts and text.isdigit())
    return "," in text or text.startswith("[") or not is_one


def _takes_nothing(field: FieldInfo) -> bool:
    return NoneType in parts_of(field.annotation) and "none" not in _words(field)


def _words(field: FieldInfo) -> list[Any]:
    """Return the words that an option takes as they are."""
    return [word for part in parts_of(field.annotation) if get_origin(part) is Literal for word in get_args(part)]
