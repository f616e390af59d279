"""The kinds of files there are, by the ending of their names."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import polars as pl

from tokumei.errors import InputError
from tokumei.io import csv_files, excel, json_files, typed_files
from tokumei.io.options import Reading

ReadFile = Callable[[Path, str, Reading], tuple[pl.DataFrame, Reading]]
WriteFile = Callable[[pl.DataFrame, BinaryIO, str, Reading], None]


@dataclass(frozen=True)
class Format:
    """How files of one ending are read and written; `nested` ones may hold lists."""

    read: ReadFile
    write: WriteFile
    nested: bool = False
    need: Callable[[], None] = lambda: None


CSV = Format(csv_files.read, csv_files.write)
ARROW = Format(typed_files.read_arrow, typed_files.write_arrow, nested=True)
LINES = Format(json_files.read_lines, json_files.write_lines, nested=True)
FORMATS = {
    ".csv": CSV,
    ".csv.gz": Format(csv_files.read_gz, csv_files.write_gz),
    ".tsv": Format(csv_files.read_tsv, csv_files.write_tsv),
    ".parquet": Format(typed_files.read_parquet, typed_files.write_parquet, nested=True),
    ".arrow": ARROW,
    ".feather": ARROW,
    ".xlsx": Format(excel.read, excel.write, need=excel.need_writer),
    ".json": Format(json_files.read, json_files.write, nested=True),
    ".ndjson": LINES,
    ".jsonl": LINES,
}


def format_of(name: str, fault: type[InputError]) -> Format:
    """Return the format that a file's ending names, or say which endings work."""
    low = Path(name).name.lower()
    # The longest ending first: .csv.gz before .gz would be.
    for ending in sorted(FORMATS, key=len, reverse=True):
        if low.endswith(ending):
            return FORMATS[ending]
    raise fault(f"{name}: this ending is not known; use {', '.join(FORMATS)}, or the address of a database table.")
