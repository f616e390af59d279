"""Commands on an original and its release: one builder for those that attack and those that measure."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import click

from tokumei.cli.base.command import LANG
from tokumei.cli.options import common as opt
from tokumei.cli.options.grown import Growing, MethodOption


class OnRelease(Growing):
    """A command on an original and its release."""

    def grown(self, args: Sequence[str], lang: str) -> Iterator[MethodOption]:
        """Give the options of the kind of data."""
        from tokumei.cli.options.offered import data_options

        return data_options(args, lang)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List what may be asked for."""
        from tokumei.cli.show.menu import write_menu

        write_menu(formatter, (str(self.name),), ctx.meta[LANG])


def on_release(kind: Literal["attack", "measure"], *, full: bool = False) -> click.Command:
    """Return the command that carries out every call of a kind, or those named; `full` shows all their numbers."""

    @opt.command(kind, OnRelease)
    @opt.argument("original")
    @opt.argument("released")
    @opt.calls(kind)
    @opt.option("--key", metavar="FILE", said="key_read", section="reading")
    @opt.data()
    @opt.working()
    @opt.files_of_result()
    @opt.outcome()
    def command(original: str, released: str, **given: Any) -> None:
        from tokumei.cli.options.recipe import calls_of, recipe_of
        from tokumei.cli.work.carry_out import carry_out
        from tokumei.cli.work.release import opened

        calls = calls_of(kind, given[kind], given["kind"])
        recipe = recipe_of(given, original, rest="keep", **{kind: calls})
        data, release = opened(given, recipe, released)
        carry_out(given, recipe, original=data, release=release, full=full)

    return command
