"""What each group must keep: k rows or people, l different sensitive values, a distance of t at most."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.errors import BadOption, TooFewRows
from tokumei.kernels.tallies import DISTINCT, ENTROPY, doomed, keeping
from tokumei.model.counts import Counts
from tokumei.model.data import Labels, Rows

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

L = Annotated[float | None, Field(ge=1, description="fewest sensitive values that a group must hold; none by default")]
Diversity = Annotated[
    Literal["distinct", "entropy"],
    Field(description="what l counts: different values, or the equally frequent ones that would leave as much doubt"),
]
T = Annotated[
    float | None,
    Field(ge=0, le=1, description="largest distance of a group's sensitive values from the table's; none by default"),
]
JA = {
    "l": "グループに含まれるべき機微値の最小数（省略時は制限なし）",
    "diversity": "l の数え方（異なる値の個数、または、同じあいまいさになる等頻度の値の個数）",
    "t": "グループと表全体との機微値の分布の距離の上限（省略時は制限なし）",
}
"""What the options that several methods share say in Japanese."""


@dataclass(frozen=True)
class Promises:
    """What every group of vectors must keep.

    k counts people, where a person has several rows. l and t count rows and hold for every sensitive
    column, by the definitions of the measure `k_anonymity`, against the shares in the whole table: t is the ordered
    distance for numbers, dates and ordered values, the equal distance for categories. Missing
    sensitive cells count as nothing.
    """

    counts: Counts = field(repr=False)
    k: int
    l: float | None = None  # noqa: E741 - the papers' letter, and the name of the option
    diversity: Literal["distinct", "entropy"] = "distinct"
    t: float | None = None

    def __post_init__(self) -> None:
        """Refuse what not even one group of all rows would keep."""
        if len(self.counts) < self.k:
            unit = "rows" if self.counts.levels.table.schema.person is None else "people"
            raise TooFewRows.for_k(self.k, len(self.counts), unit)
        if not self.needs_secrets:
            return
        given = " and ".join(f"{name}={value:g}" for name, value in (("l", self.l), ("t", self.t)) if value is not None)
        if not self.counts.secrets.names:
            raise BadOption(f"{given}: there is no sensitive column to keep this for; name one with --sensitive.")
        if not self.kept_by(np.zeros(len(self.counts.rows), dtype=np.int64)).all():
            raise BadOption(f"{given} cannot be kept, not even by one group of all rows; ask for less.")

    @property
    def needs_secrets(self) -> bool:
        """Whether the sensitive values matter."""
        return (self.l is not None and self.l > 1) or (self.t is not None and self.t < 1)

    @property
    def by_rows(self) -> bool:
        """Whether the number of rows of a group tells all."""
        return not self.needs_secrets and self.counts.levels.table.schema.person is None

    @property
    def lasts(self) -> bool:
        """Whether a group that keeps all of it still does when any other rows join.

        A group never gets fewer people or values; more rows may leave less doubt, and be farther from the whole.
        """
        return not self.needs_secrets or ((self.l is None or self.diversity == "distinct") and self.t is None)

    def kept_by(self, groups: Labels) -> Mask:
        """Tell which groups keep all of it.

        `groups` is the group of each vector, numbered from 0; vectors of -1 are in no group.
        """
        kept: Mask = self.counts.people_in(groups) >= self.k
        for asked in self._asked(groups):
            kept &= keeping(*asked)
        return kept

    def doomed_in(self, groups: Labels) -> Floats:
        """Return how many rows of each group no group within it can hold that keeps all: at least so many."""
        rows = np.bincount(groups, self.counts.rows)
        lost = np.where(self.counts.people_in(groups) < self.k, rows, 0.0)
        for asked in self._asked(groups):
            lost = np.maximum(lost, doomed(*asked))
        return lost

    def _asked(self, groups: Labels) -> Iterator[tuple[Rows, Rows, Rows, int, Floats, bool, float, int, float]]:
        """Return what l and t ask for in each sensitive column, as the kernels take it."""
        secrets, some = self.counts.secrets, int(groups.max(initial=-1)) + 1
        by = ENTROPY if self.diversity == "entropy" else DISTINCT
        least, most = float(self.l or 0), float(1 if self.t is None else self.t)
        for column, (vector, value, count) in enumerate(self.held if self.needs_secrets else []):
            overall, on_a_line = secrets.overall[column], secrets.on_a_line[column]
            yield groups[vector], value, count, some, overall, on_a_line, least, by, most

    @cached_property
    def held(self) -> list[tuple[Rows, Rows, Rows]]:
        """For each sensitive column which vector has which value how often."""
        of, codes = self.counts.levels.vector, self.counts.secrets.codes.astype(np.int64)
        if len(codes) != of.size:
            raise BadOption("l and t count rows, and people are grouped here; use lattice, or leave out person.")
        return [_pairs(of[column >= 0], column[column >= 0]) for column in codes.T]


def _pairs(vector: Labels, value: Rows) -> tuple[Rows, Rows, Rows]:
    most = int(value.max(initial=0)) + 1
    pair, count = np.unique(vector * most + value, return_counts=True)
    return *np.divmod(pair, most), count
