"""Times work: again and again, and tells the median with the spread."""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bench.cases import Outcome, Work


@dataclass(frozen=True)
class Times:
    """The seconds of each go at some work.

    >>> Times((3.0, 1.0, 2.0)).document()
    {'median': 2.0, 'low': 1.0, 'high': 3.0, 'repeats': 3}
    """

    seconds: Sequence[float]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.seconds)

    def document(self) -> dict[str, float]:
        """Return median, lowest, highest, and how often."""
        low, high = min(self.seconds), max(self.seconds)
        return {"median": self.median, "low": low, "high": high, "repeats": len(self.seconds)}


def once(work: Work) -> tuple[float, Outcome]:
    """Do the work once; return the seconds it took, by its own clock if it has one."""
    start = time.perf_counter()
    outcome = work()
    seconds = time.perf_counter() - start
    return outcome.seconds if outcome.seconds is not None else seconds, outcome


def timed(work: Work, repeats: int = 5, budget: float = 10.0) -> tuple[Times, Outcome]:
    """Do the work up to so many times, at least once, while the budget of seconds lasts."""
    start = time.perf_counter()
    seconds, outcome = once(work)
    every = [seconds]
    while len(every) < repeats and time.perf_counter() - start + seconds < budget:
        seconds, outcome = once(work)
        every.append(seconds)
    return Times(every), outcome
