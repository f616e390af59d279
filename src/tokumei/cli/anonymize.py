"""Make a table safe to hand on: group its rows, publish each group alike, write the result."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from tokumei.cli.base.command import ARGS, LANG
from tokumei.cli.options import common as opt
from tokumei.cli.options.grown import Growing, MethodOption


class Anonymize(Growing):
    """The command with the options of the method, the fill and the kind of data that are named."""

    def grown(self, args: Sequence[str], lang: str) -> Iterator[MethodOption]:
        """Give the options of what is named."""
        from tokumei.cli.options.offered import step_options

        return step_options(args, lang)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the methods there are, where none is named yet."""
        from tokumei.cli.base.language import value_of
        from tokumei.cli.show.menu import write_menu
        from tokumei.registry import STEP_KINDS

        if value_of(ctx.meta[ARGS], "--method") is None:
            write_menu(formatter, (*STEP_KINDS, "fill"), ctx.meta[LANG])


@opt.command("anonymize", Anonymize)
@opt.argument("data")
@opt.option("--output", "-o", required=True, metavar="FILE", section="writing")
@opt.option("--key", metavar="FILE", section="writing")
@opt.option("--keep-order", is_flag=True, section="writing")
@opt.files_of_result()
@opt.option("--method", required=True, metavar="NAME", section="method")
@opt.option("--fill", metavar="NAME", section="method")
@opt.option("--then", multiple=True, metavar="METHOD", section="method")
@opt.work_on_data()
@opt.outcome()
def command(data: str, **given: Any) -> None:
    """Anonymize a table."""
    from tokumei import catalogue
    from tokumei.cli.options.recipe import calls_of, further_steps, recipe_of, step_of
    from tokumei.cli.work.carry_out import carry_out
    from tokumei.runner import Output

    # Where neither attacks nor measures nor a report are asked for, only what is fast on any data is taken.
    default = "all" if given["report"] else [spec.name for spec in catalogue.methods() if spec.quick]
    recipe = recipe_of(
        given,
        data,
        step=[step_of(given), *further_steps(given["then"])],
        attack=calls_of("attack", given["attack"], given["kind"], default),
        measure=calls_of("measure", given["measure"], given["kind"], default),
    )
    carry_out(given, recipe, output=Output(given["output"], given["key"], given["keep_order"], given["force"]))
