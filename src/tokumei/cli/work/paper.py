"""Makes a paper again and writes it into a folder: numbers, pictures, one page."""

from pathlib import Path

import click

from tokumei import io, papers
from tokumei.cli.options.columns import Given
from tokumei.cli.show.paper import show_paper
from tokumei.cli.show.progress import watching
from tokumei.cli.show.tables import as_json
from tokumei.errors import TargetExists, UnwritableTarget
from tokumei.papers.base import page
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import Made, Paper, made

HOME = "out"
PAGE = "index.html"


def reproduce(name: str, given: Given) -> None:
    """Make a paper again, write its files and say what came of it."""
    paper = papers.paper(name)
    place = Path(given["out"] or Path(HOME, paper.name))
    _check(place, paper, force=given["force"])
    with watching(given["lang"], quiet=given["quiet"]) as watcher:
        desk = Desk(watcher, given["seed"])
        found = made(paper, desk, folder=given["data"] or None, most=given["rows"])
    files = _written(place, found, given["lang"])
    if given["as_json"]:
        click.echo(as_json({**found.document(), "out": str(place), "files": files}))
    elif not given["quiet"]:
        show_paper(found, given["lang"], str(place / PAGE))


def _check(place: Path, paper: Paper, *, force: bool) -> None:
    """Refuse a folder that holds files of these names, before work that takes minutes."""
    taken = next((name for name in paper.files if (place / name).exists()), None)
    if taken is not None and not force:
        raise TargetExists(
            f"{place / taken} exists already; choose another folder with --out or overwrite with --force."
        )
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise UnwritableTarget(f"the folder {place} cannot be made; choose another with --out.") from None


def _written(place: Path, found: Made, lang: str) -> list[str]:
    for name, part in found.parts.items():
        if part.frame is not None:
            io.write_frame(part.frame, str(place / f"{name}.csv"), force=True)
    pictures = page.drawn(found, lang)
    for name, picture in pictures.items():
        io.write_text(picture, str(place / f"{name}.svg"), force=True)
    io.write_text(page.html(found, pictures, lang), str(place / PAGE), force=True)
    numbers = [f"{name}.csv" for name, part in found.parts.items() if part.frame is not None]
    return [PAGE, *numbers, *(f"{name}.svg" for name in pictures)]
