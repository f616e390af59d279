"""What a command line says of hierarchies: a file, or a kind with its options."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tokumei.cli.base.language import value_of
from tokumei.cli.options.grown import MethodOption
from tokumei.cli.options.offered import method_option
from tokumei.errors import UnreadableSource, listing
from tokumei.model.builders import BUILDERS, builder_of
from tokumei.model.builders.asked import OF_FILE, Asked
from tokumei.model.builders.builder import COMMON
from tokumei.texts import text
from tokumei.values import model_options
from tokumei.written import Text, Written, written

UNWRITTEN = ("weights",)
"""What a hierarchy file does not hold, so that making one does not ask for it."""


def builder_options(args: Sequence[str], lang: str) -> Iterator[MethodOption]:
    """Give the options of the kind of hierarchy that the arguments name."""
    made = builder_of(value_of(args, "--kind") or "auto", "--kind")
    fields = made.options.model_fields.items()
    # What all have in common comes last.
    for name, field in sorted(fields, key=lambda one: one[0] in COMMON):
        if name not in UNWRITTEN:
            meaning = text("cli.hierarchy.groups", lang) if name == "groups" else made.meaning(name, lang)
            yield method_option(f"--{name}", field, ("hierarchy", name), meaning, made.name)


def options_of(kind: str, given: Mapping[str, Text | Written]) -> dict[str, Any]:
    """Return the options of a kind of hierarchy as they were given, checked; groups are named by their file."""
    if "groups" in given:
        return {**given, **options_of("flat", {name: value for name, value in given.items() if name != "groups"})}
    return model_options(f"--kind {kind}", builder_of(kind, "--kind").options, given)


def hierarchy_of(column: str, said: str) -> Asked:
    """Return what `--hierarchy COLUMN=...` asks for: a file, a kind such as auto, or either with options."""
    if Path(said).is_file():
        return said
    flag = f"--hierarchy {column}={said}"
    asked = written(said, "--hierarchy")
    if asked.name in BUILDERS:
        return {"kind": asked.name, **model_options(flag, BUILDERS[asked.name].options, asked.options)}
    if Path(asked.name).is_file():
        return {"file": asked.name, **model_options(flag, OF_FILE, {"file": asked.name, **asked.options})}
    raise UnreadableSource(
        f"{flag}: no such file, and no kind of hierarchy; name a file, or one of {listing(BUILDERS)}."
    )
