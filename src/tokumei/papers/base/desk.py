"""Groups rows for a paper and keeps the time: one thread, warm kernels, the median of several goes."""

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from tokumei.binding import bound_call
from tokumei.model import Encoded, Job, Labels, Release, encoded
from tokumei.papers.base.sets import Rows
from tokumei.runner import Watcher

T = TypeVar("T")

MOST_GOES = 3
PATIENCE = 0.3
"""Seconds after which a run is not timed once more."""


@dataclass(frozen=True)
class Timed:
    """What a grouping lost, SSE over SST, and how long it took."""

    loss: float
    seconds: float


@dataclass
class Desk:
    """Where the runs of a paper are made: each once, however many tables and figures show it."""

    watcher: Watcher = field(default_factory=Watcher)
    seed: int = 0
    doing: str = ""
    span: tuple[float, float] = (0.0, 1.0)
    known: dict[tuple[str, int, str], Timed] = field(default_factory=dict)
    warm: set[str] = field(default_factory=set)

    def begin(self, doing: str, start: float, end: float) -> None:
        """Say what is worked on next, and which share of the whole it is."""
        self.doing, self.span = doing, (start, end)
        self._heard(0.0)

    def each(self, items: Sequence[T]) -> Iterator[T]:
        """Yield items, telling how far the part at hand is."""
        for place, item in enumerate(items):
            self._heard(place / len(items))
            yield item

    def run(self, rows: Rows, name: str, **options: Any) -> Timed:
        """Group rows and measure time and loss."""
        key = (rows.of.name, len(rows), repr((name, sorted(options.items()))))
        if key not in self.known:
            self.known[key] = self._timed(rows.qi, name, options)
        return self.known[key]

    def _timed(self, qi: Encoded, name: str, options: dict[str, Any]) -> Timed:
        call = bound_call("grouping", name, options)
        if repr(call.spec) not in self.warm:
            # The first call of a kernel compiles it, or loads it.
            call.on(encoded(np.random.default_rng(0).random((200, 2))), job=self._job())
            self.warm.add(repr(call.spec))
        seconds: list[float] = []
        labels: Labels = np.empty(0, dtype=np.int64)
        while len(seconds) < MOST_GOES and sum(seconds) < PATIENCE:
            start = time.perf_counter()
            labels = call.on(qi, job=self._job())
            seconds.append(time.perf_counter() - start)
        return Timed(loss_of(qi, labels), statistics.median(seconds))

    def _job(self) -> Job:
        return Job(np.random.default_rng(self.seed), stopped=self.watcher.stopped)

    def _heard(self, share: float) -> None:
        if self.watcher.progress is not None:
            start, end = self.span
            self.watcher.progress(self.doing, start + (end - start) * share)


def loss_of(qi: Encoded, labels: Labels) -> float:
    """Return SSE over SST of groups."""
    assert qi.table is not None
    release = Release(qi.table, key=np.arange(len(qi), dtype=np.int64), labels=labels)
    numbers: dict[str, float] = bound_call("measure", "sse", {}).on(qi, release, job=Job())
    return numbers["sse_over_sst"]
