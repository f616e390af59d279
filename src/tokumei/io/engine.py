"""What a kind of database must offer, so that reading and writing tables can be written once."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from typing import Any, ClassVar

import polars as pl

from tokumei.errors import InputError, MissingComponent, TargetExists, UnwritableTarget, unknown
from tokumei.io.address import Address


class Engine(ABC):
    """One kind of database, spoken to through ADBC."""

    driver: ClassVar[str]
    name: ClassVar[str]

    def __init__(self, address: Address, fault: type[InputError]) -> None:
        self.address, self.fault = address, fault

    @abstractmethod
    def connect(self, *, writing: bool) -> Any:
        """Open a connection; a transaction starts with its first command."""

    @abstractmethod
    def tables(self, cursor: Any) -> list[str]:
        """Return the names of the tables and views, as an address would give them."""

    @abstractmethod
    def has_table(self, cursor: Any) -> bool:
        """Tell whether the table of the address is there."""

    @abstractmethod
    def query(self, cursor: Any) -> str:
        """Return the command that reads the whole table, in types that every reader knows."""

    def loaded(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return what the query gave as the table it stands for."""
        return frame

    @abstractmethod
    def storable(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return a frame in types that the database has."""

    @abstractmethod
    def ingest(self, cursor: Any, name: str, batches: Any) -> None:
        """Write record batches into a new table of the given name."""

    @abstractmethod
    def swap(self, cursor: Any, name: str) -> None:
        """Give the new table the name of the address, dropping what had it before."""

    @abstractmethod
    def reason(self, said: str, code: str | None) -> str:
        """Return why the database refused, from what its driver said, without quoting it."""

    def check_place(self) -> bool:
        """Refuse a place where no database could be; tell whether there is one to look into."""
        self.module(self.driver)
        return True

    def nothing_left(self) -> AbstractContextManager[None]:
        """Leave no empty database behind that was not there before."""
        return nullcontext()

    def check_writable(self, cursor: Any, *, force: bool) -> None:
        """Refuse a table that is there already."""
        if not force and self.has_table(cursor):
            raise TargetExists.at(self.address.shown)

    def need_table(self, cursor: Any) -> None:
        """Refuse a table that is not there, naming the nearest."""
        if not self.has_table(cursor):
            place = self.address.shown.partition("?")[0]
            raise self.fault(unknown("table", self.address.table, self.tables(cursor), where=place))

    @contextmanager
    def cursor(self, *, writing: bool = False) -> Iterator[tuple[Any, Any]]:
        """Open a connection and a cursor; both are closed and what was not committed is undone."""
        with self.refusals():
            connection = self.connect(writing=writing)
            cursor = connection.cursor()
        try:
            with self.refusals():
                yield connection, cursor
        finally:
            cursor.close()
            connection.close()

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Turn what a driver says into one sentence: its own words may hold cells or a password."""
        manager, pyarrow = self.module("adbc_driver_manager"), self.module("pyarrow")
        faults = (manager.Error, pyarrow.ArrowException, pl.exceptions.PolarsError, OSError)
        try:
            yield
        except faults as error:
            why = self.reason(str(error).lower(), getattr(error, "sqlstate", None))
            raise self.fault(f"{self.address.shown}: {why}") from None

    def module(self, name: str) -> Any:
        """Import a part of the drivers, or say how to install them."""
        try:
            return import_module(name)
        except ImportError:
            doing = "writing to" if issubclass(self.fault, UnwritableTarget) else "reading from"
            raise MissingComponent.extra(f"{doing} {self.name}", "db") from None  # noqa: S610 - no Django here


def quoted(name: str) -> str:
    """Return a name as SQL wants it.

    >>> quoted('a"b')
    '"a""b"'
    """
    return '"' + name.replace('"', '""') + '"'


def rows(cursor: Any, command: str, values: tuple[str | None, ...] = ()) -> list[tuple[Any, ...]]:
    """Run a command and return its rows."""
    cursor.execute(command, values or None)
    return [tuple(row) for row in cursor.fetchall()]
