"""Tables of PostgreSQL databases."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

import polars as pl

from tokumei.io.engine import Engine, quoted, rows
from tokumei.io.types import typed

AS_THEY_ARE = {
    "bool", "int2", "int4", "int8", "float4", "float8", "text", "varchar", "date", "time", "timestamp", "timestamptz",
}  # fmt: skip
"""Types that the driver hands over as what they are; others are read as their text."""

LONGEST_NAME = 63
"""Bytes of a name; the server silently cuts what is longer."""

MOST_COLUMNS = 1600
DAYS = (dt.date(1, 1, 1), dt.date(9999, 12, 31))
"""The days that other tools know; PostgreSQL has infinite ones, which the driver gets wrong."""

TABLES = "c.relkind IN ('r', 'v', 'm', 'f', 'p')"
LISTED = f"""
    SELECT CASE WHEN pg_table_is_visible(c.oid) THEN relname ELSE nspname || '.' || relname END
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE {TABLES} AND nspname <> 'information_schema' AND nspname !~ '^pg_' ORDER BY 1
"""  # noqa: S608
FOUND = f"SELECT c.relkind::text FROM pg_class c WHERE c.oid = to_regclass($1) AND {TABLES}"  # noqa: S608
COLUMNS = """
    SELECT attname::text, typname::text FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
    WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""
MAY_WRITE = """
    SELECT coalesce(has_schema_privilege(coalesce($1::text, current_schema()), 'CREATE'), false),
           coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass($2)), true)
"""
IN_ORDER = ("SET LOCAL synchronize_seqscans = off", "SET LOCAL max_parallel_workers_per_gather = 0")
"""Rows come in the order they are stored, each time."""

REASONS_BY_CODE = {
    "25006": "the database can only be read now; name another server.",
    "28P01": "the server refused user or password; check both.",
    "28000": "the server refused this user; check the user and how it may connect.",
    "2BP01": "a view or another object uses this table; drop that first, or choose another name.",
    "22021": "a text holds a zero byte, which PostgreSQL cannot keep; clean the column first.",
    "3D000": "there is no such database; check its name.",
    "3F000": "there is no such schema; check the name before the point.",
    "42501": "the user has no permission for this; ask the owner of the table.",
    "42P07": "a table of this name has been made meanwhile; choose another name or overwrite it with --force.",
    "42809": "something else than a table has this name; choose another.",
    "53100": "the server's disk is full; make room.",
    "53300": "the server has too many connections; try again later.",
    "55P03": "another program holds the table; try again when it is done.",
}
UNREADABLE = "the address cannot be read; write postgresql://USER:PASSWORD@HOST:PORT/DATABASE?table=NAME."
REASONS_BY_SIGN = {
    "password": REASONS_BY_CODE["28P01"],
    "could not translate host": "there is no such host; check its name.",
    "connection refused": "no server answers there; check host and port, and that it is running.",
    "timeout": "no answer in time; check host and port.",
    "timed out": "no answer in time; check host and port.",
    "no route to host": "the host cannot be reached; check its name and the network.",
    "network is unreachable": "the host cannot be reached; check its name and the network.",
    "pg_hba": "the server does not let this user in from here; ask its administrator.",
    "no such file or directory": "no server answers there; check host and port, and that it is running.",
    "invalid uri": UNREADABLE,
    "connection option": UNREADABLE,
    "percent-encoded": UNREADABLE,
    "ipv6": UNREADABLE,
    "ssl": "server and address do not agree on SSL; say sslmode=require or sslmode=disable in the address.",
    "division by zero": "a view cannot compute one of its values; mend the view.",
    "permission denied for database": "the user may not open this database; ask its owner.",
    "starting up": "the server is starting; try again in a moment.",
    "too many": REASONS_BY_CODE["53300"],
}


class Postgresql(Engine):
    """A table of a PostgreSQL server, in the first schema of the search path unless its name has a point."""

    driver, name = "adbc_driver_postgresql.dbapi", "PostgreSQL"
    numbers: tuple[str, ...] = ()

    def connect(self, *, writing: bool) -> Any:
        """Log in."""
        return self.module(self.driver).connect(self.address.uri)

    def tables(self, cursor: Any) -> list[str]:
        """Return the names of the tables and views, with their schema where they need it."""
        return [name for (name,) in rows(cursor, LISTED)]

    def has_table(self, cursor: Any) -> bool:
        """Tell whether the table or view is there."""
        return bool(rows(cursor, FOUND, (self._table,)))

    def query(self, cursor: Any) -> str:
        """Return the command that reads the rows in their order."""
        for command in IN_ORDER:
            cursor.execute(command)
        types = dict(rows(cursor, COLUMNS, (self._table,)))
        self._refuse_odd_columns(types)
        self.numbers = tuple(name for name, kind in types.items() if kind == "numeric")
        cells = [_cell(name, kind) for name, kind in types.items()]
        return f"SELECT {', '.join(cells)} FROM {self._table}"  # noqa: S608

    def loaded(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the table with exact numbers as numbers; those too long for that stay text."""
        for column in frame.select(pl.selectors.date(), pl.selectors.datetime()):
            if not column.is_between(*_ends(column.dtype)).all():
                raise self.fault(
                    f"{self.address.shown}: column '{column.name}' holds infinite dates, or dates beyond the years "
                    "1 to 9999; name a view without them."
                )
        return frame.with_columns(_number(frame[name]) for name in self.numbers)

    def storable(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the frame in types that PostgreSQL has."""
        if frame.width > MOST_COLUMNS:
            raise self.fault(
                f"{self.address.shown}: PostgreSQL keeps at most {MOST_COLUMNS} columns, the table has {frame.width}; "
                "leave some out."
            )
        for name in frame.columns:
            self._check_name(name, f"column '{name}'")
        return frame.with_columns(_storable(frame[name]) for name in frame.columns)

    def check_writable(self, cursor: Any, *, force: bool) -> None:
        """Refuse a table that is there already, or that the user may not make."""
        self._check_name(self._parts[-1], "the table's name")
        super().check_writable(cursor, force=force)
        schema = self._parts[0] if len(self._parts) > 1 else None
        ((may_create, may_drop),) = rows(cursor, MAY_WRITE, (schema, self._table))
        if not (may_create and may_drop):
            raise self.fault(f"{self.address.shown}: {REASONS_BY_CODE['42501']}")

    def ingest(self, cursor: Any, name: str, batches: Any) -> None:
        """Copy record batches into a new table beside the old one."""
        cursor.execute("SET LOCAL lock_timeout = '10s'")
        schema = {"db_schema_name": self._parts[0]} if len(self._parts) > 1 else {}
        cursor.adbc_ingest(name, batches, mode="create", **schema)

    def swap(self, cursor: Any, name: str) -> None:
        """Put the new table in the place of the old one."""
        new = ".".join(map(quoted, (*self._parts[:-1], name)))
        cursor.execute(f"DROP TABLE IF EXISTS {self._table}")
        cursor.execute(f"ALTER TABLE {new} RENAME TO {quoted(self._parts[-1])}")

    def reason(self, said: str, code: str | None) -> str:
        """Return why PostgreSQL refused."""
        if code in REASONS_BY_CODE:
            return REASONS_BY_CODE[code]
        if "database" in said and "does not exist" in said:
            return REASONS_BY_CODE["3D000"]
        found = (why for sign, why in REASONS_BY_SIGN.items() if sign in said)
        return next(found, "PostgreSQL refused; check host, user, password, database and table.")

    def _refuse_odd_columns(self, types: Mapping[str, str]) -> None:
        if not types:
            raise self.fault(f"{self.address.shown} has no columns; it needs at least one.")
        odd = next((name for name, kind in types.items() if kind == "bytea" or kind.startswith("_")), None)
        if odd is not None:
            raise self.fault(
                f"{self.address.shown}: column '{odd}' holds lists or binary data; name a view without it."
            )

    @property
    def _parts(self) -> tuple[str, ...]:
        schema, point, table = self.address.table.partition(".")
        return (schema, table) if point and schema and table else (self.address.table,)

    @property
    def _table(self) -> str:
        return ".".join(map(quoted, self._parts))

    def _check_name(self, name: str, what: str) -> None:
        if len(name.encode()) > LONGEST_NAME:
            raise self.fault(
                f"{self.address.shown}: {what} is longer than PostgreSQL's {LONGEST_NAME} bytes; choose a shorter one."
            )


def _cell(name: str, kind: str) -> str:
    return quoted(name) if kind in AS_THEY_ARE else f"CAST({quoted(name)} AS text) AS {quoted(name)}"


def _ends(dtype: pl.DataType) -> tuple[pl.Expr, pl.Expr]:
    first, last = (pl.lit(day).cast(dtype) for day in DAYS)
    return first, last


def _number(texts: pl.Series) -> pl.Series:
    if texts.null_count() == len(texts):
        return texts.cast(pl.Float64)
    return typed(texts.replace({"Infinity": "inf", "-Infinity": "-inf"}).to_frame(), ".")[0].to_series()


def _storable(column: pl.Series) -> pl.Series:
    dtype = column.dtype
    if dtype in (pl.UInt64, pl.Int128, pl.UInt128):
        numbers = column.cast(pl.Int64, strict=False)
        return numbers if numbers.null_count() == column.null_count() else column.cast(pl.String)
    if dtype in (pl.Int8, pl.UInt8):
        return column.cast(pl.Int16)
    if dtype in (pl.UInt16, pl.UInt32):
        return column.cast(pl.Int64)
    if isinstance(dtype, pl.Datetime):
        return column.dt.cast_time_unit("us")
    if dtype == pl.Duration:
        return column.dt.to_string("iso")
    if dtype.is_numeric() or dtype.is_temporal() or dtype == pl.Boolean:
        return column
    return column.cast(pl.String)
