"""Distortion: how far up their hierarchies the published cells stand."""

import numpy as np

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.heights import lost
from tokumei.model.origins import deleted_rows, origins
from tokumei.registry import measure


@measure(
    needs=("quasi", "hierarchies"),
    identity_zero=True,
    information=True,
    paper="Muramoto, Kamidoi and Wakabayashi (2007)",
    numbers={
        "distortion": "mean share of the way to the root of its hierarchy that a published cell has gone "
        "(0: every value exact, 1: everything suppressed)",
        "distortion.*": "the same for this column alone; no number where only the key tells what its values stand for",
    },
    shares="distortion",
    ja={
        "summary": "公開されたセルが階層をどれだけ根に向かって上ったかを測る（歪曲度 DIS）。",
        "number:distortion": "公開されたセルが階層の根までの道のりを上った割合の平均（0：すべて正確、1：すべて秘匿）",
        "number:distortion.*": "この列だけで見た同じ割合。値が何を代表するか鍵なしでは分からない列では数値なし",
    },
)
def distortion(original: Table, released: Release, *, job: Job = ALONE) -> dict[str, float]:
    """Measure the share of the way from its value to the root of its hierarchy that each published cell has gone.

    An entry of a hierarchy has gone the steps up to its level; a range or a set of values as far as the lowest
    entry that covers it, a suppressed cell all the way. A bare value stands for the originals of its group and for
    itself, and has gone as far as those meet: what averaging takes away is seen. What no entry below the root
    covers counts as 1. Steps count by the weights of the hierarchy, columns by those of the schema.

    Every cell of a deleted row is 1; dummies are not counted. A missing cell is 0 where the original is
    missing too, else 1; missing originals add nothing to what a bare value stands for. A column without a
    hierarchy is measured on the one that `auto` makes.

    Entries, ranges and sets need no key. Without it a bare value is taken as exact as long as no value is more
    frequent than in the original; else there is no number.

    Reference: Muramoto, Kamidoi and Wakabayashi (2007), section 3, DIS. Where we differ: weights, bare values, missing
    cells and deleted rows are our addition; with equal weights and released entries the number is theirs.

    >>> import polars as pl; from tokumei.model import Schema
    >>> from tokumei.model.hierarchy import Hierarchy
    >>> tree = Hierarchy.of([["02138", "0213*", "*"], ["02139", "0213*", "*"], ["02141", "0214*", "*"]], "zip")
    >>> homes = Table(pl.DataFrame({"zip": ["02138", "02139", "02141"]}), Schema(quasi="zip", trees={"zip": tree}))
    >>> distortion(homes, Release(homes.released(pl.DataFrame({"zip": ["0213*", "0213*", "02141"]}))))
    {'distortion': 0.333..., 'distortion.zip': 0.333...}
    """
    behind = None if released.key is None else origins(released)
    gone, found = deleted_rows(original, released), {}
    for place, name in enumerate(original.quasi):
        cells = lost(original, released.data, name, behind)
        found[name] = float(cells.sum() + gone) / max(cells.size + gone, 1)
        job.progress((place + 1) / len(original.quasi))
    if np.isnan(list(found.values())).any():
        job.find("widths_not_known")
    weights = [original.schema.weights.get(name, 1.0) for name in found]
    overall = float(np.average(list(found.values()), weights=weights)) if found else 0.0
    return {"distortion": overall, **{f"distortion.{name}": share for name, share in found.items()}}
