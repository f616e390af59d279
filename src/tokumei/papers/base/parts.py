"""What a paper consists of: data sets, and parts that are tables or figures, each made again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tokumei.papers.base.desk import Desk
from tokumei.papers.base.sets import DataSet, Rows, prepared
from tokumei.report.tables import Grid
from tokumei.texts import text

if TYPE_CHECKING:
    import polars as pl

Sets = Mapping[str, Rows]


@dataclass(frozen=True)
class Panel:
    """One picture of a part: drawn when it is wanted, with words for those who cannot see it."""

    name: str
    title: str
    words: str
    drawn: Callable[[], str]


@dataclass(frozen=True)
class Part:
    """A table or a figure of a paper, made again: its rows, and how they are shown in a language."""

    name: str
    frame: "pl.DataFrame | None" = None
    grid: Callable[[str], Grid] | None = None
    panels: Callable[[str], list[Panel]] | None = None

    def drawn(self, lang: str) -> list[Panel]:
        """Return the pictures of the part, in a language."""
        return self.panels(lang) if self.panels else []


Parts = Mapping[str, Part]
Make = Callable[[Desk, Sets, Parts], Part]
"""Makes a part from the data and from the parts made before it."""


@dataclass(frozen=True)
class Paper:
    """A paper: where to find it, what it worked on, and its parts in the order they are made.

    Each part comes with its share of the work, roughly; `why` names the texts that say why numbers differ, and
    `examples` need no data.
    """

    name: str
    cited: str
    sets: Mapping[str, DataSet]
    parts: Mapping[str, tuple[float, Make]]
    verdict: Callable[["Made", str], str]
    why: tuple[str, ...] = ()
    examples: tuple[Part, ...] = ()

    def said(self, key: str, lang: str, **values: object) -> str:
        """Return a text of this paper."""
        return text(f"papers.{self.name}.{key}", lang, **values)

    @property
    def files(self) -> list[str]:
        """The names of the files that are surely written: the page and the numbers of each part."""
        return ["index.html", *(f"{name}.csv" for name in self.parts)]


@dataclass(frozen=True)
class Made:
    """A paper made again."""

    paper: Paper
    sets: Sets
    parts: Mapping[str, Part]
    folder: str | None

    @property
    def made_up(self) -> list[str]:
        """The titles of the data sets whose rows were made up although the paper used real ones."""
        return [rows.of.title for rows in self.sets.values() if rows.is_made_up]

    @property
    def is_comparable(self) -> bool:
        """Whether our numbers may be set against those of the paper."""
        return all(rows.is_comparable for rows in self.sets.values())

    def document(self) -> dict[str, Any]:
        """Return every number, for programs."""
        from tokumei.version import __version__

        data = {
            name: {"source": rows.source, "rows": len(rows), "columns": len(rows.qi.coding), "coding": rows.qi.coding}
            for name, rows in self.sets.items()
        }
        parts = {name: part.frame.to_dicts() for name, part in self.parts.items() if part.frame is not None}
        return {
            "tokumei": __version__,
            "paper": self.paper.name,
            "cited": self.paper.cited,
            "data": data,
            "parts": parts,
        }


def made(paper: Paper, desk: Desk, *, folder: str | None, most: int | None = None) -> Made:
    """Make a paper again from the data in a folder, or from made-up data."""
    sets = prepared(paper.sets, folder, most=most, seed=desk.seed)
    whole, before = sum(share for share, _ in paper.parts.values()), 0.0
    parts: dict[str, Part] = {}
    for name, (share, make) in paper.parts.items():
        desk.begin(name.replace("_", " "), before / whole, (before + share) / whole)
        parts[name], before = make(desk, sets, parts), before + share
    return Made(paper, sets, parts | {part.name: part for part in paper.examples}, folder)
