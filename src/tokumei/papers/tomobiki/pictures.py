"""Figures 1 to 4 again: small pictures of what the methods do, drawn from what they really do."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from tokumei.binding import bound_call
from tokumei.model import Job, Labels, encoded
from tokumei.papers.base.parts import Panel, Part
from tokumei.papers.base.points import Points, Segment, picture
from tokumei.papers.tomobiki.examples import (
    FIGURE_1,
    FIGURE_2,
    FIGURE_3,
    FIGURE_4,
    FIGURE_4_ALONG,
    FIGURE_4_EDGES,
    FIGURE_4_FIRST,
    FIGURE_4_NEXT,
)
from tokumei.texts import text

CUTS: tuple[Segment, ...] = (
    ((0.5, 0), (0.5, 2)), ((1.5, 0), (1.5, 2)), ((0, 0.5), (2, 0.5)), ((0, 1.5), (2, 1.5)))  # fmt: skip
"""Every straight cut that parts the five points of Figure 2."""


def panels(lang: str) -> list[Panel]:
    """Return every picture with its words, in the order of the paper."""
    return [_panel(name, drawn, lang) for name, drawn in PICTURES.items()]


def _panel(name: str, drawn: Callable[[], str], lang: str) -> Panel:
    words = text(f"papers.tomobiki.picture.{name}", lang)
    return Panel(name, words, words, drawn)


@cache
def groups(name: str, which: str, **options: Any) -> tuple[tuple[int, ...], ...]:
    """Return the groups that a method makes of the points of a figure, as rows."""
    call = bound_call("grouping", name, options)
    labels: Labels = call.on(encoded(POINTS[which]), job=Job(np.random.default_rng(0)))
    return tuple(tuple(np.flatnonzero(labels == group).tolist()) for group in np.unique(labels))


POINTS: dict[str, Points] = {"figure_1": FIGURE_1, "figure_2": FIGURE_2, "figure_3": FIGURE_3, "figure_4": FIGURE_4}


def _figure_1a() -> str:
    return picture(FIGURE_1, groups("mdav", "figure_1", k=3))


def _figure_1b() -> str:
    return picture(FIGURE_1, groups("tomobiki", "figure_1", k=3))


def _figure_2a() -> str:
    return picture(FIGURE_2, groups("tomobiki", "figure_2", k=2))


def _figure_2b() -> str:
    return picture(FIGURE_2, cuts=CUTS)


def _figure_3a() -> str:
    return picture(FIGURE_3)


def _figure_3b() -> str:
    return picture(FIGURE_3, groups("mondrian", "figure_3", k=4))


def _figure_3c() -> str:
    return picture(FIGURE_3, groups("tomobiki_sharp", "figure_3", k=2, k_sharp=4))


def _figure_4a() -> str:
    return picture(FIGURE_4, edges=FIGURE_4_EDGES)


def _figure_4b() -> str:
    return _figure_4_after(FIGURE_4_FIRST)


def _figure_4c() -> str:
    return _figure_4_after((*FIGURE_4_FIRST, FIGURE_4_NEXT, *FIGURE_4_ALONG))


def _figure_4_after(gone: tuple[int, ...]) -> str:
    """Draw what is left of the large component when rows are gone from it; the small one is a group by now."""
    small = tuple(range(11, 15))
    left = [edge for edge in FIGURE_4_EDGES if not set(edge) & {*gone, *small}]
    return picture(FIGURE_4, [gone, small], edges=left, hollow=gone)


def _figure_4d() -> str:
    return picture(FIGURE_4, groups("tomobiki", "figure_4", k=3, m=2, start="component"))


PICTURES: dict[str, Callable[[], str]] = {
    "figure_1a": _figure_1a, "figure_1b": _figure_1b, "figure_2a": _figure_2a, "figure_2b": _figure_2b,
    "figure_3a": _figure_3a, "figure_3b": _figure_3b, "figure_3c": _figure_3c, "figure_4a": _figure_4a,
    "figure_4b": _figure_4b, "figure_4c": _figure_4c, "figure_4d": _figure_4d,
}  # fmt: skip

PART = Part("figures_1_to_4", panels=panels)
"""The pictures of Figures 1 to 4; they need no data."""
