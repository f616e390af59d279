"""The benchmarks: what every method costs, loses and gives away, beside rivals and beside its goals."""

from pathlib import Path

from tokumei import catalogue

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results"


def methods_to_run() -> list[tuple[str, str]]:
    """Return the kind and name of every method there is: each has its row in the benchmark."""
    return [(spec.kind, spec.name) for spec in catalogue.methods()]
