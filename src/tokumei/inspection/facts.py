"""What can be counted in one column: missing, distinct and unique values."""

from dataclasses import dataclass, field

import numpy as np
import polars as pl

from tokumei.kernels.uniqueness import Codes, singled_out
from tokumei.model.table import row_groups


@dataclass(frozen=True)
class Facts:
    """One column, counted.

    `codes` number the values of the column from 0, a missing cell having a code like any value,
    because missing matches missing only. `unique_share` is the share of people, or of rows where
    each row is a person, that this column alone tells from everybody else.
    """

    name: str
    dtype: pl.DataType
    values: pl.Series = field(repr=False)
    codes: Codes = field(repr=False)
    size: int
    rows: int
    missing: int
    unique_share: float

    @property
    def distinct(self) -> int:
        """How many different values there are, missing not counted."""
        return len(self.values)

    @property
    def present(self) -> int:
        """How many cells hold a value."""
        return self.rows - self.missing

    @property
    def variety(self) -> float:
        """Different values for each cell that holds one: 1 where no value comes twice."""
        return self.distinct / max(self.present, 1)


def facts(series: pl.Series, people: Codes) -> Facts:
    """Count one column."""
    codes, size = coded(series)
    alone = singled_out(everyone(people), np.array([0, people.size], np.int32), codes, size, people)
    return Facts(
        name=series.name,
        dtype=series.dtype,
        values=series.drop_nulls().unique(),
        codes=codes,
        size=size,
        rows=len(series),
        missing=series.null_count(),
        unique_share=share_of_people(alone.view(np.bool_), people),
    )


def coded(series: pl.Series) -> tuple[Codes, int]:
    """Return a number from 0 for each distinct value, and how many numbers there are.

    >>> coded(pl.Series(["b", None, "b"]))[0].tolist()
    [0, 1, 0]
    """
    if series.dtype.is_integer() or series.dtype.is_float():
        # Ranking numbers is faster than hashing them; what is missing comes first.
        codes = series.rank("dense").fill_null(0).to_numpy().astype(np.int32)
    else:
        codes = row_groups(series.to_frame(), [series.name]).astype(np.int32)
    return codes, int(codes.max(initial=-1)) + 1


def everyone(people: Codes) -> Codes:
    """Return all row numbers."""
    return np.arange(people.size, dtype=np.int32)


def share_of_people(alone: np.ndarray[tuple[int], np.dtype[np.bool_]], people: Codes) -> float:
    """Return the share of people that at least one of the marked rows belongs to."""
    count = int(people.max(initial=-1)) + 1
    if not count:
        return 0.0
    if count == people.size:
        return float(np.count_nonzero(alone)) / count
    return float(np.count_nonzero(np.bincount(people[alone], minlength=count))) / count
