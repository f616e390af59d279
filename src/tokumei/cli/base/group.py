"""The command `tokumei` itself: finds its commands in this package and imports only the one asked for."""

import ast
import importlib
import pkgutil
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from tokumei.cli.base.command import Group, Option
from tokumei.cli.base.ending import ended
from tokumei.cli.base.language import spoken
from tokumei.errors import unknown
from tokumei.texts import has, text
from tokumei.version import __version__

PACKAGE = "tokumei.cli"
FIRST = (
    "demo", "inspect", "anonymize", "attack", "measure", "compare", "run", "report", "methods", "sample",
)  # fmt: skip
"""The commands in the order a newcomer meets them; the rest follow by name."""


class Commands(Group):
    """The commands of this package, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands there are."""
        package = str(Path(__file__).parents[1])
        found = {module.name.replace("_", "-") for module in pkgutil.iter_modules([package]) if not module.ispkg}
        return [name for name in FIRST if name in found] + sorted(found.difference(FIRST))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of this name."""
        names = self.list_commands(ctx)
        if name not in names:
            if name.startswith("-"):
                return None
            raise click.UsageError(unknown("command", name, names))
        command: click.Command = importlib.import_module(f"{PACKAGE}.{module_of(name)}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one line a command, without importing any."""
        lang = spoken()
        with formatter.section(text("cli.say.commands", lang)):
            formatter.write_dl([(name, summary(name, lang)) for name in self.list_commands(ctx)])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what this program is for."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text("cli.command.tokumei", spoken()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write where to start."""
        formatter.write_paragraph()
        formatter.write_text(text("cli.say.start", spoken()))

    # Click overloads this by whether it returns at all; here it always ends the same way.
    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run the command line; every ending has its exit code and, if it is a fault, one sentence."""
        return ended(
            lambda: click.Group.main(self, args, prog_name or "tokumei", **{**extra, "standalone_mode": False})
        )


def module_of(name: str) -> str:
    """Return the module that holds a command.

    >>> module_of("purchase-theory")
    'purchase_theory'
    """
    return name.replace("-", "_")


def summary(name: str, lang: str = "en") -> str:
    """Return the one line that menus show of a command: its text, else the first line of its module."""
    key = f"cli.command.{name}"
    if has(key):
        return text(key, lang)
    source = files(PACKAGE).joinpath(f"{module_of(name)}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or name).splitlines()[0]


@click.command(
    cls=Commands,
    invoke_without_command=True,
    help=text("cli.command.tokumei"),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="tokumei", cls=Option, help=text("cli.option.version"))
@click.pass_context
def group(ctx: click.Context) -> None:
    """Show the help when no command is named."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
