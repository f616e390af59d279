"""Precision: how much of the way to the root of their hierarchies the published cells have not gone."""

import numpy as np

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.heights import lost
from tokumei.model.origins import deleted_rows, origins
from tokumei.registry import measure


@measure(
    needs=("quasi", "hierarchies"),
    direction="higher",
    paper="Sweeney, 2002, doi:10.1142/S021848850200165X",
    numbers={
        "precision": "mean share of the steps to the root of its hierarchy that a published cell has not gone "
        "(1: every value exact, 0: everything suppressed)",
        "precision.*": "the same for this column alone; no number where only the key tells what its values stand for",
    },
    shares="precision",
    ja={
        "summary": "公開されたセルが階層の根までのどれだけ手前にとどまったかを測る（Sweeney の精度）。",
        "number:precision": "公開されたセルが階層の根まで上らずに残した段数の割合（1：すべて正確、0：すべて秘匿）",
        "number:precision.*": "この列だけで見た同じ割合。値が何を代表するか鍵なしでは分からない列では数値なし",
    },
)
def precision(original: Table, released: Release, *, job: Job = ALONE) -> dict[str, float]:
    """Measure the share of the steps to the root of its hierarchy that each published cell has not gone.

    One less the mean of level over steps: all columns and all steps count alike, whatever their weights. What is
    counted for each cell is as in `distortion`.

    Reference: Sweeney (2002), doi:10.1142/S021848850200165X. Where we differ: ranges, sets, bare values, missing cells
    and deleted rows, which she does not have, count as in `distortion`.

    >>> import polars as pl; from tokumei.model import Schema
    >>> from tokumei.model.hierarchy import Hierarchy
    >>> tree = Hierarchy.of([["02138", "0213*", "*"], ["02139", "0213*", "*"], ["02141", "0214*", "*"]], "zip")
    >>> homes = Table(pl.DataFrame({"zip": ["02138", "02139", "02141"]}), Schema(quasi="zip", trees={"zip": tree}))
    >>> precision(homes, Release(homes.released(pl.DataFrame({"zip": ["0213*", "0213*", "02141"]}))))
    {'precision': 0.666..., 'precision.zip': 0.666...}
    """
    behind = None if released.key is None else origins(released)
    gone, found = deleted_rows(original, released), {}
    for place, name in enumerate(original.quasi):
        cells = lost(original, released.data, name, behind, weighted=False)
        found[name] = 1 - float(cells.sum() + gone) / max(cells.size + gone, 1)
        job.progress((place + 1) / len(original.quasi))
    if np.isnan(list(found.values())).any():
        job.find("widths_not_known")
    overall = float(np.mean(list(found.values()))) if found else 1.0
    return {"precision": overall, **{f"precision.{name}": share for name, share in found.items()}}
