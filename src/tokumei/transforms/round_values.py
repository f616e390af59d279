"""Rounds numbers to multiples of a base."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.errors import BadOption
from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.changed import bounds, changed, chosen_columns, numbers_of, with_numbers
from tokumei.params import Columns
from tokumei.registry import transform

if TYPE_CHECKING:
    import polars as pl

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.float64] | npt.NDArray[np.int64]
Upward = Callable[[Numbers, Floats, np.random.Generator], Floats]

Rounded = Annotated[Columns, Field(description="the columns of numbers to round; by default the sensitive ones")]
Base = Annotated[float, Field(gt=0, allow_inf_nan=False, description="what is rounded to multiples of", examples=[10])]
How = Annotated[
    Literal["nearest", "random", "controlled"],
    Field(description="to the nearest multiple; up or down at random without bias; or so with the column's sum kept"),
]


@transform(
    scope="whole",
    paper="Hundepool et al., Statistical Disclosure Control, Wiley 2012, 3.4",
    ja={
        "summary": "数値を基数の倍数に丸めます。",
        "columns": "丸める数値の列（既定は機微な数値の列）",
        "base": "丸めの基数",
        "how": "丸め方（最も近い倍数、偏りのない無作為な切り上げ・切り捨て、列の合計も保つもの）",
    },
)
def round_values(
    data: Table, *, columns: Rounded = None, base: Base, how: How = "nearest", job: Job = ALONE
) -> Release:
    """Round numbers to multiples of a base.

    An exact amount names a person to whoever knows it; a rounded one is shared by many. `nearest` takes the nearest
    multiple, the even one half way. `random` goes up or down so that the expected value is the true one, and moves
    less than one base. `controlled` does the same with draws that hang together: in addition the sum of the column
    stays within one base of the true sum.

    Whole numbers need a whole base and are rounded exactly. Missing, suppressed and infinite cells stay so; ranges and
    sets are refused. Time grows with n.

    Reference: Hundepool et al. (2012), Statistical Disclosure Control, 3.4.

    >>> import polars as pl; from tokumei.model import Schema
    >>> pay = Table(pl.DataFrame({"pay": [104, 296, 12]}), Schema(sensitive="pay"))
    >>> round_values(pay, base=100).data.frame["pay"].to_list()
    [100, 300, 0]
    """
    made: dict[str, pl.Series] = {}
    names = chosen_columns("round_values", data, columns, data.sensitive, ["number"])
    for place, name in enumerate(names):
        made[name] = _rounded(data, name, base, UPWARD[how], job.rng)
        job.progress((place + 1) / len(names))
    return changed("round_values", data, made, job)


def _rounded(data: Table, name: str, base: float, up: Upward, rng: np.random.Generator) -> "pl.Series":
    series = data.frame[name]
    if series.dtype.is_integer() and base != int(base):
        raise BadOption(f"round_values: base={base}: column '{name}' holds whole numbers; give a whole base.")
    if series.dtype.is_integer() and bounds(series.dtype)[1] < 2**63:
        return _whole(series, int(base), up, rng)
    numbers = numbers_of("round_values", data, name)
    read = np.isfinite(numbers)
    parts = numbers[read] / base
    down = np.floor(parts)
    numbers[read] = _times(down + up(down, parts - down, rng), base)
    return with_numbers(data, name, numbers)


def _whole(series: "pl.Series", base: int, up: Upward, rng: np.random.Generator) -> "pl.Series":
    """Return whole numbers rounded without a detour over floats, to multiples that their type can hold."""
    import polars as pl

    low, high = bounds(series.dtype)
    present = series.is_not_null().to_numpy()
    down, rest = np.divmod(series.drop_nulls().to_numpy().astype(np.int64), base)
    multiples = np.zeros(len(series), dtype=np.int64)
    raised = down + up(down, rest / base, rng).astype(np.int64)
    multiples[present] = np.clip(raised, -(-low // base), high // base) * base
    return pl.Series(series.name, multiples).cast(series.dtype).zip_with(pl.Series(present), series)


def _half_up_to_even(down: Numbers, shares: Floats, rng: np.random.Generator) -> Floats:
    """Return 1 for each row that goes up to the next multiple, 0 for each that goes down."""
    return np.where((shares > 0.5) | ((shares == 0.5) & (down % 2 == 1)), 1.0, 0.0)


def _alone(down: Numbers, shares: Floats, rng: np.random.Generator) -> Floats:
    """Return the same with each row's share as its probability to go up."""
    return np.where(rng.random(shares.size) < shares, 1.0, 0.0)


def _together(down: Numbers, shares: Floats, rng: np.random.Generator) -> Floats:
    """Return the same with as many rows going up in all as the shares sum to."""
    # Laid end to end in a random order, the shares are met by one comb of teeth one apart.
    order = rng.permutation(shares.size)
    teeth = np.floor(np.cumsum(shares[order]) + rng.random())
    up = np.empty(shares.size)
    up[order] = np.diff(teeth, prepend=0.0)
    return up


def _times(multiples: Floats, base: float) -> Floats:
    # 3 times 0.1 is not 0.3, but 3 over 10 is.
    parts = round(1 / base)
    return multiples / parts if base < 1 and 1 / parts == base else multiples * base


UPWARD: dict[str, Upward] = {"nearest": _half_up_to_even, "random": _alone, "controlled": _together}
