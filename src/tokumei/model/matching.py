"""Which known rows may stand behind each released row: what every attack and some measures start from."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData
from tokumei.kernels.boxes import ANY, rows_in_boxes
from tokumei.model.columns import Column, column
from tokumei.model.data import Rows
from tokumei.model.table import Table, row_groups

Codes = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Candidates:
    """For each distinct released vector the known rows that fit it, ascending.

    `vector` numbers the vector of each released row; the rows of vector v are
    `rows[start[v]:start[v + 1]]`.
    """

    vector: Rows = field(repr=False)
    start: Rows = field(repr=False)
    rows: Rows = field(repr=False)

    def sizes_at(self, released: Rows) -> Rows:
        """Return how many known rows fit each of these released rows."""
        return np.diff(self.start)[self.vector[released]]

    def holds(self, released: Rows, known: Rows) -> Flags:
        """Tell for each released row whether the known row beside it is among those that fit."""
        most = np.int64(max(self.rows.max(initial=0), known.max(initial=0)) + 1)
        listed = np.repeat(np.arange(self.start.size - 1), np.diff(self.start)) * most + self.rows
        wanted = self.vector[released] * most + known
        place = np.minimum(np.searchsorted(listed, wanted), max(listed.size - 1, 0))
        return listed[place] == wanted if listed.size else np.zeros(wanted.size, dtype=bool)


def candidates(known: Table, released: Table, columns: Sequence[str] | None = None) -> Candidates:
    """Return the known rows that fit each released row in the given columns; all quasi columns by default.

    A released range or set fits every value inside, `*` fits all, a missing cell fits missing only.
    A fill overwrites missing cells. Whoever looks for people sees that it did where a column has fewer
    of them in the release than among the known rows: a known missing cell then fits any released one.
    But a row of single values that fits nobody otherwise is an average, and tells nothing of gaps.
    """
    names = list(known.quasi if columns is None else columns)
    vector = row_groups(released.frame, names)
    if not names:
        every = np.arange(len(known), dtype=np.int64)
        return Candidates(vector, np.array([0, every.size]) if len(released) else np.zeros(1, np.int64), every)
    first = np.unique(vector, return_index=True)[1]
    parts = [_coded(column(known, name, raw=True), column(released, name), first) for name in names]
    codes = np.column_stack([part.known for part in parts])
    low, high = (np.column_stack([getattr(part, end) for part in parts]) for end in ("low", "high"))
    sets = np.column_stack([part.sets for part in parts])
    allowed = [part.allowed for part in parts]
    is_range = (low != high) | (sets >= 0)
    start, rows = rows_in_boxes(codes, low, high, sets, allowed) if is_range.any() else _equal(codes, low)
    gaps = np.column_stack([part.gaps for part in parts])
    if gaps.any():
        is_told = (np.diff(start) > 0) | is_range.any(axis=1)
        fits = rows_in_boxes(np.where(gaps, np.int32(ANY), codes), low, high, sets, allowed)
        start, rows = _where(is_told, *fits)
    return Candidates(vector, start, rows)


@dataclass(frozen=True)
class _Coded:
    """A column as codes: one a known row, and the codes each distinct released vector admits.

    `gaps` tells which known rows miss a value that the release has overwritten.
    """

    known: Codes
    gaps: Flags
    low: Codes
    high: Codes
    sets: Codes
    allowed: Flags


NOWHERE = -1
"""The code that no known row has."""


def _coded(known: Column, released: Column, first: Rows) -> _Coded:
    if known.on_a_line != released.on_a_line:
        raise BadData(f"column '{known.name}' is {known.kind} in one table and {released.kind} in the other.")
    codes, low, high, allowed = (_line if known.on_a_line else _sets)(known, released)
    last = int(codes.max(initial=-1)) + 1
    codes = np.where(known.missing, last, codes)
    low = np.where(released.missing, last, np.where(released.suppressed, 0, low))
    high = np.where(released.missing | released.suppressed, last, high)
    gapped = allowed.any(axis=1) if allowed.size else np.zeros(low.size, dtype=bool)
    sets = np.where(gapped, np.cumsum(gapped) - 1, -1)
    cell = released.of[first]
    gaps = known.missing[known.of]
    return _Coded(
        known=codes[known.of].astype(np.int32),
        gaps=gaps & (gaps.sum() > released.missing[released.of].sum()),
        low=low[cell].astype(np.int32),
        high=high[cell].astype(np.int32),
        sets=sets[cell].astype(np.int32),
        allowed=allowed[gapped] if allowed.size else allowed,
    )


def _line(known: Column, released: Column) -> tuple[Rows, Rows, Rows, Flags]:
    places = np.unique(known.low[~known.missing])
    codes = np.searchsorted(places, known.low)
    low = np.searchsorted(places, released.low, side="left")
    high = np.searchsorted(places, released.high, side="right") - 1
    empty = low > high
    low[empty], high[empty] = NOWHERE, NOWHERE
    return codes, low, high, np.zeros((0, 0), dtype=bool)


def _sets(known: Column, released: Column) -> tuple[Rows, Rows, Rows, Flags]:
    texts = sorted({value for values in known.values for value in values})
    place = {text: number for number, text in enumerate(texts)}
    codes = np.array([place[values[0]] if values else -1 for values in known.values], dtype=np.int64)
    inside = [sorted({place[value] for value in values if value in place}) for values in released.values]
    low = np.array([codes_in[0] if codes_in else NOWHERE for codes_in in inside], dtype=np.int64)
    high = np.array([codes_in[-1] if codes_in else NOWHERE for codes_in in inside], dtype=np.int64)
    gaps = [cell for cell, codes_in in enumerate(inside) if codes_in and high[cell] - low[cell] >= len(codes_in)]
    allowed = np.zeros((len(inside) if gaps else 0, len(texts) + 1), dtype=bool)
    for cell in gaps:
        allowed[cell, inside[cell]] = True
    return codes, low, high, allowed


def _equal(codes: Codes, wanted: Codes) -> tuple[Rows, Rows]:
    names = [str(c) for c in range(codes.shape[1])]
    group = row_groups(pl.DataFrame(np.vstack([codes, wanted]), schema=names), names)
    known, vectors = group[: codes.shape[0]], group[codes.shape[0] :]
    rows = np.argsort(known, kind="stable")
    sizes = np.bincount(known, minlength=int(group.max(initial=-1)) + 1)
    ends = np.cumsum(sizes)
    start = np.concatenate([[0], np.cumsum(sizes[vectors])])
    within = np.arange(start[-1]) - np.repeat(start[:-1], sizes[vectors])
    return start, rows[np.repeat((ends - sizes)[vectors], sizes[vectors]) + within]


def _where(is_told: Flags, start: Rows, rows: Rows) -> tuple[Rows, Rows]:
    sizes = np.diff(start)
    return np.concatenate([[0], np.cumsum(sizes * is_told)]), rows[np.repeat(is_told, sizes)]
