"""Runs a kernel slice by slice, on several threads, so that progress is seen and work can be stopped."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

Progress = Callable[[float], None]


def steps(size: int, step: int) -> list[int]:
    """Return where slices of one size begin, and the end of the last.

    >>> steps(5, 2), steps(0, 2)
    ([0, 2, 4, 5], [0])
    """
    return [*range(0, size, step), size]


def each_slice(work: Callable[[int, int], object], cuts: Sequence[int], threads: int, progress: Progress) -> None:
    """Do the work from each cut to the next, and report the share done after each."""
    parts = list(pairwise(cuts))
    # The first slice compiles the kernel, which threads must not do side by side.
    for done, part in enumerate(parts[:1] if threads > 1 else parts):
        work(*part)
        progress((done + 1) / len(parts))
    if threads > 1:
        with ThreadPoolExecutor(threads) as pool:
            for done, _ in enumerate(pool.map(lambda part: work(*part), parts[1:])):
                progress((done + 2) / len(parts))
