"""Reads and writes tables of databases: a table is replaced whole, in one transaction."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

import polars as pl

from tokumei.errors import InputError, UnreadableSource, UnwritableTarget
from tokumei.io.address import Address
from tokumei.io.engine import Engine
from tokumei.io.postgresql import Postgresql
from tokumei.io.sqlite import Sqlite

ENGINES: dict[str, type[Engine]] = {"postgresql": Postgresql, "sqlite": Sqlite}
BATCH = 65_536
"""Rows handed to the driver at once."""

OLDEST = pl.CompatLevel.oldest()
"""The types of Arrow that every driver can read."""

Commit = Callable[[], None]


def read_table(address: Address) -> pl.DataFrame:
    """Return a table of a database, rows in their order, fetched batch by batch."""
    engine = _engine(address, UnreadableSource)
    with engine.cursor() as (_, cursor):
        engine.need_table(cursor)
        cursor.execute(engine.query(cursor))
        frame = pl.DataFrame(cursor.fetch_record_batch())
    return engine.loaded(frame)


def check_table(address: Address, *, force: bool) -> None:
    """Refuse a table that cannot be written, or that is there already."""
    engine = _engine(address, UnwritableTarget)
    if not engine.check_place():
        return
    with engine.cursor() as (_, cursor):
        engine.check_writable(cursor, force=force)


@contextmanager
def written_tables(tables: Mapping[Address, pl.DataFrame], *, force: bool) -> Iterator[Commit]:
    """Write tables under names of their own; the call that is yielded gives them their true names.

    Tables of one database share a transaction. Without the call nothing remains of any.
    """
    commits: list[Commit] = []

    def commit() -> None:
        for one in commits:
            one()

    with ExitStack() as stack:
        for uri in dict.fromkeys(address.uri for address in tables):
            together = {address: frame for address, frame in tables.items() if address.uri == uri}
            commits.append(stack.enter_context(_written_together(together, force=force)))
        yield commit


@contextmanager
def _written_together(tables: Mapping[Address, pl.DataFrame], *, force: bool) -> Iterator[Commit]:
    engines = [_engine(address, UnwritableTarget) for address in tables]
    names = [f"tokumei_{secrets.token_hex(8)}" for _ in engines]
    with engines[0].nothing_left(), engines[0].cursor(writing=True) as (connection, cursor):

        def commit() -> None:
            for engine, name in zip(engines, names, strict=True):
                engine.swap(cursor, name)
            connection.commit()

        for engine, name, frame in zip(engines, names, tables.values(), strict=True):
            engine.check_writable(cursor, force=force)
            stored = engine.storable(frame).to_arrow(compat_level=OLDEST)
            engine.ingest(cursor, name, stored.to_reader(max_chunksize=BATCH))
        yield commit


def _engine(address: Address, fault: type[InputError]) -> Engine:
    return ENGINES[address.engine](address, fault)
