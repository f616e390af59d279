"""Reads a table from a file or a database."""

import os
from pathlib import Path

import polars as pl

from tokumei.errors import UnreadableSource
from tokumei.io.address import address
from tokumei.io.database import read_table
from tokumei.io.formats import format_of
from tokumei.io.options import Reading
from tokumei.io.types import flat
from tokumei.sources import is_address


def read(source: str, reading: Reading | None = None) -> pl.DataFrame:
    """Return the table at a path or address, rows in their order.

    Types come from the whole file, so there is no surprise at row 100,000; digits with leading
    zeros and numbers too long for 64 bits stay text; an empty cell of a text file is missing.
    """
    return _opened(source, reading or Reading())[0]


def detected(source: str, reading: Reading | None = None) -> tuple[pl.DataFrame, Reading]:
    """Return the table, and how its file is written: what the caller said, completed by what was found out."""
    return _opened(source, reading or Reading())


def _opened(source: str, reading: Reading) -> tuple[pl.DataFrame, Reading]:
    source = os.fspath(source)
    if is_address(source):
        return flat(read_table(address(source, UnreadableSource)), source), reading
    form = format_of(source, UnreadableSource)
    frame, found = form.read(existing(source), source, reading)
    return flat(frame, source), found


def existing(source: str) -> Path:
    """Return the path of a file that is there, can be opened and holds something."""
    path = Path(source)
    try:
        if path.is_dir():
            raise UnreadableSource(f"{source} is a folder; name a file in it.")
        with path.open("rb") as file:
            if not file.read(1):
                raise UnreadableSource(f"{source} is empty; it needs at least a line of column names.")
    except FileNotFoundError:
        raise UnreadableSource(f"no file {source}; check the path.") from None
    except PermissionError:
        raise UnreadableSource(f"{source} cannot be read: you have no permission; ask its owner.") from None
    except (OSError, ValueError):
        raise UnreadableSource(f"{source} cannot be opened; check the path.") from None
    return path
