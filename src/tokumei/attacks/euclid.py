"""An attacker who knows every sensitive number of everybody, to within errors."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from tokumei.model import ALONE, Guess, Job, Table
from tokumei.model.closest import closest_rows
from tokumei.model.coordinates import coordinates
from tokumei.model.named import Quasi, Sensitive, named
from tokumei.params import Scale
from tokumei.registry import attack

Unmatched = Annotated[
    Literal["own_row", "nearest"],
    Field(description="where nobody's quasi values fit: name the row of the same number, or the nearest of all"),
]


@attack(
    needs=("sensitive_numbers",),
    paper="Ito and Kikuchi 2016, EUC1 and EUC2",
    holds="the quasi values and the sensitive numbers of everybody",
    aliases={"pwscup2015:EUC1": {"unmatched": "own_row"}, "pwscup2015:EUC2": {"unmatched": "nearest"}},
    ja={
        "summary": "準識別子が合う人の中から、機微な数値のユークリッド距離が最も近い人を選びます。",
        "holds": "全員の準識別子と機微な数値",
        "unmatched": "準識別子が合う人がいないとき：同じ行番号の人（own_row）か、全員の中で最も近い人（nearest）",
        "quasi": "合わせる準識別子の列（列名、または先頭からの列数。既定はすべて）",
        "sensitive": "距離を測る数値の列（列名、または機微な数値列の先頭からの列数。既定はすべて）",
        "scale": "距離を測る前の数値の尺度（既定は論文どおり換算なし）",
    },
)
def euclid(
    known: Table,
    released: Table,
    *,
    unmatched: Unmatched = "own_row",
    quasi: Quasi = None,
    sensitive: Sensitive = None,
    scale: Scale = "none",
    job: Job = ALONE,
) -> Guess:
    """Name whoever fits and is nearest in all sensitive numbers together.

    The attacker holds the quasi values and the sensitive numbers of everybody and wants the person behind
    each released row; they have won where they name that person. Among those whose quasi values fit they
    take the one at the least Euclidean distance, the first in the table on a tie. Where nobody fits,
    `own_row` names the row of the same number, which can only be right if the release was not shuffled,
    and `nearest` compares everybody.

    The distance to a range is that to its nearer end, 0 inside. A missing or suppressed released cell adds
    nothing. A person whose number is missing is farther from a released number than anybody who has one.

    The nearest are exact. They are looked for in a tree over the numbers of those who fit, so that time grows
    with n log n where noise is small against the distance between people, whether many fit or few; memory
    grows with n.

    Reference: Ito and Kikuchi (2016), identify.euc: EUC1 (`own_row`) and EUC2 (`nearest`). Where we differ:
    ranges, sets, `*` and missing cells are understood; ties go to the lowest row; scaling may be asked for.

    >>> import polars as pl; from tokumei.model import Schema
    >>> schema = Schema(quasi=["age"], sensitive=["food", "rent"])
    >>> people = Table(pl.DataFrame({"age": [31, 31, 24], "food": [1, 2, 3], "rent": [9, 5, 7]}), schema).pinned()
    >>> noisy = people.released(pl.DataFrame({"age": [31, 31, 99], "food": [2, 1, 3], "rent": [6, 8, 7]}))
    >>> euclid(people, noisy).rows.tolist(), euclid(people, noisy, quasi=0, sensitive=1).rows.tolist()
    ([1, 0, 2], [1, 0, 2])
    """
    fitting = named("quasi", quasi, known.quasi, known, released)
    names = named("sensitive", sensitive, known.sensitive_numbers, known, released)
    points, boxes = coordinates(known, released, names, scale)
    rows = closest_rows(known, released, fitting, points, boxes, job, everybody=unmatched == "nearest")
    if unmatched == "own_row":
        own = np.arange(len(released))
        rows = np.where((rows < 0) & (own < len(known)), own, rows)
    return Guess(rows)
