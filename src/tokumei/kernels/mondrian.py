"""Cuts rows into ever smaller parts: the loops behind `mondrian` and every coarse split.

Both loops work through a stack of open parts, `(first row, end)` in `open_parts`, and write finished
parts into `parts`. They stop when `budget` rows were looked at, so that the caller can report progress,
and go on where they stopped when called again.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Cut = Callable[[Floats, Ints, Ints, int, Ints, int], tuple[int, int]]
"""Works on points, rows, open parts, how many wait, finished parts, how many are done; returns both numbers."""

SLICE = 3_000_000
"""Rows looked at between two looks at progress: a few tens of milliseconds."""


def median_parts(matrix: Floats, least: int, progress: Callable[[float], None]) -> Ints:
    """Return the part of each row when all parts are cut at medians down to `least` rows."""
    return _parts(matrix, least, progress, lambda p, r, o, w, f, d: cut_at_medians(p, r, o, w, f, d, least, SLICE))


def narrow_parts(
    matrix: Floats, is_code: Flags, weights: Floats, least: int, progress: Callable[[float], None]
) -> Ints:
    """Return the part of each row when parts are cut where their widths shrink most, down to `least` rows."""
    codes = int(matrix[:, is_code].max(initial=0)) + 1
    return _parts(
        matrix, least, progress,
        lambda p, r, o, w, f, d: cut_for_width(p, r, is_code, weights, codes, o, w, f, d, least, SLICE),
    )  # fmt: skip


def _parts(matrix: Floats, least: int, progress: Callable[[float], None], cut: Cut) -> Ints:
    n = matrix.shape[0]
    points, rows = np.array(matrix, dtype=np.float64, order="C"), np.arange(n)
    open_parts, parts = np.zeros((2, max(n // least, 1) + 1, 2), dtype=np.int64)
    open_parts[0] = 0, n
    waiting, done = (1, 0) if n else (0, 0)
    while waiting:
        waiting, done = cut(points, rows, open_parts, waiting, parts, done)
        progress(1 - (open_parts[:waiting, 1] - open_parts[:waiting, 0]).sum() / n)
    # Parts are finished from the first row on, so their number is the number of parts that start before.
    labels = np.zeros(n, dtype=np.int64)
    starts = np.sort(parts[:done, 0])
    labels[rows] = np.searchsorted(starts, np.arange(n), side="right") - 1
    return labels


@kernel
def cut_at_medians(
    points: Floats, rows: Ints, open_parts: Ints, waiting: int, parts: Ints, done: int, least: int, budget: int
) -> tuple[int, int]:
    """Cut parts below the upper median of their widest column while both sides keep `least` rows.

    Rows of `points` and their numbers in `rows` are moved, so that a part is always in one piece.
    """
    columns = points.shape[1]
    low, high, tried = np.empty(columns), np.empty(columns), np.empty(columns, np.bool_)
    values = np.empty(points.shape[0] if waiting else 0)
    while waiting and budget > 0:
        waiting -= 1
        first, end = open_parts[waiting, 0], open_parts[waiting, 1]
        size = end - first
        budget -= size + 16
        middle = first
        if size >= 2 * least:
            bounds(points, first, end, low, high)
            tried[:] = False
            for _ in range(columns):
                column = widest(low, high, tried)
                if column < 0:
                    break
                tried[column] = True
                for i in range(size):
                    values[i] = points[first + i, column]
                median = smallest(values, size, size // 2)
                below = 0
                for i in range(first, end):
                    below += points[i, column] < median
                if below >= least and size - below >= least:
                    middle = part_below(points, rows, first, end, column, median)
                    break
        if middle == first:
            parts[done, 0], parts[done, 1] = first, end
            done += 1
        else:
            open_parts[waiting, 0], open_parts[waiting, 1] = middle, end
            open_parts[waiting + 1, 0], open_parts[waiting + 1, 1] = first, middle
            waiting += 2
    return waiting, done


@kernel
def bounds(points: Floats, first: int, end: int, low: Floats, high: Floats) -> None:
    """Fill `low` and `high` with the ends of each column over some rows."""
    low[:] = points[first]
    high[:] = points[first]
    for i in range(first + 1, end):
        for j in range(points.shape[1]):
            low[j] = min(low[j], points[i, j])
            high[j] = max(high[j], points[i, j])


@kernel
def widest(low: Floats, high: Floats, tried: Flags) -> int:
    """Return the first widest column not tried yet; -1 where none has any width."""
    best, width = -1, 0.0
    for j in range(low.size):
        if not tried[j] and high[j] - low[j] > width:
            best, width = j, high[j] - low[j]
    return best


@kernel
def smallest(values: Floats, size: int, place: int) -> float:
    """Return the value that would stand at `place` if the first `size` values were sorted."""
    low, high = 0, size - 1
    while low < high:
        pivot = values[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while values[i] < pivot:
                i += 1
            while values[j] > pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if place <= j:
            high = j
        elif place >= i:
            low = i
        else:
            break
    return float(values[place])


@kernel
def part_below(points: Floats, rows: Ints, first: int, end: int, column: int, limit: float) -> int:
    """Move the rows below a limit to the front; return where the others begin."""
    i, j = first, end - 1
    while i <= j:
        if points[i, column] < limit:
            i += 1
            continue
        rows[i], rows[j] = rows[j], rows[i]
        for c in range(points.shape[1]):
            points[i, c], points[j, c] = points[j, c], points[i, c]
        j -= 1
    return i


@kernel
def cut_for_width(
    points: Floats, rows: Ints, is_code: Flags, weights: Floats, codes: int,
    open_parts: Ints, waiting: int, parts: Ints, done: int, least: int, budget: int,
) -> tuple[int, int]:  # fmt: skip
    """Cut parts where what both sides would publish shrinks most in width, while both keep `least` rows.

    The width of a column of numbers is its range, that of a column of codes (0 to `codes` - 1) the number
    of its different codes less one, both times the column's weight.
    """
    n, columns = points.shape if waiting else (0, points.shape[1])
    keys, values = np.empty(n), np.empty(n)
    side, best_side = np.empty(n, np.bool_), np.empty(n, np.bool_)
    counts, order = np.zeros(codes, np.int64), np.empty(codes, np.int64)
    marks = np.zeros((2, codes), np.int64)
    limits = np.empty(32)
    mark = 0
    while waiting and budget > 0:
        waiting -= 1
        first, end = open_parts[waiting, 0], open_parts[waiting, 1]
        size = end - first
        budget -= size * columns * columns + 16
        best_gain = -1.0
        for column in range(columns if size >= 2 * least else 0):
            if is_code[column]:
                by_frequency(points, first, end, column, counts, order, keys)
            else:
                for i in range(size):
                    keys[i] = points[first + i, column]
            cuts = choose_limits(keys, values, size, least, limits)
            if cuts == 0 and is_code[column] and size < 3 * least:
                # So few rows are left that every choice of codes can be looked at.
                cuts = choose_codes(keys, size, least, limits)
            for cut in range(cuts):
                for i in range(size):
                    side[i] = keys[i] < limits[cut]
                gain = 0.0
                for other in range(columns):
                    if is_code[other]:
                        gain += weights[other] * fewer_codes(points, first, end, side, other, marks, mark + 1)
                        mark += 1
                    else:
                        gain += weights[other] * less_range(points, first, end, side, other)
                if gain > best_gain:
                    best_gain = gain
                    best_side[:size] = side[:size]
        if best_gain < 0.0:
            parts[done, 0], parts[done, 1] = first, end
            done += 1
            continue
        middle = part_by(points, rows, first, end, best_side)
        open_parts[waiting, 0], open_parts[waiting, 1] = middle, end
        open_parts[waiting + 1, 0], open_parts[waiting + 1, 1] = first, middle
        waiting += 2
    return waiting, done


@kernel
def by_frequency(points: Floats, first: int, end: int, column: int, counts: Ints, order: Ints, keys: Floats) -> None:
    """Give each row the place of its code when the codes of the part stand most frequent first."""
    found = 0
    for i in range(first, end):
        code = int(points[i, column])
        if counts[code] == 0:
            order[found] = code
            found += 1
        counts[code] += 1
    # Lower codes first on a tie: the part must not depend on the order of its rows.
    order[:found].sort()
    frequent = order[:found][np.argsort(-counts[order[:found]], kind="mergesort")]
    for c in range(found):
        order[c] = counts[frequent[c]]
        counts[frequent[c]] = c
    for i in range(first, end):
        keys[i - first] = counts[int(points[i, column])]
    for c in range(found):
        counts[frequent[c]] = 0


@kernel
def choose_limits(keys: Floats, values: Floats, size: int, least: int, limits: Floats) -> int:
    """Fill `limits` with cuts that leave `least` rows on both sides, around the median and other quantiles.

    Large parts are cut at the median alone: the choice matters most in the last rounds.
    """
    values[:size] = keys[:size]
    found = 0
    steps = 8 if size <= 256 else 2
    for step in range(1, steps):
        value = smallest(values, size, size * step // steps)
        for limit in (value, np.nextafter(value, np.inf)):
            below = 0
            for i in range(size):
                below += keys[i] < limit
            new = found == 0 or limit > limits[found - 1]
            if below >= least and size - below >= least and new:
                limits[found] = limit
                found += 1
    return found


@kernel
def choose_codes(keys: Floats, size: int, least: int, limits: Floats) -> int:
    """Split the codes so that both sides keep `least` rows, if there is a way: keys become -1 and 1."""
    codes = int(keys[:size].max()) + 1
    rows = np.zeros(codes, np.int64)
    for i in range(size):
        rows[int(keys[i])] += 1
    # reached[s] is the code that first brought a sum of s rows, so the choice can be read back.
    reached = np.full(size + 1, -1, np.int64)
    reached[0] = codes
    for code in range(codes):
        for total in range(size - rows[code], -1, -1):
            if reached[total] >= 0 and reached[total + rows[code]] < 0 and reached[total] != code:
                reached[total + rows[code]] = code
    for total in range(least, size - least + 1):
        if reached[total] >= 0:
            chosen = np.zeros(codes, np.bool_)
            while total:
                chosen[reached[total]] = True
                total -= rows[reached[total]]
            for i in range(size):
                keys[i] = -1.0 if chosen[int(keys[i])] else 1.0
            limits[0] = 0.0
            return 1
    return 0


@kernel
def less_range(points: Floats, first: int, end: int, side: Flags, column: int) -> float:
    """Return by how much the ranges of both sides, times their rows, fall short of the whole part's."""
    here_low, here_high, there_low, there_high = np.inf, -np.inf, np.inf, -np.inf
    here = 0
    for i in range(first, end):
        value = points[i, column]
        if side[i - first]:
            here_low, here_high = min(here_low, value), max(here_high, value)
            here += 1
        else:
            there_low, there_high = min(there_low, value), max(there_high, value)
    size = end - first
    whole = max(here_high, there_high) - min(here_low, there_low)
    return whole * size - (here_high - here_low) * here - (there_high - there_low) * (size - here)


@kernel
def fewer_codes(points: Floats, first: int, end: int, side: Flags, column: int, marks: Ints, mark: int) -> float:
    """Return by how much the different codes of both sides, times their rows, fall short of the whole part's."""
    here, there, both, rows = 0, 0, 0, 0
    for i in range(first, end):
        code = int(points[i, column])
        at = int(side[i - first])
        rows += at
        if marks[at, code] != mark:
            marks[at, code] = mark
            here, there = here + at, there + 1 - at
            both += marks[1 - at, code] != mark
    size = end - first
    return float((both - 1) * size - (here - 1) * rows - (there - 1) * (size - rows))


@kernel
def part_by(points: Floats, rows: Ints, first: int, end: int, side: Flags) -> int:
    """Move the rows of one side to the front; return where the others begin."""
    i, j = first, end - 1
    while i <= j:
        if side[i - first]:
            i += 1
            continue
        rows[i], rows[j] = rows[j], rows[i]
        side[i - first], side[j - first] = side[j - first], side[i - first]
        for c in range(points.shape[1]):
            points[i, c], points[j, c] = points[j, c], points[i, c]
        j -= 1
    return i
