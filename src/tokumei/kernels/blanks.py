"""Blanks the fewest cells: which vectors fit which patterns of kept values, and a search for a cheap choice.

A pattern is a set of kept columns with a value for each; a vector fits it where it has these values. The
sets of columns are numbers whose bits are the kept columns. The people of vector v are
`person[first[v]:first[v + 1]]`; more than k of them need not be named.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Codes = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Lists = tuple[Ints, Ints, Ints]
Marks = tuple[Ints, Ints, Ints, Ints]
Fixed = tuple[Ints, Codes, Codes, Ints, Floats, Floats, Ints, Ints, Ints]

CLOSE = 1e-9
"""Costs that differ by less are equal: sums of weights are rounded."""

SLICE = 200
"""So many groups are looked at between two reports of progress."""

LARGE = 4
"""A group of more vectors than this times k is not resettled as a whole."""

BREAKS = 2
"""So many other groups at most are broken up to resettle one."""

DOUBT = 0.5
"""What is reckoned for each row of a group that is broken up, of what a blanked cell costs on average."""

MANY = 5_000
"""A pattern of more vectors than this is not newly opened: whoever fits it has narrower ones to go to."""


@dataclass(frozen=True)
class Patterns:
    """The patterns that at least k people fit.

    Those of the set s of columns are numbered from `base[s]`; the vectors that fit pattern p are
    `members[start[p]:start[p + 1]]`, and `fits[v, s]` is the pattern of set s that vector v fits, -1 for none.
    """

    base: Ints = field(repr=False)
    start: Ints = field(repr=False)
    members: Codes = field(repr=False)
    fits: Codes = field(repr=False)

    @property
    def of(self) -> Ints:
        """The set of columns of each pattern."""
        return np.repeat(np.arange(self.base.size - 1), np.diff(self.base))


def patterns(codes: Codes, first: Ints, person: Ints, k: int, progress: Callable[[float], None]) -> Patterns:
    """Find the patterns that at least k people fit; all vectors together must."""
    n, columns = codes.shape
    cards = codes.max(axis=0, initial=0).astype(np.int64) + 1
    seen = np.full(int(person.max(initial=-1)) + 1, -1, dtype=np.int64)
    fits = np.full((n, 1 << columns), -1, dtype=np.int32)
    fits[:, 0] = 0
    found = [(np.arange(n, dtype=np.int32), np.array([0, n], dtype=np.int64))]
    base = [0, 1]
    for kept in range(1, 1 << columns):
        # The set without its lowest column is a smaller number: its patterns are known, and only they can hold ours.
        column = (kept & -kept).bit_length() - 1
        cell = np.ascontiguousarray(codes[:, column])
        above = found[kept & (kept - 1)]
        found.append(refined(*above, cell, int(cards[column]), first, person, seen, k, fits, kept, base[-1]))
        base.append(base[-1] + found[-1][1].size - 1)
        progress(kept / (1 << columns))
    sizes = np.concatenate([np.diff(start) for _, start in found])
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return Patterns(np.array(base), start, np.concatenate([members for members, _ in found]), fits)


@kernel
def refined(
    above: Codes, start: Ints, cell: Codes, card: int, first: Ints, person: Ints, seen: Ints, k: int, fits: Codes,
    kept: int, base: int,
) -> tuple[Codes, Ints]:  # fmt: skip
    """Part the vectors of each pattern by one more column, and keep the parts of at least k people."""
    parts, there = np.empty(above.size, np.int32), np.empty(above.size, np.int32)
    ends = np.zeros(above.size + 1, np.int64)
    held, place, codes = np.zeros(card, np.int64), np.empty(card, np.int64), np.empty(card, np.int64)
    size, found = 0, 0
    for p in range(start.size - 1):
        different, at = 0, 0
        for v in above[start[p] : start[p + 1]]:
            if held[cell[v]] == 0:
                codes[different] = cell[v]
                different += 1
            held[cell[v]] += 1
        for c in codes[:different]:
            place[c] = at
            at += held[c]
        for v in above[start[p] : start[p + 1]]:
            there[place[cell[v]]] = v
            place[cell[v]] += 1
        at = 0
        for c in codes[:different]:
            part = there[at : at + held[c]]
            # No two parts of any set have the same stamp.
            stamp, people = kept * fits.shape[0] + start[p] + at, 0
            at += held[c]
            held[c] = 0
            for v in part:
                for q in range(first[v], first[v + 1]):
                    people += seen[person[q]] != stamp
                    seen[person[q]] = stamp
                if people >= k:
                    break
            if people >= k:
                for v in part:
                    parts[size] = v
                    fits[v, kept] = base + found
                    size += 1
                found += 1
                ends[found] = size
    return parts[:size].copy(), ends[: found + 1].copy()


def chosen(known: Patterns, rows: Ints, first: Ints, person: Ints, cost: Floats, k: int) -> Ints:
    """Choose a pattern for each vector, cheapest sets of columns first.

    Among sets of one cost the one that takes in most rows goes first. `cost` is that of a row for each set. What
    is left over keeps nothing, with as many others as make k people.
    """
    left = np.ones(rows.size, dtype=np.bool_)
    at = np.zeros(rows.size, dtype=np.int64)
    seen = np.full(int(person.max(initial=-1)) + 1, -1, dtype=np.int64)
    order = np.argsort(cost, kind="stable")
    level = np.cumsum(np.diff(cost[order], prepend=cost[order[0]]) > CLOSE)
    for one in range(int(level[-1]) + 1):
        waiting = {int(kept): int(rows.sum()) for kept in order[level == one]}
        while waiting:
            kept = max(waiting, key=lambda kept: waiting[kept])
            waiting.pop(kept)
            start, base = known.start[known.base[kept] : known.base[kept + 1] + 1], int(known.base[kept])
            seen[:] = -1
            now = taken(start, known.members, rows, first, person, seen, left, at, base, k, False)
            # What a set takes in only shrinks while others are served: an old number is a bound.
            if now and now >= max(waiting.values(), default=0):
                seen[:] = -1
                taken(start, known.members, rows, first, person, seen, left, at, base, k, True)
            elif now:
                waiting[kept] = now
    topped_up(at, cost[known.of], rows, first, person, seen, k)
    return at


@kernel
def taken(
    start: Ints, members: Codes, rows: Ints, first: Ints, person: Ints, seen: Ints, left: Flags, at: Ints, base: int,
    k: int, is_final: bool,
) -> int:  # fmt: skip
    """Count the rows left that have k people left in their pattern; with `is_final` they are left no more."""
    total = 0
    for p in range(start.size - 1):
        people, inside = 0, 0
        for v in members[start[p] : start[p + 1]]:
            if left[v]:
                inside += rows[v]
                for q in range(first[v], first[v + 1]):
                    people += seen[person[q]] != p
                    seen[person[q]] = p
        if people >= k:
            total += inside
            for v in members[start[p] : start[p + 1]]:
                if is_final and left[v]:
                    left[v] = False
                    at[v] = base + p
    return total


@kernel
def topped_up(at: Ints, price: Floats, rows: Ints, first: Ints, person: Ints, seen: Ints, k: int) -> None:
    """Let whole groups, the cheapest first, keep nothing either, until k people or nobody are without a pattern."""
    lost = np.zeros(price.size)
    seen[:] = -1
    people = 0
    for v in range(at.size):
        lost[at[v]] += rows[v] * (price[0] - price[at[v]])
        if at[v] == 0:
            for q in range(first[v], first[v + 1]):
                people += seen[person[q]] != 0
                seen[person[q]] = 0
    if people == 0:
        return
    for v in range(at.size):
        if lost[at[v]] == 0:
            lost[at[v]] = 1e-12
    while people < k:
        cheapest = 0
        for p in range(1, lost.size):
            if lost[p] > 0 and (cheapest == 0 or lost[p] < lost[cheapest]):
                cheapest = p
        if cheapest == 0:
            return
        lost[cheapest] = 0
        for v in range(at.size):
            if at[v] == cheapest:
                at[v] = 0
                for q in range(first[v], first[v + 1]):
                    people += seen[person[q]] != 0
                    seen[person[q]] = 0


def improved(
    known: Patterns, at: Ints, rows: Ints, first: Ints, person: Ints, cost: Floats, k: int, sweeps: int,
    progress: Callable[[float], None],
) -> Ints:  # fmt: skip
    """Lower the cost of a choice by moving vectors, alone or a whole group at a time, to cheaper patterns.

    A pattern that nobody has chosen is opened where enough others can be won for it, so that all together get
    cheaper. No group is left with fewer than k people unless it is left empty.
    """
    price, at, order = cost[known.of], at.copy(), np.argsort(cost, kind="stable")
    floor = floors(known, cost)
    lists = linked(at, price.size)
    people = int(person.max(initial=-1)) + 1
    marks = (np.zeros(at.size, np.int64), np.full(people, -1), np.full(people, -1), np.zeros(3, np.int64))
    fixed = (known.start, known.members, known.fits, order, price, floor, rows, first, person)
    for sweep in range(sweeps):
        above = np.bincount(at, rows * (price[at] - floor), minlength=price.size)
        groups = np.flatnonzero(above > CLOSE)
        groups = groups[np.argsort(-above[groups], kind="stable")]
        gain = 0.0
        for here in range(0, groups.size, SLICE):
            gain += rearranged(groups[here : here + SLICE], fixed, at, lists, marks, k)
            progress((sweep + here / groups.size) / sweeps)
        if gain < CLOSE:
            break
    return at


def floors(known: Patterns, cost: Floats) -> Floats:
    """Return for each vector the cost of the cheapest pattern that it fits: no choice is cheaper."""
    least: Floats = np.min(np.where(known.fits >= 0, cost, np.inf), axis=1, initial=np.inf)
    return least


@kernel
def linked(at: Ints, count: int) -> tuple[Ints, Ints, Ints]:
    """Return the first vector of each pattern, and the one after and before each vector; -1 for none."""
    lists = (np.full(count, -1), np.full(at.size, -1), np.full(at.size, -1))
    for v in range(at.size - 1, -1, -1):
        attach(v, at[v], lists)
    return lists


@kernel
def attach(v: int, p: int, lists: Lists) -> None:
    """Put a vector at the head of the list of a pattern."""
    head, after, before = lists
    after[v], before[v] = head[p], -1
    if head[p] >= 0:
        before[head[p]] = v
    head[p] = v


@kernel
def detach(v: int, p: int, lists: Lists) -> None:
    """Take a vector out of the list of a pattern."""
    head, after, before = lists
    if before[v] >= 0:
        after[before[v]] = after[v]
    else:
        head[p] = after[v]
    if after[v] >= 0:
        before[after[v]] = before[v]


@kernel
def rearranged(groups: Ints, fixed: Fixed, at: Ints, lists: Lists, marks: Marks, k: int) -> float:
    """Give the vectors of each group other patterns where that is cheaper, all at once or else one by one."""
    price, floor = fixed[4], fixed[5]
    head, after, _ = lists
    _, _, _, stamps = marks
    gain = 0.0
    group, lot = np.empty(at.size, np.int64), np.empty(at.size, np.int64)
    moved, origin = np.empty(at.size, np.int64), np.empty(at.size, np.int64)
    for g in groups:
        size, u = 0, head[g]
        while u >= 0:
            group[size] = u
            size += 1
            u = after[u]
        for one in range(-1, size):
            # First the whole group is tried, if it is not so large that this is hopeless.
            if one < 0 and size > LARGE * k:
                continue
            many = size if one < 0 else 1
            lot[:many] = group[:many] if one < 0 else group[one : one + 1]
            if one >= 0:
                stamps[2] += 1
                v = lot[0]
                if at[v] != g or price[g] - floor[v] <= CLOSE or not can_spare(v, fixed, at, lists, marks, k):
                    continue
            delta, count = resettled(lot, many, fixed, at, lists, marks, k, moved, origin)
            if delta < -CLOSE:
                gain -= delta
                continue
            for i in range(count - 1, -1, -1):
                detach(moved[i], at[moved[i]], lists)
                attach(moved[i], origin[i], lists)
                at[moved[i]] = origin[i]
    return gain


@kernel
def resettled(
    lot: Ints, many: int, fixed: Fixed, at: Ints, lists: Lists, marks: Marks, k: int, moved: Ints, origin: Ints
) -> tuple[float, int]:
    """Find other patterns for some vectors; return what that costs and how many moves were noted.

    Where a new pattern finds too few others, one of their groups is broken up: its vectors join the lot.
    """
    start, _, fits, order, price, floor, rows, _, _ = fixed
    head, after, _ = lists
    leaving, _, _, stamps = marks
    stamps[2] += 1
    total, count, hope, place, broken_up = 0.0, 0, 0.0, 0, 0
    for v in lot[:many]:
        leaving[v] = stamps[2]
        hope += rows[v] * (price[at[v]] - floor[v])
    while place < many:
        v = lot[place]
        place += 1
        if leaving[v] != stamps[2]:
            continue
        g = at[v]
        hope -= rows[v] * (price[g] - floor[v])
        # What the others can save at most is all that this one may cost.
        best, to, breaks = hope - total, -1, -1
        joining = lot[:0]
        for kept in order:
            p = fits[v, kept]
            if p < 0 or p == g:
                continue
            own = rows[v] * (price[p] - price[g])
            if own >= best - CLOSE:
                break
            u = head[p]
            while u >= 0 and leaving[u] == stamps[2]:
                u = after[u]
            if u >= 0:
                best, to, breaks, joining = own, p, -1, lot[:0]
            elif head[p] < 0 and start[p + 1] - start[p] <= MANY:
                worth, won, broken = opened(v, p, best, broken_up < BREAKS, fixed, at, lists, marks, k)
                if worth < best - CLOSE:
                    best, to, breaks, joining = worth, p, broken, won
        if to < 0:
            return np.inf, count
        for j in range(-1, joining.size):
            u = v if j < 0 else joining[j]
            total += rows[u] * (price[to] - price[at[u]])
            if j >= 0 and leaving[u] == stamps[2]:
                hope -= rows[u] * (price[at[u]] - floor[u])
            moved[count], origin[count] = u, at[u]
            count += 1
            detach(u, at[u], lists)
            attach(u, to, lists)
            at[u], leaving[u] = to, 0
        if breaks >= 0:
            broken_up += 1
            u = head[breaks]
            while u >= 0:
                if leaving[u] != stamps[2]:
                    leaving[u] = stamps[2]
                    lot[many] = u
                    many += 1
                    hope += rows[u] * (price[breaks] - floor[u])
                u = after[u]
    return total, count


@kernel
def opened(
    v: int, p: int, limit: float, may_break: bool, fixed: Fixed, at: Ints, lists: Lists, marks: Marks, k: int
) -> tuple[float, Ints, int]:
    """Return what it costs to open a pattern for a vector, who else joins, and which group that breaks up.

    Infinite where too few people can join; -1 where no group has to be broken up.
    """
    start, members, _, _, price, _, rows, first, person = fixed
    leaving, _, held, stamps = marks
    others = members[start[p] : start[p + 1]]
    worth, total = rows[others] * (price[p] - price[at[others]]), rows[v] * (price[p] - price[at[v]])
    spend = limit - total - np.minimum(worth, 0.0)[others != v].sum()
    # One who costs more than all the rest can save is of no use, and without k people there is nothing to sort.
    useful = (worth < spend) & (others != v)
    who, worth = others[useful], worth[useful]
    people, count, lent, broken = first[v + 1] - first[v], 0, 0, -1
    if people + (first[who + 1] - first[who]).sum() < k:
        return np.inf, at[:0], broken
    won, borrowed = np.empty(who.size, np.int64), np.empty(who.size, np.int64)
    stamps[1] += 1
    for q in range(first[v], first[v + 1]):
        held[person[q]] = stamps[1]
    order = np.argsort(worth, kind="mergesort")
    asked = np.zeros(who.size, np.bool_)
    for turn in range(2 if may_break else 1):
        for i in order:
            u = who[i]
            if asked[i] or (worth[i] > -CLOSE and people >= k):
                continue
            if leaving[u] != stamps[2]:
                if turn == 0 and not can_spare(u, fixed, at, lists, marks, k):
                    continue
                if turn == 1 and broken >= 0 and at[u] != broken:
                    continue
                broken = at[u] if turn == 1 else broken
                leaving[u] = stamps[2]
                borrowed[lent] = u
                lent += 1
            asked[i] = True
            won[count] = u
            count += 1
            total += worth[i]
            for q in range(first[u], first[u + 1]):
                people += held[person[q]] != stamps[1]
                held[person[q]] = stamps[1]
        if people >= k:
            break
    if broken >= 0:
        # What its other vectors will cost is not known yet.
        u = lists[0][broken]
        while u >= 0:
            total += DOUBT * rows[u] * (leaving[u] != stamps[2])
            u = lists[1][u]
    leaving[borrowed[:lent]] = 0
    return (total if people >= k else np.inf), won[:count], broken


@kernel
def can_spare(v: int, fixed: Fixed, at: Ints, lists: Lists, marks: Marks, k: int) -> bool:
    """Tell whether a vector's group keeps k people, or nobody, without it and without those that are leaving."""
    first, person = fixed[7], fixed[8]
    head, after, _ = lists
    leaving, seen, _, stamps = marks
    stamps[0] += 1
    people, others = 0, False
    u = head[at[v]]
    while u >= 0:
        if u != v and leaving[u] != stamps[2]:
            others = True
            for q in range(first[u], first[u + 1]):
                people += seen[person[q]] != stamps[0]
                seen[person[q]] = stamps[0]
            if people >= k:
                return True
        u = after[u]
    return not others
