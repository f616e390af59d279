"""Global certainty penalty: how wide the published cells are."""

import numpy as np
import numpy.typing as npt

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.origins import deleted_rows, origins
from tokumei.model.widths import widths
from tokumei.registry import measure


@measure(
    needs=("quasi",),
    identity_zero=True,
    information=True,
    paper="Xu et al., KDD 2006, doi:10.1145/1150402.1150504; Ghinita et al., VLDB 2007",
    numbers={
        "gcp": "mean width of the published cells, as a share of what each column may be "
        "(0: every value exact, 1: nothing left)",
        "gcp.*": "the same for this column alone; no number where only the key tells what its values stand for",
    },
    shares="gcp",
    ja={
        "summary": "公開されたセルの幅を、列の全範囲に対する割合で測る。",
        "number:gcp": "公開されたセルの幅の、列の全範囲に対する割合の平均（0：すべて正確、1：何も残らない）",
        "number:gcp.*": "この列だけで見た同じ割合。値が何を代表するか鍵なしでは分からない列では数値なし",
    },
)
def gcp(original: Table, released: Release, *, job: Job = ALONE) -> dict[str, float]:
    """Measure how wide the published cells are, from 0 for exact values to 1 for nothing.

    The width of a range is its length over the range of the original column, that of a set, or of an entry of
    a tree, (size - 1) / (domain - 1), that of a suppressed cell 1. The domain is the values of the tree, where
    the column has one, and those that occur. A bare value stands for the original
    values of its group and for itself, and is as wide as those: what averaging takes away is seen.
    The groups are those of the release, or, where it has no labels, rows with equal released quasi
    values. Every cell of a deleted row is 1; dummies are not counted.

    A missing cell is 0 where the original is missing too, else 1; missing originals add nothing to
    the width of their group. All columns count alike.

    Without the key a bare value is taken as exact as long as no value is more frequent than in the
    original (missing cells may have been filled); else there is no number.

    Reference: Xu et al. (2006), doi:10.1145/1150402.1150504; Ghinita et al. (2007), VLDB, who named it.
    Where we differ: a set is size / domain there; bare values, missing cells and deleted rows are our addition.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [20, 40, 60]}), Schema(quasi="age")).pinned()
    >>> gcp(table, Release(table.released(pl.DataFrame({"age": ["[20;40]", "[20;40]", "60"]}))))
    {'gcp': 0.333..., 'gcp.age': 0.333...}
    """
    behind = None if released.key is None else origins(released)
    gone = deleted_rows(original, released)
    lost = {}
    for place, name in enumerate(original.quasi):
        lost[name] = _mean(widths(original, released.data, name, behind), gone)
        job.progress((place + 1) / len(original.quasi))
    if np.isnan(list(lost.values())).any():
        job.find("widths_not_known")
    overall = float(np.mean(list(lost.values()))) if lost else 0.0
    return {"gcp": overall, **{f"gcp.{name}": width for name, width in lost.items()}}


def _mean(width: npt.NDArray[np.float64], gone: int) -> float:
    return float(width.sum() + gone) / max(width.size + gone, 1)
