"""What every kind of data offers, so that engines, recipes and faces need not know which it is."""

from collections.abc import Callable
from typing import Any, ClassVar, Protocol, Self

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.model.schema import Schema

Rows = npt.NDArray[np.int64]
"""Row numbers; -1 means none."""

Labels = npt.NDArray[np.int64]
"""The group number of each row."""


FrameAt = Callable[[str], pl.DataFrame]
"""Reads the frame at a path or address; handed in, because nothing here opens files."""


class Data(Protocol):
    """Rows that a method can work on: a table, points, or customers with what they bought."""

    data_kind: ClassVar[str]

    @classmethod
    def open(cls, source: str, schema: Schema, *, frame_at: FrameAt) -> Self:
        """Return the data that a source holds; further keywords are options of the kind."""

    def released_at(self, source: str, *, frame_at: FrameAt) -> Self:
        """Return a released form of this data that a source holds."""

    @property
    def schema(self) -> Schema:
        """The roles of the columns."""

    @property
    def people(self) -> Labels:
        """The person behind each row."""

    def __len__(self) -> int:
        """Return the number of rows."""

    def take(self, rows: npt.NDArray[Any]) -> Self:
        """Return the rows with these numbers, in this order."""

    def published(self) -> Self:
        """Return the data without what must not go out."""

    def pinned(self) -> Self:
        """Return the data with the kind of each column written into its schema."""

    def salt(self) -> int:
        """Return a number that only the whole data gives, whatever the order of its rows."""

    def readable(self, original: Any) -> Self:
        """Return released data with its columns named as in the original."""

    def profile(self, released: Any, k: int) -> dict[str, Any]:
        """Return aggregates of both for charts, nothing that singles anybody out."""


class Home(Protocol):
    """The frame that the user came with: turns ours back into its kind."""

    def back(self, frame: pl.DataFrame, rows: Rows) -> Any:
        """Return the frame as the user's kind; `rows` are the original rows behind it."""

    def write(self, release: Any, target: str, *, key: str | None, keep_order: bool, force: bool) -> None:
        """Write a release to a file or database."""
