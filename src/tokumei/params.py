"""Options of methods: from a function's signature to validation, error text and JSON Schema.

The keyword-only parameters of a method are its only declaration. `options_of` turns them into a
pydantic model; `checked` runs that model and translates its complaints into sentences a user can
act on. `job` is not an option: it is injected.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model
from pydantic.fields import FieldInfo

from tokumei.errors import BadOption, unknown

INJECTED = "job"
"""The keyword parameter that is handed over by the run and never an option."""

K = Annotated[int, Field(ge=2, description="smallest allowed group")]
Source = Annotated[str, "source", Field(description="a file, or the address of a database table")]
"""A file or table that an option names: taken from the recipe's folder, never overwritten."""
Columns = Annotated[
    Annotated[list[str], Field(min_length=1)] | None,
    BeforeValidator(lambda given: [given] if isinstance(given, str) else given),
    Field(description="the columns to change"),
]
"""Names of columns; one alone may be given as a text. A method says in its own words which it takes by default."""
Share = Annotated[float, Field(ge=0, le=1, description="a share between 0 and 1")]
Scale = Annotated[
    Literal["minmax", "zscore", "none"],
    Field(description="how numbers are scaled before distances: to 0..1, to unit spread, or not"),
]
Codes = Annotated[
    Literal["alphabetical", "appearance", "onehot", "hierarchy"],
    Field(description="how categories become numbers: by name, first row, one column each, along a hierarchy"),
]


def keyword_parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """Return the keyword-only parameters of a function, without the injected job."""
    every = inspect.signature(function, eval_str=True).parameters.values()
    return [p for p in every if p.kind is p.KEYWORD_ONLY and p.name != INJECTED]


def options_of(name: str, *functions: Callable[..., Any], skip: tuple[str, ...] = ()) -> type[BaseModel]:
    """Build the options model of one method from the signatures that share its options."""
    fields: dict[str, Any] = {}
    for function in functions:
        for parameter in keyword_parameters(function):
            if parameter.name in skip:
                continue
            default = ... if parameter.default is parameter.empty else parameter.default
            fields.setdefault(parameter.name, (parameter.annotation, default))
    model: type[BaseModel] = create_model(
        name, __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=True, validate_default=True), **fields
    )
    return model


def checked(method: str, model: type[BaseModel], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options converted and completed with defaults, or raise one sentence."""
    for given in options:
        if given not in model.model_fields:
            raise BadOption(f"{method}: {unknown('option', given, model.model_fields)}")
    try:
        valid = model.model_validate(dict(options))
    except ValidationError as error:
        raise BadOption(f"{method}: {_sentence(model, error)}") from None
    return {name: getattr(valid, name) for name in model.model_fields}


def non_default(model: type[BaseModel], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults: what a result is named after."""
    defaults = {name: field.default for name, field in model.model_fields.items()}
    return {name: value for name, value in options.items() if name in defaults and _differs(value, defaults[name])}


def sources_of(model: type[BaseModel]) -> list[str]:
    """Return the options that name a file or a table."""
    return [name for name, field in model.model_fields.items() if _is_source(field.annotation, field.metadata)]


def label(method: str, options: Mapping[str, Any]) -> str:
    """Return the name of a call in results.

    >>> label("euclid", {"unmatched": "nearest"}), label("sse", {})
    ('euclid(unmatched=nearest)', 'sse')
    """
    inside = ", ".join(f"{name}={plain(value)}" for name, value in options.items())
    return f"{method}({inside})" if inside else method


def plain(value: Any) -> str:
    """Write an option's value the way a command line would.

    >>> plain(["a", "b"]), plain(0.5)
    ('a,b', '0.5')
    """
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _differs(value: Any, default: Any) -> bool:
    # A default may be declared in another form than it is read in: a name for a method, a list for a tuple.
    return bool(value != default) and plain(value) != plain(default)


def _is_source(annotation: Any, metadata: Iterable[Any] = ()) -> bool:
    inside = [*metadata, *getattr(annotation, "__metadata__", ())]
    return "source" in inside or any(map(_is_source, get_args(annotation)))


def _sentence(model: type[BaseModel], error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    name = str(first["loc"][0])
    field = model.model_fields[name]
    if first["type"] == "missing":
        return f"option '{name}' is needed; {describe(field)}."
    given = getattr(first["input"], "text", first["input"])
    return f"{name}={plain(given)} is not allowed; {describe(field)}."


def describe(field: FieldInfo) -> str:
    """Return what an option means and which values it takes.

    >>> describe(options_of("m", lambda: None).model_fields.get("k") or FieldInfo.from_annotation(K))
    'smallest allowed group (at least 2)'
    """
    meaning = field.description or ""
    bounds = [*field.metadata, *_bounds_inside(field.annotation)]
    limits = ", ".join(filter(None, [*map(_bound, bounds), *_choices(field.annotation)]))
    wanted = limits or type_words(field.annotation)
    return f"{meaning} ({wanted})" if meaning else wanted


def _bound(limit: object) -> str:
    words = {Ge: ("at least", "ge"), Le: ("at most", "le"), Gt: ("more than", "gt"), Lt: ("less than", "lt")}
    for kind, (text, attribute) in words.items():
        if isinstance(limit, kind):
            return f"{text} {getattr(limit, attribute)}"
    return ""


def _bounds_inside(annotation: Any) -> list[object]:
    """Return the bounds of the alternatives of a union: of `Annotated[int, Field(ge=1)] | Literal["auto"]`, say."""
    fields = [note for part in get_args(annotation) for note in getattr(part, "__metadata__", ())]
    return [bound for field in fields for bound in getattr(field, "metadata", ())]


def _choices(annotation: Any) -> list[str]:
    if get_origin(annotation) is Literal:
        words = [str(word) for word in get_args(annotation)]
        return [f"one of {', '.join(words)}" if len(words) > 1 else words[0]]
    found: list[str] = []
    for part in get_args(annotation):
        found += _choices(part)
    return [f"a list, or {choice}" for choice in found] if _lists(annotation) else found


def _lists(annotation: Any) -> bool:
    """Tell whether one of the alternatives of an annotation is a list."""
    inside = [get_args(part)[0] if hasattr(part, "__metadata__") else part for part in get_args(annotation)]
    return any(get_origin(part) in (list, tuple) for part in inside)


@cache
def _words() -> dict[Any, str]:
    return {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def type_words(annotation: Any) -> str:
    """Return an annotation in words: what a user may write there."""
    if annotation in _words():
        return _words()[annotation]
    if getattr(annotation, "__metadata__", None):
        return type_words(get_args(annotation)[0])
    if get_origin(annotation) in (list, tuple):
        return "a list"
    parts = [type_words(part) for part in get_args(annotation) if part is not type(None)]
    named = getattr(annotation, "kind", "")
    return " or ".join(dict.fromkeys(filter(None, parts))) or (f"the name of a {named}" if named else "a value")
