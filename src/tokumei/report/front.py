"""Which runs of a comparison are worth considering: those that no other beats in both loss and risk."""

from collections.abc import Sequence
from dataclasses import dataclass

from tokumei.report import reading
from tokumei.report.reading import Document


@dataclass(frozen=True)
class Point:
    """A run by its loss and its risk; `place` is its position among the runs."""

    place: int
    loss: float
    risk: float


def points(documents: Sequence[Document]) -> list[Point]:
    """Return the runs that have both a loss that all share and an attack that was scored.

    The risk is the rate of the strongest attack. Where no run has a scored attack, it is one over
    the smallest group: what a person's group alone gives away.
    """
    call = reading.common_loss(documents)
    if call is None:
        return []
    risks = [next(iter(reading.identifying(document).values()), None) for document in documents]
    if all(risk is None for risk in risks):
        groups = [reading.smallest_group(document) for document in documents]
        risks = [1 / k if k else None for k in groups]
    return [
        Point(place, reading.losses(document)[call].value, risk)
        for place, (document, risk) in enumerate(zip(documents, risks, strict=True))
        if risk is not None
    ]


def front(documents: Sequence[Document]) -> list[int]:
    """Return the places of the runs that no other run beats, those with the least risk first."""
    every = points(documents)
    best = [one for one in every if not any(_beats(other, one) for other in every)]
    return [one.place for one in sorted(best, key=lambda point: (point.risk, point.loss, point.place))]


def _beats(one: Point, other: Point) -> bool:
    no_worse = one.loss <= other.loss and one.risk <= other.risk
    return no_worse and (one.loss, one.risk) != (other.loss, other.risk)
