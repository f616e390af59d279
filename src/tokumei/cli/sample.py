"""Make up data to try things on."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from tokumei.cli.base.command import LANG
from tokumei.cli.options import common as opt
from tokumei.cli.options.grown import Growing, MethodOption, given_at


class Sample(Growing):
    """The command with the options of the sample that is named."""

    def grown(self, args: Sequence[str], lang: str) -> Iterator[MethodOption]:
        """Give the options of the sample, which is the first word that is one."""
        from tokumei import catalogue
        from tokumei.cli.options.offered import options_of

        named = next((spec for spec in catalogue.samples() if spec.name in args), None)
        return iter(()) if named is None else options_of(named, args, lang, ("sample",), "")

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the samples there are."""
        from tokumei.cli.show.menu import write_samples

        write_samples(formatter, ctx.meta[LANG])


@opt.command("sample", Sample)
@opt.argument("sample", metavar="NAME")
@opt.option("--output", "-o", required=True, metavar="FILE", said="output_sample")
@opt.option("--seed", type=click.IntRange(min=0), metavar="NUMBER")
@opt.outcome()
@click.pass_context
def command(ctx: click.Context, /, sample: str, output: str, **given: Any) -> None:
    """Write sample data."""
    from tokumei import catalogue, io
    from tokumei.cli.show.tables import as_json, say_line
    from tokumei.cli.work.sample import made
    from tokumei.report.numbers import number
    from tokumei.sources import shown
    from tokumei.texts import text

    spec, lang = catalogue.sample(sample), given["lang"]
    io.check_table_target(output, force=given["force"])
    frame = made(spec, given_at(ctx, "sample"), given["seed"], lang, quiet=given["quiet"])
    io.write_frame(frame, output, force=given["force"])
    document = {"sample": sample, "rows": frame.height, "columns": frame.columns, "seed": given["seed"]}
    if given["as_json"]:
        click.echo(as_json({**document, "output": shown(output)}))
    elif not given["quiet"]:
        rows, columns = number(frame.height, lang), ", ".join(frame.columns)
        say_line(text("cli.say.sampled", lang, rows=rows, file=shown(output), columns=columns))
