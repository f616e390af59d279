"""What became of each sensitive column: averaged or exchanged inside groups, noisy, changed otherwise, or the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from tokumei.explanation.both import Both, Cells, Mask, Pairs
from tokumei.explanation.groups import Mixed, distinct
from tokumei.explanation.shifts import changed, is_noise
from tokumei.model.job import Job

NEARLY_ALL = 0.9
"""Values were averaged or exchanged inside groups where this share of what could tell says so."""
EXACT = 0.3
"""Means are exact in so many groups where no noise came before them; deleted rows may spoil the others."""
HALF = 0.5
FEW = 5
"""So many rows alone in their group are needed to tell from them."""


@dataclass(frozen=True)
class Fate:
    """What became of a column; where it was mixed in which groups, and how much of what could tell says so."""

    cells: Cells
    what: str
    mixed: Mixed | None = None
    speaks: int = 0
    of: int = 0

    @property
    def is_off(self) -> bool:
        """Whether an averaged column was noisy before: hardly a mean is exact, or rows alone moved too."""
        if self.what != "averaged" or self.mixed is None or self.cells.numbers is None:
            return False
        alone = self.mixed.alone
        if alone.sum() >= FEW and changed(self.cells, self.mixed.pairs)[alone].mean() > HALF:
            return True
        telling = self.mixed.values(self.cells)[0] > 1
        return float(self.mixed.at_mean(self.cells.numbers)[telling].mean()) < EXACT


def fates(both: Both, pairs: Pairs, groups: Sequence[Mixed], job: Job) -> list[Fate]:
    """Return what became of each sensitive column that was not set to one value."""
    columns = [one for one in both.sensitive if one not in both.fixed]
    kept, stands = _standing(both, pairs)
    found = []
    for place, cells in enumerate(columns):
        differs = cells.before[pairs.original] != cells.after[pairs.released]
        found.append(_fate(cells, pairs, groups, differs & ~stands if cells in kept else differs))
        job.progress((place + 1) / len(columns))
    return found


def mixing_groups(both: Both, pairs: Pairs) -> list[Mixed]:
    """Return the groups inside which values may have been mixed: the original's, and the release's if they differ."""
    groups = [Mixed.of_original(both, pairs), Mixed.of_released(both, pairs)]
    parts = (distinct(one.of_pairs, other.of_pairs, one.count) for one, other in permutations(groups))
    return groups[:1] if all(part.max(initial=0) <= 1 for part in parts) else groups


def _standing(both: Both, pairs: Pairs) -> tuple[list[Cells], Mask]:
    """Mark the pairs that may be any two rows of a group, where the released row need not have been taken apart.

    It was where each of its values stands in the group, but no row has them together. This is told of the columns
    that kept their values, which come first: new values in others would hide that these were left alone.
    """
    if pairs.sure.all():
        return [], ~pairs.sure
    unsure = pairs.released[~pairs.sure]
    alone = {one.name: _stand(both, [one]) for one in both.sensitive}
    kept = [one for one in both.sensitive if alone[one.name][unsure].mean() >= NEARLY_ALL]
    each = np.all([alone[one.name] for one in kept], axis=0) if kept else np.zeros(len(both.released), dtype=bool)
    return kept, ~(pairs.sure | (each & ~_stand(both, kept))[pairs.released])


def _stand(both: Both, columns: Sequence[Cells]) -> Mask:
    """Mark the released rows whose values in some columns stand in the original beside the same quasi values."""
    before, after = both.vectors([*both.telling, *columns])
    return np.isin(after, before)


def _fate(cells: Cells, pairs: Pairs, groups: Sequence[Mixed], differs: Mask) -> Fate:
    if not differs.any():
        return Fate(cells, "same")
    tried = [_swapped(cells, mixed, int(differs.sum())) for mixed in groups]
    # Values averaged in the coarser groups of a release are also even in those of the original.
    tried += [_averaged(cells, mixed) for mixed in reversed(groups)]
    told = next((fate for fate in tried if fate is not None), None)
    return told or Fate(cells, "noisy" if is_noise(cells, pairs) else "other")


def _averaged(cells: Cells, mixed: Mixed) -> Fate | None:
    """Tell whether a column holds one value in nearly every group where it held several."""
    before, after = mixed.values(cells)
    telling = int((before > 1).sum())
    one = int((after[before > 1] == 1).sum())
    return Fate(cells, "averaged", mixed, one, telling) if telling and one >= NEARLY_ALL * telling else None


def _swapped(cells: Cells, mixed: Mixed, count: int) -> Fate | None:
    """Tell whether nearly all cells that changed hold values of their group, each as often as there."""
    strange = int((mixed.rows - mixed.kept(cells)).sum())
    return Fate(cells, "swapped", mixed, count - strange, count) if strange <= (1 - NEARLY_ALL) * count else None
