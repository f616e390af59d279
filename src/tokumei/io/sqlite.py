"""Tables of SQLite databases."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import polars as pl

from tokumei.errors import UnwritableTarget
from tokumei.io.engine import Engine, quoted, rows
from tokumei.io.types import dated

READONLY = "the database cannot be written; check your permission."
NAMES = "SELECT name FROM pragma_table_info({})"
NUMBERED = "SELECT type = 'table' AND NOT wr FROM pragma_table_list WHERE schema = 'main' AND LOWER(name) = LOWER({})"
SAMPLES = {"integer": "0", "real": "0.5", "text": "''"}
COLUMNS_AT_ONCE = 100
"""SQLite has a limit on the columns of a result; four are needed for each column of a table."""


class Sqlite(Engine):
    """A table of an SQLite file."""

    driver, name = "adbc_driver_sqlite.dbapi", "SQLite"

    def connect(self, *, writing: bool) -> Any:
        """Open the file; only writing may create it."""
        path = self.address.path
        if not writing and not path.exists():
            raise self.fault(f"{self.address.shown}: no file {path}; check the path.")
        if path.is_dir():
            raise self.fault(f"{self.address.shown}: {path} is a folder; name a file in it.")
        mode = "rwc" if writing else "ro"
        return self.module(self.driver).connect(f"file:{quote(str(path.absolute()))}?mode={mode}")

    def check_place(self) -> bool:
        """Check that a file which is not there yet can be made, and that one which is can be written."""
        path = self.address.path.absolute()
        folder = path.parent
        if not folder.is_dir():
            raise UnwritableTarget(f"{self.address.shown}: there is no folder {folder}; make it first.")
        # A journal is written beside the file.
        if not os.access(folder, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.W_OK)):
            raise UnwritableTarget(f"{self.address.shown}: {READONLY}")
        return super().check_place() and path.exists()

    @contextmanager
    def nothing_left(self) -> Iterator[None]:
        """Remove an empty file that opening made."""
        path = self.address.path
        is_new = not path.exists()
        try:
            yield
        finally:
            if is_new and path.exists() and not path.stat().st_size:
                path.unlink()

    def tables(self, cursor: Any) -> list[str]:
        """Return the names of the tables and views."""
        found = rows(cursor, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")
        return [name for (name,) in found if not name.startswith("sqlite_")]

    def has_table(self, cursor: Any) -> bool:
        """Tell whether the table is there; names do not differ by case alone."""
        return self.address.table.lower() in [name.lower() for name in self.tables(cursor)]

    def query(self, cursor: Any) -> str:
        """Return the command that reads the rows in their order.

        The driver takes a column's type from its first rows and stumbles over a later one that
        differs. So a first row of ours shows the type of the whole column, found by a look at all.
        """
        table = quoted(self.address.table)
        names = [name for (name,) in rows(cursor, NAMES.format(_text(self.address.table)))]
        types = [kind for start in range(0, len(names), COLUMNS_AT_ONCE) for kind in self._types(cursor, names, start)]
        first = ", ".join(f"{SAMPLES[kind]} AS {quoted(name)}" for name, kind in zip(names, types, strict=True))
        cells = ", ".join(f"CAST({quoted(name)} AS {kind})" for name, kind in zip(names, types, strict=True))
        in_order = "ORDER BY rowid" if self._has_row_numbers(cursor) else ""
        return f"SELECT {first} UNION ALL SELECT * FROM (SELECT {cells} FROM {table} {in_order})"  # noqa: S608

    def loaded(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the table without our first row; texts that are ISO dates become dates."""
        return dated(frame[1:])

    def storable(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the frame in numbers and texts; dates and times are written as ISO texts."""
        return frame.with_columns(_storable(name, dtype) for name, dtype in frame.schema.items())

    def ingest(self, cursor: Any, name: str, batches: Any) -> None:
        """Write record batches into a new table."""
        cursor.adbc_ingest(name, batches, mode="create")

    def swap(self, cursor: Any, name: str) -> None:
        """Put the new table in the place of the old one."""
        cursor.execute(f"DROP TABLE IF EXISTS {quoted(self.address.table)}")
        cursor.execute(f"ALTER TABLE {quoted(name)} RENAME TO {quoted(self.address.table)}")

    def reason(self, said: str, code: str | None) -> str:
        """Return why SQLite refused."""
        reasons = {
            "not a database": "the file is not an SQLite database; check the path.",
            "malformed": "the database is damaged; restore it from a copy.",
            "locked": "another program holds the database; try again when it is done.",
            "readonly": READONLY,
            "use drop view": "a view has this name; choose another table.",
            "failed to open": "the file cannot be opened; check its path and your permission.",
            "full": "the disk is full; make room.",
        }
        return next((why for sign, why in reasons.items() if sign in said), "SQLite refused; check the file and table.")

    def _types(self, cursor: Any, names: list[str], start: int) -> list[str]:
        some = names[start : start + COLUMNS_AT_ONCE]
        asked = [f"MAX(TYPEOF({quoted(name)}) = '{kind}')" for name in some for kind in (*SAMPLES, "blob")]
        ((*held,),) = rows(cursor, f"SELECT {', '.join(asked)} FROM {quoted(self.address.table)}")  # noqa: S608
        return [self._type(name, *held[place * 4 : place * 4 + 4]) for place, name in enumerate(some)]

    def _type(self, name: str, has_integer: int, has_real: int, has_text: int, has_blob: int) -> str:
        if has_blob:
            raise self.fault(f"{self.address.shown}: column '{name}' holds binary data; leave it out with a view.")
        if has_text or not (has_integer or has_real):
            return "text"
        return "real" if has_real else "integer"

    def _has_row_numbers(self, cursor: Any) -> bool:
        found = rows(cursor, NUMBERED.format(_text(self.address.table)))
        return bool(found and found[0][0])


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _storable(name: str, dtype: pl.DataType) -> pl.Expr:
    if dtype.is_temporal():
        return pl.col(name).dt.to_string("iso:strict")
    if dtype.is_decimal():
        return pl.col(name).cast(pl.Float64)
    if dtype in (pl.UInt64, pl.Int128, pl.UInt128):
        return pl.col(name).cast(pl.Int64, strict=False) if dtype == pl.UInt64 else pl.col(name).cast(pl.String)
    return pl.col(name) if dtype.is_numeric() or dtype == pl.Boolean else pl.col(name).cast(pl.String)
