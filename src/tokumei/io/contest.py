"""Reads and writes the files of the PWSCup 2015: tables without a header, and answers in files of their own.

A released table has one line a row and as many columns as the original, comma separated, without a line of
names. A cell is a value, a range `[24;31]`, a set `{Chiba;Tokyo}`, `*` for a value that is withheld, or
`DEL`; a line that is `DEL` throughout is a deleted row, elsewhere `DEL` is read as `*`. Deleted rows may
also be left out. The answer has one line for each line of the table: the number of the original row,
counted from 1, or `DEL`. A value that would be misread is written as `model.cells` says, the value DEL
as `{DEL}`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData, UnreadableSource, UnwritableTarget
from tokumei.io import csv_files
from tokumei.io.csv_files import first_rows, separator_in
from tokumei.io.encodings import utf8
from tokumei.io.key import check_key_target
from tokumei.io.options import Reading
from tokumei.io.reading import existing, read
from tokumei.io.records import records
from tokumei.io.staging import staging
from tokumei.io.types import NUMBER, typed
from tokumei.io.writing import check_table_target
from tokumei.kernels.sorting import different
from tokumei.model import Release, Rows
from tokumei.model.cells import SUPPRESSED
from tokumei.sources import is_address

DELETED = "DEL"
TEXT_FILES = (".csv", ".txt")


@dataclass(frozen=True)
class Sheet:
    """The cells of a file without a header as they are written: columns named 1, 2, 3, ...

    `fields` is the number of fields of each line; a longer line is cut in the frame, a shorter one is
    filled up with missing cells. Empty lines at the end are no lines.
    """

    path: str
    frame: pl.DataFrame = field(repr=False)
    fields: Rows = field(repr=False)
    blank: npt.NDArray[np.bool_] = field(repr=False)

    @property
    def is_answer(self) -> bool:
        """Whether this is an answer: no table of the contest has a single column."""
        return self.frame.width == 1

    @property
    def deleted(self) -> npt.NDArray[np.bool_]:
        """Which lines are deleted rows: `DEL` throughout."""
        every = pl.all_horizontal((pl.all() == DELETED).fill_null(value=False))
        return self.frame.select(every).to_series().to_numpy()


def sheet(path: str, reading: Reading | None = None) -> Sheet:
    """Return the cells of a file without a header."""
    separator = (reading.separator if reading else None) or ","
    text = _text(path, reading or Reading())
    found = records(text, separator)
    if found.open:
        raise UnreadableSource(f"{path}: a quotation mark is opened and never closed; mend the file.")
    lines = int(np.flatnonzero(~found.blank).max(initial=-1)) + 1
    fields, blank = found.fields[:lines], found.blank[:lines]
    width = _width(fields[~blank])
    # With names put before them lines may be longer or shorter, the first one too.
    names = separator.join(str(place) for place in range(1, width + 1)).encode()
    try:
        frame = pl.read_csv(names + b"\n" + text, infer_schema=False, separator=separator, truncate_ragged_lines=True)
    except pl.exceptions.PolarsError:
        # Its message would quote the cell.
        raise UnreadableSource(csv_files.QUOTES.format(path)) from None
    if frame.height != found.fields.size:
        raise UnreadableSource(csv_files.QUOTES.format(path))
    return Sheet(path, frame.head(lines), fields, blank)


def read_original(source: str, reading: Reading | None = None, *, header: bool | None = None) -> pl.DataFrame:
    """Return the table before anything was done: of any kind, or a text file with or without a header.

    Columns without names are called 1, 2, 3, ... Whether there are names is found out unless it is said.
    """
    reading = reading or Reading()
    if header or is_address(source) or not source.lower().endswith(TEXT_FILES):
        return read(source, reading)
    text = _text(source, reading)
    separator = reading.separator or separator_in(text)
    if header is None and not _has_number(first_rows(text, separator)[0]):
        # Sensitive values are numbers, so a line without any is one of names.
        return read(source, reading)
    bare = sheet(source, Reading(separator, reading.encoding, reading.decimal))
    ragged = np.flatnonzero((bare.fields != bare.frame.width) & ~bare.blank)
    if ragged.size:
        fields, width = bare.fields[ragged[0]], bare.frame.width
        raise UnreadableSource(f"{source}: line {ragged[0] + 1} has {fields} fields, most lines have {width}.")
    return typed(bare.frame.filter(pl.Series(~bare.blank)), reading.decimal or ".")[0]


def released_frame(table: Sheet, original: pl.DataFrame) -> pl.DataFrame:
    """Return the released table in a file that was checked, without the deleted rows.

    Its columns are named as those of the original; texts there are texts here, whatever they look like.
    """
    kept = table.frame.filter(pl.Series(~table.deleted))
    kept.columns = original.columns
    texts = kept.with_columns(pl.all().replace({DELETED: SUPPRESSED, "": None}))
    others = [name for name, dtype in original.schema.items() if dtype != pl.String]
    return texts.with_columns(typed(texts.select(others), ".")[0]) if others else texts


def answered_rows(answer: Sheet) -> Rows:
    """Return the original row of each released row, counted from 0, from an answer that was checked."""
    told = answer.frame.to_series()
    return told.filter(told != DELETED).cast(pl.Int64).to_numpy() - 1


def check_entry_targets(target: str, answer: str | None, *, force: bool) -> None:
    """Refuse places where the files of a contest cannot be written."""
    if is_address(target) or not target.lower().endswith(".csv"):
        raise UnwritableTarget(f"{target}: a contest file is CSV; name a file that ends in .csv.")
    check_table_target(target, force=force)
    if answer is not None:
        check_key_target(answer, force=force)


def write_entry(
    release: Release[Any], target: str, *, answer: str | None, rows: int, keep_deleted: bool, force: bool = False
) -> None:
    """Write a release as the contest wants it, and its answer, readable to its owner alone, where one is asked for.

    `rows` is the number of original rows; with `keep_deleted` each of them that is gone has a line of `DEL`
    at the end.
    """
    check_entry_targets(target, answer, force=force)
    told = release.declared_key if release.declared_key is not None else release.rows_behind()
    if answer is not None and (told < 0).any():
        raise BadData("an answer cannot name the rows that were added; take a step that adds none.")
    gone = rows - different(release.rows_behind()).size if keep_deleted else 0
    frame = _with_lines(_written(release), gone)
    lines = pl.concat([pl.Series(told + 1).cast(pl.String), pl.Series([DELETED] * gone, dtype=pl.String)])
    with staging(force=force) as files:
        with files.open(target) as file:
            frame.write_csv(file, include_header=False)
        if answer is not None:
            with files.open(answer, private=True) as file:
                pl.DataFrame(lines).write_csv(file, include_header=False)
        with files.placed():
            pass


def _width(fields: Rows) -> int:
    """Return how many fields most lines have; on a tie as many as the first of them."""
    counts = np.bincount(fields)
    best = counts == counts.max()
    return int(fields[best[fields]][0])


def _has_number(cells: Sequence[str]) -> bool:
    return any(re.search(NUMBER, cell.strip()) for cell in cells)


def _text(path: str, reading: Reading) -> bytes:
    data = existing(path).read_bytes()
    if data.startswith(csv_files.GZIP):
        raise UnreadableSource(f"{path} is compressed; a contest file is plain text.")
    text, _ = utf8(data, reading.encoding, path)
    if b"\r" in text and b"\n" not in text:
        text = text.replace(b"\r", b"\n")
    if not text.strip():
        raise UnreadableSource(f"{path} is empty; it needs a line for each row.")
    return text


def _written(release: Release[Any]) -> pl.DataFrame:
    frame: pl.DataFrame = release.data.frame
    texts = [name for name, dtype in frame.schema.items() if dtype == pl.String]
    return frame.with_columns(pl.col(texts).replace({DELETED: f"{{{DELETED}}}"}))


def _with_lines(frame: pl.DataFrame, gone: int) -> pl.DataFrame:
    if not gone:
        return frame
    texts = frame.with_columns(pl.all().cast(pl.String))
    lines = pl.DataFrame({name: [DELETED] * gone for name in frame.columns})
    return pl.concat([texts, lines])
