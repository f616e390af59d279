"""What a method offers as options: from its record in the catalogue to the command line."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic.fields import FieldInfo

from tokumei import catalogue
from tokumei.cli.base.language import value_of, values_of
from tokumei.cli.options.grown import MethodOption, Path
from tokumei.params import describe, keyword_parameters, plain
from tokumei.registry import STEP_KINDS, Spec
from tokumei.values import is_list, is_switch
from tokumei.written import written


def step_options(args: Sequence[str], lang: str) -> Iterator[MethodOption]:
    """Give the options of the methods, of their fills and of the kind of data that the arguments name."""
    kind = value_of(args, "--kind") or "table"
    yield from data_options(args, lang)
    specs = [catalogue.get(name, STEP_KINDS) for name in named(args, "--method")]
    for spec in specs:
        yield from options_of(spec, args, lang, ("step",), "")
    fills = [value_of(args, "--fill") or default_fill(spec, kind) for spec in specs]
    for fill in dict.fromkeys(filter(None, fills)):
        yield from options_of(catalogue.get(written(fill).name, "fill"), args, lang, ("fill",), "fill.")


def named(args: Sequence[str], option: str) -> list[str]:
    """Return the methods that an option of the arguments names, one or a comma list, once or repeated."""
    words = [name.strip() for text in values_of(args, option) for name in text.split(",")]
    return list(dict.fromkeys(filter(None, words)))


def data_options(args: Sequence[str], lang: str) -> Iterator[MethodOption]:
    """Give the options of the kind of data that the arguments name."""
    from tokumei.model import DATA_KINDS
    from tokumei.model.kinds import data_options as fields_of

    kind = value_of(args, "--kind") or "table"
    if kind in DATA_KINDS:
        translated = DATA_KINDS[kind].ja if lang == "ja" else {}
        for name, field in fields_of(kind).model_fields.items():
            meaning = translated.get(name) or field.description or ""
            yield method_option(_flag("", name), field, ("data", name), meaning, f"--kind {kind}")


def options_of(
    spec: Spec, args: Sequence[str], lang: str, path: Path, prefix: str, outer: Spec | None = None
) -> Iterator[MethodOption]:
    """Give the options of a method, and those of the methods chosen for its options."""
    for name, field in _fields(spec, inner=outer is not None).items():
        flag = _flag(prefix, name)
        chosen = spec.method_options.get(name)
        choice = None if chosen is None or is_list(field) else value_of(args, flag) or _default_choice(field)
        # An inner method keeps the k of the outer one unless told otherwise.
        says_default = not (name == "k" and outer is not None and catalogue.keeps_k(outer, spec))
        yield method_option(
            flag, field, (*path, name), spec.option_in(name, lang), spec.name, choice, default=says_default
        )
        if chosen is not None and choice not in (None, "none"):
            inner = catalogue.get(written(choice, flag).name, chosen.kind)
            yield from options_of(inner, args, lang, (*path, name), f"{flag[2:]}.", outer=spec)


def method_option(
    flag: str,
    field: FieldInfo,
    path: Path,
    meaning: str,
    section: str,
    choice: str | None = None,
    *,
    default: bool = True,
) -> MethodOption:
    """Return the option that a parameter becomes: its meaning, its bounds, its default."""
    limits = "" if is_switch(field) else limits_of(field)
    says = [meaning, f"({limits})" if limits else "", _default_text(field) if default else ""]
    more: dict[str, Any] = {"help": " ".join(filter(None, says)), "section": section, "choice": choice}
    if is_switch(field):
        return MethodOption([f"{flag}/--no-{flag[2:]}"], path, default=None, **more)
    return MethodOption([flag], path, multiple=is_list(field), metavar=_metavar(field), **more)


def limits_of(field: FieldInfo) -> str:
    """Return the values an option takes, in words."""
    bare = copy.copy(field)
    bare.description = None
    return describe(bare)


def default_fill(spec: Spec, kind: str) -> str | None:
    """Return the fill that goes with a method where none is named; none where it is no grouping."""
    from tokumei import binding

    name = binding.default_fill(spec, kind)
    return name if any(fill.name == name for fill in catalogue.methods("fill")) else None


def _fields(spec: Spec, *, inner: bool) -> Mapping[str, FieldInfo]:
    # A method inside another works on what the outer one sees: only its own options are open.
    own = {parameter.name for parameter in keyword_parameters(spec.function)}
    return {name: field for name, field in spec.parameters.model_fields.items() if not inner or name in own}


def _flag(prefix: str, name: str) -> str:
    return f"--{prefix}{name.replace('_', '-')}"


def _default_choice(field: FieldInfo) -> str | None:
    name = getattr(field.default, "name", field.default)
    return name if isinstance(name, str) else None


def _default_text(field: FieldInfo) -> str:
    if field.is_required():
        return "[required]"
    if field.default is None:
        return ""
    said = {True: "yes", False: "no"}[field.default] if is_switch(field) else plain(field.default)
    return f"[default: {said}]"


def _metavar(field: FieldInfo) -> str:
    if is_list(field):
        return "LIST"
    return "NUMBER" if field.annotation in (int, float) else "VALUE"
