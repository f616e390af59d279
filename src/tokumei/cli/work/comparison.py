"""Runs several recipes on the same data and shows them side by side."""

from collections.abc import Sequence

import click

from tokumei.cli.options.columns import Given
from tokumei.cli.show.comparison import show_comparison
from tokumei.cli.show.progress import watching
from tokumei.cli.show.tables import as_json
from tokumei.cli.work.carry_out import check_outputs, write_files
from tokumei.model import Recipe
from tokumei.runner import open_data, run


def side_by_side(given: Given, recipes: Sequence[Recipe]) -> None:
    """Read the data once, run every recipe on it, deliver all results as one document."""
    check_outputs(given, recipes[0])
    original = open_data(recipes[0])
    with watching(given["lang"], quiet=given["quiet"]) as watcher:
        results = (run(recipe, original=original, watcher=watcher, lang=given["lang"]) for recipe in recipes)
        runs = [result.document() for result in results]
    document = {"runs": runs}
    write_files(given, document)
    if given["as_json"]:
        click.echo(as_json(document))
    elif not given["quiet"]:
        show_comparison(document, given["lang"], {name: given[name] for name in ("report", "result")})
