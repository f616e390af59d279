"""Try several methods and group sizes side by side."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from tokumei.cli.base.command import LANG
from tokumei.cli.options import common as opt
from tokumei.cli.options.grown import Growing, MethodOption


class Compare(Growing):
    """The command with the options of every method that is named; `--k` is the list to try."""

    def grown(self, args: Sequence[str], lang: str) -> Iterator[MethodOption]:
        """Give each option once, whichever method declared it first."""
        from tokumei.cli.options.offered import step_options

        flags = {"--k"}
        for option in step_options(args, lang):
            if not flags.intersection(option.opts):
                flags.update(option.opts)
                yield option

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the methods there are."""
        from tokumei.cli.show.menu import write_menu
        from tokumei.registry import STEP_KINDS

        write_menu(formatter, (*STEP_KINDS, "fill", "attack", "measure"), ctx.meta[LANG])


@opt.command("compare", Compare)
@opt.argument("data")
@opt.option("--method", required=True, multiple=True, metavar="NAMES", said="methods", section="method")
@opt.option("--k", multiple=True, metavar="NUMBERS", section="method")
@opt.option("--fill", metavar="NAME", section="method")
@opt.work_on_data()
@opt.files_of_result()
@opt.outcome()
def command(data: str, **given: Any) -> None:
    """Compare methods."""
    from tokumei.cli.options.recipe import calls_of, recipe_of, sizes_of, steps_of
    from tokumei.cli.work.comparison import side_by_side
    from tokumei.comparison import variants

    steps = steps_of(given)
    recipe = recipe_of(
        given,
        data,
        rest="keep",
        step=steps,
        attack=calls_of("attack", given["attack"], given["kind"]),
        measure=calls_of("measure", given["measure"], given["kind"]),
    )
    side_by_side(given, variants(recipe, [step.named[1] for step in steps], sizes_of(given["k"])))
