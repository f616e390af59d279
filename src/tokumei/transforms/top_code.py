"""Cuts off the highest and lowest values."""

from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.errors import BadOption
from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.changed import changed, chosen_columns, numbers_of, place_of, with_numbers
from tokumei.model.schema import LINE_KINDS
from tokumei.params import Columns
from tokumei.registry import transform

if TYPE_CHECKING:
    import polars as pl

Floats = npt.NDArray[np.float64]

Coded = Annotated[
    Columns,
    Field(description="the columns of numbers, dates or ordered values to cut; by default the sensitive numbers"),
]
Top = Annotated[int | float | str | None, Field(description="higher values are cut to this one")]
Bottom = Annotated[int | float | str | None, Field(description="lower values are cut to this one")]
TopShare = Annotated[
    float | None, Field(ge=0, lt=1, description="the highest values are cut, this share of the rows", examples=[0.01])
]
BottomShare = Annotated[
    float | None, Field(ge=0, lt=1, description="the lowest values are cut, this share of the rows")
]
Shown = Annotated[
    Literal["limit", "mean"], Field(description="what cut values show: the limit, or the mean of all values cut there")
]


@transform(
    scope="whole",
    paper="Hundepool et al., Statistical Disclosure Control, Wiley 2012, 3.2.3",
    ja={
        "summary": "極端に大きい値・小さい値を上限・下限で打ち切ります（トップ・ボトムコーディング）。",
        "columns": "打ち切る数値・日付・順序の列（既定は機微な数値の列）",
        "top": "これより大きい値をこの値にする",
        "bottom": "これより小さい値をこの値にする",
        "top_share": "大きい方から打ち切る行の割合",
        "bottom_share": "小さい方から打ち切る行の割合",
        "shown": "打ち切った値の代わりに示すもの（限界の値、または打ち切った値の平均）",
    },
)
def top_code(
    data: Table,
    *,
    columns: Coded = None,
    top: Top = None,
    bottom: Bottom = None,
    top_share: TopShare = None,
    bottom_share: BottomShare = None,
    shown: Shown = "limit",
    job: Job = ALONE,
) -> Release:
    """Cut off the highest values, the lowest, or both: top and bottom coding.

    A very high income or age names a person without any other column. Give a limit (`top`, `bottom`: a number, a
    date as 1930-01-01, a value of the order) or a share of the rows (`top_share`, `bottom_share`), the same for every
    column. With a share the limit is a value of the column, and no more rows than that are cut. With `shown="mean"`
    the cut values of a column show their mean, which keeps the mean of the column.

    Missing and suppressed cells stay so; ranges and sets are refused. Time grows with n log n.

    Reference: Hundepool et al. (2012), Statistical Disclosure Control, 3.2.3.

    >>> import polars as pl; from tokumei.model import Schema
    >>> pay = Table(pl.DataFrame({"pay": [1, 2, 3, 90]}), Schema(sensitive="pay"))
    >>> top_code(pay, top=3).data.frame["pay"].to_list(), top_code(pay, top_share=0.5).data.frame["pay"].to_list()
    ([1, 2, 3, 3], [1, 2, 2, 2])
    """
    names = chosen_columns("top_code", data, columns, data.sensitive_numbers, LINE_KINDS)
    _refuse_both_or_none({"top": top, "top_share": top_share}, {"bottom": bottom, "bottom_share": bottom_share})
    made: dict[str, pl.Series] = {}
    for place, name in enumerate(names):
        numbers = numbers_of("top_code", data, name)
        low = _limit(data, name, numbers, "bottom", bottom, bottom_share)
        high = _limit(data, name, numbers, "top", top, top_share)
        if low > high:
            raise BadOption(f"top_code: column '{name}' would be cut below {_said(bottom, bottom_share)} and above "
                            f"{_said(top, top_share)}, which leaves nothing; give a bottom under the top.")  # fmt: skip
        if shown == "mean" and data.kind(name) == "ordered":
            raise BadOption(f"top_code: column '{name}' is ordered and has no mean; take shown=limit.")
        made[name] = with_numbers(data, name, _cut(numbers, low, high, mean=shown == "mean"))
        job.progress((place + 1) / len(names))
    return changed("top_code", data, made, job)


def _refuse_both_or_none(*ends: dict[str, object]) -> None:
    given = [[name for name, value in end.items() if value is not None] for end in ends]
    for names in given:
        if len(names) > 1:
            raise BadOption(f"top_code: {' and '.join(names)} say the same in two ways; give one of them.")
    if not any(given):
        raise BadOption("top_code: no limit is given; say top, bottom, top_share or bottom_share.")


def _limit(data: Table, name: str, numbers: Floats, end: str, value: float | str | None, share: float | None) -> float:
    """Return where an end is cut; an infinity where it is not."""
    is_top = end == "top"
    if value is not None:
        limit = place_of("top_code", data, name, end, str(value))
        whole = data.frame[name].dtype.is_integer() or data.kind(name) == "ordered"
        # A limit between two whole numbers must not round to the one beyond it.
        return limit if not whole else float(np.floor(limit) if is_top else np.ceil(limit))
    present = np.sort(numbers[~np.isnan(numbers)])
    if share is None or not present.size:
        return np.inf if is_top else -np.inf
    cut = int(share * present.size)
    return float(present[-1 - cut] if is_top else present[cut])


def _cut(numbers: Floats, low: float, high: float, *, mean: bool) -> Floats:
    cut = np.clip(numbers, low, high)
    for beyond in (numbers > high, numbers < low) if mean else ():
        if beyond.any():
            cut[beyond] = (numbers[beyond] / beyond.sum()).sum()
    return cut


def _said(value: float | str | None, share: float | None) -> str:
    return str(value) if value is not None else f"the share {share}"
