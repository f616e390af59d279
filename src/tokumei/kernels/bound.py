"""A lower bound on the SSE of every partition into groups of k or more rows.

SSE of a group of s rows is the sum over its ordered pairs of d2 / 2s. A row cannot do better than with the
s - 1 partners that are cheapest for it, s from k to 2k - 1 (a larger group can be cut without raising SSE).
So the sum of every row's best is a bound. It stays one when each pair pays one way what it gets the other
way: transfers cancel inside any group. Subgradient steps on the transfers lift it.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel
from tokumei.kernels.knn import nearest_rows

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

NEIGHBORS = 12
"""Partners beyond the 2k - 2 nearest that a transfer may make cheaper."""
MOST_K = 50
"""Beyond this a bound for k would cost more than it says."""
SLACK = 1e-9
"""What rounding may have added, as a share."""
PATIENCE = 20
"""Steps without a better bound before the steps are halved."""


def lower_bound(
    points: Floats, k: int, steps: int, sse: float, threads: int, progress: Callable[[float], None]
) -> float:
    """Return a bound, lifted by `steps` subgradient steps toward `sse`, the SSE of some partition."""
    n = points.shape[0]
    if n < 2 * k:
        return float(((points - points.mean(axis=0)) ** 2).sum()) * (1 - SLACK) if n else 0.0
    # Groups of many rows are groups of at least so many, too; partners are searched for no more.
    k = min(k, MOST_K)
    near = nearest_rows(
        points, min(2 * k - 2 + NEIGHBORS, n - 1), threads, lambda share: progress(0.3 * share), exact=True
    )
    start, other, pair, cost, far, pairs = incidence(points, near, n - 1)
    price, best, since, pace = np.zeros(pairs), 0.0, 0, 1.0
    slope = np.zeros(pairs)
    for step in range(steps + 1):
        bound = evaluate(start, other, pair, cost, far, price, k, slope)
        since += 1
        if bound > best:
            best, since = bound, 0
        if since >= PATIENCE:
            pace, since = pace / 2, 0
        length = float(slope @ slope)
        if length == 0.0:
            break
        # Polyak's step: as far as the gap to a known partition would allow.
        price += pace * max(sse - bound, 0.0) / length * slope
        progress(0.3 + 0.7 * step / (steps + 1))
    return best * (1 - SLACK)


@kernel
def incidence(points: Floats, near: Numbers, all_others: int) -> tuple[Ints, Numbers, Ints, Floats, Floats, int]:
    """Return the pairs that a transfer may join, row by row.

    That is where each row begins, the other row, the number and the cost of each pair, what a partner not
    listed costs each row at least, and how many pairs there are.
    """
    n, count = near.shape
    start = np.zeros(n + 1, np.int64)
    far = np.empty(n)
    for i in range(n):
        far[i] = np.inf if count == all_others else squared(points, i, near[i, count - 1])
        for c in range(count):
            if not mutual(near, near[i, c], i) or i < near[i, c]:
                start[i + 1] += 1
                start[near[i, c] + 1] += 1
    for i in range(n):
        start[i + 1] += start[i]
    filled = start[:-1].copy()
    other, pair, cost = np.empty(start[n], np.int32), np.empty(start[n], np.int64), np.empty(start[n])
    pairs = 0
    for i in range(n):
        for c in range(count):
            j = near[i, c]
            if mutual(near, j, i) and i > j:
                continue
            distance = squared(points, i, j)
            low, high = min(i, j), max(i, j)
            other[filled[low]], pair[filled[low]], cost[filled[low]] = high, pairs, distance
            other[filled[high]], pair[filled[high]], cost[filled[high]] = low, pairs, distance
            filled[low] += 1
            filled[high] += 1
            pairs += 1
    return start, other, pair, cost, far, pairs


@kernel
def squared(points: Floats, one: int, two: int) -> float:
    """Return the squared distance of two rows."""
    total = 0.0
    for j in range(points.shape[1]):
        gap = points[one, j] - points[two, j]
        total += gap * gap
    return total


@kernel
def mutual(near: Numbers, one: int, two: int) -> bool:
    """Tell whether a row lists another among its near ones."""
    return bool((near[one] == two).any())


@kernel
def evaluate(
    start: Ints, other: Numbers, pair: Ints, cost: Floats, far: Floats, price: Floats, k: int, slope: Floats
) -> float:
    """Return the bound at the given transfers; fill `slope` with the direction that lifts it."""
    slope[:] = 0.0
    most = 2 * k - 2
    cheapest, at = np.empty(most), np.empty(most, np.int64)
    bound = 0.0
    for i in range(start.size - 1):
        for c in range(most):
            # An unlisted partner costs at least as much as the last one listed.
            cheapest[c], at[c] = far[i], -1
        for e in range(start[i], start[i + 1]):
            paid = cost[e] + (price[pair[e]] if i < other[e] else -price[pair[e]])
            if paid >= cheapest[most - 1]:
                continue
            place = most - 1
            while place > 0 and cheapest[place - 1] > paid:
                cheapest[place], at[place] = cheapest[place - 1], at[place - 1]
                place -= 1
            cheapest[place], at[place] = paid, e
        total = 0.0
        best, size = np.inf, k
        for c in range(most):
            total += cheapest[c]
            if c + 2 >= k and total / (2.0 * (c + 2)) < best:
                best, size = total / (2.0 * (c + 2)), c + 2
        bound += best
        for c in range(size - 1):
            if at[c] >= 0:
                slope[pair[at[c]]] += (1.0 if i < other[at[c]] else -1.0) / (2.0 * size)
    return bound
