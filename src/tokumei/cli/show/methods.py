"""Explains methods: as documents for programs, as tables for readers."""

import inspect
from collections.abc import Sequence
from typing import Any

from tokumei.cli.options.offered import limits_of
from tokumei.cli.show.tables import say_line, say_title, table
from tokumei.params import plain
from tokumei.registry import METHOD_KINDS, Spec
from tokumei.texts import text


def described(spec: Spec) -> dict[str, Any]:
    """Return what programs want to know of a method."""
    return {
        "kind": spec.kind,
        "name": spec.name,
        "aliases": list(spec.aliases),
        "data": list(spec.data),
        "scope": spec.scope,
        "promises": list(spec.promises),
        "parameters": spec.json_schema,
        "summary": spec.summary,
        "paper": spec.paper,
    }


def list_all(specs: Sequence[Spec], lang: str) -> None:
    """Print one line a method, kind by kind."""
    for kind in METHOD_KINDS:
        rows = [(spec.name, ", ".join(spec.data), spec.summary_in(lang)) for spec in specs if spec.kind == kind]
        table(("name", "data", "summary"), rows, lang, title=text(f"cli.method.{kind}", lang))


def explain(spec: Spec, lang: str) -> None:
    """Print what a method does, what it takes, what its numbers mean, where it comes from."""
    say_title(f"{spec.name} ({text(f'cli.method.{spec.kind}', lang)})")
    say_line(spec.summary_in(lang))
    if lang == "en":
        say_line(_rest(spec))
    if spec.holds:
        say_line(f"{text('cli.heading.attacker', lang)}: {spec.holds_in(lang)}")
    fields = spec.parameters.model_fields.items()
    rows = [
        (
            f"--{name.replace('_', '-')}",
            "" if field.is_required() else plain(field.default),
            limits_of(field),
            spec.option_in(name, lang),
        )
        for name, field in fields
    ]
    table(("option", "default", "wanted", "meaning"), rows, lang)
    table(("number", "meaning"), [(number, spec.meaning(number, lang)) for number in spec.numbers], lang)
    if spec.paper:
        say_line(f"{text('cli.heading.paper', lang)}: {spec.paper}")
    if spec.aliases:
        say_line(text("cli.say.aliases", lang, names=", ".join(spec.codes)))


def _rest(spec: Spec) -> str:
    # The docstring after its first sentence, without the examples that are for readers of the code.
    paragraphs = inspect.cleandoc(spec.doc).split("\n\n")[1:]
    return "\n" + "\n\n".join(part for part in paragraphs if not part.lstrip().startswith(">>>")) if paragraphs else ""
