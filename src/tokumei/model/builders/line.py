"""Nested intervals on a line: of equal width, or holding about as many rows each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadOption, BadSchema
from tokumei.model.columns import column
from tokumei.model.data import Rows
from tokumei.model.schema import Kind
from tokumei.model.table import Table

Floats = npt.NDArray[np.float64]
Edges = list[Floats]
"""The edges of each level, finest first."""

MOST_INTERVALS = 1_000_000
BEHIND = 0.25
"""How far behind the last whole number a last edge lies, so that an interval may hold that number alone."""
MICROS, NANOS = 86_400_000_000, 86_400e9
"""The parts of a day that moments, and times of day, are counted in."""
MOVED = 0.1
"""How far, in shares of an interval's rows, an edge may move to a round number."""


@dataclass(frozen=True)
class Line:
    """The values of a column that lie on a line, ascending, with the rows at each."""

    name: str
    kind: Kind
    at: Floats = field(repr=False)
    rows: Rows = field(repr=False)
    is_whole: bool
    is_clock: bool = False

    @classmethod
    def of(cls, table: Table, name: str, wanted: str = "", kind: Kind = "number") -> "Line":
        """Return the line of a column; refused where it holds categories, with what was wanted of it."""
        cells = column(table, name)
        if not cells.on_a_line:
            raise BadSchema(
                f"column '{name}' holds categories, and {wanted}; say what it is (--kind-of {name}={kind}), or choose "
                "another kind of hierarchy."
            )
        rows = np.bincount(cells.of, minlength=cells.low.size)
        ends = np.concatenate([cells.low, cells.high[cells.high != cells.low]])
        there = np.concatenate([rows, rows[cells.high != cells.low]])
        is_there = np.isfinite(ends)
        at, of = np.unique(ends[is_there], return_inverse=True)
        held = np.bincount(of, there[is_there], minlength=at.size).astype(np.int64)
        return cls(name, cells.kind, at, held, _is_whole(table, name, at), table.frame[name].dtype == pl.Time)


def equal_widths(
    line: Line, widths: Sequence[float], start: float = 0.0, low: float | None = None, high: float | None = None
) -> Edges:
    """Return the edges of intervals of some widths, finest first, counted from `start`.

    Each width goes into the next. With `low` and `high` the outermost intervals end there.
    """
    least, most = line.at[0] if low is None else low, line.at[-1] if high is None else high
    widest, finest = widths[-1], widths[0]
    first, last = np.floor((least - start) / widest), np.floor((most - start) / widest) + 1
    # A number too small to be told from 0 beside the width may lie just below an edge.
    first -= first * widest + start > least
    count = (last - first) * round(widest / finest)
    if not count <= MOST_INTERVALS:
        raise BadOption(f"column '{line.name}': width={finest:g} makes more than {MOST_INTERVALS} intervals; widen it.")
    fine = _exact(line, np.arange(round(count) + 1) * finest + (first * widest + start), finest)
    levels = [fine[:: round(width / finest)].copy() for width in widths]
    if high is None and are_whole(line, levels):
        for level in levels:
            # The last whole number that is still inside: the last interval includes its end.
            level[-1] -= 1
    return [_cut(level, low, high) for level in levels]


def equal_counts(
    line: Line, count: int, factor: int = 2, *, is_round: bool = True, low: float | None = None,
    high: float | None = None,
) -> Edges:  # fmt: skip
    """Return the edges of at most `count` intervals that hold about as many rows each, and of wider ones above.

    A frequent value gets an interval of its own. Wider intervals part the rows as evenly as the finest allow.
    """
    edges = _finest(line, count, is_round=is_round and line.kind == "number")
    edges = _cut(edges, low, high)
    held = np.histogram(line.at, edges, weights=line.rows)[0]
    return [edges[chosen] for chosen in _parted(np.concatenate([[0], np.cumsum(held)]), factor)]


def are_whole(line: Line, levels: Edges) -> bool:
    """Tell whether whole numbers are parted at whole numbers, so that an interval up to 30 ends with 29."""
    # The last edge may lie a little behind the last number.
    return line.is_whole and all(bool((level[:-1] == np.floor(level[:-1])).all()) for level in levels)


def joined(edges: Floats, factor: int) -> Edges:
    """Return edges and those of wider and wider intervals, each made of so many neighbors.

    >>> [level.tolist() for level in joined(np.array([0.0, 18, 30, 65, 99]), 2)]
    [[0.0, 18.0, 30.0, 65.0, 99.0], [0.0, 30.0, 99.0]]
    """
    levels = [edges]
    while levels[-1].size > factor + 1:
        inner = levels[-1][:-1:factor]
        levels.append(np.append(inner, edges[-1]))
    return levels


def parting(levels: Edges) -> tuple[Floats, ...]:
    """Return the levels of more than one interval, each once."""
    found = [level for level in levels if level.size > 2]
    return tuple(level for place, level in enumerate(found) if place == 0 or level.size < found[place - 1].size)


def round_up(width: float) -> float:
    """Return the next of 1, 2, 5, 10, 20, 50 ... or of their fractions.

    >>> round_up(1.3), round_up(0.03), round_up(50)
    (2.0, 0.05, 50.0)
    """
    size = 10.0 ** np.floor(np.log10(width))
    return float(next(step * size for step in (1, 2, 5, 10) if step * size >= width * (1 - 1e-9)))


def roundest(low: float, high: float) -> float:
    """Return the number above `low` and up to `high` that ends in the most zeros.

    >>> roundest(17, 23), roundest(0.31, 0.36), roundest(-5, 3), roundest(3, 4)
    (20.0, 0.35, 0.0, 4.0)
    """
    if low < 0 <= high:
        return 0.0
    largest = max(abs(low), abs(high))
    for power in range(int(np.floor(np.log10(largest))), -320, -1):
        for step in (5, 2, 1):
            multiple = np.floor(high / (step * 10.0**power)) * step
            found = float(np.round(multiple * 10.0**power, int(np.clip(-power, 0, 300))))
            if low < found <= high:
                return found
        if 10.0**power < (high - low) / 10:
            break
    return high


def _exact(line: Line, places: Floats, width: float) -> Floats:
    """Return multiples of a width without the noise that sums of 0.1, or of a third of a day, carry."""
    if line.kind != "date":
        rounded: Floats = np.round(places, int(np.clip(3 - np.floor(np.log10(width)), 0, 300)))
        return rounded
    # Divided as moments and times of day are, so that one on an edge lies on it to the last bit.
    if line.is_clock:
        return (pl.Series(np.rint(places * NANOS)) / NANOS).to_numpy()
    whole, rest = np.divmod(np.rint(places * MICROS), MICROS)
    days: Floats = whole + (pl.Series(rest) / MICROS).to_numpy()
    return days


def _is_whole(table: Table, name: str, at: Floats) -> bool:
    dtype, kind = table.frame[name].dtype, table.kind(name)
    if kind == "date":
        return dtype == pl.Date or bool(dtype != pl.Duration and dtype != pl.Time and (at == np.floor(at)).all())
    # Where cells are missing, other tools make floats of whole numbers.
    return kind == "ordered" or dtype.is_integer() or bool((at == np.floor(at)).all() and (np.abs(at) < 2**53).all())


def _cut(level: Floats, low: float | None, high: float | None) -> Floats:
    least, most = level[0] if low is None else low, level[-1] if high is None else high
    return np.concatenate([[least], level[(level > least) & (level < most)], [most]])


def _finest(line: Line, count: int, *, is_round: bool) -> Floats:
    at, cum = line.at, np.cumsum(line.rows)
    cuts: list[float] = []
    done, last = 0.0, -1
    for left in range(count, 1, -1):
        share = (cum[-1] - done) / left
        place = _nearest(cum, done + share, last)
        if place >= at.size - 1:
            break
        edge = _round_edge(at, cum, place, share, last) if is_round else at[place + 1]
        cuts += [float(edge)] if not cuts or edge > cuts[-1] else []
        last = place
        done = float(cum[place])
    return np.array(_ended(line, cuts, is_round=is_round))


def _nearest(cum: Rows, target: float, after: int) -> int:
    """Return the place behind another whose rows up to it come nearest to a target."""
    place = max(int(np.searchsorted(cum, target)), after + 1)
    is_before_nearer = place - 1 > after and target - cum[place - 1] < cum[min(place, cum.size - 1)] - target
    return place - 1 if is_before_nearer else place


def _round_edge(at: Floats, cum: Rows, place: int, share: float, last: int) -> float:
    low = max(int(np.searchsorted(cum, cum[place] - MOVED * share)), last + 1)
    high = min(int(np.searchsorted(cum, cum[place] + MOVED * share, side="right")), at.size - 1)
    return roundest(at[min(low, place)], at[max(high, place + 1)])


def _ended(line: Line, cuts: list[float], *, is_round: bool) -> list[float]:
    """Return edges with a first and a last one around all values, round where the others are."""
    least, most = float(line.at[0]), float(line.at[-1])
    if cuts and cuts[-1] >= most:
        # The last value has an interval of its own, which must end behind it.
        before = max([least, *cuts[-2:-1]])
        most = min(most + (BEHIND if line.is_whole else most / 4 - before / 4), float(np.finfo(np.float64).max))
    elif is_round and cuts:
        most = _outward(-most, most - cuts[-1]) * -1
    least = _outward(least, cuts[0] - least) if is_round and cuts else least
    return [least, *(cut for cut in cuts if least < cut < most), most]


def _outward(end: float, width: float) -> float:
    """Return a round number at or below an end, at most an interval away."""
    farthest = np.nextafter(end - width, -np.inf)
    return roundest(farthest, end) if np.isfinite(farthest) else end


def _parted(cum: Floats, factor: int) -> list[list[int]]:
    """Return for each level, finest first, which edges it keeps: the coarsest parts all rows as evenly as it can."""
    last = cum.size - 1
    levels, kept = [], [0, last]
    while len(kept) < last + 1:
        kept = sorted({*kept, *(cut for a, b in pairwise(kept) for cut in _cuts(cum, a, b, factor))})
        levels.append(kept)
    return levels[::-1] or [kept]


def _cuts(cum: Floats, first: int, last: int, factor: int) -> list[int]:
    if last - first <= factor:
        return list(range(first + 1, last))
    inner = np.arange(first + 1, last)
    wanted = cum[first] + (cum[last] - cum[first]) * np.arange(1, factor) / factor
    return [int(inner[np.abs(cum[inner] - target).argmin()]) for target in wanted]
