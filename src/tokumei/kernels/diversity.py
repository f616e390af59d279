"""What the values in each group tell: counts of values by group, and the numbers of diversity and closeness."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Counts:
    """How many rows of each group hold each value: one entry for each pair that occurs.

    Entries are in the order of group and value. `start` is the first entry of each group, `rows` the
    rows of each group, `overall` the share of each value among all rows.
    """

    value: Ints = field(repr=False)
    count: Ints = field(repr=False)
    start: Ints = field(repr=False)
    rows: Ints = field(repr=False)
    overall: Floats = field(repr=False)

    @property
    def share(self) -> Floats:
        """The share of each entry's value in its group."""
        return self.count / self.rows[self.group]

    @property
    def group(self) -> Ints:
        """The group of each entry."""
        return np.repeat(np.arange(self.start.size), np.diff(self.start, append=self.value.size))


def counts_of(group: Ints, value: Ints) -> Counts:
    """Count values by group; values are numbered from 0 in their order, -1 is no value.

    >>> counts_of(np.array([0, 0, 1]), np.array([1, 1, 0])).count.tolist()
    [2, 1]
    """
    there = value >= 0
    group, value = group[there], value[there]
    values = int(value.max(initial=-1)) + 1
    pair, count = np.unique(group * values + value, return_counts=True)
    of_group, of_value = np.divmod(pair, max(values, 1))
    start = np.flatnonzero(np.diff(of_group, prepend=-1))
    rows = np.add.reduceat(count, start) if start.size else count
    return Counts(of_value, count, start, rows, np.bincount(value, minlength=values) / max(value.size, 1))


def distinct(counts: Counts) -> int:
    """Return the fewest different values in a group."""
    return int(np.diff(counts.start, append=counts.value.size).min())


def entropy(counts: Counts) -> float:
    """Return the fewest equally frequent values that would leave as much doubt as a group does: exp of its entropy."""
    inside = np.add.reduceat(counts.count * np.log(counts.count), counts.start)
    # Three equal shares must give 3, not 2.9999999999999996: a requirement of 3 would fail.
    return round(float(np.exp((np.log(counts.rows) - inside / counts.rows).min())), 9)


def recursive(counts: Counts, least: int) -> float:
    """Return the largest r_1 / (r_l + ... + r_m) of a group, counts from the most frequent; infinite if m < l."""
    order = np.lexsort((-counts.count, counts.group))
    place = np.arange(order.size) - counts.start[counts.group]
    tail = np.bincount(counts.group, np.where(place >= least - 1, counts.count[order], 0))
    most = np.maximum.reduceat(counts.count, counts.start)
    return float(np.divide(most, tail, out=np.full(tail.size, np.inf), where=tail > 0).max())


def largest_share(counts: Counts) -> float:
    """Return the largest share of one value in a group."""
    return float(counts.share.max())


def gain(counts: Counts) -> float:
    """Return the largest relative rise of a value's share, from the whole table to a group."""
    return max(float((_lift(counts) - 1).max()), 0.0)


def bounded_gain(counts: Counts) -> float:
    """Return the largest relative rise, infinite where one is above -ln of the value's overall share."""
    gains = _lift(counts) - 1
    allowed = -np.log(counts.overall[counts.value])
    return float("inf") if (gains > np.maximum(allowed, 1e-12)).any() else max(float(gains.max()), 0.0)


def log_ratio(counts: Counts) -> float:
    """Return the largest absolute logarithm of a value's share in a group over its overall share."""
    return float(np.abs(np.log(_lift(counts))).max())


def equal_distance(counts: Counts) -> float:
    """Return the largest distance of a group from the table, any two values being one apart."""
    # What one distribution has more of, the other has less of: the gains alone are half the difference.
    more = np.maximum(counts.share - counts.overall[counts.value], 0.0)
    # Rounded, so that a requirement just met does not fail for the order of a sum.
    return round(float(np.add.reduceat(more, counts.start).max()), 12)


def ordered_distance(counts: Counts) -> float:
    """Return the largest distance of a group from the table, the first and last of the values being one apart.

    The mean over all places i of |Q_i - P_i|, with Q and P the shares of group and table up to place
    i. Q is constant between two values of a group, so a search in P and its running sums do for
    the places between: no loop over all values for each group.
    """
    values = counts.overall.size
    if values < 2:
        return 0.0
    below = np.cumsum(counts.overall)
    sums = np.concatenate([[0.0], np.cumsum(below)])
    reached = np.cumsum(counts.count)
    before = np.concatenate([[0], reached])[counts.start][counts.group]
    up_to = (reached - before) / counts.rows[counts.group]
    end = np.append(counts.value[1:], values)
    end[np.append(counts.start[1:] - 1, end.size - 1)] = values
    crossing = np.clip(np.searchsorted(below, up_to), counts.value, end)
    over = up_to * (crossing - counts.value) - (sums[crossing] - sums[counts.value])
    under = (sums[end] - sums[crossing]) - up_to * (end - crossing)
    head = sums[counts.value[counts.start]]
    return round(max(float((head + np.add.reduceat(over + under, counts.start)).max()) / (values - 1), 0.0), 12)


def _lift(counts: Counts) -> Floats:
    return counts.share / counts.overall[counts.value]
