"""The k of a table as it stands, without its original: how many people the smallest group has."""

import numpy as np
import numpy.typing as npt
import polars as pl

MOST_PATTERNS = 64
WORK = 3e7
"""Distinct rows times patterns of missing cells, above which missing cells are not matched freely."""


def smallest_group(frame: pl.DataFrame, quasi: list[str], person: str | None = None) -> int | None:
    """Return the size of the smallest group of rows alike in the quasi columns, missing matching missing only.

    People are counted where a column tells them apart. None where there is no row or no quasi column.

    >>> smallest_group(pl.DataFrame({"a": [1, 1, None, None, None]}), ["a"])
    2
    """
    if not quasi or not frame.height:
        return None
    rows = frame.lazy().select(pl.col(quasi) if person is None else pl.col(list(dict.fromkeys([*quasi, person]))))
    if person is not None:
        rows = rows.unique()
    size = rows.group_by(quasi).len().select(pl.col("len").min()).collect().item()
    return int(size)


def smallest_match(frame: pl.DataFrame, quasi: list[str]) -> int | None:
    """Return how many rows match the row with the fewest matches, a missing cell matching anything.

    Matching is not transitive here, so there are no groups: each row has its own crowd. Rows are
    taken by which of their cells are missing; two such patterns are compared on the columns that
    both have. None where there are too many patterns to do that in a few seconds.

    >>> smallest_match(pl.DataFrame({"a": [1, 1, None], "b": [5, None, 6]}), ["a", "b"])
    2
    """
    if not quasi or not frame.height:
        return None
    tuples = frame.lazy().select(quasi).group_by(quasi).agg(pl.len().cast(pl.Int64).alias("__rows")).collect()
    patterns = tuples.with_columns(pl.concat_str(pl.col(quasi).is_null().cast(pl.Int8)).alias("__missing"))
    parts = [part.drop("__missing") for part in patterns.partition_by("__missing", maintain_order=False)]
    if len(parts) > MOST_PATTERNS or len(parts) * tuples.height > WORK:
        return None
    # The fullest rows have the fewest matches: with them first, most other rows are soon out of the race.
    parts.sort(key=lambda part: sum(part[name].null_count() > 0 for name in quasi))
    best = frame.height
    for part in parts:
        best = min(best, _fewest(part, parts, quasi, best))
    return best


def _fewest(part: pl.DataFrame, parts: list[pl.DataFrame], quasi: list[str], best: int) -> int:
    matches: npt.NDArray[np.int64] = np.zeros(part.height, dtype=np.int64)
    for other in [part, *(one for one in parts if one is not part)]:
        common = [name for name in quasi if not (part[name].null_count() or other[name].null_count())]
        matches += _matches(part, other, common)
        # Matches only add up: a row with as many as the best cannot become the new best.
        left = matches < best
        part, matches = part.filter(left), matches[left]
        if not part.height:
            return best
    return int(matches.min())


def _matches(part: pl.DataFrame, other: pl.DataFrame, common: list[str]) -> npt.NDArray[np.int64]:
    if not common:
        return np.full(part.height, other["__rows"].sum(), dtype=np.int64)
    sizes = other.group_by(common).agg(pl.col("__rows").sum())
    joined = part.select(common).join(sizes, on=common, how="left", maintain_order="left")
    return joined["__rows"].fill_null(0).to_numpy().astype(np.int64)
