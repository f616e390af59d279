"""Pairs rows one to one at the least total distance: an auction over lists of neighbors.

Each asked row bids for the known row at the least distance plus price, and lifts its price to where the next
best is as good, and by a step more; who held it bids again. Known rows that are too many go to bidders who
are equally far from all. The auction is held again and again with ever smaller steps; in the end the
total is above the least there is by no more than a step a row.

A row bids by a list of the known rows that were best when it was made, and by a bound that no other was
below: prices never fall, so no other ever is. Where that leaves the next best open, the list is made anew.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel
from tokumei.kernels.forest import Boxes, Parts, Tree, nearest, planted

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Progress = Callable[[float], None]

LISTED = 32
"""So many neighbors are on a list."""
WHOLE = 128
"""A part of up to so many rows is listed whole."""
SLICE = 1_000
"""Bids, or rows looked at anew, between two reports of progress: tens of milliseconds."""
FINER = 8.0
"""A step is so many times the next one."""
LEAST_STEP = 1e-9
"""The last step, in parts of the mean distance: too small to matter in a total."""
WAR = 4
"""Where the first step takes so many bids a row it was too small."""

Links = tuple[Ints, Ints, Ints, Ints]
"""The node above each, the leaf at each place of the rows, and the places of each known row."""
Lists = tuple[Ints, Ints, Floats, Floats]
"""Where the list of each asked row begins, the known rows on the lists, how far they are, and the bounds."""
Market = tuple[Floats, Floats, Floats, Ints, Ints, Floats, Ints, Ints]
"""Prices, the least of each node and of each half, owners, what each asked row holds and how far it is,
those waiting to bid, and how many: of them, of known rows nobody shall have, of bids so far."""
Asked = tuple[Floats, Floats, Ints]
"""The ends of each box asked for, and its part."""

FREE, SPARE = -1, -2
"""The owner of a known row that nobody holds, and of one that nobody shall have."""


def paired(known: Boxes, parts: Parts, asked: Boxes, part: Ints, threads: int, progress: Progress) -> Ints:
    """Return the known row paired with each box asked for, -1 for none: as many pairs as can be, nearest in total.

    A row is paired inside its part only. Parts may share known rows.
    """
    found = np.full(len(asked), -1, dtype=np.int64)
    bids = np.bincount(part, minlength=parts.sizes.size)
    lone = _sharing_nothing(parts, len(known))
    in_line = lone & (bids == parts.sizes) & (known.low.shape[1] == 1 and known.is_points and asked.is_points)
    is_turned = lone & (bids > parts.sizes)
    _pair_in_line(known, parts, asked, part, in_line, found)
    plain = np.flatnonzero(~(in_line | is_turned)[part])
    found[plain] = _auctioned(known, parts, asked.take(plain), part[plain], threads, progress)
    # Where more ask than there are, each known row chooses among those who ask.
    choosers = np.repeat(is_turned, parts.sizes)
    rows, of = parts.rows[choosers], np.repeat(np.arange(bids.size), parts.sizes)[choosers]
    askers = Parts(np.concatenate([[0], np.cumsum(bids)]), np.argsort(part, kind="stable"))
    found[_auctioned(asked, askers, known.take(rows), of, threads, progress)] = rows
    return found


def _sharing_nothing(parts: Parts, known: int) -> Flags:
    is_shared = (np.bincount(parts.rows, minlength=known) > 1)[parts.rows]
    lone = np.ones(parts.sizes.size, dtype=bool)
    lone[np.repeat(np.arange(lone.size), parts.sizes)[is_shared]] = False
    return lone


def _pair_in_line(known: Boxes, parts: Parts, asked: Boxes, part: Ints, in_line: Flags, found: Ints) -> None:
    """Pair numbers of one column by rank: nothing is nearer in total where both sides are as many."""
    here = np.flatnonzero(in_line[part])
    is_there, of = np.repeat(in_line, parts.sizes), np.repeat(np.arange(in_line.size), parts.sizes)
    there = parts.rows[is_there]
    here = here[np.lexsort((asked.low[here, 0], part[here]))]
    found[here] = there[np.lexsort((known.low[there, 0], of[is_there]))]


def _auctioned(known: Boxes, parts: Parts, asked: Boxes, part: Ints, threads: int, progress: Progress) -> Ints:
    pair = np.full(len(asked), -1, dtype=np.int64)
    pay_off(parts.start, parts.rows, part, np.full(len(known), FREE), pair)
    able = np.flatnonzero(pair >= 0)
    if able.size:
        pair[able] = _Auction.of(known, parts, asked.take(able), part[able], threads, progress).held(progress)
    return pair


@dataclass(frozen=True)
class _Auction:
    """An auction in which every asked row can have a known row: what the kernels need of it."""

    arrays: tuple[Tree, Links, Lists, Market, Asked]
    reach: float

    @classmethod
    def of(cls, known: Boxes, parts: Parts, asked: Boxes, part: Ints, threads: int, progress: Progress) -> "_Auction":
        n, m, sizes = len(known), len(asked), parts.sizes
        tree, boxes = planted(known, parts, sizes > WHOLE), (asked.low, asked.high, part)
        lists = _first_lists(known, parts, asked, part, threads, progress)
        above, leaf = linked(tree)
        links = above, leaf, np.argsort(tree[2], kind="stable"), _starts(tree[2], n)
        is_sold = np.zeros(n, dtype=bool)
        is_sold[parts.rows[np.repeat(np.bincount(part, minlength=sizes.size) > 0, sizes)]] = True
        price = np.where(is_sold, 0.0, np.inf)
        halves = np.full(2 << max(n - 1, 1).bit_length(), np.inf)
        counts = np.array([m, int(is_sold.sum()) - m, 0])
        market = (price, np.zeros(above.size), halves, np.full(n, FREE), np.full(m, -1), np.zeros(m),
                  np.arange(m)[::-1].copy(), counts)  # fmt: skip
        open_market(tree, market)
        return cls((tree, links, lists, market, boxes), _reach(known, asked))

    def held(self, progress: Progress) -> Ints:
        """Hold the auction with ever smaller steps; return the known row that each asked row gets in the end."""
        begin, _, apart, _ = self.arrays[2]
        counts, m = self.arrays[3][-1], begin.size - 1
        mean = float(np.minimum.reduceat(apart, begin[:-1]).mean())
        step, last = max(mean / 2, self.reach * 1e-4), max(mean * LEAST_STEP, self.reach * 1e-13)
        steps, widened = np.log(step / last) / np.log(FINER) + 1, 0
        for done in range(1000):
            while counts[0] or counts[1]:
                if done == 0 and counts[2] > WAR * m * (widened + 1):
                    step, widened = min(FINER * step, self.reach / 2), widened + 1
                bid(*self.arrays, step, 2 * self.reach, min(SLICE, WAR * m))
                progress(0.2 + 0.8 * min(done / (steps + widened), 1.0))
            if step <= last:
                break
            step = max(step / FINER, last)
            for end in range(m, 0, -SLICE):
                reopen(*self.arrays, step, max(end - SLICE, 0), end)
                progress(0.2 + 0.8 * min(done / (steps + widened), 1.0))
        return self.arrays[3][4]


def _first_lists(known: Boxes, parts: Parts, asked: Boxes, part: Ints, threads: int, progress: Progress) -> Lists:
    is_wide = parts.sizes > WHOLE
    room = np.where(is_wide, LISTED, parts.sizes)[part]
    begin = np.concatenate([[0], np.cumsum(room)])
    bound = np.full(len(asked), np.inf)
    wide, whole = np.flatnonzero(is_wide[part]), np.flatnonzero(~is_wide[part])
    lists, apart = list_whole(parts.start, parts.rows, part, whole, known.low, known.high, asked.low, asked.high, begin)
    near, far = nearest(known, parts, asked.take(wide), part[wide], LISTED, threads, lambda share: progress(share / 5))
    at = begin[wide][:, None] + np.arange(LISTED)
    lists[at], apart[at], bound[wide] = near, np.sqrt(far), np.sqrt(far[:, -1])
    return begin, lists, apart, bound


def _starts(rows: Ints, size: int) -> Ints:
    return np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=size))])


def _reach(known: Boxes, asked: Boxes) -> float:
    """Return how far any two boxes can be apart at most, or 1 where all are one."""
    low, high = (np.vstack([getattr(boxes, end) for boxes in (known, asked)]) for end in ("low", "high"))
    low = np.where(np.isfinite(low), low, np.inf).min(axis=0)
    high = np.where(np.isfinite(high), high, -np.inf).max(axis=0)
    return float(np.sqrt((np.maximum(high - low, 0.0) ** 2).sum())) or 1.0


@kernel
def pay_off(start: Ints, rows: Ints, part: Ints, owner: Ints, pair: Ints) -> None:
    """Pair as many rows as can be, whatever the distance: only they can take part in an auction.

    A row that finds nothing free in its part asks owners to move on, nearest in turns first.
    """
    parts = start.size - 1
    asker, queue, way = np.full(parts, -1), np.empty(parts, np.int64), np.empty(owner.size, np.int64)
    turn, hopeless, tried = np.full(parts, -1), np.zeros(parts, np.bool_), start[:-1].copy()
    for s in range(part.size):
        if hopeless[part[s]]:
            continue
        queue[0], turn[part[s]], asker[part[s]] = part[s], s, s
        first, last, free = 0, 1, -1
        while first < last and free < 0:
            p = queue[first]
            first += 1
            # What was taken once stays taken.
            while tried[p] < start[p + 1] and owner[rows[tried[p]]] >= 0:
                tried[p] += 1
            if tried[p] < start[p + 1]:
                free = rows[tried[p]]
                way[free] = asker[p]
                break
            for i in range(start[p], start[p + 1]):
                j = rows[i]
                other = part[owner[j]]
                if turn[other] != s and not hopeless[other]:
                    turn[other], asker[other], queue[last] = s, owner[j], other
                    way[j] = asker[p]
                    last += 1
        if free < 0:
            for i in range(last):
                hopeless[queue[i]] = True
            continue
        r, j = -1, free
        while r != s:
            r = way[j]
            before, pair[r], owner[j] = pair[r], j, r
            j = before


@kernel
def linked(tree: Tree) -> tuple[Ints, Ints]:
    """Return the node above each, -1 above a root, and the leaf of each place of the rows, -1 without a tree."""
    first, last, child = tree[5:8]
    above, leaf = np.full(child.size, -1), np.full(tree[2].size, -1)
    for node in range(child.size):
        if child[node]:
            above[child[node]], above[child[node] + 1] = node, node
        else:
            leaf[first[node] : last[node]] = node
    return above, leaf


@kernel
def list_whole(
    start: Ints, rows: Ints, part: Ints, wanted: Ints, lowest: Floats, highest: Floats, floor: Floats, ceiling: Floats,
    begin: Ints,
) -> tuple[Ints, Floats]:  # fmt: skip
    """Return lists with room for all rows asked for, filled for those wanted: the whole part and how far it is."""
    lists, apart = np.empty(begin[-1], np.int64), np.empty(begin[-1])
    for r in wanted:
        for i in range(begin[r], begin[r + 1]):
            lists[i] = row = rows[start[part[r]] + i - begin[r]]
            total = 0.0
            for j in range(floor.shape[1]):
                gap = max(lowest[row, j] - ceiling[r, j], floor[r, j] - highest[row, j], 0.0)
                total += gap * gap
            apart[i] = np.sqrt(total)
    return lists, apart


@kernel
def open_market(tree: Tree, market: Market) -> None:
    """Find the least price of each node of the trees and of each half, and half of a half, of all known rows."""
    rows, first, last, child = tree[2], tree[5], tree[6], tree[7]
    price, cheapest, halves = market[:3]
    middle = halves.size // 2
    halves[middle : middle + price.size] = price
    for at in range(middle - 1, 0, -1):
        halves[at] = min(halves[2 * at], halves[2 * at + 1])
    for node in range(child.size - 1, -1, -1):
        if child[node]:
            cheapest[node] = min(cheapest[child[node]], cheapest[child[node] + 1])
        else:
            cheapest[node] = price[rows[first[node] : last[node]]].min()


@kernel
def bid(
    tree: Tree, links: Links, lists: Lists, market: Market, asked: Asked, step: float, most: float, bids: int
) -> None:
    """Take so many bids, or fewer where all is sold; who has no second choice offers `most`."""
    begin, listed, apart, bound = lists
    price, _, halves, owner, pair, cost, waiting, counts = market
    for _ in range(bids):
        if counts[0]:
            counts[0] -= 1
            r = waiting[counts[0]]
            while True:
                best, second, choice = np.inf, np.inf, -1
                for at in range(begin[r], begin[r + 1]):
                    worth = apart[at] + price[listed[at]]
                    if worth < best:
                        second, best, choice = best, worth, at
                    elif worth < second:
                        second = worth
                if second <= bound[r]:
                    break
                renew(r, tree, lists, market, asked)
            j = listed[choice]
            before, owner[j] = owner[j], r
            pair[r], cost[r] = j, apart[choice]
            lift(j, price[j] + min(second - best, most) + step, tree, links, market)
        elif counts[1]:
            # Who is equally far from all takes the cheapest, and lifts its price above the next.
            at = 1
            while at < halves.size // 2:
                at = 2 * at if halves[2 * at] <= halves[2 * at + 1] else 2 * at + 1
            j = at - halves.size // 2
            second = np.inf
            while at > 1:
                second = min(second, halves[at ^ 1])
                at //= 2
            before, owner[j] = owner[j], SPARE
            counts[1] -= 1
            lift(j, (second if second < np.inf else price[j]) + step, tree, links, market)
        else:
            return
        counts[2] += 1
        if before >= 0:
            pair[before] = -1
            waiting[counts[0]] = before
            counts[0] += 1
        elif before == SPARE:
            counts[1] += 1


@kernel
def reopen(
    tree: Tree, links: Links, lists: Lists, market: Market, asked: Asked, step: float, first: int, last: int
) -> None:
    """Let some rows go of what is not their best, to within a smaller step, at the prices there are."""
    begin, listed, apart, bound = lists
    price, _, halves, owner, pair, cost, waiting, counts = market
    for r in range(last - 1, first - 1, -1):
        while True:
            best = np.inf
            for at in range(begin[r], begin[r + 1]):
                best = min(best, apart[at] + price[listed[at]])
            if best <= bound[r]:
                break
            renew(r, tree, lists, market, asked)
        j = pair[r]
        if cost[r] + price[j] > best + step:
            owner[j], pair[r] = FREE, -1
            waiting[counts[0]] = r
            counts[0] += 1
    for j in range(price.size if first == 0 else 0):
        if owner[j] == SPARE and price[j] > halves[1] + step:
            owner[j] = FREE
            counts[1] += 1


@kernel
def lift(j: int, new: float, tree: Tree, links: Links, market: Market) -> None:
    """Set a higher price, and tell the halves and nodes that hold it."""
    rows, first, last, child = tree[2], tree[5], tree[6], tree[7]
    above, leaf, places, start = links
    price, cheapest, halves = market[:3]
    price[j] = new
    at = halves.size // 2 + j
    halves[at] = new
    while at > 1:
        least = min(halves[at], halves[at ^ 1])
        at //= 2
        if halves[at] == least:
            break
        halves[at] = least
    for i in range(start[j], start[j + 1]):
        node = leaf[places[i]]
        if node < 0:
            continue
        least = np.inf
        for k in range(first[node], last[node]):
            least = min(least, price[rows[k]])
        while cheapest[node] != least:
            cheapest[node] = least
            node = above[node]
            if node < 0:
                break
            least = min(cheapest[child[node]], cheapest[child[node] + 1])


@kernel
def renew(r: int, tree: Tree, lists: Lists, market: Market, asked: Asked) -> None:
    """Make the list of a row anew: the rows of its tree at the least distance plus price, and the bound of the rest."""
    near_ends, far_ends, rows, _, roots, first, last, child, _, low, high, _, _ = tree
    begin, listed, apart, bound = lists
    price, cheapest = market[:2]
    here, there = asked[0][r], asked[1][r]
    found, gaps = listed[begin[r] : begin[r + 1]], apart[begin[r] : begin[r + 1]]
    columns, count = here.size, found.size
    stack, ahead, distance = np.empty(128, np.int64), np.empty(128), np.empty(64)
    total, limit, held = np.empty(count), np.inf, 0
    stack[0], ahead[0] = roots[asked[2][r]], 0.0
    waiting = 1
    while waiting:
        waiting -= 1
        node = stack[waiting]
        if ahead[waiting] >= limit:
            continue
        while child[node]:
            left, right = child[node], child[node] + 1
            to_left, to_right = 0.0, 0.0
            for j in range(columns):
                gap = max(low[left, j] - there[j], here[j] - high[left, j], 0.0)
                to_left += gap * gap
                gap = max(low[right, j] - there[j], here[j] - high[right, j], 0.0)
                to_right += gap * gap
            closer, farther = np.sqrt(to_left) + cheapest[left], np.sqrt(to_right) + cheapest[right]
            node, other = left, right
            if farther < closer:
                node, other, closer, farther = right, left, farther, closer
            if farther < limit:
                stack[waiting], ahead[waiting] = other, farther
                waiting += 1
            if closer >= limit:
                node = -1
                break
        if node < 0:
            continue
        at, many = first[node], last[node] - first[node]
        distance[:many] = 0.0
        for j in range(columns):
            until, since, place = there[j], here[j], at * columns + j * many
            lower, upper = near_ends[place : place + many], far_ends[place : place + many]
            for i in range(many):
                gap = max(lower[i] - until, since - upper[i], 0.0)
                distance[i] += gap * gap
        for i in range(many):
            row, gap = rows[at + i], np.sqrt(distance[i])
            worth = gap + price[row]
            if worth >= limit:
                continue
            place = held if held < count else held - 1
            while place > 0 and total[place - 1] > worth:
                total[place], found[place], gaps[place] = total[place - 1], found[place - 1], gaps[place - 1]
                place -= 1
            total[place], found[place], gaps[place] = worth, row, gap
            held = min(held + 1, count)
            if held == count:
                limit = total[count - 1]
    bound[r] = limit
