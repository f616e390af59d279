"""Sums up the scores of all rows, so that nobody can be picked out of the summary."""

from typing import Any

import numpy as np

from tokumei.inspection.combinations import LARGEST, Floats, Standout

QUANTILES = (0.5, 0.9, 0.99, 1.0)


def risk(standout: Standout) -> dict[str, Any]:
    """Return how many rows stand out by one, two or three columns, and how the scores spread."""
    minimal, scores = standout.minimal, standout.scores
    smallest = np.where(minimal.any(axis=0), minimal.astype(bool).argmax(axis=0) + 1, 0)
    rows = np.bincount(smallest, minlength=LARGEST + 1)
    ends = np.quantile(scores, QUANTILES, method="higher") if scores.size else np.zeros(len(QUANTILES))
    return {
        "rows_told_apart_by": {str(size): int(rows[size]) for size in range(1, LARGEST + 1)} | {"none": int(rows[0])},
        "mean_score": float(scores.mean()) if scores.size else 0.0,
        "quantiles": {f"{share:g}": float(end) for share, end in zip(QUANTILES, ends, strict=True)},
        "histogram": _histogram(scores),
    }


def _histogram(scores: Floats) -> list[dict[str, float]]:
    # Most rows score nothing and the rest spread wide: each bin is twice as wide as the one before.
    doublings = int(np.log2(scores.max(initial=1.0))) + 1
    edges = [0.0, *(2.0**i for i in range(doublings + 1))]
    counts = np.histogram(scores, bins=edges)[0]
    return [{"from": low, "below": low * 2 or 1.0, "rows": int(n)} for low, n in zip(edges, counts, strict=False)]
