"""An attacker who describes somebody whom nobody else resembles."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from tokumei.model import ALONE, Claims, Guess, Job, Rows, Table
from tokumei.model.describing import AT_LEAST, AT_MOST, WITHIN, Bounds, Trait, chance_of_one, rows_that_fit
from tokumei.model.linking import shared
from tokumei.registry import attack

Mode = Literal["multivariate", "univariate"]
Of = Annotated[Mode, Field(description="whether a description speaks of several columns or of one")]
Columns = Annotated[int, Field(ge=1, description="so many columns a description of several speaks of")]
Attempts = Annotated[int, Field(ge=1, description="so many different descriptions are tried at most")]

DRAWN = 5
"""So many descriptions are drawn for each that is made."""


@attack(
    needs=("quasi",),
    unit="claim",
    holds="nothing but the release",
    paper="after the singling-out attack of Giomi et al., PoPETs 2023, doi:10.56553/popets-2023-0055",
    ja={
        "summary": "公開データだけから、元の表でちょうど一人に当てはまる条件を見つけます。",
        "holds": "公開データのみ",
        "mode": "条件が複数の列か一つの列か",
        "columns": "複数の列の条件で使う列数",
        "attempts": "試す条件の最大数",
    },
)
def singling_out(
    known: Table, released: Table, *, mode: Of = "multivariate", columns: Columns = 3, attempts: Attempts = 500,
    job: Job = ALONE,
) -> Guess:  # fmt: skip
    """Describe people by the release alone, in words that fit exactly one of the original rows.

    The attacker holds nothing but the release. They want a description that singles somebody out and have won
    with each description that exactly one original row fits; who that is they need not know. With
    `mode="multivariate"` a description takes a released row and some of its quasi and sensitive columns: the
    category it has, at least or at most its number, whichever is rarer, inside its range or set; of many such
    descriptions those are made that fit the fewest released rows. With `mode="univariate"` it is a cell that
    only one released row has, or an end of a column.

    `baseline` is how often descriptions so rare fit exactly one row by themselves: n w (1 - w)^(n - 1), where n
    is the number of original rows and w the product over columns of the share of them that fit. It is at most
    37 %. No key is needed; the original is only looked at to count whom a description fits. `attempts` keeps
    the work small.

    Reference: Giomi et al. (2023), doi:10.56553/popets-2023-0055; Cohen and Nissim (2020),
    doi:10.1073/pnas.1914598117, for the baseline. Where we differ: descriptions also take ranges, sets and
    entries of hierarchies, and the rarest are chosen; a suppressed cell says nothing.

    >>> import polars as pl; from tokumei.model import Schema
    >>> people = Table(pl.DataFrame({"age": [31, 24], "zip": ["a", "b"]}), Schema(quasi=["age", "zip"])).pinned()
    >>> guess = singling_out(people, people, mode="univariate"); sorted(guess.said)
    ['age <= 24', 'age == 24', 'age == 31', 'age >= 31', 'zip == a', 'zip == b']
    >>> guess.held.all().item()
    True
    """
    traits = [Trait.of(known, released, name) for name in shared(known, released)]
    if mode == "multivariate":
        cells, sides = _of_several(traits, columns, attempts, job)
    else:
        cells, sides = _of_one(traits, attempts, job)
    meant = _meant(traits, cells, sides)
    held = rows_that_fit(traits, meant, [trait.known for trait in traits]) == 1
    usual = chance_of_one(traits, meant, len(known))
    said = [_said(traits, *one) for one in zip(cells.tolist(), sides.tolist(), strict=True)]
    return Claims(held=held, usual=float(usual.mean()) if usual.size else 0.0, said=said)


def _of_several(traits: Sequence[Trait], columns: int, attempts: int, job: Job) -> tuple[Rows, Rows]:
    """Describe released rows in some of their columns, drawn for each row anew, and take the rarest descriptions."""
    of = np.column_stack([trait.cells.of for trait in traits])
    rows = job.rng.integers(max(len(of), 1), size=DRAWN * attempts if len(of) else 0)
    chosen = job.rng.random((rows.size, len(traits))).argsort(axis=1) < columns
    tells = np.column_stack([trait.tells[trait.cells.of[rows]] for trait in traits])
    cells = np.where(chosen & tells, of[rows], -1)
    cells = np.unique(cells[(cells >= 0).any(axis=1)], axis=0)
    sides = np.column_stack([trait.sides(cells[:, c]) for c, trait in enumerate(traits)])
    fitting = rows_that_fit(traits, _meant(traits, cells, sides), [trait.released for trait in traits])
    # What fits no released row at its middle is a wide range: it tells less than what fits one.
    rarest = np.lexsort((job.rng.random(fitting.size), np.where(fitting == 0, len(of), fitting)))[:attempts]
    return cells[rarest], sides[rarest]


def _meant(traits: Sequence[Trait], cells: Rows, sides: Rows) -> list[Bounds]:
    return [trait.bounds(cells[:, c], sides[:, c]) for c, trait in enumerate(traits)]


def _of_one(traits: Sequence[Trait], attempts: int, job: Job) -> tuple[Rows, Rows]:
    """Describe whoever is alone with a cell, or at an end of a column."""
    asked = [(c, cell, side) for c, trait in enumerate(traits) for cell, side in _alone(trait)]
    drawn = [asked[place] for place in np.sort(job.rng.permutation(len(asked))[:attempts])]
    cells, sides = np.full((len(drawn), len(traits)), -1), np.full((len(drawn), len(traits)), WITHIN)
    for place, (c, cell, side) in enumerate(drawn):
        cells[place, c], sides[place, c] = cell, side
    return cells, sides


def _alone(trait: Trait) -> Iterator[tuple[int, int]]:
    rows = np.bincount(trait.cells.of, minlength=trait.tells.size)
    for cell in np.flatnonzero((rows == 1) & trait.tells).tolist():
        yield cell, WITHIN
    points = np.flatnonzero(trait.is_point)
    if points.size:
        yield int(points[np.argmin(trait.cells.low[points])]), AT_MOST
        yield int(points[np.argmax(trait.cells.low[points])]), AT_LEAST


def _said(traits: Sequence[Trait], cells: list[int], sides: list[int]) -> str:
    parts = (trait.said(cell, side) for trait, cell, side in zip(traits, cells, sides, strict=True))
    return " and ".join(filter(None, parts))
