"""Any grouping inside the parts of a coarse split."""

from typing import Annotated, Literal

from pydantic import Field

from tokumei.kernels.mondrian import median_parts
from tokumei.kernels.tiles import tiles
from tokumei.model import ALONE, Encoded, Grouping, Job, Labels
from tokumei.model.coarse import group_in_parts
from tokumei.params import K
from tokumei.registry import grouping

Split = Annotated[
    Literal["mondrian", "rtree"],
    Field(description="how the table is cut: at medians of the widest columns, or into the leaves of a packed R-tree"),
]
Inner = Annotated[Grouping, Field(description="the grouping used inside each part")]
KSharp = Annotated[int, Field(ge=2, description="smallest part of the coarse split")]


@grouping(
    scope="block",
    paper="Arai, Onizuka and Shiokawa, DEIM 2015",
    ja={
        "summary": "表を大まかに分割し、それぞれの部分の中で任意の分割手法を使います。",
        "split": "大まかな分割の方法（最も幅の広い列の中央値、または R 木の葉）",
        "inner": "各部分の中で使う分割手法",
        "k_sharp": "大まかな分割の最小行数",
    },
)
def coarse(
    qi: Encoded, *, k: K = 3, split: Split = "mondrian", inner: Inner = Grouping("mdav"), k_sharp: KSharp = 1000,
    job: Job = ALONE,
) -> Labels:  # fmt: skip
    """Cut the table into parts of at least k_sharp rows, then group each part with another method.

    A grouping whose time grows with n squared becomes one that grows with n, for a little loss: small parts
    are fast, large ones lose less. `split="mondrian"` cuts at medians of the widest columns, `split="rtree"`
    fills the leaves of an R-tree by sorting and tiling column after column.

    Groups have at least k rows if the inner grouping makes such groups. Parts are grouped side by side.

    Reference: Arai, Onizuka and Shiokawa (2015), DEIM Forum, section 4.1; Leutenegger, Lopez and Edgington
    (1997), ICDE, doi:10.1109/ICDE.1997.582015, for the packing. Where we differ: they name the R-tree of
    Iwuchukwu and Naughton, which is built by insertion.

    >>> from tokumei.model import encoded
    >>> import numpy as np
    >>> halves = Grouping("halves", bound=lambda qi: np.arange(len(qi)) // 2)
    >>> coarse(encoded([[0.0], [9.0], [1.0], [8.0]]), k=2, inner=halves, k_sharp=2).tolist()
    [0, 1, 0, 1]
    """
    least = max(k, k_sharp)
    cut = median_parts if split == "mondrian" else tiles
    parts = cut(qi.matrix, least, lambda share: job.progress(0.1 * share))
    return group_in_parts(qi, parts, lambda part, own: inner.under(own)(part), job.part(0.1, 1.0))
