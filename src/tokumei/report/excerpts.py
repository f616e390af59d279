"""The first rows of frames that may be shown."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import polars as pl

from tokumei.report.numbers import number
from tokumei.report.tables import Grid
from tokumei.texts import text

Frames = Mapping[str, pl.DataFrame]
"""Frames by the name of the file or table that holds them."""

MOST_ROWS = 8
MOST_COLUMNS = 12
LONGEST = 40


@dataclass(frozen=True)
class Excerpt:
    """The first rows of one frame, and how many columns are left out."""

    title: str
    grid: Grid
    left_out: int


def excerpts(before: Frames, after: Frames, columns: Collection[str] = (), lang: str = "en") -> list[Excerpt]:
    """Return the first rows of the frames that were handed over: the columns named here, or all."""
    return [
        _excerpt(frame, columns, _title(when, name, frames, lang), lang)
        for when, frames in (("before", before), ("after", after))
        for name, frame in frames.items()
    ]


def _title(when: str, name: str, frames: Frames, lang: str) -> str:
    title = text(f"report.page.{when}", lang)
    return title if len(frames) == 1 else f"{title}: {name}"


def _excerpt(frame: pl.DataFrame, columns: Collection[str], title: str, lang: str) -> Excerpt:
    wanted = [name for name in frame.columns if name in columns] or frame.columns
    shown = frame.select(wanted[:MOST_COLUMNS]).head(MOST_ROWS)
    rows = [tuple(_cell(value, lang) for value in row) for row in shown.iter_rows()]
    right = frozenset(place for place, dtype in enumerate(shown.dtypes) if dtype.is_numeric())
    return Excerpt(title, Grid(tuple(shown.columns), rows, right), frame.width - shown.width)


def _cell(value: object, lang: str) -> str:
    if value is None:
        return number(None, lang)
    written = f"{value:.6g}" if isinstance(value, float) else str(value)
    return written if len(written) <= LONGEST else f"{written[: LONGEST - 1]}…"
