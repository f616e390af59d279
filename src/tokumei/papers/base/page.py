"""One page for a paper made again: what it printed, what we find, and why they differ."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from tokumei.papers.base.parts import Made, Part
from tokumei.report import shell
from tokumei.report.figures import Figure
from tokumei.report.tables import Grid
from tokumei.version import __version__


@dataclass(frozen=True)
class Section:
    """A part as the page shows it."""

    name: str
    title: str
    caption: str
    grid: Grid | None
    figures: list[Figure]
    small: bool


def drawn(made: Made, lang: str) -> dict[str, str]:
    """Return every picture of a paper, by the name of its file."""
    return {panel.name: panel.drawn() for part in made.parts.values() for panel in part.drawn(lang)}


def html(made: Made, pictures: dict[str, str], lang: str) -> str:
    """Return the page; `pictures` are those that `drawn` returns."""
    paper = made.paper
    document: dict[str, Any] = {"tokumei": __version__}
    return shell.rendered(
        "paper.html.j2",
        lang,
        package=__package__,
        document=document,
        title=paper.said("title", lang),
        cited=paper.cited,
        sentence=paper.verdict(made, lang),
        caveat=paper.said("caveat", lang),
        status="yes" if made.is_comparable else "open",
        sections=[_section(made, part, pictures, lang) for part in made.parts.values()],
        why=[(paper.said(f"why.{name}_title", lang), paper.said(f"why.{name}", lang)) for name in paper.why],
    )


def _section(made: Made, part: Part, pictures: dict[str, str], lang: str) -> Section:
    panels = part.drawn(lang)
    return Section(
        name=part.name,
        title=made.paper.said(f"{part.name}.title", lang),
        caption=made.paper.said(f"{part.name}.caption", lang),
        grid=part.grid(lang) if part.grid else None,
        # Drawn by ourselves, from numbers and texts of our own.
        figures=[Figure(panel.title, panel.words, "", Markup(pictures[panel.name])) for panel in panels],  # noqa: S704
        small=part.frame is None,
    )
