"""Reads and writes JSON: a list of records, or one record a line."""

from collections.abc import Callable
from io import BytesIO, IOBase
from pathlib import Path
from typing import BinaryIO, cast

import polars as pl

from tokumei.errors import UnreadableSource
from tokumei.io.encodings import utf8
from tokumei.io.options import Reading
from tokumei.io.types import dated


def read(path: Path, where: str, reading: Reading) -> tuple[pl.DataFrame, Reading]:
    """Read a JSON file that holds a list of records; texts that are ISO dates become dates."""
    return _read(pl.read_json, 'a JSON list of records, such as [{"age": 31}]', path, where, reading)


def read_lines(path: Path, where: str, reading: Reading) -> tuple[pl.DataFrame, Reading]:
    """Read a file of JSON records, one a line."""
    return _read(pl.read_ndjson, "JSON records, one a line", path, where, reading)


def write(frame: pl.DataFrame, file: BinaryIO, where: str, reading: Reading) -> None:
    """Write a JSON list of records."""
    frame.write_json(cast(IOBase, file))


def write_lines(frame: pl.DataFrame, file: BinaryIO, where: str, reading: Reading) -> None:
    """Write JSON records, one a line."""
    frame.write_ndjson(file)


def _read(
    parse: Callable[..., pl.DataFrame], what: str, path: Path, where: str, reading: Reading
) -> tuple[pl.DataFrame, Reading]:
    text, _ = utf8(path.read_bytes(), reading.encoding, where)
    try:
        frame = parse(BytesIO(text), infer_schema_length=None)
    except pl.exceptions.PolarsError:
        # Its message would quote the cell.
        raise UnreadableSource(f"{where} does not hold {what}, or it is cut short; make it anew.") from None
    return dated(frame), reading
