"""Traces in the sensitive columns: values averaged or exchanged inside groups, noise."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tokumei.explanation.both import Both, Cells, Pairs
from tokumei.explanation.fates import Fate, fates, mixing_groups
from tokumei.explanation.groups import Mixed
from tokumei.explanation.shifts import moved, paired, sd
from tokumei.explanation.spread import Spread
from tokumei.explanation.traces import Evidence, Trace, trace
from tokumei.model.job import Job

MIXING = {"average_sensitive": ("averaged", "groups_averaged"), "swap_within": ("swapped", "values_swapped")}
"""What becomes of columns that a method mixed inside groups, and the evidence of it."""


@dataclass(frozen=True)
class Sensitive:
    """What the sensitive columns tell: traces, and the columns that changed as no known method changes them."""

    traces: list[Trace]
    otherwise: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Under:
    """What was done inside groups to columns that also got noise."""

    columns: Sequence[Cells]
    mixed: Mixed
    spread: Spread


def sensitive(both: Both, pairs: Pairs, job: Job) -> Sensitive:
    """Return the traces of averages, exchanges and noise."""
    groups = mixing_groups(both, pairs)
    found = fates(both, pairs, groups, job)
    noisy = [fate.cells for fate in found if fate.what == "noisy"]
    under = _under_noise(noisy, groups)
    traces = [_mixing(method, found, under) for method in MIXING]
    traces.append(_noise(pairs, noisy, [fate for fate in found if fate.is_off], under))
    others = [fate.cells.name for fate in found if fate.what == "other"]
    return Sensitive([one for one in traces if one is not None], others)


def _under_noise(noisy: Sequence[Cells], groups: Sequence[Mixed]) -> _Under | None:
    """Return what noise lies over: values that follow their originals no more inside groups were mixed there."""
    for mixed in reversed(groups):
        spread = Spread.of(noisy, mixed)
        if spread.is_lost:
            return _Under(noisy, mixed, spread)
    return None


def _mixing(method: str, found: Sequence[Fate], under: _Under | None) -> Trace | None:
    """Return the trace of what was done inside groups, seen in the values themselves or under noise."""
    what, code = MIXING[method]
    seen = [fate for fate in found if fate.what == what]
    evidence: list[Evidence] = []
    columns = [fate.cells.name for fate in seen]
    inside = [fate.mixed.inside for fate in seen if fate.mixed]
    if seen:
        speaks, of = sum(fate.speaks for fate in seen), sum(fate.of for fate in seen)
        evidence.append(Evidence(code, speaks, of, {"speaks": speaks, "of": of, "columns": len(seen)}))
    if under is not None and under.spread.method == method:
        cells, follows = under.spread.cells, min(max(under.spread.follows, 0.0), 1.0)
        evidence.append(Evidence(f"{code}_under_noise", cells * (1 - follows), cells, {"share": follows, "of": cells}))
        columns += [one.name for one in under.columns]
        inside.append(under.mixed.inside)
    if not evidence:
        return None
    return trace(method, *evidence, how={"columns": columns, "inside": max(sorted(set(inside)), key=inside.count)})


def _noise(pairs: Pairs, noisy: Sequence[Cells], off: Sequence[Fate], under: _Under | None) -> Trace | None:
    """Return the trace of noise: numbers moved up and down, or means that are off."""
    evidence: list[Evidence] = []
    if noisy:
        cells = sum(moved(one, pairs) for one in noisy)
        evidence.append(Evidence("cells_shifted", cells, cells, {"cells": cells, "columns": len(noisy)}))
    if off:
        groups = sum(fate.of for fate in off)
        evidence.append(Evidence("means_off", groups, groups, {"groups": groups, "columns": len(off)}))
    if not evidence:
        return None
    sizes = [_size(one, pairs, under) for one in noisy]
    sizes += [Spread.of([fate.cells], fate.mixed).noise for fate in off if fate.mixed]
    how: dict[str, Any] = {"columns": [one.name for one in noisy] + [fate.cells.name for fate in off]}
    known = [size for size in sizes if np.isfinite(size)]
    return trace("noise", *evidence, how={**how, "size": float(np.median(known))} if known else how)


def _size(cells: Cells, pairs: Pairs, under: _Under | None) -> float:
    """Return the standard deviation of the noise, in standard deviations of the column."""
    if under is not None:
        return Spread.of([cells], under.mixed).noise
    before, after = paired(cells, pairs)
    width = sd(cells.numbers[0]) if cells.numbers else 0.0
    return sd((after - before)[pairs.sure]) / width if width and pairs.sure.any() else float("nan")
