"""Blanks single cells, as few as can be found, until everybody is one of k."""

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from tokumei.kernels import blanks
from tokumei.kernels.gather import gathered
from tokumei.kernels.sorting import different
from tokumei.model import ALONE, Job, Labels
from tokumei.model.counts import Counts, Generalization
from tokumei.model.data import Rows
from tokumei.model.levels import Levels, Steps
from tokumei.model.promises import Promises
from tokumei.params import K
from tokumei.registry import recoding

Codes = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

WIDE = 12
"""With more columns there are too many sets of columns to look at every one."""

ROOM = 1 << 25
"""Vectors times sets of columns that are worked on together."""

ALIKE = 2_048
"""Vectors of a wide table that are worked on together: each is compared with each."""

SWEEPS = 20
"""The search seldom finds anything after so many looks at every group."""


@recoding(
    paper="Meyerson and Williams, PODS 2004, doi:10.1145/1055558.1055591; sdcMicro's localSuppression, kAnon",
    ja={"summary": "k が成り立つまで、できるだけ少ないセルだけを * に置き換えます。"},
)
def local_suppression(counts: Counts, *, k: K = 3, job: Job = ALONE) -> Generalization:
    """Blank single cells, as few as can be found, until k rows show the same.

    Blanked cells are published as `*`; all others stay exactly as they are. No hierarchies are needed. A column
    of greater weight (`weights` of the schema) is blanked less.

    Sets of columns to keep are tried from the cheapest on: where k or more of the rows left agree on one, they
    keep it. Then rows move, alone or as a group, wherever all together blank fewer cells, until no such move is
    found. The notes give the cells blanked and, where the table was worked on in one piece, a number of cells
    that no way of blanking can go below: fewest for each row on its own.

    Every row is published exactly like k-1 others at least: a `*` is taken to equal only another `*`. sdcMicro lets
    it match anything and needs fewer blanks, at most the lower bound of the notes; but if a man of 30 stands
    alone, and his age or sex is blanked while ten others show all of theirs, then whoever knows both picks him out at
    once. Therefore that reading is not offered.

    Finding the true minimum is NP-hard. With up to 12 columns time grows about with the rows times two to the
    number of columns; large tables are worked on in parts. With more columns each row is put together with those
    it agrees with most, in parts of some thousand rows.

    Reference: Meyerson and Williams (2004), doi:10.1145/1055558.1055591, for the problem; the search is ours.
    Where we differ from sdcMicro: k counts rows that are published alike (people, where a person has several
    rows), and rows that are equal are blanked alike.

    >>> import polars as pl; from tokumei.model import Schema, Table
    >>> frame = pl.DataFrame({"sex": ["f", "f", "m", "m"], "city": ["Oita", "Oita", "Oita", "Nara"]})
    >>> table = Table(frame, Schema(quasi=["sex", "city"])).pinned()
    >>> local_suppression(Counts.of(table), k=2).apply(table).table["city"].to_list()
    ['Oita', 'Oita', '*', '*']
    """
    Promises(counts, k)
    levels = counts.levels
    task = _Task(levels.cells, levels.rows, *counts.crowds(k), levels.weights * len(levels.ladders), k)
    parts = task.parts()
    groups, least = np.zeros(len(levels.cells), dtype=np.int64), np.inf
    for place, part in enumerate(parts):
        here, some = job.part(place / len(parts), (place + 1) / len(parts)), task.of(part)
        found, floor = (_narrow if task.is_narrow else _wide)(some, here)
        groups[part] = found + groups.max(initial=-1) + 1
        least = floor if len(parts) == 1 else np.inf
    at = np.where(_agreed(levels.cells, groups), 0, levels.steps).astype(np.int8)
    job.note("cells_blanked", int(levels.rows @ _stars(levels, at)))
    if np.isfinite(least) and np.ptp(levels.weights) == 0:
        job.note("cells_blanked_at_least", max(round(least) - int(levels.rows @ _stars(levels, 0 * at)), 0))
    return Generalization(levels, at)


@dataclass(frozen=True)
class _Task:
    """Distinct rows as codes, how many there are of each, who is behind them, and what blanking each column costs."""

    cells: Codes = field(repr=False)
    rows: Rows = field(repr=False)
    first: Rows = field(repr=False)
    person: Rows = field(repr=False)
    weights: Floats = field(repr=False)
    k: int

    @property
    def is_narrow(self) -> bool:
        """Whether every set of columns can be looked at."""
        return len(self.weights) <= WIDE

    @property
    def people(self) -> int:
        """How many people there are, as far as they were named."""
        return int(different(self.person).size)

    def parts(self) -> list[Rows]:
        """Cut the vectors into parts that can be worked on together, like ones side by side, none of too few people."""
        size = ROOM >> self.cells.shape[1] if self.is_narrow else ALIKE
        # The columns of the fewest values come first: they are those that are seldom blanked.
        order = np.lexsort(self.cells.T[np.argsort(-self.cells.max(axis=0, initial=0), kind="stable")])
        for count in range(-(-order.size // size), 1, -1):
            parts = np.array_split(order, count)
            if all(self.of(part).people >= self.k for part in parts):
                return [np.sort(part) for part in parts]
        return [np.arange(order.size)]

    def of(self, part: Rows) -> "_Task":
        """Return the task of a part of the vectors."""
        many = np.diff(self.first)[part]
        first = np.concatenate([[0], np.cumsum(many)])
        person = self.person[np.repeat(self.first[part] - first[:-1], many) + np.arange(first[-1])]
        person = np.unique(person, return_inverse=True)[1].astype(np.int64)
        return _Task(np.ascontiguousarray(self.cells[part]), self.rows[part], first, person, self.weights, self.k)


def _narrow(task: _Task, job: Job) -> tuple[Labels, float]:
    """Group vectors by what they keep; return also what no choice can cost less than."""
    crowd = (task.first, task.person)
    known = blanks.patterns(task.cells, *crowd, task.k, job.part(0.0, 0.2).progress)
    kept = np.arange(known.base.size - 1)[:, None] >> np.arange(task.weights.size) & 1
    cost = (1 - kept) @ task.weights
    at = blanks.chosen(known, task.rows, *crowd, cost, task.k)
    at = blanks.improved(known, at, task.rows, *crowd, cost, task.k, SWEEPS, job.part(0.2, 1.0).progress)
    return at, float(blanks.floors(known, cost) @ task.rows)


def _wide(task: _Task, job: Job) -> tuple[Labels, float]:
    """Put each vector with those it agrees with most, or look at the sets of the most useful columns only."""
    crowd = (task.first, task.person)
    near = gathered(task.cells, task.rows, *crowd, task.weights, task.k, job.part(0.0, 0.5).progress)
    lost = task.rows @ ~_agreed(task.cells, near) * task.weights
    few = np.sort(np.argsort(lost - task.rows.sum() * task.weights, kind="stable")[:WIDE])
    some = replace(task, cells=np.ascontiguousarray(task.cells[:, few]), weights=task.weights[few])
    by_sets, _ = _narrow(some, job.part(0.5, 1.0))
    better = float(task.rows @ ~_agreed(task.cells, by_sets) @ task.weights) < lost.sum()
    return (by_sets if better else near), np.inf


def _agreed(cells: Codes, groups: Labels) -> Mask:
    """Tell for each vector and column whether all of its group have the same value."""
    order = np.argsort(groups, kind="stable")
    is_first = np.diff(groups[order], prepend=-1) != 0
    start, of = np.flatnonzero(is_first), np.empty(groups.size, dtype=np.int64)
    of[order] = np.cumsum(is_first) - 1
    sorted_ = cells[order]
    alike: Mask = np.minimum.reduceat(sorted_, start) == np.maximum.reduceat(sorted_, start)
    return alike[of]


def _stars(levels: Levels, at: Steps) -> Rows:
    """Return how many cells of each vector are blanked, those of a former step among them."""
    already = np.column_stack([one.level[levels.cells[:, c]] for c, one in enumerate(levels.ladders)])
    return np.asarray((np.maximum(at, already) >= np.array(levels.steps)).sum(axis=1))
