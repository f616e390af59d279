"""Local search for groups that publish narrow ranges and small value sets: moves and swaps.

The state is `labels`, `members`, `place` and `sizes` as in `kernels.anneal`, and `costs`, the width of each
group times its rows. Widths are counted as in `kernels.mondrian`.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel
from tokumei.kernels.partition import DESCENT, Clock, Partition, by_first_row

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]

HOTTEST, COLDEST = 0.2, 0.002
"""The first and last temperature, in parts of the mean cost of a group."""
SLICE = 20_000
"""Proposals between two looks at the clock: a few tens of milliseconds."""


def narrowed(
    points: Floats, is_code: Flags, weights: Floats, start: Partition, clock: Clock, rng: np.random.Generator,
    progress: Callable[[float], None],
) -> Ints:  # fmt: skip
    """Return the groups of least width times rows that a search from a partition meets; `points` holds codes from 0."""
    part, n = start, len(points)
    marks = np.zeros(int(points[:, is_code].max(initial=0)) + 2, dtype=np.int64)
    costs = np.zeros(part.sizes.size)
    for group in np.flatnonzero(part.sizes).tolist():
        costs[group] = width(points, is_code, weights, part.members, group, int(part.sizes[group]), -1, -1, marks)
    first, labels = costs.sum(), part.labels.copy()
    base = first / max(np.count_nonzero(part.sizes), 1)
    state = (part.near, part.k, part.labels, part.members, part.place, part.sizes, costs, marks)
    narrow(points, is_code, weights, *state, np.zeros((0, 3)), 0.0)
    clock.begin()
    step = SLICE if clock.effort is None else min(SLICE, max(int(clock.effort * n / 200), 1))
    while (share := clock.share()) < 1.0:
        cooled = share / (1 - DESCENT)
        heat = base * HOTTEST * (COLDEST / HOTTEST) ** cooled if cooled < 1.0 else 0.0
        narrow(points, is_code, weights, *state, rng.random((step, 3)), heat)
        clock.made(step / n, 0.0)
        progress(share)
    return by_first_row(part.labels if costs.sum() <= first else labels)


@kernel
def width(
    points: Floats, is_code: Flags, weights: Floats, members: Numbers, group: int, size: int, without: int, extra: int,
    marks: Ints,
) -> float:  # fmt: skip
    """Return the cost of a group without one of its rows and with another row; -1 stands for none."""
    total = 0.0
    rows = size - (without >= 0) + (extra >= 0)
    for j in range(points.shape[1]):
        if is_code[j]:
            marks[-1] += 1
            found = 0
            for s in range(size + 1):
                row = members[group, s] if s < size else extra
                if row < 0 or row == without:
                    continue
                code = int(points[row, j])
                if marks[code] != marks[-1]:
                    marks[code] = marks[-1]
                    found += 1
            total += weights[j] * (found - 1)
        else:
            low, high = np.inf, -np.inf
            for s in range(size + 1):
                row = members[group, s] if s < size else extra
                if row >= 0 and row != without:
                    low, high = min(low, points[row, j]), max(high, points[row, j])
            total += weights[j] * (high - low)
    return total * rows


@kernel
def narrow(
    points: Floats, is_code: Flags, weights: Floats, near: Numbers, k: int, labels: Numbers, members: Numbers,
    place: Numbers, sizes: Ints, costs: Floats, marks: Ints, draws: Floats, heat: float,
) -> None:  # fmt: skip
    """Make proposals at a temperature: a row moves to a near group, or changes places with one of its rows.

    Each takes three of `draws`, numbers from 0 to 1: for the row, for its neighbor, and for taking what harms.
    """
    n, count = near.shape
    for first, second, third in draws:
        row = int(first * n)
        here, there = labels[row], labels[near[row, int(second * second * count)]]
        if here == there:
            continue
        n_here, n_there = sizes[here], sizes[there]
        now = costs[here] + costs[there]
        best, other, best_here, best_there = np.inf, -1, 0.0, 0.0
        for s in range(-1, n_there):
            if s < 0 and (n_here == k or n_there == 2 * k - 1):
                continue
            leaving = members[there, s] if s >= 0 else -1
            after_here = width(points, is_code, weights, members, here, n_here, row, leaving, marks)
            if after_here - now >= best:
                continue
            after_there = width(points, is_code, weights, members, there, n_there, leaving, row, marks)
            if after_here + after_there - now < best:
                best, other = after_here + after_there - now, leaving
                best_here, best_there = after_here, after_there
        if not (best <= 0.0 or (heat > 0.0 and third < np.exp(-best / heat))):
            continue
        if other >= 0:
            members[here, place[row]], members[there, place[other]] = other, row
            labels[row], labels[other] = there, here
            place[row], place[other] = place[other], place[row]
        else:
            last = members[here, n_here - 1]
            members[here, place[row]], place[last] = last, place[row]
            members[there, n_there], place[row], labels[row] = row, n_there, there
            sizes[here] -= 1
            sizes[there] += 1
        costs[here], costs[there] = best_here, best_there
