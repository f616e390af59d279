"""Moves all dates of a person by one random number of days."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from tokumei.errors import BadData, BadOption
from tokumei.model import ALONE, Job, Release, Rows, Table
from tokumei.model.changed import changed, chosen_columns
from tokumei.model.dates import as_dates
from tokumei.params import Columns
from tokumei.registry import transform

if TYPE_CHECKING:
    import polars as pl

MICROS_A_DAY = 86_400_000_000

Dated = Annotated[
    Columns, Field(description="the columns of dates to shift; by default all there are", examples=[["birth_date"]])
]
Days = Annotated[int, Field(ge=1, le=100_000, description="the most days that a person's dates are shifted")]


@transform(
    scope="whole",
    paper="Hripcsak et al., JAMIA 23(6), 2016, doi:10.1093/jamia/ocw001",
    ja={
        "summary": "1 人のすべての日付を、無作為に選んだ同じ日数だけずらします。",
        "columns": "ずらす日付の列（既定はすべての日付の列）",
        "days": "ずらす日数の上限",
    },
)
def shift_dates(data: Table, *, columns: Dated = None, days: Days = 30, job: Job = ALONE) -> Release:
    """Move all dates of a person by one random number of days.

    The number is drawn once a person (once a row, where no column tells people apart) from -`days` to `days`, all
    alike, and added to each date in each of the columns, so that the time between two dates of a person stays what it
    was: lengths of stay, ages at diagnosis. Times of day stay too. Season and weekday blur, and so does the order
    of events of different people.

    A date that is left out of `columns` gives the shift away. So does a date everybody knows, such as that
    of a disaster: look for those first. Columns that are named may hold dates as text. Missing dates stay missing;
    ranges of an earlier step are refused. Time grows with n.

    Reference: Hripcsak et al. (2016), doi:10.1093/jamia/ocw001. Where we differ: they shift back only.

    >>> import polars as pl; from datetime import date; from tokumei.model import Schema
    >>> stay = pl.DataFrame({"came": [date(2024, 1, 30)], "went": [date(2024, 2, 4)]})
    >>> after = shift_dates(Table(stay, Schema(sensitive=["came", "went"]))).data.frame
    >>> (after["went"] - after["came"]).dt.total_days().to_list()
    [5]
    """
    names = chosen_columns("shift_dates", data, columns, [name for name in data.frame.columns if _is_day(data, name)])
    people = data.people
    shift = job.rng.integers(-days, days + 1, int(people.max(initial=-1)) + 1)[people]
    return changed("shift_dates", data, {name: _shifted(_dates(data, name), shift) for name in names}, job)


def _is_day(data: Table, name: str) -> bool:
    import polars as pl

    return data.frame[name].dtype in (pl.Date, pl.Datetime)


def _dates(data: Table, name: str) -> "pl.Series":
    import polars as pl

    series = data.frame[name]
    if _is_day(data, name):
        return series
    if data.kind(name) == "date" and series.dtype == pl.String:
        raise BadData(f"shift_dates: column '{name}' holds ranges of an earlier step; put shift_dates first.")
    if series.dtype.is_temporal() or series.dtype.is_numeric():
        raise BadOption(f"shift_dates: column '{name}' holds no dates; name columns of dates.")
    return as_dates(series)


def _shifted(dates: "pl.Series", days: Rows) -> "pl.Series":
    import polars as pl

    by = pl.Series(days * MICROS_A_DAY).cast(pl.Duration("us"))
    return (dates + by).cast(dates.dtype)
