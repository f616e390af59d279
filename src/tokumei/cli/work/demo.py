"""The demo: made-up people, anonymized, attacked, measured, reported, in one folder."""

from pathlib import Path
from typing import Any

import click
import polars as pl

from tokumei import catalogue, io, report
from tokumei.cli.options.columns import Given
from tokumei.cli.show.demo import show_demo
from tokumei.cli.show.progress import watching
from tokumei.cli.show.tables import as_json
from tokumei.cli.work.carry_out import frames_out
from tokumei.cli.work.sample import made
from tokumei.errors import TargetExists, UnwritableTarget
from tokumei.model import Recipe, Result
from tokumei.runner import Output, open_data, run

ROWS = 2000
FILES = ("people.csv", "recipe.toml", "safe.csv", "key.csv", "result.json", "report.html")
MARK = "# Written by tokumei demo.\n"
"""The first line of the demo's recipe: a folder that has it may be written again."""

DOCUMENT: dict[str, Any] = {
    "data": {"source": "people.csv", "other": "drop"},
    "columns": {
        "name": {"role": "identifier"},
        "sex": {"role": "quasi"},
        "age": {"role": "quasi"},
        "prefecture": {"role": "quasi"},
        "education": {"role": "quasi"},
        "occupation": {"role": "quasi"},
        "income": {"role": "sensitive"},
        "diagnosis": {"role": "sensitive"},
    },
    # Grouping alone hides the quasi values: whoever knows an exact income would still find its row.
    "step": [{"grouping": "mdav", "k": 5, "fill": "average"}, {"transform": "swap_within"}],
    "attack": [{"name": "random_match"}, {"name": "nearest_value"}, {"name": "linkage"}],
    "measure": [{"name": "k_anonymity"}, {"name": "gcp"}, {"name": "sse"}, {"name": "column_drift"}],
    "require": [{"measure": "k_anonymity.k", "at_least": 5}, {"attack": "*", "at_most": 0.25}],
}


def demonstrate(folder: str, seed: int, given: Given) -> None:
    """Write the demo's files and say what was done and where to look."""
    place = Path(folder)
    _check(place, force=given["force"])
    people = _prepared(place, seed, given)
    before, result = _carried_out(place, given)
    document = result.document()
    io.write_text(as_json(document) + "\n", str(place / "result.json"), force=True)
    # Nobody in the table exists: here, and only here, original rows may be shown.
    page = report.html(document, given["lang"], before={"people.csv": people}, after=frames_out(result))
    io.write_text(page, str(place / "report.html"), force=True)
    if given["as_json"]:
        click.echo(as_json(document))
    elif not given["quiet"]:
        show_demo(before.document(), document, folder, FILES, given["lang"])


def _check(place: Path, *, force: bool) -> None:
    """Refuse a folder with files of these names that no demo wrote."""
    taken = next((name for name in FILES if (place / name).exists()), None)
    if taken is not None and not force and not _is_ours(place / "recipe.toml"):
        raise TargetExists(
            f"{place / taken} exists already; choose another folder with --out or overwrite with --force."
        )


def _is_ours(recipe: Path) -> bool:
    try:
        return recipe.read_text(encoding="utf-8").startswith(MARK)
    except (OSError, UnicodeDecodeError):
        return False


def _prepared(place: Path, seed: int, given: Given) -> pl.DataFrame:
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise UnwritableTarget(f"the folder {place} cannot be made; choose another with --out.") from None
    people = made(catalogue.sample("people"), {"rows": str(ROWS)}, seed, given["lang"], quiet=given["quiet"])
    recipe = Recipe.parse({"seed": seed, **DOCUMENT})
    io.write_text(MARK + recipe.toml(), str(place / "recipe.toml"), force=True)
    io.write_frame(people, str(place / "people.csv"), force=True)
    return people


def _carried_out(place: Path, given: Given) -> tuple[Result, Result]:
    """Return what attacks find in the people as they are, and the result of the recipe."""
    recipe = Recipe.load(place / "recipe.toml")
    output = Output(str(place / "safe.csv"), str(place / "key.csv"), force=True)
    original = open_data(recipe)
    with watching(given["lang"], quiet=given["quiet"]) as watcher:
        untouched = recipe.model_copy(update={"step": [], "require": []})
        before = run(untouched, original=original, watcher=watcher, lang=given["lang"])
        return before, run(recipe, original=original, output=output, watcher=watcher, lang=given["lang"])
