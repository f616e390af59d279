"""What can be wrong with the rows of a hierarchy, each fault with its count."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

TreeRows = Sequence[Sequence[str]]
"""A row a value: the value, its entry at each level, the root."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: a code for programs, how often it is met, a sentence without any value.

    `entries` are the names it is about: values, for which somebody has to ask.
    """

    code: str
    count: int
    sentence: str
    entries: tuple[str, ...] = field(default=(), repr=False)


def faults(rows: TreeRows) -> list[Fault]:
    """Return what keeps rows from being a hierarchy; where rows are uneven nothing more can be told.

    >>> [fault.code for fault in faults([["Chiba", "Kanto", "*"], ["Chiba", "Kansai", "*"]])]
    ['twice', 'parents']
    """
    if not rows or max(map(len, rows)) < 2:
        said = "a hierarchy needs a row for each value, with the value and at least its root."
        return [_fault("flat", [row[0] for row in rows], said)]
    checks = (_empty, _twice, _parents, _roots, _cycle)
    return _uneven(rows) or [fault for check in checks for fault in check(rows)]


def _fault(code: str, entries: Sequence[str], sentence: str) -> Fault:
    return Fault(code, len(entries), sentence.format(count=len(entries)), tuple(filter(None, entries)))


def _uneven(rows: TreeRows) -> list[Fault]:
    width = len(rows[0])
    others = [row[0] for row in rows if len(row) != width]
    depths = ", ".join(f"{count} with {depth}" for depth, count in sorted(Counter(map(len, rows)).items()))
    said = (
        f"{{count}} rows have another number of levels than the first, {width} (there are {depths}); even them out, or "
        "let short ones repeat their value with pad = true."
    )
    return [_fault("uneven", others, said)] if others else []


def _empty(rows: TreeRows) -> list[Fault]:
    empty = [cell for row in rows for cell in row if not cell]
    said = "{count} entries are empty; a missing value needs no row, its place is right below the root."
    return [_fault("empty", empty, said)] if empty else []


def _twice(rows: TreeRows) -> list[Fault]:
    met = Counter(row[0] for row in rows)
    twice = [value for value, count in met.items() for _ in range(count - 1)]
    said = "{count} values stand in more than one row; keep one row for each value."
    return [_fault("twice", twice, said)] if twice else []


def _parents(rows: TreeRows) -> list[Fault]:
    found = []
    for level in range(len(rows[0]) - 2):
        parents: dict[str, str] = {}
        tangled = {row[level] for row in rows if parents.setdefault(row[level], row[level + 1]) != row[level + 1]}
        said = f"{{count}} entries of level {level} have several parents at level {level + 1}; give each of them one."
        found += [_fault("parents", sorted(tangled), said)] if tangled else []
    return found


def _roots(rows: TreeRows) -> list[Fault]:
    roots = Counter(row[-1] for row in rows)
    # A line of names is the one row that ends otherwise, and it stands first.
    is_header = len(roots) == 2 and roots[rows[0][-1]] == 1 and len(rows) > 2
    hint = "; the first row looks like a line of names, which a hierarchy has not" if is_header else ""
    said = f"the last level has {{count}} entries; all rows must end in one root, such as *{hint}."
    return [_fault("roots", list(roots), said)] if len(roots) > 1 else []


def _cycle(rows: TreeRows) -> list[Fault]:
    above: dict[str, set[str]] = {}
    for row in rows:
        for child, parent in pairwise(row):
            if child != parent:
                above.setdefault(child, set()).add(parent)
    circling = sorted(_circling(above))
    said = "{count} entries stand above themselves; give entries of different levels different names."
    return [_fault("cycle", circling, said)] if circling else []


def _circling(above: dict[str, set[str]]) -> set[str]:
    """Return the names that lie on a circle, or between two: what is left once all ends are cut off."""
    left = {name: set(parents) for name, parents in above.items()}
    while True:
        reached = {parent for parents in left.values() for parent in parents}
        kept = {name: parents & left.keys() for name, parents in left.items() if name in reached}
        kept = {name: parents for name, parents in kept.items() if parents}
        if len(kept) == len(left):
            return set(kept)
        left = kept
