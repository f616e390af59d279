"""A hierarchy: from each value of a column, over wider and wider ones, to one that says nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import BadData

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Hierarchy:
    """The levels of every value, as ARX writes them: a row a value, from the value itself to the root."""

    levels: tuple[tuple[str, ...], ...] = field(repr=False)

    @classmethod
    def of(cls, rows: Sequence[Sequence[str]], where: str) -> "Hierarchy":
        """Check the rows and return the hierarchy; `where` names it in errors.

        >>> Hierarchy.of([["Chiba", "Kanto", "*"], ["Kyoto", "Kansai", "*"]], "city").steps
        2
        """
        levels = tuple(tuple(row) for row in rows)
        if not levels or len(levels[0]) < 2:
            raise BadData(f"{where}: a hierarchy needs a row for each value, with the value and at least its root.")
        uneven = sum(len(row) != len(levels[0]) for row in levels)
        if uneven:
            raise BadData(f"{where}: {uneven} rows have another number of levels than the first, {len(levels[0])}.")
        hierarchy = cls(levels)
        hierarchy._refuse_tangles(where)
        return hierarchy

    @property
    def steps(self) -> int:
        """The number of steps from a value to the root."""
        return len(self.levels[0]) - 1

    def ancestors(self, series: pl.Series) -> Codes:
        """Return the number of each row's ancestor at every level, the value first, the root left out.

        A missing cell is -1; a value that is not in the hierarchy is refused.
        """
        place = {row[0]: at for at, row in enumerate(self.levels)}
        texts = series.cast(pl.String)
        rows = texts.replace_strict(list(place), list(place.values()), default=None, return_dtype=pl.Int64)
        unknown = texts.filter(rows.is_null()).drop_nulls()
        if len(unknown):
            count = unknown.n_unique()
            raise BadData(f"column '{series.name}': {count} of its values are not in its hierarchy; add rows for them.")
        numbers = np.column_stack([np.unique([row[level] for row in self.levels], return_inverse=True)[1]
                                   for level in range(self.steps)])  # fmt: skip
        found = numbers[rows.fill_null(0).to_numpy()]
        found[rows.is_null().to_numpy()] = -1
        ancestors: Codes = found
        return ancestors

    def _refuse_tangles(self, where: str) -> None:
        twice = len(self.levels) - len({row[0] for row in self.levels})
        if twice:
            raise BadData(f"{where}: {twice} values stand in more than one row; keep one row for each value.")
        for level in range(self.steps):
            parents: dict[str, set[str]] = {}
            for row in self.levels:
                parents.setdefault(row[level], set()).add(row[level + 1])
            tangled = sum(len(above) > 1 for above in parents.values())
            if tangled:
                raise BadData(f"{where}: {tangled} entries of level {level} have several parents at level {level + 1}.")
        roots = len({row[-1] for row in self.levels})
        if roots > 1:
            raise BadData(f"{where}: the last level has {roots} entries; all rows must end in one root, such as *.")
