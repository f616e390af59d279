"""Small pictures of points in the plane and the groups they are in."""

from collections.abc import Iterable, Sequence
from itertools import cycle

import numpy as np
import numpy.typing as npt

from tokumei.report.look import AFTER, ALARM, BEFORE, GRID, METHOD_COLORS, TEXT

Points = npt.NDArray[np.float64]
Segment = tuple[tuple[float, float], tuple[float, float]]

SIZE, ROOM = 260, 26


def picture(
    points: Points,
    groups: Iterable[Iterable[int]] = (),
    *,
    edges: Iterable[tuple[int, int]] = (),
    cuts: Sequence[Segment] = (),
    hollow: Iterable[int] = (),
) -> str:
    """Return points as a picture: groups outlined, edges drawn, cuts dashed, some points hollow.

    >>> picture(np.array([[0.0, 0.0], [1.0, 1.0]]), [[0, 1]]).count("<circle")
    2
    """
    place = _placed(points)
    height = int(place[:, 1].max() + ROOM)
    # Small groups come last, so that a large one does not cover them.
    colored = sorted(zip(map(list, groups), cycle(METHOD_COLORS)), key=lambda group: -len(group[0]))
    inside = [
        *(_outline(place[rows], color) for rows, color in colored),
        *(_line(place[one], place[two], BEFORE, "") for one, two in edges),
        *(_line(one, two, ALARM, ' stroke-dasharray="5 4"') for one, two in (_at(points, cut) for cut in cuts)),
        *(_dot(at, is_hollow=row in set(hollow)) for row, at in enumerate(place)),
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {height}" width="{SIZE}" height="{height}">'
    return "\n".join([head, f'<rect width="{SIZE}" height="{height}" fill="#ffffff"/>', *inside, "</svg>"])


def _placed(points: Points) -> Points:
    low, wide = points.min(axis=0), np.ptp(points, axis=0).max() or 1.0
    scaled = (points - low) / wide * (SIZE - 2 * ROOM)
    # Pictures count downwards.
    scaled[:, 1] = scaled[:, 1].max() - scaled[:, 1]
    return np.asarray(scaled + ROOM)


def _at(points: Points, cut: Segment) -> tuple[Points, Points]:
    # A cut ends inside the range of the points, so that it is placed as they are.
    *_, one, two = _placed(np.vstack([points, cut]))
    return one, two


def _outline(place: Points, color: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in _hull(place))
    # A wide line with round corners draws a soft border around the points.
    common = 'stroke-linejoin="round" stroke-linecap="round"'
    return (
        f'<polygon points="{path}" fill="{color}" stroke="{color}" stroke-width="27" {common}/>\n'
        f'<polygon points="{path}" fill="{GRID}" stroke="{GRID}" stroke-width="23" {common}/>'
    )


def _hull(place: Points) -> list[tuple[float, float]]:
    every = sorted({(float(x), float(y)) for x, y in place})
    if len(every) < 3:
        return every
    return [*_half(every), *_half(every[::-1])]


def _half(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    kept: list[tuple[float, float]] = []
    for point in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
            kept.pop()
        kept.append(point)
    return kept[:-1]


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _line(one: Points, two: Points, color: str, more: str) -> str:
    ends = f'x1="{one[0]:.1f}" y1="{one[1]:.1f}" x2="{two[0]:.1f}" y2="{two[1]:.1f}"'
    return f'<line {ends} stroke="{color}" stroke-width="1.5"{more}/>'


def _dot(at: Points, *, is_hollow: bool) -> str:
    fill, stroke = ("#ffffff", AFTER) if is_hollow else (TEXT, TEXT)
    return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="5" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
