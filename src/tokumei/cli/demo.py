"""See it all at work on made-up people."""

from typing import Any

import click

from tokumei.cli.options import common as opt


@opt.command("demo")
@opt.option("--out", default="demo", show_default=True, metavar="FOLDER")
@opt.option("--seed", type=click.IntRange(min=0), default=7, show_default=True, metavar="NUMBER")
@opt.outcome()
def command(out: str, seed: int, **given: Any) -> None:
    """Anonymize, attack, measure and report made-up people."""
    from tokumei.cli.work.demo import demonstrate

    demonstrate(out, seed, given)
