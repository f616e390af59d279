"""Mondrian, V-MDAV and Tomobiki as their papers define them, without a thought for speed."""

import numpy as np

EVERYTHING = np.inf


def mondrian(x, k):
    """Return the groups as sets of rows: cut below the upper median of the widest column that can be cut."""

    def cut(rows):
        for column in np.argsort(-np.ptp(x[rows], axis=0), kind="stable"):
            values = x[rows, column]
            below = values < np.sort(values)[len(rows) // 2]
            if min(below.sum(), (~below).sum()) >= k:
                return cut(rows[below]) + cut(rows[~below])
        return [frozenset(rows.tolist())]

    return set(cut(np.arange(len(x)))) if len(x) else set()


def distance(x, one, two):
    total = 0.0
    for a, b in zip(x[one], x[two], strict=True):
        total += (a - b) ** 2
    return total


def vmdav(x, k, gamma):
    """Return the groups as sets of rows: Algorithm 1 of the Tomobiki paper inside the loop of MDAV."""
    left = set(range(len(x)))
    # As the kernel adds up, column after column, so that ties are ties in both.
    far = np.zeros(len(x))
    for column in x.T:
        far += (column - column.mean()) ** 2
    groups = []
    while len(left) >= k:
        seed = max(left, key=lambda row: (far[row], -row))
        left.remove(seed)
        near = sorted(left, key=lambda row: (distance(x, row, seed), row))[: k - 1]
        group = [seed, *near]
        left -= set(near)
        while len(group) < 2 * k - 1 and left:
            inside, row = min((distance(x, row, member), row) for member in group for row in left)
            outside = min((distance(x, row, other) for other in left - {row}), default=EVERYTHING)
            if not np.sqrt(inside) < gamma * np.sqrt(outside):
                break
            group.append(row)
            left.remove(row)
        groups.append(group)
    if not groups:
        return {frozenset(left)} if left else set()
    centers = [x[group].mean(axis=0) for group in groups]
    for row in left:
        groups[int(np.argmin([((x[row] - center) ** 2).sum() for center in centers]))].append(row)
    return {frozenset(group) for group in groups}


def neighbor_graph(x, k, m):
    """Return the (k,m)-neighbor graph as sets of friends: makeGraph of Algorithm 3."""
    friends = {row: set() for row in range(len(x))}
    while True:
        small = [part for part in components(friends) if len(part) < k]
        new = [edge for part in small for edge in nearest_pairs(x, part, m)]
        if not new:
            return friends
        for one, two in new:
            friends[one].add(two)
            friends[two].add(one)


def nearest_pairs(x, part, m):
    pairs = [(distance(x, u, v), u, v) for u in part for v in range(len(x)) if v not in part]
    return [(u, v) for _, u, v in sorted(pairs)[:m]]


def components(friends, among=None):
    left = set(friends if among is None else among)
    found = []
    while left:
        part, border = set(), {min(left)}
        while border:
            part |= border
            border = {f for row in border for f in friends[row] if f in left} - part
        found.append(part)
        left -= part
    return found


def tomobiki(x, k, m):
    """Return the groups as sets of rows: Algorithm 3, its three slips mended."""
    friends = neighbor_graph(x, k, m)
    return {frozenset(group) for part in components(friends) for group in cut(x, friends, part, k)}


def cut(x, friends, graph, k):
    """Return the groups of one connected part: cutConnected of Algorithm 3."""
    if len(graph) < 2 * k:
        return [graph]
    start = min(graph)
    n = max(graph, key=lambda row: (distance(x, row, start), -row))
    left, border = set(graph), set()
    while True:
        left -= {n}
        left = set().union(*(part for part in components(friends, left) if len(part) >= k))
        border = (border | friends[n]) & left
        gone = graph - left
        if len(gone) >= k:
            break
        center = x[sorted(gone)].mean(axis=0)
        n = min(border, key=lambda row: (((x[row] - center) ** 2).sum(), row))
    if not left:
        return [graph]
    return [g for half in (left, gone) for part in components(friends, half) for g in cut(x, friends, part, k)]


def best_sse(x, k):
    """Return the least SSE of any partition into groups of k or more rows, by looking at all of them."""
    n = len(x)
    spread = {0: 0.0}

    def sse(rows):
        points = x[list(rows)]
        return float(((points - points.mean(axis=0)) ** 2).sum())

    from itertools import combinations

    groups = {}
    for size in range(k, min(2 * k - 1, n) + 1):
        for rows in combinations(range(n), size):
            groups.setdefault(rows[0], []).append((sum(1 << row for row in rows), sse(rows)))
    for mask in range((1 << n) - 1):
        if mask not in spread:
            continue
        first = next(row for row in range(n) if not mask >> row & 1)
        for group, cost in groups.get(first, []):
            if not mask & group:
                both = mask | group
                spread[both] = min(spread.get(both, EVERYTHING), spread[mask] + cost)
    return spread[(1 << n) - 1]
