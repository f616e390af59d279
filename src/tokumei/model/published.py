"""What the rows of a group publish alike in a column: their commonest value, the set or the range of their values."""

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.model.cells import SUPPRESSED, ranges, set_of
from tokumei.model.columns import Column
from tokumei.model.data import Rows
from tokumei.model.grouped import Groups, values_in

Mask = npt.NDArray[np.bool_]


def commonest(series: pl.Series, cells: Column, groups: Groups) -> pl.Series:
    """Return for each row the most frequent value of its group, on a tie the one that sorts first.

    A missing cell does not count; where all cells of a group are missing they stay missing.
    """
    first = np.unique(cells.of, return_index=True)[1]
    codes = _sorted_codes(series.gather(first))
    best = groups.commonest(codes[cells.of])
    row_of_code = np.full(first.size + 1, -1, dtype=np.int64)
    row_of_code[codes] = first
    return _gathered(series, np.where(best < 0, -1, row_of_code[best])[groups.of])


def set_cells(series: pl.Series, cells: Column, groups: Groups, gone: Mask) -> pl.Series:
    """Return for each row the set of its group's values; `*` in the groups that are gone.

    A column whose groups hold one value each keeps its type.
    """
    inside = values_in(cells, groups).group_by("group", maintain_order=True).agg("value")
    if not gone.any() and bool((inside["value"].list.len() <= 1).all()):
        return _one_value(series, groups)
    texts: list[str | None] = [None] * len(groups)
    for group, values in inside.iter_rows():
        texts[group] = set_of(values)
    return _hidden(pl.Series(series.name, texts, dtype=pl.String).gather(groups.of), gone[groups.of])


def range_cells(series: pl.Series, low: pl.Series, high: pl.Series, groups: Groups, gone: Mask) -> pl.Series:
    """Return for each row the range from `low` to `high`; `*` in the groups that are gone.

    A column whose groups hold one value each keeps its type.
    """
    if not gone.any() and low.equals(high, null_equal=True):
        return low.cast(pl.String) if series.dtype == pl.String else _one_value(series, groups)
    return _hidden(ranges(low, high).alias(series.name), gone[groups.of])


def _sorted_codes(distinct: pl.Series) -> Rows:
    """Return the place of each distinct value when they are sorted; -1 where it is missing."""
    return distinct.cast(pl.String).rank("dense").fill_null(0).to_numpy().astype(np.int64) - 1


def _one_value(series: pl.Series, groups: Groups) -> pl.Series:
    # Where a group has one value and missing cells, its missing rows are published alike.
    rows = np.where(series.is_null().to_numpy(), np.nan, np.arange(len(series), dtype=np.float64))
    return _gathered(series, np.nan_to_num(groups.most(rows)[groups.of], nan=-1).astype(np.int64))


def _gathered(series: pl.Series, rows: Rows) -> pl.Series:
    """Return the cells of these rows; a missing one for row -1."""
    row = pl.Series(rows)
    return series.gather(row.set(row < 0, None))


def _hidden(texts: pl.Series, gone: Mask) -> pl.Series:
    return texts.set(pl.Series(gone), SUPPRESSED) if gone.any() else texts
