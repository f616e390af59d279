"""Adds random noise to numbers."""

from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.changed import changed, chosen_columns, numbers_of, with_numbers
from tokumei.params import Columns
from tokumei.registry import transform

if TYPE_CHECKING:
    import polars as pl

Floats = npt.NDArray[np.float64]

Numbers = Annotated[Columns, Field(description="the columns of numbers to change; by default the sensitive ones")]
Law = Annotated[Literal["normal", "laplace", "uniform"], Field(description="how the noise is distributed")]
Size = Annotated[float, Field(gt=0, allow_inf_nan=False, description="the standard deviation of the noise")]
Unit = Annotated[
    Literal["sd", "relative", "absolute"],
    Field(description="what the size counts: standard deviations of the column, parts of each value, or the unit of "
    "the column"),
]  # fmt: skip
KeepRanks = Annotated[bool, Field(description="whether no two values change places in their order")]
KeepIntegers = Annotated[bool, Field(description="whether whole numbers stay whole numbers")]


@transform(
    scope="whole",
    paper="Ito and Kikuchi, 2016, 4.2.1; Kim, 1986",
    ja={
        "summary": "数値に乱数（ノイズ）を加えます。",
        "columns": "ノイズを加える数値の列（既定は機微な数値の列）",
        "law": "ノイズの分布",
        "size": "ノイズの標準偏差",
        "unit": "size の単位（列の標準偏差の何倍か、各値の何倍か、値そのままの単位か）",
        "keep_ranks": "値の大小の順序を保つか",
        "keep_integers": "整数を整数のままにするか",
    },
)
def noise(
    data: Table,
    *,
    columns: Numbers = None,
    law: Law = "normal",
    size: Size = 0.1,
    unit: Unit = "sd",
    keep_ranks: KeepRanks = False,
    keep_integers: KeepIntegers = True,
    job: Job = ALONE,
) -> Release:
    """Add random noise to numbers.

    Every cell gets noise of its own, of mean 0 and of the standard deviation told by `size` and `unit`, whatever
    the law: a tenth of the column's own spread by default. With `keep_ranks` the noisy values of a column
    are handed out in the order of the true ones, so that the largest stays the largest.

    Whole numbers are rounded and stay within what their type can hold; noise much smaller than one then changes
    nothing. Relative noise leaves a zero as it is. Missing and suppressed cells stay so; ranges and sets are refused.
    Rows near each other get lost in noise, far-out ones do not: attack the release. Time grows with n, with
    `keep_ranks` with n log n.

    Reference: Ito and Kikuchi (2016), 4.2.1, who leave the law open; Kim (1986), Proceedings of the ASA Section on
    Survey Research Methods.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"pay": [100, 200, 0]}), Schema(sensitive="pay"))
    >>> noise(table, size=5, unit="absolute", job=Job(np.random.default_rng(7))).data.frame["pay"].to_list()
    [100, 201, -1]
    """
    made: dict[str, pl.Series] = {}
    names = chosen_columns("noise", data, columns, data.sensitive, ["number"])
    for place, name in enumerate(names):
        numbers = numbers_of("noise", data, name)
        noisy = numbers + _width(numbers, size, unit) * _drawn(job.rng, law, numbers.size)
        noisy = _in_order(numbers, noisy) if keep_ranks else noisy
        made[name] = with_numbers(data, name, noisy, whole=keep_integers)
        job.progress((place + 1) / len(names))
    return changed("noise", data, made, job)


def _width(numbers: Floats, size: float, unit: str) -> Floats | float:
    if unit == "relative":
        return size * np.abs(numbers)
    return size * _sd(numbers[np.isfinite(numbers)]) if unit == "sd" else size


def _sd(numbers: Floats) -> float:
    # Halved huge values keep the squares from overflowing.
    largest = np.abs(numbers).max(initial=0.0)
    scale = largest if largest > 1e150 else 1.0
    return float(np.std(numbers / scale) * scale) if numbers.size else 0.0


def _drawn(rng: np.random.Generator, law: str, count: int) -> Floats:
    """Return draws of mean 0 and standard deviation 1."""
    if law == "laplace":
        return rng.laplace(scale=np.sqrt(0.5), size=count)
    return rng.uniform(-np.sqrt(3), np.sqrt(3), count) if law == "uniform" else rng.normal(size=count)


def _in_order(numbers: Floats, noisy: Floats) -> Floats:
    # Missing cells sort last in both, so they fall on themselves.
    ordered = np.empty_like(noisy)
    ordered[np.argsort(numbers, kind="stable")] = np.sort(noisy)
    return ordered
