"""Changes categories at random with known probabilities: post-randomization."""

from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field

from tokumei.errors import UnknownColumn
from tokumei.model import ALONE, Job, Labels, Release, Rows, Table
from tokumei.model.changed import changed, chosen_columns
from tokumei.model.columns import column
from tokumei.model.grouped import Groups
from tokumei.model.table import row_groups
from tokumei.params import Columns
from tokumei.registry import transform

if TYPE_CHECKING:
    import polars as pl

Categories = Annotated[
    Columns,
    Field(description="the columns of categories to change; by default the sensitive ones", examples=[["sex"]]),
]
Keep = Annotated[float, Field(ge=0, le=1, description="the share of the cells that are kept for certain")]
Invariant = Annotated[
    bool, Field(description="whether new values are drawn by their frequencies, which then stay as they are on average")
]
Within = Annotated[Columns, Field(description="columns that hold together: new values come from rows alike in these")]


@transform(
    scope="whole",
    paper="Gouweleeuw et al., Journal of Official Statistics 14(4), 1998",
    ja={
        "summary": "カテゴリを既知の確率で無作為に別の値に変えます（PRAM）。",
        "columns": "変えるカテゴリの列（既定は機微なカテゴリの列）",
        "keep": "必ず残すセルの割合",
        "invariant": "新しい値を頻度に従って選び、各値の頻度を期待値で保つか",
        "within": "この列の値が等しい行の中から新しい値を選ぶ",
    },
)
def pram(
    data: Table,
    *,
    columns: Categories = None,
    keep: Keep = 0.8,
    invariant: Invariant = True,
    within: Within = None,
    job: Job = ALONE,
) -> Release:
    """Change categories at random with known probabilities: post-randomization, PRAM.

    Each cell is kept with probability `keep`; else it is drawn anew. With `invariant` it takes the value of
    a random row, so every value stays as frequent as it was on average, and no reader need correct for it;
    what is drawn may be the old value again. Without it, any other value of the column is as likely as the next, and
    frequencies shift towards equal ones. With `within` only values that occur among rows alike in those columns are
    drawn, so that no man becomes pregnant.

    Every single cell may be false, and nobody can tell which. Missing and suppressed cells stay so; a range or a set
    counts as a value. Time grows with n log n.

    Reference: Gouweleeuw, Kooiman, Willenborg and de Wolf (1998), Journal of Official Statistics 14(4). Where we
    differ: the invariant matrix is the one that mixes "keep" with "draw by frequency".

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"sex": ["m", "f"]}), Schema(sensitive="sex"))
    >>> pram(table, keep=0, invariant=False).data.frame["sex"].to_list()
    ['f', 'm']
    """
    names = chosen_columns("pram", data, columns, data.sensitive, ["category", "ordered", "text"])
    strata = _strata(data, within)
    made: dict[str, pl.Series] = {}
    for place, name in enumerate(names):
        cells = column(data, name)
        open_rows = np.flatnonzero(~(cells.missing | cells.suppressed)[cells.of])
        drawn = _any_row if invariant else _other_value
        source = np.arange(len(data), dtype=np.int64)
        redrawn = job.rng.random(open_rows.size) >= keep
        source[open_rows] = np.where(
            redrawn, open_rows[drawn(cells.of[open_rows], strata[open_rows], job.rng)], open_rows
        )
        made[name] = data.frame[name].gather(source)
        job.progress((place + 1) / len(names))
    return changed("pram", data, made, job)


def _strata(data: Table, within: list[str] | None) -> Labels:
    for name in within or ():
        if name not in data.frame.columns:
            raise UnknownColumn.named(name, data.frame.columns, where="pram")
    return row_groups(data.frame, within) if within else np.zeros(len(data), dtype=np.int64)


def _any_row(codes: Rows, strata: Labels, rng: np.random.Generator) -> Rows:
    """Return for each row a random row of its stratum."""
    groups = Groups.by(strata)
    rows: Rows = groups.rows[_among(groups.start[groups.of], groups.sizes[groups.of], rng)]
    return rows


def _other_value(codes: Rows, strata: Labels, rng: np.random.Generator) -> Rows:
    """Return for each row a row of its stratum with another value, each other value as likely; itself if none."""
    width = int(codes.max(initial=0)) + 1
    pairs, first, own = np.unique(strata * width + codes, return_index=True, return_inverse=True)
    start = np.searchsorted(pairs // width, strata)
    others = np.searchsorted(pairs // width, strata, side="right") - start - 1
    place = _among(start, np.maximum(others, 1), rng)
    # The place of the own value is passed over.
    other: Rows = first[np.where(others > 0, place + (place >= own), own)]
    return other


def _among(start: Rows, sizes: Rows, rng: np.random.Generator) -> Rows:
    place: Rows = start + (rng.random(start.size) * sizes).astype(np.int64)
    return place
