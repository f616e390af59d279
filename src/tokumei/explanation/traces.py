"""What an explanation is made of: evidence, and the trace of a method that it speaks for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

METHODS = {
    "k_anonymization": ("D_A",),
    "noise": ("D_B",),
    "yamaoka": ("D_C",),
    "unify": ("D_D", "D_E"),
    "average_sensitive": ("D_F",),
    "swap_within": ("D_G",),
    "delete_rows": ("D_H",),
}
"""The methods that are told from each other, each with its letter in Table 7 of the paper.

The paper counts eight: it parts columns unified outside those that its cross tables look at from columns inside.
"""

NAMED = 0.5
"""A method is named from this confidence on."""


@dataclass(frozen=True)
class Evidence:
    """A fact that speaks for a method: of so many things that could tell, how many do.

    `values` fills the sentence of its code: counts, shares and names of columns, never a cell. What was
    counted and leaves nothing to guess is `certain`.
    """

    code: str
    speaks: float
    of: float
    values: Mapping[str, Any] = field(default_factory=dict)
    certain: bool = False

    @property
    def confidence(self) -> float:
        """The chance that the next thing to tell would speak for it too, after Laplace's rule of succession.

        >>> Evidence("groups_averaged", speaks=8, of=8).confidence
        0.9
        """
        return 1.0 if self.certain else (self.speaks + 1) / (self.of + 2)


@dataclass(frozen=True)
class Trace:
    """What a method left: the evidence, the letters of the paper, and how it seems to have been used."""

    name: str
    evidence: tuple[Evidence, ...]
    how: Mapping[str, Any] = field(default_factory=dict)
    letters: tuple[str, ...] = ()

    @property
    def confidence(self) -> float:
        """How sure the method is: as sure as the evidence that speaks for it most."""
        return max(one.confidence for one in self.evidence)

    @property
    def is_named(self) -> bool:
        """Whether the evidence is enough to name the method."""
        return self.confidence >= NAMED


def trace(
    name: str, *evidence: Evidence, how: Mapping[str, Any] | None = None, letters: tuple[str, ...] | None = None
) -> Trace:
    """Return the trace of a method, with the letters that the paper gives it unless others are said."""
    return Trace(name, evidence, how or {}, METHODS[name] if letters is None else letters)


def merged(traces: Iterable[Trace | None]) -> list[Trace]:
    """Return one trace a method: all the evidence for it, and all its columns.

    >>> one, other = (trace("noise", Evidence("cells_shifted", 9, 9), how={"columns": [c]}) for c in ("age", "pay"))
    >>> [both] = merged([one, None, other])
    >>> len(both.evidence), both.how
    (2, {'columns': ['age', 'pay']})
    """
    found: dict[str, Trace] = {}
    for one in filter(None, traces):
        known = found.get(one.name)
        if known is not None:
            columns = [*known.how.get("columns", ()), *one.how.get("columns", ())]
            how = {**one.how, **known.how, "columns": columns}
            one = Trace(one.name, (*known.evidence, *one.evidence), how, known.letters)
        found[one.name] = one
    return list(found.values())
