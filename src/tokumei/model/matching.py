"""Which known rows may stand behind each released row: what every attack and some measures start from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData
from tokumei.kernels.boxes import ANY, count_in_boxes, rows_in_boxes
from tokumei.model.columns import Column, column
from tokumei.model.data import Rows
from tokumei.model.hierarchy import Hierarchy
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


MOST = 1 << 24
"""So many pairs, of a released vector and a known row that fits it, are listed at a time."""


def candidates(known: Table, released: Table, columns: Sequence[str] | None = None) -> Candidates:
    """Return the known rows that fit each released row in the given columns; all quasi columns by default.

    A released range or set fits every value inside, `*` fits all, a missing cell fits missing only.
    A fill overwrites missing cells. Whoever looks for people sees that it did where a column has fewer
    of them in the release than among the known rows: a known missing cell then fits any released one.
    But a row of single values that fits nobody otherwise is an average, and tells nothing of gaps.
    """
    names = list(known.quasi if columns is None else columns)
    if not names or all(_is_plain(known, released, name) for name in names):
        return _alike(known, released, names)
    vector = row_groups(released.frame, names)
    return Candidates(vector, *_boxes(known, released, names, vector).fits(slice(None)))


def each_candidates(
    known: Table, released: Table, columns: Sequence[str] | None = None, most: int = MOST
) -> Iterator[tuple[Rows, Candidates]]:
    """Yield released rows with their candidates, part by part: wide ranges may fit more rows than memory can hold.

    A part lists at most so many candidates, unless one vector alone has more.
    """
    names = list(known.quasi if columns is None else columns)
    if not names or all(_is_plain(known, released, name) for name in names):
        yield np.arange(len(released)), _alike(known, released, names)
        return
    vector = row_groups(released.frame, names)
    boxes = _boxes(known, released, names, vector)
    listed = np.cumsum(boxes.sizes())
    order = np.argsort(vector, kind="stable")
    first, before = 0, 0
    while first < listed.size:
        last = max(int(np.searchsorted(listed, before + most, side="right")), first + 1)
        rows = order[np.searchsorted(vector, first, sorter=order) : np.searchsorted(vector, last, sorter=order)]
        yield rows, Candidates(vector[rows] - first, *boxes.fits(slice(first, last)))
        first, before = last, int(listed[last - 1])


def _is_plain(known: Table, released: Table, name: str) -> bool:
    """Tell whether both tables hold single numbers in a column, and no missing one is seen to be overwritten."""
    # A number may name an entry of a hierarchy.
    if isinstance(released.schema.trees.get(name), Hierarchy):
        return False
    both = known.frame[name], released.frame[name]
    plain = all(series.dtype.is_integer() or series.dtype == pl.Float64 for series in both)
    missing = [series.null_count() + int(series.is_nan().sum() or 0) for series in both] if plain else []
    return plain and known.kind(name) == released.kind(name) == "number" and missing[0] <= missing[1]


def _alike(known: Table, released: Table, names: list[str]) -> Candidates:
    """Return the known rows whose values are equal."""
    both = pl.DataFrame([_joined(known.frame[name], released.frame[name]) for name in names])
    group = row_groups(both, names) if names else np.zeros(len(known) + len(released), dtype=np.int64)
    here, there = group[len(known) :], group[: len(known)]
    is_asked = np.zeros(int(group.max(initial=-1)) + 1, dtype=bool)
    is_asked[here] = True
    return Candidates((np.cumsum(is_asked) - 1)[here], *_listed(there, np.flatnonzero(is_asked)))


def _joined(known: pl.Series, released: pl.Series) -> pl.Series:
    if known.dtype == released.dtype and known.dtype.is_integer():
        return pl.concat([known, released])
    # Adding nothing makes one zero of two.
    return (pl.concat([known.cast(pl.Float64), released.cast(pl.Float64)]) + 0.0).fill_nan(None)


def _boxes(known: Table, released: Table, names: list[str], vector: Rows) -> "_Boxes":
    first = np.unique(vector, return_index=True)[1]
    parts = [_coded(column(known, name, raw=True), column(released, name), first) for name in names]
    known_codes, gaps, low, high, sets = (
        np.column_stack([getattr(part, what) for part in parts]) for what in ("known", "gaps", "low", "high", "sets")
    )
    return _Boxes(known_codes, gaps, low, high, sets, [part.allowed for part in parts])


@dataclass(frozen=True)
class _Boxes:
    """Each distinct released vector as a box among the codes of the known rows, and who has gaps there."""

    known: Codes
    gaps: Flags
    low: Codes
    high: Codes
    sets: Codes
    allowed: list[Flags]

    def sizes(self) -> Rows:
        """Return for each vector a number of rows that does not lie below that of those who fit."""
        if not self.gaps.any() and not self._is_range(slice(None)).any():
            return np.zeros(len(self.low), dtype=np.int64)
        return count_in_boxes(self._or_any(), self.low, self.high, self.sets, self.allowed)

    def fits(self, vectors: slice) -> tuple[Rows, Rows]:
        """Return the rows that fit some vectors, as where each vector's part starts and the rows."""
        asked = self.low[vectors], self.high[vectors], self.sets[vectors], self.allowed
        is_range = self._is_range(vectors)
        start, rows = rows_in_boxes(self.known, *asked) if is_range.any() else _equal(self.known, asked[0])
        if self.gaps.any():
            is_told = (np.diff(start) > 0) | is_range.any(axis=1)
            start, rows = _where(is_told, *rows_in_boxes(self._or_any(), *asked))
        return start, rows

    def _is_range(self, vectors: slice) -> Flags:
        is_range: Flags = (self.low[vectors] != self.high[vectors]) | (self.sets[vectors] >= 0)
        return is_range

    def _or_any(self) -> Codes:
        return np.where(self.gaps, np.int32(ANY), self.known)


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
    codes, low, high, allowed = (codes_on_a_line if known.on_a_line else codes_of_sets)(known, released)
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


def codes_on_a_line(known: Column, released: Column) -> tuple[Rows, Rows, Rows, Flags]:
    """Return the code of each known cell, its place among the values, and the codes between each released cell's ends.

    A cell that no value lies in has the code of nobody. There are no sets of codes.
    """
    places = np.unique(known.low[~known.missing])
    codes = np.searchsorted(places, known.low)
    low = np.searchsorted(places, released.low, side="left")
    high = np.searchsorted(places, released.high, side="right") - 1
    empty = low > high
    low[empty], high[empty] = NOWHERE, NOWHERE
    return codes, low, high, np.zeros((0, 0), dtype=bool)


def codes_of_sets(known: Column, released: Column) -> tuple[Rows, Rows, Rows, Flags]:
    """Return the code of each known cell, -1 where it is missing, and the lowest and highest of each released cell.

    Where a released cell lacks codes between them, each cell also has the flags of those it holds, or none.
    """
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
    return _listed(group[: codes.shape[0]], group[codes.shape[0] :])


def _listed(known: Rows, wanted: Rows) -> tuple[Rows, Rows]:
    """Return the known rows of each wanted group, as where each group's part starts and the rows."""
    rows = np.argsort(known, kind="stable")
    sizes = np.bincount(known, minlength=int(max(known.max(initial=-1), wanted.max(initial=-1))) + 1)
    ends = np.cumsum(sizes)
    start = np.concatenate([[0], np.cumsum(sizes[wanted])]).astype(np.int64)
    within = np.arange(start[-1]) - np.repeat(start[:-1], sizes[wanted])
    return start, rows[np.repeat((ends - sizes)[wanted], sizes[wanted]) + within]


def _where(is_told: Flags, start: Rows, rows: Rows) -> tuple[Rows, Rows]:
    sizes = np.diff(start)
    return np.concatenate([[0], np.cumsum(sizes * is_told)]), rows[np.repeat(is_told, sizes)]
