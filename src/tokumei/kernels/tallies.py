"""Which groups hold sensitive values that are diverse enough, and close enough to those of the whole table."""

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

DISTINCT, ENTROPY = 0, 1
"""What l counts: different values, or as many equally frequent ones as would leave the same doubt."""
CLOSE, HALVINGS = 1e-9, 50
"""How near counts as met where a bound must not claim too much, and how often an interval is halved to find it."""


@kernel
def keeping(
    group: Ints, value: Ints, count: Ints, groups: int, overall: Floats, on_a_line: bool, least: float, by: int,
    most: float,
) -> Flags:  # fmt: skip
    """Tell which groups hold `least` values and are no farther than `most` from the whole table.

    An entry is a value, with how often it occurs, somewhere in a group; -1 is no group. Groups without a value
    tell nothing. The numbers are those of `kernels.diversity`; a `most` of 1 or more allows any distance.
    """
    order, start = _by_group(group, groups)
    below = np.cumsum(overall)
    sums = np.zeros(overall.size + 1)
    sums[1:] = np.cumsum(below)
    held = np.zeros(overall.size, np.int64)
    kept = np.ones(groups, np.bool_)
    for one in range(groups):
        there, rows = _tallied(order[start[one] : start[one + 1]], value, count, held)
        if rows:
            kept[one] = _diversity(there, held, rows, by) >= least
            if kept[one] and most < 1:
                if on_a_line:
                    kept[one] = _along(there, held, rows, below, sums) <= most
                else:
                    kept[one] = _apart(there, held, rows, overall) <= most
            held[there] = 0
    return kept


@kernel
def doomed(
    group: Ints, value: Ints, count: Ints, groups: int, overall: Floats, on_a_line: bool, least: float, by: int,
    most: float,
) -> Floats:  # fmt: skip
    """Return of how many rows of each group no part will do, however the group is parted: at least so many.

    Parts that keep what is asked keep it together: a mixture leaves no less doubt than its parts, and is no
    farther from the whole table. So the most rows that keep it bound those of all such parts.
    """
    order, start = _by_group(group, groups)
    held = np.zeros(overall.size, np.int64)
    lost = np.zeros(groups)
    for one in range(groups):
        there, rows = _tallied(order[start[one] : start[one + 1]], value, count, held)
        if rows:
            if there.size < least - CLOSE:
                lost[one] = rows
            elif by == ENTROPY:
                lost[one] = _too_frequent(there, held, rows, least)
            if most < 1 and not on_a_line:
                lost[one] = max(lost[one], _too_far(there, held, rows, overall, most))
            held[there] = 0
    return lost


@kernel
def _by_group(group: Ints, groups: int) -> tuple[Ints, Ints]:
    start = np.zeros(groups + 1, np.int64)
    for entry in range(group.size):
        if group[entry] >= 0:
            start[group[entry] + 1] += 1
    for one in range(groups):
        start[one + 1] += start[one]
    order, end = np.empty(start[groups], np.int64), start.copy()
    for entry in range(group.size):
        if group[entry] >= 0:
            order[end[group[entry]]] = entry
            end[group[entry]] += 1
    return order, start


@kernel
def _tallied(entries: Ints, value: Ints, count: Ints, held: Ints) -> tuple[Ints, int]:
    """Add up how often each value is held; return the values there are, ascending, and their rows."""
    seen, values, rows = np.empty(entries.size, np.int64), 0, 0
    for entry in entries:
        if held[value[entry]] == 0:
            seen[values] = value[entry]
            values += 1
        held[value[entry]] += count[entry]
        rows += count[entry]
    return np.sort(seen[:values]), rows


@kernel
def _too_frequent(there: Ints, held: Ints, rows: int, least: float) -> float:
    """Return how many rows must go before the rest leaves enough doubt: the most frequent values are cut to one cap."""
    low, high = 0.0, float(held[there].max())
    if _doubt(there, held, high) >= least - CLOSE:
        return 0.0
    for _ in range(HALVINGS):
        cap = (low + high) / 2
        if _doubt(there, held, cap) >= least - CLOSE:
            low = cap
        else:
            high = cap
    left = 0.0
    for one in there:
        left += min(float(held[one]), high)
    return rows - left


@kernel
def _doubt(there: Ints, held: Ints, cap: float) -> float:
    inside, rows = 0.0, 0.0
    for one in there:
        share = min(float(held[one]), cap)
        inside += share * np.log(share)
        rows += share
    return float(np.exp(np.log(rows) - inside / rows))


@kernel
def _too_far(there: Ints, held: Ints, rows: int, overall: Floats, most: float) -> float:
    """Return how many rows must go before the rest has enough in common with the table."""
    low, high = 0.0, float(rows)
    if _in_common(there, held, high, overall) >= 1 - most - CLOSE:
        return 0.0
    for _ in range(HALVINGS):
        left = (low + high) / 2
        if _in_common(there, held, left, overall) >= 1 - most - CLOSE:
            low = left
        else:
            high = left
    return rows - high


@kernel
def _in_common(there: Ints, held: Ints, rows: float, overall: Floats) -> float:
    common = 0.0
    for one in there:
        common += min(held[one] / rows, overall[one])
    return common


@kernel
def _diversity(there: Ints, held: Ints, rows: int, by: int) -> float:
    if by == 0:
        return float(there.size)
    inside = 0.0
    for one in there:
        inside += held[one] * np.log(held[one])
    # Three equal shares must give 3, not 2.9999999999999996.
    return float(np.round(np.exp(np.log(rows) - inside / rows), 9))


@kernel
def _apart(there: Ints, held: Ints, rows: int, overall: Floats) -> float:
    more = 0.0
    for one in there:
        more += max(held[one] / rows - overall[one], 0.0)
    return float(np.round(more, 12))


@kernel
def _along(there: Ints, held: Ints, rows: int, below: Floats, sums: Floats) -> float:
    values = below.size
    if values < 2:
        return 0.0
    distance, reached = sums[there[0]], 0
    for place in range(there.size):
        first, end = there[place], there[place + 1] if place + 1 < there.size else values
        reached += held[first]
        up_to = reached / rows
        # Both shares rise to 1, the group's in steps: search where the table's passes the one of this step.
        crossing = min(max(np.searchsorted(below, up_to), first), end)
        distance += up_to * (crossing - first) - (sums[crossing] - sums[first])
        distance += (sums[end] - sums[crossing]) - up_to * (end - crossing)
    return float(np.round(max(distance / (values - 1), 0.0), 12))
