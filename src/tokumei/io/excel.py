"""Reads the first sheet of an Excel workbook, and writes a workbook of one sheet."""

import datetime as dt
import logging
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

import polars as pl

from tokumei.errors import MissingComponent, UnreadableSource, UnwritableTarget
from tokumei.io.header import refuse_bad_names
from tokumei.io.options import Reading
from tokumei.io.types import dated

MOST_ROWS, MOST_COLUMNS, LONGEST_TEXT = 1_048_575, 16_384, 32_767
LARGEST_WHOLE = 2**53
"""Excel's numbers are floats: beyond this they skip whole numbers."""

FIRST_DAY = dt.date(1900, 3, 1)
"""Earlier days have no number in Excel, or a wrong one."""


def read(path: Path, where: str, reading: Reading) -> tuple[pl.DataFrame, Reading]:
    """Read the first sheet; texts that are ISO dates become dates."""
    try:
        import fastexcel
    except ImportError:
        raise MissingComponent.extra("reading Excel files", "excel") from None  # noqa: S610 - no Django here
    # It warns of columns without any value, which are nothing to warn of.
    logging.getLogger("fastexcel").setLevel(logging.ERROR)
    try:
        book = fastexcel.read_excel(path)
        header = book.load_sheet(0, header_row=None, n_rows=1, dtypes="string").to_polars()
        names = [name or "" for name in header.row(0)] if header.height else []
        sheet = book.load_sheet(0, header_row=0, schema_sample_rows=None).to_polars() if names else header
    except (fastexcel.FastExcelError, pl.exceptions.PolarsError):
        raise UnreadableSource(f"{where} is not an Excel workbook, or it is damaged; save it anew as .xlsx.") from None
    if not names:
        raise UnreadableSource(f"{where}: the first sheet is empty; it needs at least a row of column names.")
    refuse_bad_names(names, where)
    sheet.columns = names
    return dated(sheet.with_columns(map(_as_meant, sheet))), reading


def _as_meant(column: pl.Series) -> pl.Series:
    """Return whole numbers and days as such: Excel itself knows only fractions and moments."""
    if column.null_count() == len(column):
        return column
    if isinstance(column.dtype, pl.Datetime):
        days = column.dt.date()
        return days if (days == column).all() else column.dt.cast_time_unit("us")
    if column.dtype.is_float():
        fits = column.is_between(-LARGEST_WHOLE, LARGEST_WHOLE) & (column == column.round())
        return column.cast(pl.Int64) if fits.all() else column
    return column


def need_writer() -> None:
    """Refuse to go on where the library that writes workbooks is missing."""
    if find_spec("xlsxwriter") is None:
        raise MissingComponent.extra("writing Excel files", "excel")  # noqa: S610 - no Django here


def write(frame: pl.DataFrame, file: BinaryIO, where: str, reading: Reading) -> None:
    """Write a workbook: texts stay texts, never formulas; what is missing is an empty cell."""
    need_writer()
    import xlsxwriter

    _refuse_too_large(frame, where)
    plain = pl.DataFrame([_storable(column, where) for column in frame])
    with xlsxwriter.Workbook(file, {"constant_memory": True, "default_date_format": "yyyy-mm-dd"}) as book:
        sheet = book.add_worksheet()
        bold, moment = book.add_format({"bold": True}), book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss.000"})
        for place, name in enumerate(frame.columns):
            sheet.write_string(0, place, name, bold)
        sheet.freeze_panes(1, 0)
        put = [_putter(sheet, dtype, moment) for dtype in plain.dtypes]
        for number, row in enumerate(plain.iter_rows(), 1):
            for place, value in enumerate(row):
                if value is not None:
                    put[place](number, place, value)


def _putter(sheet: Any, dtype: pl.DataType, moment: Any) -> Any:
    if dtype == pl.String:
        return sheet.write_string
    if dtype == pl.Boolean:
        return sheet.write_boolean
    if isinstance(dtype, pl.Datetime):
        return lambda row, place, value: sheet.write_datetime(row, place, value, moment)
    return sheet.write_datetime if dtype == pl.Date else sheet.write_number


def _refuse_too_large(frame: pl.DataFrame, where: str) -> None:
    if frame.height > MOST_ROWS or frame.width > MOST_COLUMNS:
        raise UnwritableTarget(
            f"{where}: a sheet holds {MOST_ROWS} rows and {MOST_COLUMNS} columns, the table has {frame.height} and "
            f"{frame.width}; write .parquet or .csv."
        )
    if frame.height and frame.tail(1).select(pl.all_horizontal(pl.all().is_null())).item():
        raise UnwritableTarget(f"{where}: the last row is empty, which a sheet does not keep; write .parquet or .csv.")


def _storable(column: pl.Series, where: str) -> pl.Series:
    """Return a column as a sheet can hold it without loss: as itself, else as text."""
    if column.dtype.is_float():
        if column.is_infinite().any():
            raise UnwritableTarget(f"{where}: column '{column.name}' holds infinite numbers; write .parquet or .csv.")
        return column.fill_nan(None)
    if column.dtype.is_temporal():
        return column if _is_dateable(column) else column.dt.to_string("iso:strict")
    if column.dtype.is_integer():
        fits = column.is_between(-LARGEST_WHOLE, LARGEST_WHOLE).all()
        return column if fits else column.cast(pl.String)
    if column.dtype in (pl.Boolean, pl.Null) or column.dtype.is_decimal():
        return column.cast(pl.Float64) if column.dtype.is_decimal() else column
    texts = column.cast(pl.String)
    if (texts.str.len_chars() > LONGEST_TEXT).any():
        raise UnwritableTarget(
            f"{where}: column '{column.name}' holds text of more than {LONGEST_TEXT} characters; "
            "write .parquet or .csv."
        )
    return texts


def _is_dateable(column: pl.Series) -> bool:
    if column.dtype == pl.Date:
        return bool((column >= FIRST_DAY).all())
    if not isinstance(column.dtype, pl.Datetime) or column.dtype.time_zone is not None:
        return False
    whole = column.dt.truncate("1ms") == column
    return bool((whole & (column.dt.date() >= FIRST_DAY)).all())
