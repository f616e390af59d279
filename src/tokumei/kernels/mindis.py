"""Merging the nearest entries until every one is safe: the loop behind `mindis`.

An entry is a combination of cells and the rows that have it. Each of its rungs, a level of a column below the
root, holds the number of what the cell belongs to there, or `WILD` where the cell has been generalized beyond
it. Two entries differ on a rung where their numbers do, and WILD differs from everything; the weights of the
rungs they differ on are what both lose by a merge. Entries stand in blocks of `LANES`, rung by rung.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Packed = npt.NDArray[np.uint16] | npt.NDArray[np.uint32]
Kind = type[np.uint16] | type[np.uint32]
Flags = npt.NDArray[np.bool_]
Hashes = npt.NDArray[np.uint64]
Progress = Callable[[float], None]

WILD = -1
NARROW = 2**16 - 1
"""What 16 bits hold: twice as many numbers are compared at once where they do, weights and all."""
LANES = 64
"""Entries in a block: enough to fill the widest registers, few enough to be alike."""
AT_ONCE = 4
"""Rungs added up in one go over a block; there are always a multiple of them."""
STRETCH = 64
"""Rungs between two looks at whether a block can still hold the nearest entry."""
TRIED, WORTH = 512, 0.75
"""Blocks looked at before bounds are judged, and the share of them that must be seen for bounds to be given up."""
FEW = 4 * LANES
"""Slots that are not worth packing anew."""
PRIME = 0x100000001B3
"""Spreads numbers over 64 bits: what tells entries apart but for a last look."""
SLICE = 400_000_000
"""Rungs of entries compared between two looks at progress: a few tens of milliseconds."""


@dataclass(frozen=True)
class Wanted:
    """What makes a group safe: k rows, and sensitive values that are many enough and near those of the table.

    `shares` has a row for each sensitive column: the share of each of its values in the whole table, then zeros;
    `values` tells how many values there are. `least` values are wanted in a group (0: any), as many as their
    entropy stands for if `by_entropy`; and a distance from the table of at most `t`.
    """

    k: int
    least: float = 0.0
    by_entropy: bool = False
    t: float = 1.0
    shares: Floats = field(default_factory=lambda: np.zeros((0, 1)))
    values: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    on_a_line: Flags = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))

    @property
    def summed(self) -> tuple[Floats, Floats]:
        """The shares up to each value, and the sums of those below each."""
        below = np.cumsum(self.shares, axis=1)
        return below, np.hstack([np.zeros((len(below), 1)), np.cumsum(below, axis=1)])


@dataclass(frozen=True)
class Entries:
    """Entries in their fixed order: numbers on each rung, rows, and the sensitive codes of those rows.

    The codes of entry e are `codes[start[e]:start[e + 1]]`, a column each, -1 for none.
    """

    ids: Numbers = field(repr=False)
    rows: Ints = field(repr=False)
    start: Ints = field(repr=False)
    codes: Numbers = field(repr=False)

    def __len__(self) -> int:
        """Return the number of entries."""
        return self.rows.size


@dataclass(frozen=True)
class Merged:
    """What became of entries: the group of each, on which rungs a group is generalized, and which are not safe yet.

    `loss` is what all rows have lost. `log` lists the merges: the entry that was drawn and the one it joined.
    """

    group: Ints = field(repr=False)
    wild: Flags = field(repr=False)
    is_open: Flags = field(repr=False)
    loss: int
    log: Numbers = field(repr=False)


def merge(
    entries: Entries, weights: Ints, wanted: Wanted, order: Ints, lots: Floats, progress: Progress, *,
    increase: bool = False, prune: bool = True, most: int = 2**62,
) -> Merged:  # fmt: skip
    """Merge entries, drawn in an order, with the nearest one each until all are safe or one is left.

    The nearest is the one with which an entry loses least, or with `increase` the one whose merge adds least to
    the loss of all rows; on a tie the first. An entry that has to be drawn again finds its place in the order by lot.
    One with `most` rows or more is drawn no more, safe or not. Without `prune` every entry is compared.
    """
    count = len(entries)
    ids = _from_zero(entries.ids) if count < NARROW else entries.ids
    narrow = int(weights.sum()) <= NARROW and int(ids.max(initial=0)) < NARROW - 1
    kind: Kind = np.uint16 if narrow else np.uint32
    packed = _pack(ids, weights, kind)
    secrets = (entries.start, entries.codes, wanted.shares, *wanted.summed, wanted.values, wanted.on_a_line)
    demands = (wanted.k, wanted.least, wanted.by_entropy, wanted.t)
    rows, loss = entries.rows.copy(), (entries.ids == WILD) @ weights
    following, last = np.full(count, -1, dtype=np.int64), np.arange(count)
    is_open = np.empty(count, dtype=np.bool_)
    judge(is_open, rows, following, *secrets, *demands)
    waiting = order[is_open[order]]
    queue = np.concatenate([waiting, np.zeros(count, dtype=np.int64)])
    log, tried = np.empty((count, 2), dtype=np.int32), np.zeros(2, dtype=np.int64)
    head, tail, left, merges, reached = 0, waiting.size, count, 0, 0.0
    while head < tail and left > 1:
        if left <= packed.enough:
            packed, tried = packed.again(), np.zeros(2, dtype=np.int64)
        head, tail, left, merges = merge_on(
            packed.ids, packed.weights, packed.common, packed.fixed, packed.at, packed.entry, packed.hashes,
            packed.live, rows, loss, is_open, queue, head, tail, left, log, merges, lots, following, last, *secrets,
            *demands, int(np.iinfo(kind).max), increase, prune, tried, most, packed.enough, SLICE,
        )  # fmt: skip
        reached = max(reached, head / tail)
        progress(reached)
    kept, wild = packed.kept, packed.left[:, : weights.size] == np.iinfo(kind).max
    group = followed(log[:merges], kept, count)
    return Merged(group, wild, is_open[kept], int(rows[kept] @ loss[kept]), log[:merges])


def _from_zero(ids: Numbers) -> Numbers:
    """Number rungs anew where their numbers are too large for the narrow kind."""
    for rung in np.flatnonzero(ids.max(axis=0, initial=0) >= NARROW - 1):
        values, new = np.unique(ids[:, rung], return_inverse=True)
        ids = ids.copy()
        ids[:, rung] = new + (WILD if values[0] == WILD else 0)
    return ids


@dataclass(frozen=True)
class _Packed:
    """Entries in blocks: block by rung by lane.

    `at` is the slot of each entry and `entry` the entry in each slot, -1 for none; `live` counts those in each
    block. `common` is the number that all of a block have on a rung, and `fixed` the rung's weight where they do.
    """

    ids: Packed
    weights: Packed
    common: Packed
    fixed: Packed
    at: Ints
    entry: Ints
    hashes: Hashes
    live: Ints

    @property
    def enough(self) -> int:
        """How few entries may be left before they are packed anew."""
        return self.entry.size * 3 // 4 if self.entry.size > FEW else 1

    @property
    def kept(self) -> Ints:
        """The entries that are left, ascending."""
        return self.entry[self.entry >= 0]

    @property
    def left(self) -> Packed:
        """The numbers of the entries that are left, entry by rung."""
        return self.ids.transpose(0, 2, 1).reshape(-1, self.ids.shape[1])[self.entry >= 0]

    def again(self) -> "_Packed":
        """Pack the entries that are left more closely."""
        return _blocked(self.left, self.kept, self.weights, self.hashes[self.entry >= 0])


def _pack(ids: Numbers, weights: Ints, kind: Kind) -> _Packed:
    count, rungs = ids.shape
    wide = max(-(-rungs // AT_ONCE), 1) * AT_ONCE
    flat, heavy = np.zeros((count, wide), dtype=kind), np.zeros(wide, dtype=kind)
    flat[:, :rungs] = np.where(ids == WILD, np.iinfo(kind).max, ids)
    heavy[:rungs] = weights
    return _blocked(flat, np.arange(count), heavy, hashed(flat))


def _blocked(flat: Packed, entry: Ints, weights: Packed, hashes: Hashes) -> _Packed:
    count, wide = flat.shape
    blocks = -(-count // LANES)
    # The last entry fills up its block: what the block has in common is not disturbed.
    filled = np.minimum(np.arange(blocks * LANES), count - 1)
    ids = np.ascontiguousarray(flat[filled].reshape(blocks, LANES, wide).transpose(0, 2, 1))
    common = np.ascontiguousarray(ids[:, :, 0].T)
    fixed = np.zeros_like(common)
    fixed[:] = np.where((ids == ids[:, :, :1]).all(axis=2).T, weights[:, None], 0)
    at = np.full(int(entry.max(initial=-1)) + 1, -1, dtype=np.int64)
    at[entry] = np.arange(count)
    slots, known = np.full(filled.size, -1, dtype=np.int64), np.zeros(filled.size, dtype=np.uint64)
    slots[:count], known[:count] = entry, hashes
    live = np.bincount(np.arange(count) // LANES, minlength=blocks)
    return _Packed(ids, weights, common, fixed, at, slots, known, live)


@kernel
def merge_on(
    ids: Packed, weights: Packed, common: Packed, fixed: Packed, at: Ints, entry: Ints, hashes: Hashes, live: Ints,
    rows: Ints, loss: Ints, is_open: Flags, queue: Ints, head: int, tail: int, left: int, log: Numbers, merges: int,
    lots: Floats, following: Ints, last: Ints, start: Ints, codes: Numbers, shares: Floats, below: Floats,
    sums: Floats, values: Ints, on_a_line: Flags, k: int, least: float, by_entropy: bool, t: float, wild: int,
    increase: bool, prune: bool, tried: Ints, most: int, enough: int, budget: int,
) -> tuple[int, int, int, int]:  # fmt: skip
    """Merge the entries of a queue one by one until all are safe, `enough` are left, or the budget is used.

    The drawn entry joins the other in its slot: nothing there comes nearer to anybody, so the bounds of blocks
    hold on. An entry that is not safe stands in the queue once.
    """
    blocks, rungs = ids.shape[0], ids.shape[1]
    query = np.empty(rungs, ids.dtype)
    bound, found = np.empty(blocks, ids.dtype), np.empty(LANES, ids.dtype)
    while head < tail and left > enough and budget > 0:
        one = queue[head]
        head += 1
        if not is_open[one] or rows[one] >= most:
            continue
        slot = at[one]
        block, lane = slot // LANES, slot % LANES
        for e in range(rungs):
            # What is generalized differs from everything, from itself as well.
            query[e] = ids[block, e, lane] if ids[block, e, lane] != wild else wild - 1
        other_slot, visited = nearest(
            ids, weights, common, fixed, entry, live, rows, loss, query, slot, increase, prune, tried, bound, found
        )
        budget -= visited * rungs * LANES
        other = entry[other_slot]
        was_open = is_open[other]
        log[merges, 0], log[merges, 1] = one, other
        merges += 1
        loss[other] = generalized(ids, weights, query, other_slot, hashes, wild)
        gone(one, slot, ids, entry, hashes, at, live, is_open, wild)
        rows[other] += rows[one]
        following[last[other]], last[other] = one, last[one]
        left -= 1
        twin_slot = twin(ids, hashes, other_slot)
        if twin_slot >= 0:
            twin_entry = entry[twin_slot]
            log[merges, 0], log[merges, 1] = twin_entry, other
            merges += 1
            gone(twin_entry, twin_slot, ids, entry, hashes, at, live, is_open, wild)
            rows[other] += rows[twin_entry]
            following[last[other]], last[other] = twin_entry, last[twin_entry]
            left -= 1
        is_open[other] = rows[other] < k or not safe(
            other, following, start, codes, shares, below, sums, values, on_a_line, least, by_entropy, t
        )
        if is_open[other] and not was_open:
            # A place among those that wait, each as likely as the other; who stood there goes to the end.
            place = head + int(lots[merges - 1] * (tail - head + 1))
            queue[tail] = queue[place] if place < tail else other
            if place < tail:
                queue[place] = other
            tail += 1
    return head, tail, left, merges


@kernel
def nearest(
    ids: Packed, weights: Packed, common: Packed, fixed: Packed, entry: Ints, live: Ints, rows: Ints, loss: Ints,
    query: Packed, slot: int, increase: bool, prune: bool, tried: Ints, bound: Packed, found: Packed,
) -> tuple[int, int]:  # fmt: skip
    """Return the slot of the entry nearest to the one in a slot, the first on a tie, and how many blocks were seen.

    A block is left out where what it has in common differs from the query by more than the best so far. That is
    given up where it seldom happens: `tried` counts the blocks there were and those that had to be seen.
    """
    blocks, rungs = ids.shape[0], ids.shape[1]
    # With `increase` the rows of the query lose what is found, those of the other what it has not lost yet.
    mine = rows[entry[slot]] if increase else 1
    best, best_slot, visited = np.int64(2**62), -1, 0
    bound[:] = 0
    bounded = prune and (tried[0] < TRIED or tried[1] < WORTH * tried[0])
    stretch = STRETCH if prune else rungs
    if bounded:
        for e in range(rungs):
            number = query[e]
            for b in range(blocks):
                bound[b] += fixed[e, b] if common[e, b] != number else 0
    home = slot // LANES
    for turn in range(blocks + 1):
        block = home if turn == 0 else turn - 1
        if live[block] == 0 or (turn > 0 and block == home):
            continue
        first = block * LANES
        limit = mine * np.int64(bound[block])
        if limit > best or (limit == best and first > best_slot):
            continue
        visited += 1
        found[:] = 0
        e = 0
        while e < rungs:
            until = min(e + stretch, rungs)
            while e < until:
                row_0, row_1, row_2, row_3 = ids[block, e], ids[block, e + 1], ids[block, e + 2], ids[block, e + 3]
                mine_0, mine_1, mine_2, mine_3 = query[e], query[e + 1], query[e + 2], query[e + 3]
                weight_0, weight_1, weight_2, weight_3 = weights[e], weights[e + 1], weights[e + 2], weights[e + 3]
                for lane in range(LANES):
                    sum_ = found[lane]
                    sum_ += weight_0 if row_0[lane] != mine_0 else 0
                    sum_ += weight_1 if row_1[lane] != mine_1 else 0
                    sum_ += weight_2 if row_2[lane] != mine_2 else 0
                    sum_ += weight_3 if row_3[lane] != mine_3 else 0
                    found[lane] = sum_
                e += AT_ONCE
            lowest = found[0]
            for lane in range(1, LANES):
                lowest = min(lowest, found[lane])
            limit = mine * np.int64(lowest)
            if limit > best or (limit == best and first > best_slot):
                break
        if limit > best or (limit == best and first > best_slot):
            continue
        for lane in range(LANES):
            score = mine * np.int64(found[lane])
            other = entry[first + lane]
            if score > best or other < 0 or first + lane == slot:
                continue
            if increase:
                score += rows[other] * (np.int64(found[lane]) - loss[other])
            if score < best or (score == best and first + lane < best_slot):
                best, best_slot = score, first + lane
    if bounded:
        tried[0] += blocks
        tried[1] += visited
    return best_slot, visited


@kernel
def generalized(ids: Packed, weights: Packed, query: Packed, slot: int, hashes: Hashes, wild: int) -> int:
    """Generalize the entry in a slot until it covers the query as well; return what it has lost by now."""
    block, lane = slot // LANES, slot % LANES
    lost, mixed = 0, np.uint64(0)
    for e in range(ids.shape[1]):
        if ids[block, e, lane] != query[e]:
            ids[block, e, lane] = wild
            lost += weights[e]
        mixed = mixed * np.uint64(PRIME) + np.uint64(ids[block, e, lane])
    hashes[slot] = mixed
    return lost


@kernel
def hashed(flat: Packed) -> Hashes:
    """Return a number of 64 bits for each entry, the same for entries that are equal."""
    hashes = np.zeros(flat.shape[0], np.uint64)
    for row in range(flat.shape[0]):
        for e in range(flat.shape[1]):
            hashes[row] = hashes[row] * np.uint64(PRIME) + np.uint64(flat[row, e])
    return hashes


@kernel
def twin(ids: Packed, hashes: Hashes, slot: int) -> int:
    """Return the slot of another entry that is equal to the one in a slot, -1 where there is none."""
    block, lane, mine = slot // LANES, slot % LANES, hashes[slot]
    for other in range(ids.shape[0]):
        first = other * LANES
        alike = 0
        for at in range(LANES):
            alike += hashes[first + at] == mine
        if alike == 0:
            continue
        for at in range(LANES):
            if hashes[first + at] == mine and first + at != slot:
                equal = True
                for e in range(ids.shape[1]):
                    equal &= ids[other, e, at] == ids[block, e, lane]
                if equal:
                    return first + at
    return -1


@kernel
def gone(
    one: int, slot: int, ids: Packed, entry: Ints, hashes: Hashes, at: Ints, live: Ints, is_open: Flags, wild: int
) -> None:
    """Take an entry out of its slot; what is left there is as far from everything as can be."""
    for e in range(ids.shape[1]):
        ids[slot // LANES, e, slot % LANES] = wild
    entry[slot], at[one], hashes[slot], is_open[one] = -1, -1, 0, False
    live[slot // LANES] -= 1


@kernel
def followed(log: Numbers, kept: Ints, count: int) -> Ints:
    """Return the place among those kept of the entry that each entry ended up in."""
    group = np.empty(count, np.int64)
    for place in range(kept.size):
        group[kept[place]] = place
    for merge_ in range(log.shape[0] - 1, -1, -1):
        group[log[merge_, 0]] = group[log[merge_, 1]]
    return group


@kernel
def judge(
    is_open: Flags, rows: Ints, following: Ints, start: Ints, codes: Numbers, shares: Floats, below: Floats,
    sums: Floats, values: Ints, on_a_line: Flags, k: int, least: float, by_entropy: bool, t: float,
) -> None:  # fmt: skip
    """Mark the entries that are not safe yet."""
    for one in range(rows.size):
        is_open[one] = rows[one] < k or not safe(
            one, following, start, codes, shares, below, sums, values, on_a_line, least, by_entropy, t
        )


@kernel
def safe(
    one: int, following: Ints, start: Ints, codes: Numbers, shares: Floats, below: Floats, sums: Floats,
    values: Ints, on_a_line: Flags, least: float, by_entropy: bool, t: float,
) -> bool:  # fmt: skip
    """Tell whether the sensitive values of an entry and those that joined it are many enough and near the table's."""
    for column in range(values.size):
        rows, member = 0, one
        while member >= 0:
            rows += start[member + 1] - start[member]
            member = following[member]
        held = np.empty(rows, np.int32)
        known, member = 0, one
        while member >= 0:
            for row in range(start[member], start[member + 1]):
                if codes[row, column] >= 0:
                    held[known] = codes[row, column]
                    known += 1
            member = following[member]
        if known == 0:
            # Nothing is told of anybody.
            continue
        held = np.sort(held[:known])
        distinct, entropy, apart, more = 0, np.log(known), 0.0, 0.0
        row = 0
        while row < known:
            first, value = row, held[row]
            while row < known and held[row] == value:
                row += 1
            distinct += 1
            entropy -= (row - first) * np.log(row - first) / known
            more += max((row - first) / known - shares[column, value], 0.0)
            # Up to the next value of the group its sum stays, while that of the table rises.
            end = held[row] if row < known else values[column]
            level = row / known
            crossing = value + np.searchsorted(below[column, value:end], level)
            apart += level * (crossing - value) - (sums[column, crossing] - sums[column, value])
            apart += (sums[column, end] - sums[column, crossing]) - level * (end - crossing)
        if on_a_line[column]:
            more = (sums[column, held[0]] + apart) / max(values[column] - 1, 1)
        # Three equal shares must give 3, not 2.9999999999999996.
        if (np.round(np.exp(entropy), 9) if by_entropy else distinct) < least or np.round(more, 12) > t:
            return False
    return True
