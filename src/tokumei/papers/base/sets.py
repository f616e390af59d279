"""The data sets of a paper: from a folder where they are, made up where they are not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from tokumei import io
from tokumei.errors import UnreadableSource, listing
from tokumei.model import Encoded, Schema, Table
from tokumei.params import Codes, Scale


@dataclass(frozen=True)
class DataSet:
    """A data set as a paper uses it; `made` makes rows up where there is no file.

    A `stand_in` is a file of the same shape as rows that the paper had and that are not public.
    """

    name: str
    title: str
    made: Callable[[np.random.Generator], pl.DataFrame]
    file: str | None = None
    columns: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    codes: Codes = "alphabetical"
    scale: Scale = "minmax"
    first: int | None = None
    """So many rows of the file, from the first on; all where it is None."""
    stand_in: bool = False

    def columns_of(self, frame: pl.DataFrame) -> list[str]:
        """Return the columns that the paper works on."""
        return list(self.columns) or [name for name in frame.columns if name not in self.without]


@dataclass(frozen=True)
class Rows:
    """A data set ready to be grouped.

    `source` is its file, None where its rows were made up; `is_whole` tells that no rows were left out.
    """

    of: DataSet
    qi: Encoded
    source: str | None
    is_whole: bool = True

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.qi)

    @property
    def is_made_up(self) -> bool:
        """Whether the paper had real rows where these are made up."""
        return self.source is None and self.of.file is not None

    @property
    def is_comparable(self) -> bool:
        """Whether these are the rows the paper worked on, as far as they can be."""
        return self.is_whole and not self.is_made_up and not self.of.stand_in


def prepared(
    sets: Mapping[str, DataSet], folder: str | None, *, most: int | None = None, seed: int = 0
) -> dict[str, Rows]:
    """Return every data set, read from the folder or made up, and cut to so many rows drawn at random."""
    _check(sets, folder)
    return {name: _prepared(one, folder, most, np.random.default_rng([seed, place]))
            for place, (name, one) in enumerate(sets.items())}  # fmt: skip


def _check(sets: Mapping[str, DataSet], folder: str | None) -> None:
    if folder is None:
        return
    if not Path(folder).is_dir():
        raise UnreadableSource(f"no folder {folder}; name one that holds the data of the paper, or leave --data out.")
    files = [one.file for one in sets.values() if one.file is not None]
    if not any(Path(folder, file).is_file() for file in files):
        raise UnreadableSource(f"{folder} holds none of the files of the paper: {listing(files)}.")


def _prepared(one: DataSet, folder: str | None, most: int | None, rng: np.random.Generator) -> Rows:
    path = None if folder is None or one.file is None else Path(folder, one.file)
    source = str(path) if path is not None and path.is_file() else None
    frame = one.made(rng) if source is None else io.read(source)
    frame = frame if one.first is None else frame.head(one.first)
    columns = one.columns_of(frame)
    is_whole = most is None or most >= frame.height
    if not is_whole:
        frame = frame[np.sort(rng.choice(frame.height, most, replace=False))]
    table = Table(frame, Schema(quasi=columns, other="drop")).pinned()
    return Rows(one, Encoded.of(table, scale=one.scale, codes=one.codes), source, is_whole)
