"""Grouping in two stages: a coarse split of the table, then a grouping inside each part."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tokumei.model.data import Labels
from tokumei.model.encoded import Encoded
from tokumei.model.job import Job

Group = Callable[[Encoded, Job], Labels]


def group_in_parts(qi: Encoded, parts: Labels, group: Group, job: Job) -> Labels:
    """Return the groups that a grouping makes inside each part, side by side on several threads.

    Part p draws from a random stream of its own, so that the number of threads changes nothing. What the
    grouping notes of one part is not told of the whole.
    """
    rows = np.argsort(parts, kind="stable")
    pieces = np.split(rows, np.cumsum(np.bincount(parts))[:-1])
    # One part alone may use all threads; of many, each has one.
    threads = job.threads if len(pieces) == 1 else 1
    jobs = [Job(rng, threads, stopped=job.stopped) for rng in job.rng.spawn(len(pieces))]
    labels, first = np.empty(len(qi), dtype=np.int64), 0
    # Thousands of small parts would drown in the hand-over from thread to thread.
    chunks = np.array_split(np.arange(len(pieces)), min(len(pieces), 64 * job.threads))

    def chunk(numbers: np.ndarray) -> list[Labels]:
        return [group(qi.take(pieces[number]), jobs[number]) for number in numbers]

    with ThreadPoolExecutor(job.threads) as pool:
        for done, (numbers, found) in enumerate(zip(chunks, pool.map(chunk, chunks), strict=True)):
            for number, inside in zip(numbers, found, strict=True):
                labels[pieces[number]] = inside + first
                first += int(inside.max(initial=-1)) + 1
            job.progress((done + 1) / len(chunks))
    return labels
