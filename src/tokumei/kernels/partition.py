"""A partition under search: the state that `kernels.anneal` works on, and how it is cooled."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock

import numpy as np
import numpy.typing as npt

from tokumei.kernels import anneal as kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Progress = Callable[[float], None]

HOTTEST, COLD = 30.0, 0.003
"""The first and last temperature, in parts of the mean squared distance of a row to its group's middle."""
DESCENT = 0.1
"""The share of the proposals, the last ones, that may only improve."""
EFFORT = 2.0
"""Proposals for each row between two changes of borders."""
SLICE = 50_000
"""Proposals between two looks at the clock: a few tens of milliseconds."""
ENOUGH, SEARCHES = 25_000, 10
"""Proposals a row after which another search finds more than going on, and how many searches there are at most."""
SMALL = 20_000
"""Up to so many rows threads search partitions of their own; above, they share one."""


@dataclass
class Partition:
    """The groups of rows, in the arrays that the kernel shares among threads."""

    points: Floats
    near: Numbers
    k: int
    labels: Numbers
    members: Numbers
    place: Numbers
    sizes: Ints
    means: Floats
    owner: Numbers

    @classmethod
    def of(cls, points: Floats, near: Numbers, k: int, labels: Ints) -> "Partition":
        """Return the state of a partition in which every group has k to 2k-1 rows."""
        groups = np.unique(labels, return_inverse=True)[1]
        n, most = groups.size, max(groups.size // k, 1)
        order = np.argsort(groups, kind="stable")
        sizes = np.bincount(groups, minlength=most)
        rank = np.arange(n) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        members, place = np.zeros((most, 2 * k), dtype=np.int32), np.empty(n, dtype=np.int32)
        members[groups[order], rank], place[order] = order, rank
        means = np.column_stack([np.bincount(groups, column, most) for column in points.T])
        centers: Floats = np.ascontiguousarray(means / np.maximum(sizes, 1)[:, None])
        owner = np.zeros(most, dtype=np.int32)
        return cls(points, near, k, groups.astype(np.int32), members, place, sizes, centers, owner)

    def search(
        self, rows: Ints, block: int, free: Ints, state: npt.NDArray[np.uint64], proposals: int, heat: float
    ) -> None:
        """Make proposals for the rows of one block."""
        kernel.anneal(
            self.points, self.near, rows, self.k, self.labels, self.members, self.place, self.sizes, self.means,
            self.owner, block, free, state, proposals, heat,
        )  # fmt: skip

    def quarters(self, turn: int) -> tuple[list[Ints], list[Ints]]:
        """Give every group to one of four blocks, by two columns that change from turn to turn.

        Returns the rows of each block and its free group numbers.
        """
        columns = self.means.shape[1]
        used, unused = np.flatnonzero(self.sizes), np.flatnonzero(self.sizes == 0)
        first, second = turn % columns, (turn + 1 + turn // columns % max(columns - 1, 1)) % columns
        # Borders move within a column too, so that no row stays at one for long.
        share = (0.5, 0.4, 0.6)[turn // columns % 3]
        sides = [self.means[used, c] > np.quantile(self.means[used, c], share) for c in (first, second)]
        self.owner[used] = sides[0] + 2 * sides[1]
        self.owner[unused] = np.arange(unused.size) % 4
        mine = self.owner[self.labels]
        rows = [np.flatnonzero(mine == block) for block in range(4)]
        return rows, [self.free_numbers(unused[block::4]) for block in range(4)]

    def free_numbers(self, numbers: Ints) -> Ints:
        """Return free group numbers with room for those a block may add, their count in the last place."""
        free = np.zeros(self.sizes.size + 1, dtype=np.int64)
        free[: numbers.size], free[-1] = numbers, numbers.size
        return free

    def sse(self) -> float:
        """Return the sum of squared distances of rows to the mean of their group."""
        return float(((self.points - self.means[self.labels]) ** 2).sum())


class Clock:
    """How far the work is: by proposals where they are counted out beforehand, else by time."""

    def __init__(self, seconds: float | None, effort: float | None) -> None:
        self.seconds, self.effort = seconds or float("inf"), effort
        self.start, self.done, self.hot, self.searches = time.monotonic(), 0.0, 0.0, 1
        if effort is not None:
            self.hot = hottest(effort)

    def begin(self) -> None:
        """Start the time again: what came before, such as compiling, does not count."""
        self.start = time.monotonic()

    def share(self) -> float:
        """Return the share of the work done, 1 when it is over."""
        by_time = (time.monotonic() - self.start) / self.seconds
        share = by_time if self.effort is None else max(self.done / self.effort, float(by_time >= 1.0))
        return min(share, 1.0)

    def made(self, effort: float, seconds: float) -> None:
        """Count proposals made for each row; the first ones tell how many there will be."""
        self.done += effort
        if not self.hot:
            self.hot = hottest(self.seconds * effort / max(seconds, 1e-9))

    def temperature(self, base: float) -> float:
        """Return the temperature now, in units of SSE; the first proposals and the last may only improve."""
        cooled = self.share() / (1 - DESCENT)
        return base * self.hot * (COLD / self.hot) ** cooled if cooled < 1.0 and self.hot else 0.0


def hottest(effort: float) -> float:
    """Return the first temperature for a number of proposals a row: few of them cannot mend a table much shaken."""
    return min(max(effort / 50, 2.0), HOTTEST)


def searched(
    points: Floats, near: Numbers, k: int, labels: Ints, clock: Clock, restarts: int | None, rng: np.random.Generator,
    threads: int, progress: Progress,
) -> Ints:  # fmt: skip
    """Return the partition of least SSE that a search from `labels` meets, or several of a small table."""
    start = Partition.of(points, near, k, labels)
    # A search of nothing compiles the kernel before the time starts.
    start.search(np.zeros(0, dtype=np.int64), 0, start.free_numbers(labels[:0]), np.ones(1, dtype=np.uint64), 0, 0.0)
    clock.begin()
    if len(points) > SMALL:
        ends = [in_blocks(start, clock, rng, threads, progress)]
    else:
        restarts = restarts or _restarts(start, clock, threads)
        # Chains share the time of a thread, so that a time limit holds for all of them together.
        rounds = -(-restarts // max(threads, 1))
        clocks = [Clock(clock.seconds / rounds, clock.effort) for _ in range(restarts)]
        seeds = [int(seed) for seed in rng.integers(1, 2**62, restarts)]
        parts = [Partition.of(points, near, k, labels) for _ in range(restarts)]
        rises = rising(progress)
        with ThreadPoolExecutor(threads) as pool:
            ends = list(pool.map(lambda p, c, s: chain(p, c, s, rises), parts, clocks, seeds))
        clock.done, clock.searches = sum(one.done for one in clocks) / restarts, restarts
    best = min([Partition.of(points, near, k, labels), *ends], key=Partition.sse)
    return by_first_row(best.labels)


def rising(progress: Progress) -> Progress:
    """Return a progress that several threads may report to: it tells the farthest so far."""
    lock, farthest = Lock(), [0.0]

    def tell(share: float) -> None:
        with lock:
            farthest[0] = max(farthest[0], share)
            progress(farthest[0])

    return tell


def _restarts(part: Partition, clock: Clock, threads: int) -> int:
    """Return how many searches the time is worth; two where the work is counted out beforehand."""
    if clock.effort is not None:
        return 2
    rows, free = np.arange(len(part.points)), part.free_numbers(np.flatnonzero(part.sizes == 0))
    begun = time.monotonic()
    part.search(rows, 0, free, np.ones(1, dtype=np.uint64), SLICE, 0.0)
    effort = clock.seconds / (time.monotonic() - begun) * SLICE * threads / rows.size
    return int(min(max(effort / ENOUGH, 2), SEARCHES))


def by_first_row(labels: Numbers) -> Ints:
    """Number groups anew, in the order of their first rows.

    >>> by_first_row(np.array([7, 2, 7], dtype=np.int32)).tolist()
    [0, 1, 0]
    """
    _, first, of = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(first.size, dtype=np.int64)
    rank[np.argsort(first)] = np.arange(first.size)
    numbered: Ints = rank[of]
    return numbered


def chain(part: Partition, clock: Clock, seed: int, progress: Progress) -> Partition:
    """Cool one partition as a whole, on one thread."""
    n = len(part.points)
    rows, free = np.arange(n), part.free_numbers(np.flatnonzero(part.sizes == 0))
    state, base = np.array([seed], dtype=np.uint64), part.sse() / n
    step = SLICE if clock.effort is None else min(SLICE, max(int(clock.effort * n / 200), 1))
    clock.begin()
    while (share := clock.share()) < 1.0:
        begun, heat = time.monotonic(), clock.temperature(base)
        part.search(rows, 0, free, state, step, heat)
        clock.made(step / n, time.monotonic() - begun)
        progress(share)
    return part


def in_blocks(part: Partition, clock: Clock, rng: np.random.Generator, threads: int, progress: Progress) -> Partition:
    """Cool one partition in four blocks at a time, each round with other borders."""
    base, turn = part.sse() / len(part.points), 0
    with ThreadPoolExecutor(threads) as pool:
        while (share := clock.share()) < 1.0:
            begun, heat = time.monotonic(), clock.temperature(base)
            rows, free = part.quarters(turn)
            states = rng.integers(1, 2**62, size=(4, 1), dtype=np.uint64)
            proposals = [int(EFFORT * mine.size) for mine in rows]
            waits = [
                pool.submit(part.search, rows[block], block, free[block], states[block], proposals[block], heat)
                for block in range(4)
                if rows[block].size
            ]
            for wait in waits:
                wait.result()
            clock.made(EFFORT, time.monotonic() - begun)
            turn += 1
            progress(share)
    return part
