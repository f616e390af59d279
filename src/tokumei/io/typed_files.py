"""Reads and writes Parquet and Arrow files, which carry their types."""

from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import polars as pl

from tokumei.errors import UnreadableSource
from tokumei.io.options import Reading

IPC_MARK = b"ARROW1"
"""How an Arrow file begins; an Arrow stream does not."""

OLDEST = pl.CompatLevel.oldest()
"""The types of Arrow that every other tool can read."""


def read_parquet(path: Path, where: str, reading: Reading) -> tuple[pl.DataFrame, Reading]:
    """Read a Parquet file."""
    try:
        return pl.read_parquet(path, glob=False), reading
    except (pl.exceptions.PolarsError, OSError):
        raise _damaged(where, "a Parquet file") from None


def write_parquet(frame: pl.DataFrame, file: BinaryIO, where: str, reading: Reading) -> None:
    """Write a Parquet file."""
    frame.write_parquet(file)


def read_arrow(path: Path, where: str, reading: Reading) -> tuple[pl.DataFrame, Reading]:
    """Read an Arrow file or stream."""
    data = path.read_bytes()
    try:
        if data.startswith(IPC_MARK):
            return pl.read_ipc(BytesIO(data)), reading
        return pl.read_ipc_stream(BytesIO(data)), reading
    except (pl.exceptions.PolarsError, OSError):
        raise _damaged(where, "an Arrow file") from None


def write_arrow(frame: pl.DataFrame, file: BinaryIO, where: str, reading: Reading) -> None:
    """Write an Arrow file."""
    frame.write_ipc(file, compat_level=OLDEST)


def _damaged(where: str, what: str) -> UnreadableSource:
    return UnreadableSource(f"{where} is not {what}, or it is damaged or cut short; make it anew.")
