"""Writes tables and releases to files and databases, whole or not at all."""

import os
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

import polars as pl

from tokumei.errors import UnwritableTarget
from tokumei.io.address import address
from tokumei.io.database import check_table, written_tables
from tokumei.io.formats import format_of
from tokumei.io.key import check_key_target, need_key, write_key
from tokumei.io.options import Reading
from tokumei.io.staging import Staging, check_file, staging
from tokumei.model import Release
from tokumei.sources import is_address, shown


def check_target(target: str, *, force: bool = False) -> None:
    """Refuse a file or table that cannot be written, or that is there already; the file may be of any kind."""
    if is_address(target):
        check_table(address(target, UnwritableTarget), force=force)
    else:
        check_file(target, force=force)


def check_table_target(target: str, *, force: bool = False) -> None:
    """Refuse a target that a table cannot be written to, by its ending too."""
    if not is_address(target):
        format_of(target, UnwritableTarget).need()
    check_target(target, force=force)


def write_frame(frame: pl.DataFrame, target: str, *, force: bool = False, reading: Reading | None = None) -> None:
    """Write a frame to a file or a database table."""
    check_table_target(target, force=force)
    _write({target: frame}, None, None, force=force, reading=reading or Reading())


def write_text(text: str, target: str, *, force: bool = False) -> None:
    """Write a text file."""
    with staging(force=force) as files:
        with files.open(target) as file:
            file.write(text.encode())
        with files.placed():
            pass


def write_release(
    release: Release[Any],
    target: str,
    *,
    key: str | None = None,
    force: bool = False,
    reading: Reading | None = None,
) -> None:
    """Write a release, and its key where one is asked for; either all of it is written or nothing."""
    frames = release.data.written(target)
    for place in frames:
        check_table_target(place, force=force)
    if key is not None:
        need_key(release)
        check_key_target(key, force=force)
        if os.path.realpath(key) in map(os.path.realpath, frames):
            raise UnwritableTarget(f"{key}: the key and the release have the same target; the key must not go out.")
    _write(frames, release, key, force=force, reading=reading or Reading())


def _write(
    frames: Mapping[str, pl.DataFrame],
    release: Release[Any] | None,
    key: str | None,
    *,
    force: bool,
    reading: Reading,
) -> None:
    for place, frame in frames.items():
        _refuse_misfit(frame, place)
    tables = {address(place, UnwritableTarget): frame for place, frame in frames.items() if is_address(place)}
    with ExitStack() as stack:
        files = stack.enter_context(staging(force=force))
        for place, frame in frames.items():
            if not is_address(place):
                _write_file(frame, place, files, reading)
        if release is not None and key is not None:
            with files.open(key, private=True) as file:
                write_key(release, file)
        commit = stack.enter_context(written_tables(tables, force=force))
        # The tables last: a rename can be undone, a commit cannot.
        with files.placed():
            commit()


def _write_file(frame: pl.DataFrame, target: str, files: Staging, reading: Reading) -> None:
    form = format_of(target, UnwritableTarget)
    with files.open(target) as file:
        try:
            form.write(frame, file, target, reading)
        except pl.exceptions.PolarsError:
            # Its message might quote a cell.
            raise UnwritableTarget(f"{target}: the table does not fit this kind of file; write .parquet.") from None


def _refuse_misfit(frame: pl.DataFrame, target: str) -> None:
    """Refuse a table without columns, and columns that the target cannot hold."""
    if not frame.width:
        raise UnwritableTarget(f"{shown(target)}: the table has no columns left to write; keep at least one.")
    nested = not is_address(target) and format_of(target, UnwritableTarget).nested
    for name, dtype in frame.schema.items():
        if dtype == pl.Object or (not nested and (dtype.is_nested() or dtype == pl.Binary)):
            raise UnwritableTarget(
                f"{shown(target)}: column '{name}' holds lists or binary data; write .parquet, or leave the column out."
            )
