"""SSE: the squared distance of rows from the middle of their group."""

import numpy as np
import numpy.typing as npt

from tokumei.model import Encoded, Release
from tokumei.model.origins import Origins, origins
from tokumei.registry import measure

Floats = npt.NDArray[np.float64]


@measure(
    needs=("key", "quasi"),
    identity_zero=True,
    information=True,
    quick=True,
    paper="Domingo-Ferrer and Mateo-Sanz, IEEE TKDE 14(1), 2002, doi:10.1109/69.979982",
    numbers={
        "sse_over_sst": "share of the original differences between rows that grouping took away "
        "(0: none, 1: all rows look alike)",
        "sse_over_sst.*": "the same share for this column alone",
        "sse": "sum of squared distances between each row and the middle of its group",
        "ssa": "sum of squared distances between each row's group middle and the middle of the table: what is left",
        "sst": "sum of squared distances between each row and the middle of the table: what there was",
    },
    shares="sse_over_sst",
    ja={
        "summary": "グループ化で失われた行どうしの違いの割合を、グループの中心からの二乗距離で測る。",
        "number:sse_over_sst": "元の行どうしの違いのうち、グループ化で失われた割合（0：損失なし、1：全行が同じ）",
        "number:sse_over_sst.*": "この列だけで見た同じ割合",
        "number:sse": "各行とそのグループの中心との距離の二乗和",
        "number:ssa": "各行のグループの中心と表全体の中心との距離の二乗和（残った違い）",
        "number:sst": "各行と表全体の中心との距離の二乗和（もともとあった違い）",
    },
)
def sse(original: Encoded, released: Release) -> dict[str, float]:
    """Measure how far rows are from the middle of their group, against the spread of the whole table.

    The original quasi columns are encoded and scaled once over the whole table. The groups are those
    of the release, or, where it has no labels, rows with equal released quasi values. SSE is the sum
    of squared distances to the group means, SST to the mean of all; SSE over SST is 0 for groups of
    equal rows and 1 for one big group. SSA is the rest: SST = SSE + SSA.

    Missing cells are left out. Rows that were deleted and dummies are not counted, so that deleting
    rows lowers SST too; `gcp` is a measure that counts them. Where nothing differs the share is 0.

    Reference: Domingo-Ferrer and Mateo-Sanz (2002), doi:10.1109/69.979982.

    >>> from tokumei.model import encoded
    >>> qi = encoded([[0.0], [2.0], [10.0], [12.0]])
    >>> release = Release(qi.table, key=np.arange(4), labels=np.array([0, 0, 1, 1]))
    >>> sse(qi, release)["sse"], sse(qi, release)["sst"]
    (4.0, 104.0)
    """
    behind = origins(released)
    sums = np.zeros((3, original.matrix.shape[1]))
    for place in range(sums.shape[1]):
        present = np.ones(len(original), dtype=bool) if original.missing is None else ~original.missing[:, place]
        sums[:, place] = _sums(original.matrix[:, place], present, behind)
    within, between, total = (float(part) for part in sums.sum(axis=1))
    numbers = {"sse_over_sst": _share(within, total), "sse": within, "ssa": between, "sst": total}
    for name in dict.fromkeys(original.names):
        of_column = np.array(original.names) == name
        numbers[f"sse_over_sst.{name}"] = _share(float(sums[0, of_column].sum()), float(sums[2, of_column].sum()))
    return numbers


def _sums(values: Floats, present: npt.NDArray[np.bool_], behind: Origins) -> tuple[float, float, float]:
    there = present[behind.original]
    x, group = values[behind.original[there]], behind.group[there]
    if not x.size:
        return 0.0, 0.0, 0.0
    # Distances are taken from one member of the group first: rows that are all equal then give 0 exactly.
    some = np.zeros(behind.groups)
    some[group] = x
    rows = np.bincount(group, minlength=behind.groups)
    shift = np.bincount(group, x - some[group], behind.groups) / np.maximum(rows, 1)
    within = x - some[group] - shift[group]
    centered = x - x[0]
    total = centered - centered.mean()
    between = (some - x[0] + shift - centered.mean())[rows > 0]
    return float(within @ within), float(rows[rows > 0] @ between**2), float(total @ total)


def _share(part: float, whole: float) -> float:
    return min(part / whole, 1.0) if whole > 0 else 0.0
