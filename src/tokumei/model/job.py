"""What a method is handed beside data and options: randomness, threads, time, progress, notes."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import polars as pl

from tokumei.errors import Cancelled
from tokumei.texts import text

Progress = Callable[[float], None]
Tell = Callable[[str, dict[str, Any]], None]


@dataclass
class Job:
    """The surroundings of one method call.

    `rng` is the only source of randomness. `progress(share)` reports how far the work is and raises
    Cancelled when somebody stopped it, so long work calls it every few tens of milliseconds.
    `note(name, value)` puts a fact worth knowing into the result; `tell(key, ...)` says a sentence of
    the text catalogue to whoever waits. `answers` is what the attacks of a run have guessed so far.
    """

    rng: np.random.Generator = field(default_factory=np.random.default_rng)
    threads: int = 1
    notes: dict[str, Any] = field(default_factory=dict)
    findings: list[dict[str, Any]] = field(default_factory=list)
    answers: dict[Any, Any] = field(default_factory=dict, repr=False)
    frame_at: Callable[[str], pl.DataFrame] | None = None
    on_progress: Progress | None = None
    stopped: Callable[[], bool] | None = None
    on_tell: Tell | None = None

    def progress(self, share: float) -> None:
        """Report the share of the work done, and stop here if somebody asked for it."""
        if self.stopped is not None and self.stopped():
            raise Cancelled("the run was stopped; nothing was written.")
        if self.on_progress is not None:
            self.on_progress(min(max(share, 0.0), 1.0))

    def part(self, start: float, end: float) -> "Job":
        """Return a job for a part of the work, whose progress fills that part of ours."""
        return replace(self, on_progress=lambda share: self.progress(start + (end - start) * share))

    def read(self, source: str) -> pl.DataFrame:
        """Return the table that an option names: a file, or an address of a database."""
        if self.frame_at is None:
            raise TypeError("nobody reads files here; call the method through a run.")
        return self.frame_at(source)

    def note(self, name: str, value: Any) -> None:
        """Record a fact for the result: a choice made, an amount of work done."""
        self.notes[name] = value

    def find(self, code: str, said: str = "", **values: Any) -> None:
        """Record something the reader of the result should know about the data or the key.

        The sentence is `measures.CODE` of the text catalogue with these values, so that a report can
        say it in each language; a method from elsewhere says its own.
        """
        sentence = said or text(f"measures.{code}", **values)
        self.findings.append({"code": code, "text": sentence, **({"values": values} if values else {})})

    def tell(self, key: str, **values: Any) -> None:
        """Say a sentence of the text catalogue while the work goes on."""
        if self.on_tell is not None:
            self.on_tell(key, values)


ALONE = Job()
"""The surroundings of a call made outside a run: one thread, no progress, fresh randomness."""
