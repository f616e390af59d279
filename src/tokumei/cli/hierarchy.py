"""Make, check and show hierarchies: how the values of a column become coarser."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from tokumei.cli.base.command import LANG
from tokumei.cli.options import common as opt
from tokumei.cli.options.grown import Growing, MethodOption, given_at


class Make(Growing):
    """The command with the options of the kind of hierarchy that is named."""

    def grown(self, args: Sequence[str], lang: str) -> Iterator[MethodOption]:
        """Give the options of the kind."""
        from tokumei.cli.options.hierarchy import builder_options

        return builder_options(args, lang)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the kinds there are."""
        from tokumei.cli.show.menu import write_builders

        write_builders(formatter, ctx.meta[LANG])


@opt.command("make", Make, said="hierarchy_make")
@opt.argument("data")
@opt.argument("column", metavar="COLUMN")
@opt.option("--output", "-o", required=True, metavar="FILE", said="output_hierarchy", section="writing")
@opt.option("--kind", default="auto", show_default=True, metavar="KIND", said="kind_hierarchy", section="method")
@opt.option("--kind-of", multiple=True, metavar="COLUMN=KIND", section="reading")
@opt.reading()
@opt.outcome()
@click.pass_context
def make(ctx: click.Context, /, data: str, column: str, **given: Any) -> None:
    """Write a hierarchy for a column."""
    from tokumei.cli.show.hierarchy import show_made
    from tokumei.cli.work.hierarchy import made

    show_made(made(data, column, given_at(ctx, "hierarchy"), given), given)


@opt.command("check", said="hierarchy_check")
@opt.argument("hierarchy", metavar="FILE")
@opt.argument("data")
@opt.argument("column", metavar="COLUMN")
@opt.option("--show-values", is_flag=True, section="writing")
@opt.option("--kind-of", multiple=True, metavar="COLUMN=KIND", section="reading")
@opt.reading()
@opt.outcome(force=False)
def check(hierarchy: str, data: str, column: str, **given: Any) -> None:
    """Hold a hierarchy against a column."""
    from tokumei.cli.show.hierarchy import show_checked
    from tokumei.cli.work.hierarchy import checked
    from tokumei.errors import BadData

    document = checked(hierarchy, data, column, given)
    show_checked(document, given)
    if document["faults"]:
        first = document["faults"][0]
        raise BadData(f"{hierarchy} does not fit column '{column}': {first['count']} {first['text']}.")


@opt.command("show", said="hierarchy_show")
@opt.argument("hierarchy", metavar="FILE")
@opt.option("--lines", type=click.IntRange(min=1), default=60, show_default=True, metavar="NUMBER")
@opt.outcome(force=False)
def show(hierarchy: str, **given: Any) -> None:
    """Draw a hierarchy as a tree."""
    from tokumei.cli.show.hierarchy import show_tree
    from tokumei.io import read_hierarchy

    show_tree(read_hierarchy(hierarchy), hierarchy, given)


command = opt.group("hierarchy", make, check, show)
