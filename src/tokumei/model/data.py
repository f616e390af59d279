"""What every kind of data offers, so that engines, recipes and faces need not know which it is."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, cast

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadSchema, DeclarationError, unknown
from tokumei.model.schema import Schema
from tokumei.params import keyword_parameters

if TYPE_CHECKING:
    from tokumei.model.hierarchy import Hierarchy, Tree
    from tokumei.model.release import Release

Rows = npt.NDArray[np.int64]
"""Row numbers; -1 means none."""

Labels = npt.NDArray[np.int64]
"""The group number of each row; -1 for a row in no group."""


FrameAt = Callable[[str], pl.DataFrame]
"""Reads the frame at a path or address; handed in, because nothing here opens files."""


class Home(Protocol):
    """The frame that the user came with: turns ours back into its kind."""

    def back(self, frame: pl.DataFrame, rows: Rows) -> Any:
        """Return the frame as the user's kind; `rows` are the original rows behind it."""

    def write(self, release: Any, target: str, *, key: str | None, keep_order: bool, force: bool) -> None:
        """Write a release to a file or database."""


class Data(ABC):
    """Rows that a method can work on: a table, points, or customers with what they bought.

    A kind is a frozen dataclass with the fields `schema` and `homes` and one for each of its options. It
    is made of one frame or several, its `parts`; the rows of the first are the rows of the data.
    `release` is the class of its releases, `default_fill` what makes its groups alike where nobody
    names a fill, `unit_names` what an attack may guess, `ja` the meaning of each option in Japanese.
    """

    data_kind: ClassVar[str]
    parts: ClassVar[tuple[str, ...]]
    release: ClassVar["type[Release[Any]]"]
    default_fill: ClassVar[str | None] = None
    unit_names: ClassVar[tuple[str, ...]] = ("row", "person")
    ja: ClassVar[Mapping[str, str]] = {}

    schema: Schema
    homes: Mapping[str, Home]
    """The user's frame behind each part, where the data came as frames."""

    @classmethod
    @abstractmethod
    def from_frames(cls, frames: Mapping[str, pl.DataFrame], schema: Schema, *none: Any, **options: Any) -> Self:
        """Return the data that frames hold, by part; the keywords that a kind declares are its options."""

    @classmethod
    def open(cls, source: str, schema: Schema, frame_at: FrameAt, *none: Any, **options: Any) -> Self:
        """Return the data that a source holds; a kind of several parts names the sources of the others."""
        return cls.from_frames({cls.parts[0]: frame_at(source)}, schema, **options).pinned()

    @abstractmethod
    def from_released(self, frames: Mapping[str, pl.DataFrame]) -> Self:
        """Return a released form of this data that frames hold, by part."""

    def released_at(self, source: str, *, frame_at: FrameAt) -> Self:
        """Return a released form of this data that a source holds; other parts lie where they are written."""
        return self.from_released({part: frame_at(place) for part, place in self.targets(source).items()})

    @classmethod
    def targets(cls, target: str) -> dict[str, str]:
        """Return where each part is written when one target is named."""
        first, *others = cls.parts
        return {first: target, **{part: beside(target, part) for part in others}}

    def written(self, target: str) -> dict[str, pl.DataFrame]:
        """Return the frames to write, by path or address."""
        return {place: self.frames[part] for part, place in self.targets(target).items()}

    @property
    @abstractmethod
    def frames(self) -> Mapping[str, pl.DataFrame]:
        """The frame of each part."""

    @property
    @abstractmethod
    def people(self) -> Labels:
        """The person behind each row."""

    def units(self, unit: str) -> Labels:
        """Return the number of the unit that each row stands for: its person, or the row itself."""
        if unit not in self.unit_names:
            raise DeclarationError(unknown("unit", unit, self.unit_names, where=f"data of kind {self.data_kind}"))
        return self.people if unit == "person" else np.arange(len(self), dtype=np.int64)

    @abstractmethod
    def published_alike(self) -> Labels:
        """Number the rows of released data, from 0 without a gap, by what a reader sees; -1 for a row not shown."""

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.frames[self.parts[0]].height

    @abstractmethod
    def take(self, rows: npt.NDArray[Any]) -> Self:
        """Return the rows with these numbers, in this order."""

    def but(self, **changes: Any) -> Self:
        """Return the data with some of its fields said anew."""
        changed: Self = replace(cast(Any, self), **changes)
        return changed

    def said(self) -> dict[str, Any]:
        """Return the options of the kind that this data was made with, for a recipe to make it again."""
        values = {p.name: getattr(self, p.name) for p in keyword_parameters(type(self).from_frames)}
        return {name: value for name, value in values.items() if value is not None}

    def as_released(self) -> Self:
        """Return the data unchanged but written the way released data is."""
        return self

    @abstractmethod
    def published(self) -> Self:
        """Return the data without what must not go out.

        Called once more on rows that were shuffled, so that a number given here tells of no original row.
        """

    def pinned(self) -> Self:
        """Return the data with the kind of each column written into its schema."""
        return self

    def hierarchy_made(self, name: str, asked: str | Mapping[str, Any], read: Callable[..., "Hierarchy"]) -> "Tree":
        """Return the hierarchy that is asked for a column; `read` reads a file, because nothing here opens one."""
        if isinstance(asked, str):
            return read(asked)
        raise BadSchema(f"column '{name}': hierarchies are made for tables alone; name a file.")

    def with_every_hierarchy(self) -> Self:
        """Return the data with a hierarchy for each quasi column: one that suits it, where none was given."""
        return self

    def explaining(self, released: Any) -> Self:
        """Return this original with what it takes to read a release that came without it."""
        return self

    def contradicted_by(self, release: "Release[Any]") -> tuple[int, int] | None:
        """Return how many rows are surely declared wrong, and among how many; None where nothing says so."""
        return None

    def readable(self, original: Any) -> Self:
        """Return released data with its columns named as in the original."""
        return self

    def profile(self, release: "Release[Any]", k: int) -> dict[str, Any]:
        """Return aggregates of this data and a release of it for charts, nothing that singles anybody out."""
        from tokumei.model.profile import totals

        return totals(self, release, k)

    def salt(self) -> int:
        """Return a number that only the whole data gives, whatever the order of its rows.

        It goes into every random stream of a release, so that a published seed alone does not
        undo a shuffle or subtract a noise.
        """
        frames = [frame for frame in self.frames.values() if frame.width and frame.height]
        sums = (frame.hash_rows(seed=0).to_numpy().astype(np.uint64).sum(dtype=np.uint64) for frame in frames)
        return sum(map(int, sums)) % 2**64


def beside(target: str, part: str) -> str:
    """Return where a further part is written beside a target.

    >>> beside("out/shop.csv.gz", "transactions"), beside("sqlite:///f?table=shop", "transactions")
    ('out/shop.transactions.csv.gz', 'sqlite:///f?table=shop_transactions')
    """
    if "://" in target:
        before, mark, after = target.partition("table=")
        name, also, rest = after.partition("&")
        return f"{before}{mark}{name}_{part}{also}{rest}"
    path = PurePath(target)
    endings = "".join(path.suffixes[-2:] if path.suffix == ".gz" else path.suffixes[-1:])
    return str(path.with_name(f"{path.name.removesuffix(endings)}.{part}{endings}"))
