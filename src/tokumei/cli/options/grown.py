"""Commands whose options grow with the methods they are given: `--method mdav` brings `--k`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from tokumei.cli.base.command import Command, Option, flags_of
from tokumei.cli.base.language import spoken
from tokumei.written import Text, Written, written

GROWN = "tokumei.grown"
GIVEN = "tokumei.given"
Path = tuple[str, ...]


class MethodOption(Option):
    """An option that a method declared; what is given for it is kept under its path.

    `choice` is the method this option chooses where it names one.
    """

    def __init__(self, flags: Sequence[str], path: Path, choice: str | None = None, **more: Any) -> None:
        super().__init__([*flags, f"grown_{'__'.join(path)}"], expose_value=False, **more)
        self.path = path
        self.choice = choice

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Keep the value if one was given."""
        found = super().process_value(ctx, value)
        # What was not said comes as None, an empty tuple or a marker of click's own.
        if isinstance(found, str | bool) or (isinstance(found, tuple) and found):
            ctx.meta.setdefault(GIVEN, {})[self.path] = list(found) if isinstance(found, tuple) else found
        return found

    def help_in(self, lang: str) -> str | None:
        """Return what the option means; it was made in the language of the context."""
        return self.help


class Growing(Command):
    """A command whose arguments bring options with them."""

    def grown(self, args: Sequence[str], lang: str) -> Iterator[MethodOption]:
        """Give the options of the methods that the arguments name."""
        yield from ()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Let the options grow, then read the arguments with them."""
        own = {flag for param in self.params for flag in (*param.opts, *param.secondary_opts)}
        ctx.meta[GROWN] = [_apart(option, own) for option in self.grown(args, spoken(args))]
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, those that have grown after the one that names the method."""
        own = super().get_params(ctx)
        ends = [place for place, param in enumerate(own, 1) if getattr(param, "section", "") == "method"]
        place = max(ends, default=len(own))
        return [*own[:place], *ctx.meta.get(GROWN, ()), *own[place:]]

    def unknown(self, ctx: click.Context, name: str) -> str:
        """Return the sentence for an option nobody knows, with the options of each method that is named."""
        by_method: dict[str, list[str]] = {}
        for option in ctx.meta.get(GROWN, ()):
            by_method.setdefault(option.section, []).append(flags_of([option])[0])
        takes = [f"{method} takes {', '.join(flags)}." for method, flags in by_method.items()]
        return " ".join([super().unknown(ctx, name), *takes])


def given_at(ctx: click.Context, *path: str) -> dict[str, Text | Written]:
    """Return the options given to the method at a path; those of methods inside it are with them.

    `--inner.m 5` makes the option `inner` a method with options, even where `--inner` was not said.
    """
    given: Mapping[Path, Text] = ctx.meta.get(GIVEN, {})
    choices = {option.path: option.choice for option in ctx.meta.get(GROWN, ())}
    return _nested({at: value for at, value in given.items() if at[: len(path)] == path}, path, choices)


def _apart(option: MethodOption, taken: set[str]) -> MethodOption:
    # A method may name an option as the command does: it then answers to METHOD.option.
    if taken.intersection(option.opts):
        option.opts = [f"--{option.section}.{flag[2:]}" for flag in option.opts]
        option.secondary_opts = [f"--no-{option.section}.{flag[5:]}" for flag in option.secondary_opts]
    return option


def _nested(given: Mapping[Path, Text], path: Path, choices: Mapping[Path, str | None]) -> dict[str, Text | Written]:
    depth = len(path)
    options: dict[str, Text | Written] = {at[depth]: value for at, value in given.items() if len(at) == depth + 1}
    for name in dict.fromkeys(at[depth] for at in given if len(at) > depth + 1):
        inner = (*path, name)
        inside = {at: value for at, value in given.items() if at[: depth + 1] == inner and len(at) > depth + 1}
        asked = written(str(choices[inner]))
        options[name] = Written(asked.name, {**asked.options, **_nested(inside, inner, choices)})
    return options
