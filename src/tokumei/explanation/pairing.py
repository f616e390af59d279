"""Which original row belongs to each released row: as declared, unless the data says that this is false."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tokumei.explanation.both import Both, Cells, Floats, Pairs, varied
from tokumei.explanation.groups import Mixed
from tokumei.explanation.traces import Evidence, Trace, trace
from tokumei.model.data import Labels, Rows
from tokumei.model.declared import Witness, contradiction
from tokumei.model.release import Release

ONE_GROUP = 0.9
"""Rows drawn at random are alike so often where nearly all are: then equal rows tell nothing."""
MATCHED = 0.95
"""Pairs found without a key are used where they cover so many of the released rows; fewer may be equal by chance."""
COMPARED = 0.5
"""A column of texts can be compared where so many of its released cells are single values of the original."""
CHANCE = 4.0
"""Standard deviations above what a key drawn at random would reach: less is no agreement."""
FEW = 20
"""With fewer rows agreement cannot be told from chance."""


@dataclass(frozen=True)
class Pairing:
    """Which rows are paired, and where that comes from: the key that was declared, the data, or nothing."""

    pairs: Pairs = field(repr=False)
    source: str
    trace: Trace | None = None


def pairing(both: Both, release: Release) -> Pairing:
    """Return the pairs that are declared; where they are missing or false, those that the data shows."""
    declared = release.declared_key if release.declared_key is not None else release.key
    if declared is None:
        return _found(both, None)
    evidence = _false(both, declared) or _partly_false(both, release, declared)
    if evidence is None:
        return Pairing(Pairs.by_key(declared, len(both.original)), "declared")
    return _found(both, trace("yamaoka", evidence))


def _false(both: Both, declared: Rows) -> Evidence | None:
    """Return what shows that the declared rows are not the true ones: the same rows are there, owned by others.

    Each side is heard by itself, so that a side that was changed does not hide what the other tells.
    """
    pairs = Pairs.by_key(declared, len(both.original))
    if not pairs.released.size:
        return None
    for side, columns in (("quasi", both.telling), ("sensitive", both.sensitive)):
        before, after = both.vectors(varied(columns))
        equal, chance = float((before[pairs.original] == after[pairs.released]).mean()), _chance(before, after)
        others = equal <= (1 + chance) / 2 and chance < ONE_GROUP and _is_part(after[pairs.released], before)
        if others and not (side == "sensitive" and _is_swap(both, pairs)):
            rows = round((1 - equal) * pairs.released.size)
            expected = (1 - chance) * pairs.released.size
            return Evidence("rows_of_others", min(rows, expected), expected, {"rows": rows, "of": pairs.released.size})
    return _unrelated(both, pairs)


def _chance(before: Labels, after: Labels) -> float:
    """Return how often an original and a released row drawn at random are equal."""
    most = int(max(before.max(initial=0), after.max(initial=0))) + 1
    shares = (np.bincount(rows, minlength=most) / max(rows.size, 1) for rows in (before, after))
    return float(np.prod(list(shares), axis=0).sum())


def _is_part(after: Labels, before: Labels) -> bool:
    """Tell whether every released vector is there at least as often in the original."""
    most = int(max(before.max(initial=0), after.max(initial=0))) + 1
    return bool((np.bincount(after, minlength=most) <= np.bincount(before, minlength=most)).all())


def _is_swap(both: Both, pairs: Pairs) -> bool:
    """Tell whether a single sensitive column moved inside groups only: then nobody else need be declared."""
    columns = varied(both.sensitive)
    if len(columns) != 1:
        return False
    groups = Mixed.of_original(both, pairs), Mixed.of_released(both, pairs)
    return any(bool((mixed.kept(columns[0]) == mixed.rows).all()) for mixed in groups)


def _unrelated(both: Both, pairs: Pairs) -> Evidence | None:
    """Return that no quasi column of the release has anything to do with the rows declared."""
    columns = [one for one in varied(both.telling) if one.numbers or np.isin(one.after, one.before).mean() > COMPARED]
    if pairs.released.size < FEW or not columns:
        return None
    highest = max(_agreement(one, pairs) for one in columns)
    rows = pairs.released.size
    return None if highest >= CHANCE else Evidence("rows_unrelated", rows, rows, {"rows": rows})


def _agreement(cells: Cells, pairs: Pairs) -> float:
    """Return by how many standard deviations a column agrees more with the pairs than with rows drawn at random."""
    before, after = cells.before[pairs.original], cells.after[pairs.released]
    expected = _chance(before, after) * before.size
    equal = float(((before == after).sum() - expected) / np.sqrt(max(expected, 1.0)))
    if cells.numbers is None:
        return equal
    return max(equal, _rank_correlation(cells.numbers[0][pairs.original], cells.numbers[1][pairs.released]))


def _rank_correlation(before: Floats, after: Floats) -> float:
    there = ~(np.isnan(before) | np.isnan(after))
    one, other = (np.unique(values[there], return_inverse=True)[1].astype(np.float64) for values in (before, after))
    if not (one.any() and other.any()):
        return 0.0
    return float(np.corrcoef(one, other)[0, 1] * np.sqrt(one.size - 1))


def _partly_false(both: Both, release: Release, declared: Rows) -> Evidence | None:
    """Return that some rows stand unchanged in the release and are declared others; not where a swap explains it."""
    told = contradiction(both.original, release)
    if told is None or _same_groups(both, told, declared) > 0.5:
        return None
    return Evidence("rows_of_others", told.wrong, told.wrong, {"rows": told.wrong, "of": int(told.released.size)})


def _same_groups(both: Both, told: Witness, declared: Rows) -> float:
    """Return how many of the rows declared others are exchanged inside a group of the original or the release."""
    wrong = told.original != told.declared
    place = np.full(len(both.original), -1, dtype=np.int64)
    place[declared[declared >= 0]] = np.flatnonzero(declared >= 0)
    before, after = both.groups
    original, mine, theirs = told.original[wrong], told.released[wrong], place[told.original[wrong]]
    alike = (after[mine] == after[theirs]) & (theirs >= 0)
    return float(((before[original] == before[told.declared[wrong]]) | alike).mean())


def _found(both: Both, yamaoka: Trace | None) -> Pairing:
    """Return the pairs that equal rows show: in all columns, else in the sensitive or the quasi ones."""
    quasi, sensitive = varied(both.telling), varied(both.sensitive)
    tried = [_matched(both, columns) for columns in ([*quasi, *sensitive], sensitive) if columns]
    if quasi:
        alike = _matched(both, quasi)
        # Rows alike in some quasi columns only need not have been of one group.
        tried.append(alike.only(alike.sure) if len(both.telling) < len(both.quasi) else alike)
    best = max(tried, key=lambda one: (one.released.size, int(one.sure.sum())), default=Pairs.nobody())
    if not tried or best.released.size < MATCHED * len(both.released):
        return Pairing(Pairs.nobody(), "none", yamaoka)
    return Pairing(best, "found", yamaoka)


def _matched(both: Both, columns: Sequence[Cells]) -> Pairs:
    """Return rows that are equal in some columns; where several are, they are paired in their order."""
    before, after = both.vectors(columns)
    most = int(max(before.max(initial=0), after.max(initial=0))) + 1
    counts = np.bincount(before, minlength=most), np.bincount(after, minlength=most)
    alone = (counts[0] == 1) & (counts[1] == 1)
    there, here = _numbered(before, counts[0]), _numbered(after, counts[1])
    width = int(max(counts[0].max(initial=0), counts[1].max(initial=0))) + 1
    _, original, released = np.intersect1d(
        before * width + there, after * width + here, assume_unique=True, return_indices=True
    )
    return Pairs(released, original, alone[after[released]], len(both.original) - original.size)


def _numbered(labels: Labels, counts: Rows) -> Rows:
    """Return the place of each row among those of its label.

    >>> _numbered(np.array([1, 0, 1]), np.array([1, 2])).tolist()
    [0, 0, 1]
    """
    order = np.argsort(labels, kind="stable")
    place = np.empty(labels.size, dtype=np.int64)
    place[order] = np.arange(labels.size) - (np.cumsum(counts) - counts)[labels[order]]
    return place
