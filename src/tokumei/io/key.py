"""Writes and reads the key of a release: the original row behind each released one."""

from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import polars as pl

from tokumei.errors import BadData, UnreadableSource, UnwritableTarget
from tokumei.io.formats import FORMATS
from tokumei.io.options import Reading
from tokumei.io.reading import read
from tokumei.io.staging import check_file
from tokumei.model import Labels, Release, Rows
from tokumei.sources import is_address, shown

RELEASED, ORIGINAL, GROUP, DECLARED = "released_row", "original_row", "group", "declared_row"
OTHERS = tuple(ending for ending in FORMATS if ending != ".csv")


class Key(NamedTuple):
    """What a key file says of each released row; None for what it does not say."""

    key: Rows
    labels: Labels | None
    declared_key: Rows | None


def check_key_target(target: str, *, force: bool = False) -> None:
    """Refuse a place where no key may be written; a key is a CSV file on this computer."""
    if is_address(target):
        raise UnwritableTarget(f"{shown(target)}: a key is a secret and goes into a file, not a database; name a file.")
    if target.lower().endswith(OTHERS):
        raise UnwritableTarget(f"{target}: a key is written as CSV; name a file that ends in .csv.")
    check_file(target, force=force)


def write_key(release: Release[Any], file: BinaryIO) -> None:
    """Write the key of a release: rows counted from 0, in the order of the release, -1 for no original."""
    columns = {ORIGINAL: need_key(release), GROUP: release.labels, DECLARED: release.declared_key}
    known = {name: rows for name, rows in columns.items() if rows is not None or name == GROUP}
    frame = pl.DataFrame(known, schema_overrides=dict.fromkeys(known, pl.Int64))
    frame.with_row_index(RELEASED).write_csv(file)


def need_key(release: Release[Any]) -> Rows:
    """Return the key of a release, or say that nobody knows it."""
    if release.key is None:
        raise BadData("this release has no key to write; a released table that was read back holds none.")
    return release.key


def read_key(path: str, rows: int, originals: int | None = None) -> Key:
    """Return the original row of each released row, with its group and its declared row where the file has them.

    `originals` is the number of original rows, where it is known: no other row may be named.
    """
    if is_address(path):
        raise UnreadableSource(f"{shown(path)}: a key is a CSV file; name a file.")
    if not Path(path).name.lower().endswith(".csv"):
        raise UnreadableSource(f"{path}: a key is a CSV file; name the file that was written with --key.")
    frame = read(path, Reading(separator=","))
    _refuse_columns(frame.columns, path)
    if frame.height != rows:
        raise BadData(f"{path} has {frame.height} rows, the released table {rows}; give the key of this release.")
    place = _numbers(frame, RELEASED, path)
    if not np.array_equal(np.sort(place), np.arange(rows)):
        raise BadData(
            f"{path}: {RELEASED} must name each row from 0 to {rows - 1} once; give the key of this release unchanged."
        )
    order = np.argsort(place)
    has_groups = GROUP in frame.columns and (not rows or frame[GROUP].null_count() < rows)
    return Key(
        _row_numbers(frame, ORIGINAL, path, originals)[order],
        _numbers(frame, GROUP, path)[order] if has_groups else None,
        _row_numbers(frame, DECLARED, path, originals)[order] if DECLARED in frame.columns else None,
    )


def _refuse_columns(columns: list[str], path: str) -> None:
    if not {RELEASED, ORIGINAL} <= set(columns) <= {RELEASED, ORIGINAL, GROUP, DECLARED}:
        raise UnreadableSource(
            f"{path} is not a key: its columns must be {RELEASED}, {ORIGINAL}, {GROUP}; "
            "give the file that was written with --key."
        )


def _row_numbers(frame: pl.DataFrame, name: str, path: str, originals: int | None) -> Rows:
    numbers = _numbers(frame, name, path)
    if (numbers < -1).any():
        raise BadData(f"{path}: {name} holds less than -1, which stands for no original; give the key unchanged.")
    largest = int(numbers.max(initial=-1))
    if originals is not None and largest >= originals:
        raise BadData(
            f"{path} names original row {largest}, but the original has {originals} rows, counted from 0; "
            "give the key that was written with this release."
        )
    return numbers


def _numbers(frame: pl.DataFrame, name: str, path: str) -> Rows:
    series = frame[name]
    if frame.height and (series.dtype != pl.Int64 or series.null_count()):
        raise BadData(f"{path}: column '{name}' must hold a whole number in every row; give the key unchanged.")
    return series.cast(pl.Int64).to_numpy()
