"""Probabilistic record linkage: what each agreement of a known and a released row weighs, and who agrees best.

A known row is a vector of codes, places among the values of each column in their order, -1 where it is
missing. A released row is a vector of cells. Cell e admits code v at level s, the nearest being 0, where
`low[e, s] <= v <= high[e, s]`, and at level 0 where the set `sets[e]` holds v, if it has one. A code no
level admits is FAR. `weights[e]` says in whole numbers, parts of UNIT, what each level is evidence of.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel
from tokumei.kernels.boxes import build

Codes = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Cells = tuple[Ints, Codes, Codes, Ints, Flags]
"""For each column its number of levels; low, high and set of each cell; the codes in each set."""

FAR = 8
"""The level of what no level admits."""

MISSING = 9
"""The place of a missing code among the weights."""

UNIT = 65536
"""So many parts make one unit of a weight, a natural logarithm: whole numbers add up exactly, so ties are ties."""

FORGET = 12 * UNIT
"""Odds so far below the best are not counted."""

MOST, LEAST = 400_000_000, 25_000
"""So many cells are compared with codes for all released rows at most, if that is more than so many for each."""

LOWEST = -(1 << 60)
"""Below every sum of weights."""

WIDEST = 2**24
"""How far apart the codes of the most telling column are laid for the tree."""

SLICE = 4_000_000
"""So many pairs of cells, at most, are compared between two reports of progress."""


def best_rows(
    codes: Codes, rows: Ints, vectors: Codes, cells: Cells, weights: Codes, telling: Floats, threads: int,
    progress: Callable[[float], None],
) -> Ints:  # fmt: skip
    """Return for each released vector the known row that agrees best, the lowest on a tie.

    `rows` numbers the known vectors, which are sought through a tree. Columns that are more `telling` are
    cut first. Where nothing tells, the search ends with the best row seen so far.
    """
    found = np.full(len(vectors), -1, dtype=np.int64)
    if not len(codes) or not len(vectors):
        return found
    # Codes that lie farther apart in a telling column: the tree cuts where the gap is widest.
    reach = WIDEST * telling / max(telling.max(initial=0.0), 1e-9)
    apart = np.maximum(reach / np.maximum(codes.max(axis=0), 1), 1).astype(np.int32)
    place, start, end, left, floor, ceiling = build(codes * apart)
    floor, ceiling = floor // apart, ceiling // apart
    least = least_rows(rows[place], start, end, left)
    upper = upper_weights(weights)
    tree = (np.ascontiguousarray(codes[place]), rows[place], start, end, left, floor, ceiling, least)

    effort = max(MOST // len(vectors), LEAST)

    def search(first: int, last: int) -> None:
        seek(*tree, vectors, *cells, weights, upper, effort, first, last, found)

    step = max(SLICE // codes.size, 16)
    parts = [(first, min(first + step, len(vectors))) for first in range(0, len(vectors), step)]
    search(0, 0)
    with ThreadPoolExecutor(threads) as pool:
        for done, _ in enumerate(pool.map(lambda part: search(*part), parts)):
            progress((done + 1) / len(parts))
    return found


def upper_weights(weights: Codes) -> Codes:
    """Return the largest weight of each level and those beyond it; the missing one stays as it is."""
    upper = weights.copy()
    upper[:, : FAR + 1] = np.maximum.accumulate(weights[:, FAR::-1], axis=1)[:, ::-1]
    return upper


@kernel
def least_rows(rows: Ints, start: Ints, end: Ints, left: Ints) -> Ints:
    """Return the lowest row of each node of a tree."""
    least = np.empty(start.size, dtype=np.int64)
    for node in range(start.size - 1, -1, -1):
        if left[node]:
            least[node] = min(least[left[node]], least[left[node] + 1])
        else:
            least[node] = rows[start[node] : end[node]].min()
    return least


@kernel
def level_of(code: int, e: int, levels: int, low: Codes, high: Codes, sets: Ints, held: Flags) -> int:
    """Return the level at which a cell admits a code."""
    if code < 0:
        return MISSING
    for s in range(levels):
        if low[e, s] <= code and code <= high[e, s] and (s > 0 or sets[e] < 0 or held[sets[e] + code]):
            return s
    return FAR


@kernel
def bound_of(node: int, vector: Codes, levels: Ints, low: Codes, high: Codes, upper: Codes, floor: Codes,
             ceiling: Codes, enough: int, rest: Ints) -> int:  # fmt: skip
    """Return a total that no row of a node exceeds; any total below `enough` where that is known early."""
    total = 0
    for c in range(vector.size):
        e = vector[c]
        most = upper[e, MISSING] if floor[node, c] < 0 else upper[e, FAR]
        if ceiling[node, c] >= 0:
            best = upper[e, FAR]
            for s in range(levels[c]):
                if low[e, s] <= ceiling[node, c] and high[e, s] >= floor[node, c]:
                    best = upper[e, s]
                    break
            most = max(most, best) if floor[node, c] < 0 else best
        total += most
        if total + rest[c + 1] < enough:
            return int(total + rest[c + 1])
    return total


@kernel
def push(heap: Ints, bounds: Ints, size: int, node: int, bound: int) -> None:
    """Put a node on a heap of so many, the largest bound on top."""
    at = size
    while at > 0 and bounds[(at - 1) // 2] < bound:
        heap[at], bounds[at] = heap[(at - 1) // 2], bounds[(at - 1) // 2]
        at = (at - 1) // 2
    heap[at], bounds[at] = node, bound


@kernel
def drop(heap: Ints, bounds: Ints, size: int) -> None:
    """Take the top off a heap of so many."""
    node, bound, at = heap[size - 1], bounds[size - 1], 0
    while 2 * at + 1 < size - 1:
        child = 2 * at + 1
        if child + 1 < size - 1 and bounds[child + 1] > bounds[child]:
            child += 1
        if bounds[child] <= bound:
            break
        heap[at], bounds[at] = heap[child], bounds[child]
        at = child
    heap[at], bounds[at] = node, bound


@kernel
def seek(
    codes: Codes, rows: Ints, start: Ints, end: Ints, left: Ints, floor: Codes, ceiling: Codes, least: Ints,
    vectors: Codes, levels: Ints, low: Codes, high: Codes, sets: Ints, held: Flags, weights: Codes, upper: Codes,
    effort: int, first: int, last: int, found: Ints,
) -> None:  # fmt: skip
    """Find the best known row of some released vectors, best nodes of the tree first."""
    columns = codes.shape[1]
    heap, bounds = np.zeros(start.size, np.int64), np.zeros(start.size, np.int64)
    rest = np.zeros(columns + 1, np.int64)
    for v in range(first, last):
        vector = vectors[v]
        for c in range(columns - 1, -1, -1):
            rest[c] = rest[c + 1] + max(upper[vector[c], 0], upper[vector[c], MISSING])
        best, best_row, size, left_over = LOWEST, -1, 1, effort
        heap[0], bounds[0] = 0, rest[0]
        while size and bounds[0] >= best and left_over > 0:
            node, bound = heap[0], bounds[0]
            drop(heap, bounds, size)
            size -= 1
            if bound == best and least[node] > best_row:
                continue
            if left[node]:
                for child in range(left[node], left[node] + 2):
                    bound = bound_of(child, vector, levels, low, high, upper, floor, ceiling, best, rest)
                    if bound >= best:
                        push(heap, bounds, size, child, bound)
                        size += 1
                left_over -= 2 * columns
                continue
            for i in range(start[node], end[node]):
                total, c = 0, 0
                while c < columns and total + rest[c] >= best:
                    e = vector[c]
                    total += weights[e, level_of(codes[i, c], e, levels[c], low, high, sets, held)]
                    c += 1
                left_over -= c
                if c == columns and (total > best or (total == best and rows[i] < best_row)):
                    best, best_row = total, rows[i]
        found[v] = best_row


@kernel
def gather(
    codes: Codes, copies: Ints, vector: Codes, levels: Ints, low: Codes, high: Codes, sets: Ints, held: Flags,
    weights: Codes, stranger: float,
) -> tuple[Floats, float]:  # fmt: skip
    """Return by column and level how surely the known rows at that level are those behind a released vector.

    `stranger` is the logarithm of the odds that nobody known is behind it. Also return the logarithm of the
    odds of all together: how well the weights explain the vector.
    """
    n, columns = codes.shape
    scores, mass = np.empty(n, np.int64), np.zeros((columns, MISSING + 1))
    rest = np.zeros(columns + 1, np.int64)
    for c in range(columns - 1, -1, -1):
        rest[c] = rest[c + 1] + weights[vector[c]].max()
    best = np.int64(stranger * UNIT)
    for i in range(n):
        total, c = 0, 0
        while c < columns and total + rest[c] >= best - FORGET:
            e = vector[c]
            total += weights[e, level_of(codes[i, c], e, levels[c], low, high, sets, held)]
            c += 1
        scores[i] = total if c == columns else LOWEST
        best = max(best, scores[i])
    odds = np.exp(stranger - best / UNIT)
    for i in range(n):
        if scores[i] >= best - FORGET:
            odds += copies[i] * np.exp((scores[i] - best) / UNIT)
    for i in range(n):
        if scores[i] >= best - FORGET:
            share = copies[i] * np.exp((scores[i] - best) / UNIT) / odds
            for c in range(columns):
                mass[c, level_of(codes[i, c], vector[c], levels[c], low, high, sets, held)] += share
    return mass, best / UNIT + np.log(odds)


@kernel
def votes(
    codes: Codes, vectors: Codes, levels: Ints, low: Codes, high: Codes, sets: Ints, held: Flags, weights: Codes,
    start: Ints, places: Ints, counts: Ints, at: Floats, reach: float,
) -> Ints:  # fmt: skip
    """Return for each known vector the value that released rows vote for, each by the odds that it is that person's.

    The votes of released vector v are `counts` for the `places` from `start[v]` on, places in the ascending
    list of values `at`. What is returned is the place of the value with most votes no farther off than `reach`.
    """
    columns = codes.shape[1]
    found, scores, ballot = np.empty(len(codes), np.int64), np.empty(len(vectors), np.int64), np.zeros(at.size)
    rest = np.zeros((len(vectors), columns + 1), np.int64)
    for v in range(len(vectors)):
        for c in range(columns - 1, -1, -1):
            rest[v, c] = rest[v, c + 1] + weights[vectors[v, c]].max()
    for i in range(len(codes)):
        best = LOWEST
        for v in range(len(vectors)):
            total, c = 0, 0
            while c < columns and total + rest[v, c] >= best - FORGET:
                e = vectors[v, c]
                total += weights[e, level_of(codes[i, c], e, levels[c], low, high, sets, held)]
                c += 1
            scores[v] = total if c == columns and start[v + 1] > start[v] else LOWEST
            best = max(best, scores[v])
        ballot[:] = 0.0
        for v in range(len(vectors)):
            if scores[v] >= best - FORGET:
                for j in range(start[v], start[v + 1]):
                    ballot[places[j]] += counts[j] * np.exp((scores[v] - best) / UNIT)
        found[i] = most_voted(ballot, at, reach)
    return found


@kernel
def most_voted(ballot: Floats, at: Floats, reach: float) -> int:
    """Return the place of the value with most votes within reach, the lowest on a tie; -1 where there are none."""
    best, most = -1, 0.0
    first, last, inside = 0, 0, 0.0
    for place in range(at.size):
        while last < at.size and at[last] <= at[place] + reach:
            inside += ballot[last]
            last += 1
        while at[first] < at[place] - reach:
            inside -= ballot[first]
            first += 1
        # What is left of a difference of large sums is no vote.
        if inside > most * (1 + 1e-12) and inside > 1e-12:
            best, most = place, inside
    return best
