"""A column read as cells: which distinct cell each row holds, and what each of them stands for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData
from tokumei.model import periods
from tokumei.model.cells import SUPPRESSED, Cell, is_whole_days, parse
from tokumei.model.data import Rows
from tokumei.model.hierarchy import Hierarchy, Intervals, Tree
from tokumei.model.schema import LINE_KINDS, Kind
from tokumei.model.table import Table, first_rows, row_groups

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

MOMENTS = ("%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f%:z", "%Y-%m-%d %H:%M")
TIME_OF_DAY = "%H:%M:%S%.f"
DURATION = (
    r"^(?P<sign>-)?P(?:(?P<days>\d+)D)?"
    r"(?:T(?:(?P<hours>\d+)H)?(?:(?P<minutes>\d+)M)?(?:(?P<seconds>\d+(?:\.\d+)?)S)?)?$"
)
"""How the ends of a range of moments, times of day or durations may be written."""

MICROS = {"days": 86_400_000_000, "hours": 3_600_000_000, "minutes": 60_000_000, "seconds": 1_000_000}
DAY = MICROS["days"]


@dataclass(frozen=True)
class Column:
    """One column of a table.

    `of` numbers the distinct cell of each row. A cell of a number, date or ordered column lies
    between `low` and `high` (numbers, days, places in the order); a cell of a category stands for
    `values`. A missing cell stands for nothing, a suppressed one for anything.
    """

    name: str
    kind: Kind
    of: Rows = field(repr=False)
    missing: Mask = field(repr=False)
    suppressed: Mask = field(repr=False)
    low: Floats = field(repr=False)
    high: Floats = field(repr=False)
    values: Sequence[tuple[str, ...]] = field(default=(), repr=False)

    @property
    def on_a_line(self) -> bool:
        """Whether the cells are ranges of numbers, dates or ordered values."""
        return self.kind in LINE_KINDS

    @property
    def middle(self) -> Floats:
        """The middle of each distinct cell; NaN where it is missing or suppressed."""
        # The middle of a suppressed cell, from one infinity to the other, is no number.
        with np.errstate(invalid="ignore"):
            middle = np.where(self.low == self.high, self.low, self.low / 2 + self.high / 2)
        middle[self.missing | self.suppressed] = np.nan
        return middle


def column(table: Table, name: str, *, raw: bool = False) -> Column:
    """Read a column of a table; `raw` for an original, whose values are no cells yet."""
    series, kind = table.frame[name], table.kind(name)
    of = row_groups(series.to_frame(), [name])
    distinct = series.gather(first_rows(of))
    missing = distinct.is_null().to_numpy()
    if distinct.dtype.is_float():
        missing = missing | distinct.is_nan().fill_null(False).to_numpy()
    if kind in LINE_KINDS:
        return _line(table, name, kind, of, distinct, missing, raw=raw)
    texts = _texts(distinct)
    cells = [Cell((text,)) for text in texts] if raw else _cells(table, name, texts)
    _refuse_ranges(name, cells)
    suppressed = np.array([cell.suppressed for cell in cells], dtype=bool)
    nothing = np.full(len(texts), np.nan)
    values = [() if gone else cell.values for cell, gone in zip(cells, missing | suppressed, strict=True)]
    return Column(name, kind, of, missing, suppressed, nothing, nothing, values)


def _line(table: Table, name: str, kind: Kind, of: Rows, distinct: pl.Series, missing: Mask, *, raw: bool) -> Column:
    low = places(table, name, distinct)
    if not raw:
        low[_is_entry(table, name, distinct)] = np.nan
    high = low.copy()
    suppressed = np.zeros(low.size, dtype=bool)
    unread = np.flatnonzero(np.isnan(low) & ~missing)
    if unread.size:
        texts = _texts(distinct.gather(unread))
        cells = [Cell((text,)) for text in texts] if raw else _cells(table, name, texts)
        suppressed[unread] = [cell.suppressed for cell in cells]
        ends = [cell.ends or (min(cell.values, default=""), max(cell.values, default="")) for cell in cells]
        low[unread] = places(table, name, pl.Series([end[0] for end in ends], dtype=pl.String))
        high[unread] = places(table, name, pl.Series([end[1] for end in ends], dtype=pl.String))
        _span_sets(table, name, cells, unread, low, high)
        if kind == "date" and not raw:
            _span_periods(table, name, texts, unread, low, high)
    _refuse_unread(name, kind, int((np.isnan(low) | np.isnan(high))[of][~(missing | suppressed)[of]].sum()))
    low[suppressed], high[suppressed] = -np.inf, np.inf
    return Column(name, kind, of, missing, suppressed, low, high)


def _is_entry(table: Table, name: str, distinct: pl.Series) -> Mask:
    """Tell which cells name an entry of the column's hierarchy, even if they look like a number or a moment."""
    tree, under = table.schema.trees.get(name), _under(table, name)
    texts = _texts(distinct) if under or (distinct.dtype == pl.String and "day" in _periods(tree)) else []
    found = [text in under or (not under and periods.is_day(text)) for text in texts]
    return np.array(found or [False] * len(distinct), dtype=bool)


def _periods(tree: Tree | None) -> tuple[str, ...]:
    return tree.periods if isinstance(tree, Intervals) and not tree.is_whole else ()


def _under(table: Table, name: str) -> Mapping[str, tuple[str, ...]]:
    tree = table.schema.trees.get(name)
    return tree.values_under if isinstance(tree, Hierarchy) else {}


def _cells(table: Table, name: str, texts: list[str]) -> list[Cell]:
    """Read released cells; an entry of the column's hierarchy stands for the values below it."""
    under = _under(table, name)
    return [_entry(parse(text), text, under) for text in texts]


def _entry(cell: Cell, text: str, under: Mapping[str, tuple[str, ...]]) -> Cell:
    label = cell.values[0] if len(cell.values) == 1 else text
    values = () if cell.suppressed else under.get(label, ())
    return Cell(values) if values else cell


def _span_sets(table: Table, name: str, cells: list[Cell], rows: Rows, low: Floats, high: Floats) -> None:
    # A set of numbers is read as the range around it.
    for row, cell in zip(rows, cells, strict=True):
        if len(cell.values) > 1:
            inside = places(table, name, pl.Series(list(cell.values), dtype=pl.String))
            low[row], high[row] = inside.min(), inside.max()


def _span_periods(table: Table, name: str, texts: list[str], rows: Rows, low: Floats, high: Floats) -> None:
    tree = table.schema.trees.get(name)
    first, last = periods.ends(texts, are_days=tree.is_whole if isinstance(tree, Intervals) else True)
    named = ~np.isnan(first) & np.isnan(low[rows])
    low[rows[named]], high[rows[named]] = first[named], last[named]


def value_codes(table: Table, name: str) -> Rows:
    """Number the values of a column, on a line from the lowest up; -1 where a cell is missing or suppressed.

    Categories are taken as they are written. A range on a line counts as a value at its middle.
    """
    if table.kind(name) in LINE_KINDS:
        cells = column(table, name)
        values, codes = np.unique(cells.middle, return_inverse=True)
        # NaN sorts last and is one value.
        codes[np.isnan(values[codes])] = -1
        return codes.astype(np.int64)[cells.of]
    series = table.frame[name]
    hidden = series.is_null() | (_as_text(series) == SUPPRESSED).fill_null(value=True)
    return np.where(hidden.to_numpy(), -1, row_groups(series.to_frame(), [name]))


def places(table: Table, name: str, series: pl.Series) -> Floats:
    """Return where values of a number, date or ordered column lie; NaN where they cannot be read."""
    kind = table.kind(name)
    if kind == "ordered":
        return _in_order(series, table.order(name))
    if kind == "date":
        return _days(series)
    # A short float counts as what it is written as: the end of a range is read from its text.
    written = series.cast(pl.String) if series.dtype == pl.Float32 else series
    return written.cast(pl.Float64, strict=False).to_numpy().astype(np.float64)


def _in_order(series: pl.Series, order: pl.Series) -> Floats:
    known = pl.Series(np.arange(len(order), dtype=np.float64))
    by_text = _as_text(series).replace_strict(_as_text(order), known, default=None, return_dtype=pl.Float64)
    return by_text.to_numpy().astype(np.float64)


def _days(series: pl.Series) -> Floats:
    if series.dtype != pl.String:
        return days_of(series).to_numpy().astype(np.float64)
    days = series.str.to_date("%Y-%m-%d", strict=False).to_physical().cast(pl.Float64)
    for form in (*MOMENTS, TIME_OF_DAY, DURATION):
        if days.null_count() > series.null_count():
            days = days.fill_null(_days_written(series, form))
    return days.to_numpy().astype(np.float64)


def _days_written(texts: pl.Series, form: str) -> pl.Series:
    if form == DURATION:
        return _durations(texts)
    if form == TIME_OF_DAY:
        return days_of(texts.str.to_time(form, strict=False))
    return days_of(texts.str.to_datetime(form, strict=False, time_unit="us"))


def _durations(texts: pl.Series) -> pl.Series:
    parts = texts.str.extract_groups(DURATION).struct.unnest()
    micros = pl.sum_horizontal(pl.col(name).cast(pl.Float64) * size for name, size in MICROS.items()).round()
    signed = pl.when(pl.col("sign").is_null()).then(micros).otherwise(-micros).cast(pl.Int64)
    told = pl.any_horizontal(pl.col(name).is_not_null() for name in MICROS)
    return _in_days(parts.select(pl.when(told).then(signed)).to_series())


def days_of(series: pl.Series) -> pl.Series:
    """Return dates as days since 1970, times of day and durations as days."""
    if series.dtype == pl.Date:
        return series.to_physical().cast(pl.Float64)
    if series.dtype == pl.Time:
        return series.to_physical().cast(pl.Float64) / 86_400e9
    if series.dtype == pl.Duration:
        return _in_days(series.dt.total_microseconds())
    if not series.dtype.is_temporal():
        raise BadData(f"column '{series.name}' is declared a date but its type is {series.dtype}.")
    return _in_days(series.dt.timestamp("us"))


def _in_days(micros: pl.Series) -> pl.Series:
    # Whole days and the rest are counted apart: one division would lose a microsecond.
    whole = micros // DAY
    return whole.cast(pl.Float64) + (micros - whole * DAY).cast(pl.Float64) / DAY


def _texts(series: pl.Series) -> list[str]:
    return [text if text is not None else "" for text in _as_text(series).to_list()]


def _as_text(series: pl.Series) -> pl.Series:
    return series if series.dtype == pl.String else series.cast(pl.String)


def _refuse_unread(name: str, kind: Kind, count: int) -> None:
    if count:
        what = {"number": "numbers", "date": "dates", "ordered": "values of its order"}[kind]
        raise BadData(f"column '{name}': {count} cells are neither {what} nor ranges of them; correct its kind.")


def _refuse_ranges(name: str, cells: list[Cell]) -> None:
    ranges = sum(cell.ends is not None for cell in cells)
    if ranges:
        raise BadData(
            f"column '{name}' is read as categories but holds {ranges} different ranges; say that it is ordered "
            f"(--kind-of {name}=ordered) or a number."
        )


def series_at(table: Table, name: str, at: Floats, *, whole: bool = True) -> pl.Series:
    """Return the values at places of a number, date or ordered column, of the column's own type.

    Numbers of a whole-number column are rounded half to even, or stay as they are with `whole=False`.
    """
    series, kind = table.frame[name], table.kind(name)
    numbers = pl.Series(name, at, nan_to_null=True)
    if kind == "ordered":
        order = table.order(name).alias(name)
        return order.gather(numbers.round().cast(pl.Int64)).cast(series.dtype if not _is_text(series) else pl.String)
    if kind == "date":
        return _dates_at(series, numbers)
    if series.dtype.is_integer() and whole:
        return numbers.round(mode="half_to_even").cast(series.dtype)
    if _is_text(series):
        return _shortest(numbers)
    return numbers.cast(series.dtype) if series.dtype.is_float() else numbers


def _dates_at(series: pl.Series, days: pl.Series) -> pl.Series:
    if _is_text(series) or series.dtype == pl.Date:
        return days.round(mode="half_to_even").cast(pl.Int32).cast(pl.Date)
    if series.dtype == pl.Time:
        return (days * 86_400e9).round().cast(pl.Int64).cast(pl.Time)
    unit: pl.DataType = pl.Duration("us") if series.dtype == pl.Duration else pl.Datetime("us")
    if is_whole_days(series):
        days = days.round(mode="half_to_even")
    whole = days.floor()
    micros = whole.cast(pl.Int64) * DAY + ((days - whole) * DAY).round().cast(pl.Int64)
    return micros.cast(unit).cast(series.dtype)


def _shortest(numbers: pl.Series) -> pl.Series:
    # Cells of a former step are text: whole numbers among them are written without a decimal point.
    whole = ((numbers == numbers.round()) & (numbers.abs() < 2.0**63)) | numbers.is_null()
    return numbers.cast(pl.Int64) if whole.all() else numbers


def _is_text(series: pl.Series) -> bool:
    return series.dtype == pl.String
