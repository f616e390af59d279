"""Specializes groups of vectors column by column while every part keeps what is promised: the loop behind `topdown`.

The rungs are the levels of all columns side by side: level l of column c is rung `first[c] + l`. Vector v belongs
there to entry `ids[v, rung]`, whose width, weight included, is `wide[room[rung] + entry]`. A group is an array of
vectors, with the level of each column at which all of them belong to one entry.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
Place = tuple[Numbers, Ints, Floats, Ints, Ints]
Crowd = tuple[Ints, Ints]
Secrets = tuple[Ints, Ints, Ints, Ints, Floats, Floats, Floats, Flags]
Limits = tuple[int, float, bool, float]
Scratch = tuple[Ints, Ints, Ints, Ints, Ints]

WORK = 5_000_000
"""So many cells are looked at between two reports of progress."""

CLOSE = 1e-9
"""Sums of widths that differ by less are equal."""

TRIED = 5
"""So many columns at most, those that seem best, are tried to the end."""

LENDERS = 2_000
"""So many vectors of a group at most are asked to stay behind with those that are too few."""


@dataclass(frozen=True)
class Vectors:
    """Distinct vectors on the rungs of their hierarchies, and how many rows there are of each."""

    ids: Numbers = field(repr=False)
    first: Ints = field(repr=False)
    wide: Floats = field(repr=False)
    room: Ints = field(repr=False)
    rows: Ints = field(repr=False)


@dataclass(frozen=True)
class Kept:
    """What a group must keep: k people, `least` sensitive values, a distance from the table of at most `most`.

    The people of vector v are `person[first[v]:first[v + 1]]`, up to k of them; where none are named rows are
    counted. Vector v holds the values `value[begin[v]:begin[v + 1]]` that often as `count` tells; those of
    sensitive column s are numbered from `base[s]`, with their shares in the whole table.
    """

    k: int
    first: Ints = field(repr=False)
    person: Ints = field(repr=False)
    begin: Ints = field(repr=False)
    value: Ints = field(repr=False)
    count: Ints = field(repr=False)
    base: Ints = field(repr=False)
    shares: Floats = field(repr=False)
    on_a_line: Flags = field(repr=False)
    least: float = 0.0
    by_entropy: bool = False
    most: float = 1.0


def specialized(
    vectors: Vectors, kept: Kept, caution: float, lookahead: int, progress: Callable[[float], None]
) -> tuple[npt.NDArray[np.int8], float]:
    """Return the level of each vector in each column, and the sum of the widths of all rows.

    `caution` is how much a split counts against itself that its parts can be split less; groups of up to
    `lookahead` rows try every split to its end.
    """
    n, columns = len(vectors.rows), vectors.first.size - 1
    place = (vectors.ids, vectors.first, vectors.wide, vectors.room, vectors.rows)
    parts = [slice(first, last) for first, last in zip(kept.base[:-1], kept.base[1:], strict=True)]
    below = np.concatenate([np.zeros(0), *(np.cumsum(kept.shares[part]) for part in parts)])
    sums = np.concatenate([np.zeros(0), *(np.r_[0.0, np.cumsum(below[part])] for part in parts)])
    crowd = (kept.first, kept.person)
    secrets = (kept.begin, kept.value, kept.count, kept.base, kept.shares, below, sums, kept.on_a_line)
    limits = (kept.k, kept.least, kept.by_entropy, kept.most)
    entries, values = int(vectors.ids.max(initial=0)) + 1, int(kept.base[-1])
    scratch = (
        np.full(int(kept.person.max(initial=-1)) + 1, -1), np.zeros(values, np.int64), np.zeros(values, np.int64),
        np.zeros(entries, np.int64), np.zeros(1, np.int64),
    )  # fmt: skip
    order, ends = np.arange(n), np.zeros((n + 1, 2), dtype=np.int64)
    levels, at = np.zeros((n + 1, columns), dtype=np.int64), np.zeros((n, columns), dtype=np.int8)
    ends[0], levels[0] = (0, n), np.diff(vectors.first) - 1
    waiting, loss, done = int(n > 0), 0.0, 0
    while waiting:
        waiting, more, finished = rounds(
            place, crowd, secrets, limits, scratch, order, ends, levels, waiting, at, caution, lookahead, WORK
        )
        loss, done = loss + more, done + finished
        progress(done / n)
    return at, loss


@kernel
def rounds(
    place: Place, crowd: Crowd, secrets: Secrets, limits: Limits, scratch: Scratch, order: Ints, ends: Ints,
    levels: Ints, waiting: int, at: npt.NDArray[np.int8], caution: float, lookahead: int, budget: int,
) -> tuple[int, float, int]:  # fmt: skip
    """Specialize waiting groups until none is left or the budget is used.

    Returned are how many still wait, what the others lost, and how many vectors are done.
    The groups that wait are stretches of `order`, the last one first.
    """
    columns = levels.shape[1]
    loss, done = 0.0, 0
    while waiting and budget > 0:
        waiting -= 1
        first, last = ends[waiting]
        group, level = order[first:last].copy(), levels[waiting].copy()
        tighten(group, level, place)
        budget -= group.size * columns
        scores = promising(group, level, place, crowd, secrets, limits, scratch, caution)
        column = int(np.argmax(scores))
        if scores[column] < 0:
            column = -1
        elif total(group, place[4]) <= lookahead:
            best, column = worth(group, level, place), -1
            for _ in range(TRIED):
                c = int(np.argmax(scores))
                if scores[c] < 0:
                    break
                scores[c] = -1.0
                parts, cuts = split(group, level, c, place, crowd, secrets, limits, scratch)
                budget -= group.size * columns * TRIED
                now = 0.0
                for one in range(cuts.size - 1):
                    now += outcome(
                        parts[cuts[one] : cuts[one + 1]], level, place, crowd, secrets, limits, scratch, caution
                    )
                # A split that gains nothing is still a group told apart.
                if now < best + (CLOSE if column < 0 else -CLOSE):
                    best, column = now, c
        if column < 0:
            at[group] = level.astype(np.int8)
            loss += worth(group, level, place)
            done += group.size
            continue
        parts, cuts = split(group, level, column, place, crowd, secrets, limits, scratch)
        order[first:last] = parts
        for one in range(cuts.size - 1):
            ends[waiting, 0], ends[waiting, 1] = first + cuts[one], first + cuts[one + 1]
            levels[waiting] = level
            waiting += 1
    return waiting, loss, done


@kernel
def outcome(
    group: Ints, level: Ints, place: Place, crowd: Crowd, secrets: Secrets, limits: Limits, scratch: Scratch,
    caution: float,
) -> float:  # fmt: skip
    """Return the sum of the widths of a group's rows when it is specialized to the end, each time as seems best."""
    loss = 0.0
    groups, levels = [group], [level.copy()]
    while len(groups):
        group, level = groups.pop(), levels.pop()
        tighten(group, level, place)
        scores = promising(group, level, place, crowd, secrets, limits, scratch, caution)
        column = int(np.argmax(scores))
        if scores[column] < 0:
            loss += worth(group, level, place)
            continue
        parts, cuts = split(group, level, column, place, crowd, secrets, limits, scratch)
        for one in range(cuts.size - 1):
            groups.append(parts[cuts[one] : cuts[one + 1]])
            levels.append(level.copy())
    return loss


@kernel
def promising(
    group: Ints, level: Ints, place: Place, crowd: Crowd, secrets: Secrets, limits: Limits, scratch: Scratch,
    caution: float,
) -> Floats:  # fmt: skip
    """Return the width that a split along each column gains for what it parts, -1 where there is none."""
    ids, start, wide, room, rows = place
    scores = np.full(level.size, -1.0)
    if total(group, rows) < 2 * limits[0]:
        return scores
    for c in range(level.size):
        parts, cuts = split(group, level, c, place, crowd, secrets, limits, scratch)
        if cuts.size == 0:
            continue
        gain, doubt, whole = 0.0, 0.0, total(group, rows)
        before = wide[room[start[c] + level[c]] + ids[group[0], start[c] + level[c]]]
        for one in range(cuts.size - 1):
            part = parts[cuts[one] : cuts[one + 1]]
            inside = total(part, rows)
            rung = start[c] + meeting(part, ids, start[c], level[c])
            gain += inside * (before - wide[room[rung] + ids[part[0], rung]])
            doubt -= inside * np.log(inside / whole)
        scores[c] = max(gain, 0.0) / doubt**caution
    return scores


@kernel
def meeting(group: Ints, ids: Numbers, start: int, level: int) -> int:
    """Return the lowest level of a column, from a given one down, at which a group is still together."""
    while level > 0:
        entry = ids[group[0], start + level - 1]
        for v in group:
            if ids[v, start + level - 1] != entry:
                return level
        level -= 1
    return level


@kernel
def tighten(group: Ints, level: Ints, place: Place) -> None:
    """Lower the level of each column as far as a group stays together."""
    ids, start = place[0], place[1]
    for c in range(level.size):
        level[c] = meeting(group, ids, start[c], level[c])


@kernel
def total(group: Ints, rows: Ints) -> int:
    """Return the rows of a group."""
    found = 0
    for v in group:
        found += rows[v]
    return found


@kernel
def worth(group: Ints, level: Ints, place: Place) -> float:
    """Return the sum of the widths of a group's rows."""
    ids, start, wide, room, rows = place
    each = 0.0
    for c in range(level.size):
        rung = start[c] + level[c]
        each += wide[room[rung] + ids[group[0], rung]]
    return each * total(group, rows)


@kernel
def split(
    group: Ints, level: Ints, c: int, place: Place, crowd: Crowd, secrets: Secrets, limits: Limits, scratch: Scratch
) -> tuple[Ints, Ints]:
    """Part a group by the entries one level down in a column; return its vectors part by part, and where parts end.

    Entries that do not keep what is promised stay behind together. Where even they do not keep it, vectors of
    others stay with them, those that are most like them, and at worst whole entries. Nothing is returned where no
    entry can be told apart.
    """
    ids, rows, many, k = place[0], place[4], scratch[3], limits[0]
    # Counting rows is quick, and where it does not tell all too few of them tell enough.
    by_rows = crowd[1].size == 0 and secrets[3].size == 1
    nothing, rung = group[:0], place[1][c] + level[c] - 1
    if level[c] == 0:
        return nothing, nothing
    parts, cuts = by_entry(group, rung, ids, many)
    found = cuts.size - 1
    stays, is_whole = np.zeros(group.size, np.bool_), np.zeros(found, np.bool_)
    for one in range(found):
        is_whole[one] = total(parts[cuts[one] : cuts[one + 1]], rows) >= k and (
            by_rows or keeps(parts[cuts[one] : cuts[one + 1]], crowd, secrets, limits, scratch)
        )
        stays[cuts[one] : cuts[one + 1]] = not is_whole[one]
    if not is_whole.any():
        return nothing, nothing
    if stays.any() and not enough(parts[stays], rows, crowd, secrets, limits, scratch):
        join(parts, cuts, stays, is_whole, level, c, place, crowd, secrets, limits, scratch)
    left = is_whole.sum()
    if left == 0:
        return nothing, nothing
    ends = np.zeros(left + 1 + stays.any(), np.int64)
    ordered, at, size = np.empty_like(group), 0, 0
    for one in range(found):
        if is_whole[one]:
            for i in range(cuts[one], cuts[one + 1]):
                if not stays[i]:
                    ordered[size] = parts[i]
                    size += 1
            at += 1
            ends[at] = size
    ordered[size:] = parts[stays]
    ends[-1] = group.size
    return ordered, ends


@kernel
def by_entry(group: Ints, rung: int, ids: Numbers, many: Ints) -> tuple[Ints, Ints]:
    """Return the vectors of a group sorted by their entries on a rung, in order of appearance, and where each ends."""
    entries, found = np.empty(min(group.size, many.size), np.int64), 0
    for v in group:
        entry = ids[v, rung]
        if many[entry] == 0:
            entries[found] = entry
            found += 1
        many[entry] += 1
    cuts = np.zeros(found + 1, np.int64)
    for one in range(found):
        cuts[one + 1] = cuts[one] + many[entries[one]]
        many[entries[one]] = cuts[one]
    parts = np.empty_like(group)
    for v in group:
        entry = ids[v, rung]
        parts[many[entry]] = v
        many[entry] += 1
    many[entries[:found]] = 0
    return parts, cuts


@kernel
def join(
    parts: Ints, cuts: Ints, stays: Flags, is_whole: Flags, level: Ints, c: int, place: Place, crowd: Crowd,
    secrets: Secrets, limits: Limits, scratch: Scratch,
) -> None:  # fmt: skip
    """Let vectors of other parts stay with those that do so already, until these keep what is promised."""
    ids, start, wide, room, rows = place
    together = level.copy()
    rest = parts[stays]
    one = rest[0]
    tighten(rest, together, place)
    of = np.searchsorted(cuts, np.arange(parts.size), side="right") - 1
    stride = max(parts.size // LENDERS, 1)
    asked = np.zeros(parts.size, np.bool_)
    for _ in range(4 * limits[0]):
        best, lender = np.inf, -1
        for i in range(0, parts.size, stride):
            if stays[i] or asked[i] or not is_whole[of[i]]:
                continue
            cost = 1e-3 * rows[parts[i]]
            for other in range(level.size):
                if other != c:
                    rung = shared(one, parts[i], ids, start[other] + together[other])
                    cost += wide[room[rung] + ids[one, rung]]
                    if cost >= best:
                        break
            if cost < best:
                best, lender = cost, i
        if lender < 0:
            break
        asked[lender] = True
        home = slice(cuts[of[lender]], cuts[of[lender] + 1])
        stays[lender] = True
        if not enough(parts[home][~stays[home]], rows, crowd, secrets, limits, scratch):
            stays[lender] = False
            continue
        for other in range(level.size):
            together[other] = shared(one, parts[lender], ids, start[other] + together[other]) - start[other]
        if enough(parts[stays], rows, crowd, secrets, limits, scratch):
            return
    size = np.diff(cuts)
    while is_whole.any():
        # No vector may do as company, so the smallest entry comes along whole.
        smallest = -1
        for entry in range(is_whole.size):
            if is_whole[entry] and (smallest < 0 or size[entry] < size[smallest]):
                smallest = entry
        is_whole[smallest] = False
        stays[cuts[smallest] : cuts[smallest + 1]] = True
        if enough(parts[stays], rows, crowd, secrets, limits, scratch):
            return


@kernel
def shared(one: int, other: int, ids: Numbers, rung: int) -> int:
    """Return the lowest rung of a column, from a given one up, on which two vectors belong to one entry."""
    while ids[one, rung] != ids[other, rung]:
        rung += 1
    return rung


@kernel
def enough(group: Ints, rows: Ints, crowd: Crowd, secrets: Secrets, limits: Limits, scratch: Scratch) -> bool:
    """Tell whether a group keeps all that is promised."""
    by_rows = crowd[1].size == 0 and secrets[3].size == 1
    return total(group, rows) >= limits[0] and (by_rows or keeps(group, crowd, secrets, limits, scratch))


@kernel
def keeps(group: Ints, crowd: Crowd, secrets: Secrets, limits: Limits, scratch: Scratch) -> bool:
    """Tell whether a group of k rows keeps all that is promised."""
    first, person = crowd
    begin, value, count, base, shares, below, sums, on_a_line = secrets
    k, least, by_entropy, most = limits
    seen, held, there, _, stamp = scratch
    people = 0 if person.size else k
    stamp[0] += 1
    for v in group:
        for q in range(first[v], first[v + 1]):
            people += seen[person[q]] != stamp[0]
            seen[person[q]] = stamp[0]
        if people >= k:
            break
    if people < k:
        return False
    if base.size == 1:
        return True
    different = 0
    for v in group:
        for q in range(begin[v], begin[v + 1]):
            if held[value[q]] == 0:
                there[different] = value[q]
                different += 1
            held[value[q]] += count[q]
    found = np.sort(there[:different])
    much = held[found]
    held[found] = 0
    last, kept = 0, True
    for column in range(base.size - 1):
        start, last = last, np.searchsorted(found, base[column + 1])
        if start == last or not kept:
            # Where no value is known nothing is told of anybody.
            continue
        total_, inside, apart = much[start:last].sum(), 0.0, 0.0
        for i in range(start, last):
            inside += much[i] * np.log(much[i])
            apart += max(much[i] / total_ - shares[found[i]], 0.0)
        # Three equal shares must give 3, not 2.9999999999999996.
        doubt = np.round(np.exp(np.log(total_) - inside / total_), 9)
        kept = (doubt if by_entropy else last - start) >= least
        values = base[column + 1] - base[column]
        if kept and most < 1 and on_a_line[column]:
            # Up to the next value of the group its sum stays, while that of the table rises.
            mine, area = below[base[column] : base[column + 1]], sums[base[column] + column :]
            apart, reached = area[found[start] - base[column]], 0
            for i in range(start, last):
                here, end = found[i] - base[column], (found[i + 1] - base[column] if i + 1 < last else values)
                reached += much[i]
                up_to = reached / total_
                crossing = min(max(np.searchsorted(mine, up_to), here), end)
                apart += up_to * (crossing - here) - (area[crossing] - area[here])
                apart += (area[end] - area[crossing]) - up_to * (end - crossing)
            apart = max(apart / max(values - 1, 1), 0.0)
        kept = kept and (most >= 1 or np.round(apart, 12) <= most)
    return kept
