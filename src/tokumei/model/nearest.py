"""The candidate with the nearest value of one column, for every released row."""

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.kernels.nearest import nearest_in_parts
from tokumei.model.columns import column
from tokumei.model.data import Rows
from tokumei.model.matching import Candidates
from tokumei.model.schema import LINE_KINDS
from tokumei.model.table import Table, row_groups

Floats = npt.NDArray[np.float64]


def nearest_among(fit: Candidates, known: Table, released: Table, name: str) -> Rows:
    """Return for each released row the fitting known row nearest in a column; the first one on a tie.

    Where nobody fits, everybody is looked at; a released cell that tells nothing leaves the first.
    """
    if not len(known):
        return np.full(len(released), -1, dtype=np.int64)
    there, wanted = _values(known, released, name)
    lonely = (np.diff(fit.start) == 0)[fit.vector]
    found = np.empty(len(released), dtype=np.int64)
    part_of = np.repeat(np.arange(fit.start.size - 1), np.diff(fit.start))
    exact = known.kind(name) not in LINE_KINDS
    found[~lonely] = _nearest(fit.start, fit.rows, part_of, there, fit.vector[~lonely], wanted[~lonely], exact=exact)
    every = np.arange(len(known), dtype=np.int64)
    all_of = np.array([0, every.size], dtype=np.int64)
    nowhere = np.zeros(int(lonely.sum()), dtype=np.int64)
    found[lonely] = _nearest(all_of, every, np.zeros_like(every), there, nowhere, wanted[lonely], exact=exact)
    return found


def _nearest(start: Rows, rows: Rows, part_of: Rows, there: Floats, part: Rows, wanted: Floats, *, exact: bool) -> Rows:
    order = np.lexsort((rows, there[rows], part_of))
    return nearest_in_parts(start, rows[order], there[rows[order]], rows, part, wanted, exact)


def _values(known: Table, released: Table, name: str) -> tuple[Floats, Floats]:
    """Return the column of both tables as numbers whose distance is what counts; NaN where it tells nothing."""
    if known.kind(name) in LINE_KINDS:
        here, there = column(released, name), column(known, name, raw=True)
        return there.middle[there.of], here.middle[here.of]
    both = pl.concat([known.frame[name].cast(pl.String), released.frame[name].cast(pl.String)])
    codes = row_groups(both.to_frame(), [name]).astype(np.float64)
    codes[both.is_null().to_numpy()] = np.nan
    return codes[: len(known)], codes[len(known) :]
