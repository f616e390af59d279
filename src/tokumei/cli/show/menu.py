"""Lists methods with one line each, for the help."""

from collections.abc import Sequence

import click

from tokumei import catalogue
from tokumei.texts import text


def write_menu(formatter: click.HelpFormatter, kinds: Sequence[str], lang: str) -> None:
    """Write the methods of some kinds, each with what it does."""
    for kind in kinds:
        lines = [(spec.name, spec.summary_in(lang)) for spec in catalogue.methods(kind)]
        if lines:
            with formatter.section(text(f"cli.section.menu.{kind}", lang)):
                formatter.write_dl(lines)


def write_builders(formatter: click.HelpFormatter, lang: str) -> None:
    """Write the kinds of hierarchy there are, each with what it does."""
    from tokumei.model.builders import BUILDERS

    lines = [(made.name, made.ja["summary"] if lang == "ja" else made.summary) for made in BUILDERS.values()]
    with formatter.section(text("cli.section.menu.hierarchy", lang)):
        formatter.write_dl(sorted(lines))


def write_samples(formatter: click.HelpFormatter, lang: str) -> None:
    """Write the samples there are, each with what it holds."""
    lines = [(spec.name, spec.summary_in(lang)) for spec in catalogue.samples()]
    if lines:
        with formatter.section(text("cli.section.menu.sample", lang)):
            formatter.write_dl(lines)
