"""Options and commands that speak the user's language, with their texts from the catalogue of texts."""

import copy
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

import click

from tokumei.cli.base.language import spoken
from tokumei.errors import unknown
from tokumei.texts import has, text

LANG = "tokumei.lang"
ARGS = "tokumei.args"


class Option(click.Option):
    """An option whose meaning stands in the text catalogue, under `cli.option.NAME` unless it brings its own."""

    def __init__(self, *args: Any, said: str | None = None, section: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self.said = f"cli.option.{said or self.name}"
        self.section = section
        if self.help is None and has(self.said):
            self.help = text(self.said)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the line of the help, in the language of the context."""
        translated = copy.copy(self)
        translated.help = self.help_in(ctx.meta.get(LANG, "en"))
        return click.Option.get_help_record(translated, ctx)

    def help_in(self, lang: str) -> str | None:
        """Return what the option means, in a language."""
        return text(self.said, lang) if has(self.said) else self.help


class Argument(click.Argument):
    """An argument whose meaning stands in the text catalogue, under `cli.argument.NAME`."""

    section = "arguments"

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return the line of the help, in the language of the context."""
        key = f"cli.argument.{self.name}"
        return self.make_metavar(ctx), text(key, ctx.meta.get(LANG, "en")) if has(key) else ""


class Command(click.Command):
    """A command that speaks the user's language and lists its options by section.

    Its texts stand in the text catalogue under its name; those of a command inside another under `said`.
    """

    def __init__(self, *args: Any, said: str | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.said = said or str(self.name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the language and the words of the command line, then read them."""
        ctx.meta[LANG] = spoken(args)
        ctx.meta[ARGS] = tuple(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise click.UsageError(self.unknown(ctx, error.option_name)) from None
        except click.MissingParameter as error:
            raise click.UsageError(_missing(ctx, error.param)) from None

    def unknown(self, ctx: click.Context, name: str) -> str:
        """Return the sentence for an option nobody knows."""
        return unknown_option(name, flags_of(self.get_params(ctx)), ctx.command_path)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that shows the help."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = text("cli.option.help", ctx.meta.get(LANG, "en"))
        return found

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write how the command is called."""
        prefix = text("cli.say.usage", ctx.meta.get(LANG, "en"))
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), f"{prefix}: ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does, and an example."""
        lang = ctx.meta.get(LANG, "en")
        for key, indent in ((f"cli.command.{self.said}", "  "), (f"cli.example.{self.said}", "    ")):
            if has(key):
                formatter.write_paragraph()
                formatter.write(click.wrap_text(text(key, lang), formatter.width, indent, indent, True) + "\n")
        if self.help and not has(f"cli.command.{self.said}"):
            super().format_help_text(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those of a section together."""
        lang = ctx.meta.get(LANG, "en")
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                sections.setdefault(getattr(param, "section", ""), []).append(record)
        general = sections.pop("", [])
        for title, records in [*sections.items(), ("options", general)]:
            key = f"cli.section.{title}"
            with formatter.section(text(key, lang) if has(key) else text("cli.section.of_method", lang, name=title)):
                formatter.write_dl(records)


class Group(Command, click.Group):
    """A command with commands inside."""

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of this name, or say which there are."""
        found = super().get_command(ctx, name)
        if found is None and not name.startswith("-"):
            raise click.UsageError(unknown("command", name, self.list_commands(ctx)))
        return found

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one line a command."""
        lang = ctx.meta.get(LANG, "en")
        with formatter.section(text("cli.say.commands", lang)):
            formatter.write_dl([(name, _summary(inner, lang)) for name, inner in self.commands.items()])


def unknown_option(name: str, flags: Sequence[str], command: str) -> str:
    """Return the sentence for an option nobody knows, with the nearest there is.

    >>> unknown_option("--qasi", ["--quasi"], "tokumei anonymize")
    "no option '--qasi'; did you mean '--quasi'? tokumei anonymize --help lists them."
    """
    near = get_close_matches(name, flags, n=1)
    hint = f"did you mean '{near[0]}'? " if near else ""
    return f"no option '{name}'; {hint}{command} --help lists them."


def flags_of(params: Iterable[click.Parameter]) -> list[str]:
    """Return the long names of options."""
    return [flag for param in params for flag in (*param.opts, *param.secondary_opts) if flag.startswith("--")]


def _summary(command: click.Command, lang: str) -> str:
    key = f"cli.command.{getattr(command, 'said', command.name)}"
    return text(key, lang) if has(key) else command.get_short_help_str()


def _missing(ctx: click.Context, param: click.Parameter | None) -> str:
    name = param.opts[0] if isinstance(param, click.Option) else param.make_metavar(ctx) if param else "an argument"
    key = f"cli.example.{getattr(ctx.command, 'said', ctx.command.name)}"
    example = f"; for example: {text(key)}" if has(key) else f"; {ctx.command_path} --help tells more."
    return f"{name} is missing{example}"
