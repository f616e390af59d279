"""Local search over partitions: moves, swaps, chains, rotations, and groups dissolved and created.

The state is shared by all who search. `labels` holds the group of each row, `members` the rows of each
group, `place` where a row stands among them, `sizes` and `means` what the group is. Groups keep k to 2k-1
rows. Each group has one `owner`, a block of the table, and only that block's search touches it, so several
threads work on one state. A block's free group numbers are in `free`, their count in its last place.
"""

import numpy as np
import numpy.typing as npt

from tokumei.kernels._jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
State = npt.NDArray[np.uint64]

RARE = 256
"""One in so many proposals dissolves a group, and one creates one."""


@kernel
def uniform(state: State) -> float:
    """Return a number from 0 to 1 and step the generator (xorshift64*)."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return float((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@kernel
def gap(one: Floats, two: Floats) -> float:
    """Return the squared distance of two points."""
    total = 0.0
    for j in range(one.size):
        difference = one[j] - two[j]
        total += difference * difference
    return total


@kernel
def refresh(points: Floats, members: Numbers, sizes: Ints, means: Floats, group: int) -> None:
    """Compute the mean of a group anew, so that no rounding piles up."""
    size = sizes[group]
    for j in range(points.shape[1]):
        total = 0.0
        for s in range(size):
            total += points[members[group, s], j]
        means[group, j] = total / max(size, 1)


@kernel
def put(labels: Numbers, members: Numbers, place: Numbers, sizes: Ints, row: int, group: int) -> None:
    """Take a row out of its group and add it to another."""
    old = labels[row]
    last = members[old, sizes[old] - 1]
    members[old, place[row]], place[last] = last, place[row]
    sizes[old] -= 1
    members[group, sizes[group]], place[row], labels[row] = row, sizes[group], group
    sizes[group] += 1


@kernel
def exchange(labels: Numbers, members: Numbers, place: Numbers, one: int, two: int) -> None:
    """Let two rows change groups."""
    members[labels[one], place[one]], members[labels[two], place[two]] = two, one
    labels[one], labels[two] = labels[two], labels[one]
    place[one], place[two] = place[two], place[one]


@kernel
def anneal(
    points: Floats, near: Numbers, rows: Ints, k: int, labels: Numbers, members: Numbers, place: Numbers, sizes: Ints,
    means: Floats, owner: Numbers, block: int, free: Ints, state: State, proposals: int, heat: float,
) -> float:  # fmt: skip
    """Make proposals for the rows of a block at a temperature; return the change of SSE.

    A proposal looks at a row and a near one in another group and takes the best of a move and every swap
    between the two groups; now and then it sends the row on a chain or a rotation through a third group.
    """
    columns, count = points.shape[1], near.shape[1]
    most = 2 * k - 1
    change = 0.0
    for _ in range(proposals):
        row = rows[int(uniform(state) * rows.size)]
        rare = uniform(state) * RARE
        if rare < 2.0:
            delta = (
                create(points, near, k, labels, members, place, sizes, means, owner, block, free, row, heat, state)
                if rare < 1.0
                else dissolve(
                    points, near, k, labels, members, place, sizes, means, owner, block, free, row, heat, state
                )
            )
            change += delta
            continue
        draw = uniform(state)
        friend = near[row, int(draw * draw * count)]
        here, there = labels[row], labels[friend]
        if here == there or owner[there] != block:
            continue
        x, a, b = points[row], means[here], means[there]
        n_here, n_there = sizes[here], sizes[there]
        to_here, to_there = gap(x, a), gap(x, b)
        best, other = np.inf, -1
        if n_here > k and n_there < most:
            best = n_there / (n_there + 1.0) * to_there - n_here / (n_here - 1.0) * to_here
        third = -1
        if rare > RARE * 0.75:
            # A chain or a rotation: the row that suits its group least makes room.
            leaving, loss = -1, np.inf
            for s in range(n_there):
                r = members[there, s]
                cost = to_there - gap(points[r], b) - gap(points[r], x) / n_there
                if cost < loss:
                    leaving, loss = r, cost
            draw = uniform(state)
            third = labels[near[leaving, int(draw * draw * count)]]
            if third in (here, there) or owner[third] != block:
                continue
            c, n_third = means[third], sizes[third]
            y = points[leaving]
            to_third = gap(y, c)
            if n_here > k and n_third < most:
                best = loss - n_here / (n_here - 1.0) * to_here + n_third / (n_third + 1.0) * to_third
                other = -1
            else:
                best = np.inf
            for s in range(n_third):
                t = members[third, s]
                cost = loss + gap(points[t], a) - to_here - gap(points[t], x) / n_here
                cost += to_third - gap(points[t], c) - gap(points[t], y) / n_third
                if cost < best:
                    best, other = cost, t
        else:
            leaving = -1
            for s in range(n_there):
                r = members[there, s]
                away, across, between = 0.0, 0.0, 0.0
                for j in range(columns):
                    y = points[r, j]
                    across += (y - a[j]) * (y - a[j])
                    away += (y - b[j]) * (y - b[j])
                    between += (y - x[j]) * (y - x[j])
                cost = across - to_here + to_there - away - between * (1.0 / n_here + 1.0 / n_there)
                if cost < best:
                    best, other = cost, r
        if not (best < 0.0 or (heat > 0.0 and best < np.inf and uniform(state) < np.exp(-best / heat))):
            continue
        change += best
        if third < 0:
            if other < 0:
                put(labels, members, place, sizes, row, there)
            else:
                exchange(labels, members, place, row, other)
        else:
            exchange(labels, members, place, row, leaving)
            if other < 0:
                put(labels, members, place, sizes, leaving, third)
            else:
                exchange(labels, members, place, leaving, other)
            refresh(points, members, sizes, means, third)
        refresh(points, members, sizes, means, here)
        refresh(points, members, sizes, means, there)
    return change


@kernel
def accepted(delta: float, heat: float, state: State) -> bool:
    """Tell whether a change is taken: always if it helps, else the more seldom the colder."""
    return delta < 0.0 or (heat > 0.0 and uniform(state) < np.exp(-delta / heat))


@kernel
def create(
    points: Floats, near: Numbers, k: int, labels: Numbers, members: Numbers, place: Numbers, sizes: Ints,
    means: Floats, owner: Numbers, block: int, free: Ints, row: int, heat: float, state: State,
) -> float:  # fmt: skip
    """Propose a new group of a row and near ones out of groups that can spare them; return the change of SSE."""
    columns, count = points.shape[1], near.shape[1]
    chosen, donors, taken = np.empty(k, np.int64), np.empty(k, np.int64), np.zeros(k, np.int64)
    if free[-1] == 0 or sizes[labels[row]] <= k:
        return 0.0
    found, given = 0, 0
    for c in range(-1, count):
        other = row if c < 0 else near[row, c]
        group = labels[other]
        if owner[group] != block:
            continue
        at = -1
        for g in range(given):
            if donors[g] == group:
                at = g
        if sizes[group] - (taken[at] if at >= 0 else 0) <= k:
            continue
        if at < 0:
            at = given
            donors[given] = group
            given += 1
        taken[at] += 1
        chosen[found] = other
        found += 1
        if found == k:
            break
    if found < k:
        return 0.0
    delta = 0.0
    middle = np.zeros(columns)
    for c in range(k):
        middle += points[chosen[c]]
    middle /= k
    for c in range(k):
        delta += gap(points[chosen[c]], middle)
    for g in range(given):
        group, size = donors[g], sizes[donors[g]]
        # SSE lost by a donor: squares about its mean, less what the mean's shift brings.
        gone, shift = 0.0, np.zeros(columns)
        for c in range(k):
            if labels[chosen[c]] == group:
                gone += gap(points[chosen[c]], means[group])
                for j in range(columns):
                    shift[j] += points[chosen[c], j] - means[group, j]
        delta -= gone + (shift * shift).sum() / (size - taken[g])
    if not accepted(delta, heat, state):
        return 0.0
    free[-1] -= 1
    new = free[free[-1]]
    for c in range(k):
        put(labels, members, place, sizes, chosen[c], new)
    refresh(points, members, sizes, means, new)
    for g in range(given):
        refresh(points, members, sizes, means, donors[g])
    return delta


@kernel
def dissolve(
    points: Floats, near: Numbers, k: int, labels: Numbers, members: Numbers, place: Numbers, sizes: Ints,
    means: Floats, owner: Numbers, block: int, free: Ints, row: int, heat: float, state: State,
) -> float:  # fmt: skip
    """Propose to give every row of a group to a near group with room; return the change of SSE."""
    columns, count = points.shape[1], near.shape[1]
    group = labels[row]
    size = sizes[group]
    target, extra = np.empty(size, np.int64), np.empty(size, np.int64)
    middle = np.empty((size, columns))
    into = 0
    delta = 0.0
    went = np.empty(size, np.int64)
    for s in range(size):
        r = members[group, s]
        delta -= gap(points[r], means[group])
        best, cost = -1, np.inf
        for c in range(count):
            other = labels[near[r, c]]
            if other == group or owner[other] != block:
                continue
            at = -1
            for t in range(into):
                if target[t] == other:
                    at = t
            n = sizes[other] + (extra[at] if at >= 0 else 0)
            if n >= 2 * k - 1:
                continue
            far = n / (n + 1.0) * gap(points[r], middle[at] if at >= 0 else means[other])
            if far < cost:
                best, cost = other, far
        if best < 0:
            return 0.0
        at = -1
        for t in range(into):
            if target[t] == best:
                at = t
        if at < 0:
            at = into
            target[at], extra[at] = best, 0
            middle[at] = means[best]
            into += 1
        extra[at] += 1
        n = sizes[best] + extra[at]
        for j in range(columns):
            middle[at, j] += (points[r, j] - middle[at, j]) / n
        delta += cost
        went[s] = best
    if not accepted(delta, heat, state):
        return 0.0
    leaving = members[group, :size].copy()
    for s in range(size):
        put(labels, members, place, sizes, leaving[s], went[s])
    free[free[-1]] = group
    free[-1] += 1
    for t in range(into):
        refresh(points, members, sizes, means, target[t])
    return delta
