"""Make the tables and figures of a paper again."""

from typing import Any

import click

from tokumei.cli.options import common as opt


@opt.command("paper")
@opt.argument("paper", metavar="NAME")
@opt.option("--data", metavar="FOLDER", envvar="TOKUMEI_DATA", said="data_paper")
@opt.option("--out", metavar="FOLDER", said="out_paper")
@opt.option("--rows", type=click.IntRange(min=20), metavar="NUMBER", said="rows_paper")
@opt.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="NUMBER")
@opt.outcome()
def command(paper: str, **given: Any) -> None:
    """Set our numbers beside those that a paper prints."""
    from tokumei.cli.work.paper import reproduce

    reproduce(paper, given)
