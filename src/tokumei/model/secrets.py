"""The sensitive columns as codes, with their shares in the whole table: what l and t are measured on."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.model.columns import value_codes
from tokumei.model.data import Rows
from tokumei.model.schema import LINE_KINDS
from tokumei.model.table import Table

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int32]


@dataclass(frozen=True)
class _Whole:
    """The sensitive columns of a whole table, read when they are first asked for."""

    table: Table = field(repr=False)

    @cached_property
    def codes(self) -> Codes:
        columns = [value_codes(self.table, name) for name in self.table.sensitive]
        return np.column_stack(columns).astype(np.int32) if columns else np.zeros((len(self.table), 0), np.int32)

    @cached_property
    def overall(self) -> tuple[Floats, ...]:
        counts = [np.bincount(codes[codes >= 0]) for codes in self.codes.T]
        return tuple(count / max(count.sum(), 1) for count in counts)


@dataclass(frozen=True)
class Secrets:
    """The sensitive values of some rows of a table as codes from 0, -1 for none.

    The shares `overall` are those of the whole table, also where only a block of it is looked at. Where
    people are grouped, `people` tells whose each row is.
    """

    whole: _Whole = field(repr=False)
    rows: Rows | None = field(default=None, repr=False)
    people: Rows | None = field(default=None, repr=False)

    @classmethod
    def of(cls, table: Table) -> "Secrets":
        """Return the secrets of all rows of a table; nothing is read yet."""
        return cls(_Whole(table))

    @property
    def names(self) -> list[str]:
        """The sensitive columns."""
        return self.whole.table.sensitive

    @property
    def on_a_line(self) -> list[bool]:
        """Whether the values of each column have an order: codes then are places in it."""
        return [self.whole.table.kind(name) in LINE_KINDS for name in self.names]

    @property
    def codes(self) -> Codes:
        """The code of each row in each column."""
        return self.whole.codes if self.rows is None else self.whole.codes[self.rows]

    @property
    def overall(self) -> tuple[Floats, ...]:
        """The share of each value of each column in the whole table."""
        return self.whole.overall

    @property
    def owner(self) -> Rows:
        """What is grouped with each row: its person, or the row itself."""
        return np.arange(len(self.codes)) if self.people is None else self.people

    def per(self, people: Rows) -> "Secrets":
        """Return the secrets of people who have several rows: every row counts."""
        return Secrets(self.whole, self.rows, people)

    def take(self, rows: Rows) -> "Secrets":
        """Return the secrets of some of the rows, or of some of the people."""
        if self.people is None:
            return Secrets(self.whole, rows if self.rows is None else self.rows[rows])
        place = np.full(int(self.people.max(initial=-1)) + 1, -1, dtype=np.int64)
        place[rows] = np.arange(rows.size)
        theirs = np.flatnonzero(place[self.people] >= 0)
        return Secrets(self.whole, theirs if self.rows is None else self.rows[theirs], place[self.people[theirs]])
