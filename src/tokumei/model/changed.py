"""Which columns a transform changes, their numbers out and back in, and the release that comes of it."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData, BadOption, UnknownColumn, listing
from tokumei.kernels.sorting import different
from tokumei.model.cells import SUPPRESSED
from tokumei.model.columns import column, places, series_at
from tokumei.model.data import Labels, Rows
from tokumei.model.job import Job
from tokumei.model.release import Release
from tokumei.model.schema import Kind
from tokumei.model.table import Table

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

PLURAL: dict[Kind, str] = {
    "number": "numbers", "date": "dates", "ordered": "ordered values", "category": "categories", "text": "texts",
}  # fmt: skip
TRUTH = {"true": True, "false": False}
ONE: dict[Kind, str] = {"number": "number", "date": "date", "ordered": "value of the order"}


def chosen_columns(
    method: str, data: Table, wanted: Sequence[str] | None, default: Iterable[str], kinds: Iterable[Kind] | None = None
) -> list[str]:
    """Return the columns a method changes: those wanted, or by default those of the kinds it takes.

    >>> from tokumei.model.schema import Schema
    >>> table = Table(pl.DataFrame({"pay": [1], "city": ["Uji"]}), Schema(sensitive=["pay", "city"]))
    >>> chosen_columns("noise", table, None, table.sensitive, ["number"])
    ['pay']
    """
    taken = None if kinds is None else tuple(kinds)
    names = [name for name in default if taken is None or data.kind(name) in taken]
    if wanted is not None:
        names = list(dict.fromkeys(wanted))
        for name in names:
            _refuse_misfit(method, data, name, taken)
    if not names:
        what = " or ".join(PLURAL[kind] for kind in taken or ()) or "values to change"
        raise BadData(f"{method}: none of its usual columns holds {what}; name the columns to change with columns.")
    return names


def _refuse_misfit(method: str, data: Table, name: str, kinds: Sequence[Kind] | None) -> None:
    if name not in data.frame.columns:
        raise UnknownColumn.named(name, data.frame.columns, where=method)
    if kinds is not None and data.kind(name) not in kinds:
        known = ", ".join(PLURAL[kind] for kind in kinds)
        raise BadOption(f"{method}: column '{name}' is of kind {data.kind(name)}; {method} takes {known}.")


def numbers_of(method: str, data: Table, name: str) -> Floats:
    """Return the values of a column on a line as numbers; NaN where a cell is missing or suppressed.

    Ranges and sets of an earlier step are refused: there is no one number to change.
    """
    series = data.frame[name]
    if series.dtype != pl.String and data.kind(name) != "ordered":
        return places(data, name, series)
    cells = column(data, name)
    wide = int(((cells.low != cells.high) & ~cells.missing & ~cells.suppressed)[cells.of].sum())
    if wide:
        raise BadData(f"{method}: column '{name}' holds {wide} ranges or sets of an earlier step; put {method} first.")
    return cells.middle[cells.of]


def with_numbers(data: Table, name: str, numbers: Floats, *, whole: bool = True, everywhere: bool = False) -> pl.Series:
    """Return a column with numbers in it, of its own type; a missing or suppressed cell stays so.

    Whole numbers are rounded half to even and kept within what their type can hold; with `whole=False`
    such a column becomes one of floating point numbers. `everywhere` writes over every cell.
    """
    series = data.frame[name]
    made = _fitted(data, name, numbers, whole=whole)
    if everywhere:
        return made
    if made.dtype == series.dtype:
        return made.zip_with(pl.Series(~np.isnan(numbers)), series)
    hidden = (series == SUPPRESSED).fill_null(value=False) if series.dtype == pl.String else pl.Series([False])
    # What an earlier step suppressed is text: the column stays text then.
    return made.cast(pl.String).zip_with(~hidden, series) if hidden.any() else made


def place_of(method: str, data: Table, name: str, option: str, value: str) -> float:
    """Return where a value that an option gives lies in a column of numbers, dates or ordered values."""
    place = float(places(data, name, pl.Series([value]))[0])
    if not np.isfinite(place):
        raise BadOption(f"{method}: {option}={value} is no {ONE[data.kind(name)]}, as column '{name}' holds.")
    return place


def constant(method: str, data: Table, name: str, option: str, value: str) -> pl.Series:
    """Return a column of categories that holds one value everywhere."""
    dtype = data.frame[name].dtype
    try:
        # Only words become a truth value: a cast would take any text for one.
        one = (
            pl.Series(name, [value.lower()]).replace_strict(TRUTH) if dtype == pl.Boolean else pl.Series(name, [value])
        )
        one = one.cast(dtype)
    except pl.exceptions.PolarsError:
        raise BadOption(f"{method}: {option}={value} is none of the values that column '{name}' may hold.") from None
    return one.new_from_index(0, len(data))


def _fitted(data: Table, name: str, numbers: Floats, *, whole: bool) -> pl.Series:
    series, dtype = data.frame[name], data.frame[name].dtype
    if dtype.is_integer() and whole:
        low, high = map(float, bounds(dtype))
        # Beyond 53 bits the largest whole number has no float of its own: the one below it is taken.
        numbers = np.clip(numbers, low, high if high < 2**53 else np.nextafter(high, 0.0))
    if isinstance(dtype, pl.Decimal):
        return pl.Series(name, numbers, nan_to_null=True).round(dtype.scale).cast(dtype)
    if whole and dtype == pl.String and data.kind(name) == "number" and _is_whole(series):
        numbers = np.rint(numbers)
    return series_at(data, name, numbers, whole=whole)


def bounds(dtype: pl.DataType) -> tuple[int, int]:
    """Return the lowest and the highest whole number that a type can hold."""
    # All types of whole numbers have ends; their common class does not say so.
    ends = pl.select(low=dtype.min(), high=dtype.max()).row(0)  # type: ignore[attr-defined]
    return int(ends[0]), int(ends[1])


def _is_whole(texts: pl.Series) -> bool:
    numbers = texts.cast(pl.Float64, strict=False)
    return bool((numbers == numbers.round()).all())


def changed(method: str, data: Table, columns: Mapping[str, pl.Series], job: Job) -> Release:
    """Return the release of a table with some columns changed in place, every row where it was.

    A note says how many cells changed. Where quasi columns changed, its groups are the rows that are now
    published alike: those of an earlier step need not be any more. A finding says so where there are more
    groups than before.
    """
    after = data.with_columns(columns)
    job.note(f"cells_changed_by_{method}", sum(_different(data.frame[n], new) for n, new in columns.items()))
    key = np.arange(len(data), dtype=np.int64)
    if not set(data.quasi).intersection(columns):
        return Release.of(after, key=key)
    labels = after.published_alike()
    before, groups = (int(alike.max(initial=-1)) + 1 for alike in (data.published_alike(), labels))
    if groups > before:
        names = listing(name for name in data.quasi if name in columns)
        job.find("groups_parted", method=method, columns=names, before=before, groups=groups)
    return Release.of(after, key=key, labels=labels)


def _different(old: pl.Series, new: pl.Series) -> int:
    if old.dtype != new.dtype:
        old, new = old.cast(pl.String), new.cast(pl.String)
    return int(old.ne_missing(new).sum())


def crowds(data: Table, labels: Labels) -> Rows:
    """Return for each row how many people are in its group."""
    most = len(data) + 1
    pairs = different(labels * most + data.people)
    return np.bincount(pairs // most, minlength=int(labels.max(initial=-1)) + 1)[labels]


def tell_of_lone_rows(method: str, data: Table, labels: Labels, job: Job) -> None:
    """Say how many rows a method inside equal quasi vectors leaves as they were, having nobody to mix them with."""
    rows = int((crowds(data, labels) < 2).sum())
    if rows:
        job.find("rows_alone", method=method, rows=rows, of=len(data))
