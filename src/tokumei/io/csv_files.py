"""Reads and writes CSV files: separator, encoding and decimal mark told or found out."""

import csv
import gzip
import zlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

import polars as pl

from tokumei.errors import UnreadableSource, UnwritableTarget
from tokumei.io.encodings import utf8
from tokumei.io.header import refuse_bad_header
from tokumei.io.options import Reading
from tokumei.io.records import records
from tokumei.io.types import typed

SEPARATORS = {",": "','", ";": "';'", "\t": "tab", "|": "'|'"}
SAMPLE, SAMPLE_ROWS = 100_000, 50
GZIP = b"\x1f\x8b"
QUOTES = "{}: quotation marks stand inside a field; put the whole field in quotation marks and double those in it."


def read(path: Path, where: str, reading: Reading) -> tuple[pl.DataFrame, Reading]:
    """Read a CSV file; return the table and how the file is written."""
    data = path.read_bytes()
    if data.startswith(GZIP):
        raise UnreadableSource(f"{where} is compressed with gzip; rename it to end in .csv.gz.")
    return parsed(data, where, reading)


def read_tsv(path: Path, where: str, reading: Reading) -> tuple[pl.DataFrame, Reading]:
    """Read a file of fields parted by tabs."""
    return read(path, where, _with_tab(reading))


def read_gz(path: Path, where: str, reading: Reading) -> tuple[pl.DataFrame, Reading]:
    """Read a compressed CSV file."""
    try:
        data = gzip.decompress(path.read_bytes())
    except EOFError:
        raise UnreadableSource(f"{where} ends too early; it was not copied whole, so fetch it again.") from None
    except (OSError, zlib.error):
        raise UnreadableSource(f"{where} is not a gzip file, or it is damaged; compress it again.") from None
    return parsed(data, where, reading)


def parsed(data: bytes, where: str, reading: Reading) -> tuple[pl.DataFrame, Reading]:
    """Return the table in the bytes of a CSV file, and how they are written."""
    text, encoding = utf8(data, reading.encoding, where)
    if b"\r" in text and b"\n" not in text:
        text = text.replace(b"\r", b"\n")
    body = text.lstrip(b"\r\n")
    if not body.strip():
        raise UnreadableSource(f"{where} is empty; it needs at least a line of column names.")
    separator = reading.separator or separator_in(body)
    rows = first_rows(body, separator)
    refuse_bad_header(rows, where)
    _refuse_wrong_separator(rows[0], separator, where)
    texts = _texts(body, separator, where, text.count(b"\n", 0, len(text) - len(body)))
    if texts.width != len(rows[0]):
        raise UnreadableSource(QUOTES.format(where))
    texts.columns = rows[0]
    decimal = reading.decimal or (None if separator in ";\t" else ".")
    frame, mark = typed(texts, decimal)
    return frame, Reading(separator, encoding, mark)


def write(frame: pl.DataFrame, file: BinaryIO, where: str, reading: Reading) -> None:
    """Write a CSV file: UTF-8, commas and points unless told otherwise; what is missing is empty."""
    put = partial(
        frame.with_columns(_zoned_as_text(frame)).write_csv,
        separator=reading.separator or ",",
        decimal_comma=reading.decimal == ",",
        datetime_format="%Y-%m-%dT%H:%M:%S%.f",
        time_format="%H:%M:%S%.f",
    )
    if reading.encoding in (None, "utf-8"):
        put(file)
    else:
        file.write(_encoded(put(), str(reading.encoding), where))


def write_tsv(frame: pl.DataFrame, file: BinaryIO, where: str, reading: Reading) -> None:
    """Write a file of fields parted by tabs."""
    write(frame, file, where, _with_tab(reading))


def write_gz(frame: pl.DataFrame, file: BinaryIO, where: str, reading: Reading) -> None:
    """Write a compressed CSV file, without the name and time that gzip would put in."""
    with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0) as packed:
        write(frame, cast(BinaryIO, packed), where, reading)


def _with_tab(reading: Reading) -> Reading:
    return replace(reading, separator=reading.separator or "\t")


def separator_in(text: bytes) -> str:
    """Return the separator that parts the header, and most rows into as many fields."""
    shares = {}
    for separator in SEPARATORS:
        rows = first_rows(text, separator)
        alike = sum(len(row) == len(rows[0]) for row in rows) / len(rows)
        shares[separator] = (len(rows[0]) > 1, alike, len(rows[0]))
    # The first of equals: a comma.
    return max(shares, key=lambda separator: shares[separator])


def first_rows(text: bytes, separator: str) -> list[list[str]]:
    """Return the first rows, the header among them; blank lines are no rows."""
    end = text.find(b"\n", SAMPLE)
    sample = text if end < 0 else text[: end + 1]
    reader = csv.reader(StringIO(sample.decode(errors="replace"), newline=""), delimiter=separator)
    try:
        rows = [row for row in islice(reader, SAMPLE_ROWS) if row]
    except csv.Error:
        # A field of more than a hundred thousand characters: nothing to learn from here.
        rows = []
    return rows or [sample.decode(errors="replace").splitlines()[0].split(separator)]


def _refuse_wrong_separator(header: Sequence[str], separator: str, where: str) -> None:
    if len(header) > 1:
        return
    inside = next((name for mark, name in SEPARATORS.items() if mark in header[0] and mark != separator), None)
    if inside is not None:
        given = SEPARATORS.get(separator, f"'{separator}'")
        raise UnreadableSource(
            f"{where}: the separator {given} leaves a single column, whose name holds {inside}; "
            f"try --separator {inside}."
        )


def _texts(text: bytes, separator: str, where: str, lines_before: int) -> pl.DataFrame:
    """Return every cell as text, or say which line has too many or too few fields."""
    try:
        frame = pl.read_csv(text, separator=separator, infer_schema=False, raise_if_empty=False)
    except pl.exceptions.PolarsError:
        # Its message would quote the cell.
        frame = None
    # A short row ends in missing cells, so a last column without any tells that there is none.
    if frame is not None and not frame[:, -1].null_count():
        return frame
    return _whole(frame, text, separator, where, lines_before)


def _whole(frame: pl.DataFrame | None, text: bytes, separator: str, where: str, lines_before: int) -> pl.DataFrame:
    found = records(text, separator)
    ragged = found.ragged()
    if found.open:
        raise UnreadableSource(f"{where}: a quotation mark is opened and never closed; mend the file.")
    if ragged is not None:
        line = lines_before + found.line(ragged, text)
        raise UnreadableSource(
            f"{where}: line {line} has {found.fields[ragged]} fields, the header has {found.fields[0]}; "
            "put fields that hold the separator in quotation marks, or say the right one with --separator."
        )
    if frame is None or frame.height != found.fields.size - 1:
        raise UnreadableSource(QUOTES.format(where))
    # In a single column a blank line is a missing cell; elsewhere it is no row.
    return frame if frame.width == 1 else frame.filter(pl.Series(~found.blank[1:]))


def _zoned_as_text(frame: pl.DataFrame) -> list[pl.Expr]:
    zoned = [name for name, dtype in frame.schema.items() if isinstance(dtype, pl.Datetime) and dtype.time_zone]
    return [pl.col(name).dt.to_string("%Y-%m-%dT%H:%M:%S%.f%:z") for name in zoned]


def _encoded(text: str, encoding: str, where: str) -> bytes:
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        raise UnwritableTarget(f"{where}: the table has characters that {encoding} lacks; say utf-8.") from None
