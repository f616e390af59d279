"""Explains a release: which methods made it, what speaks for each, and what cannot be told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tokumei.errors import UnknownColumn, listing
from tokumei.explanation.both import Both
from tokumei.explanation.pairing import Pairing, pairing
from tokumei.explanation.quasi import grouped, shifted, unified
from tokumei.explanation.rows import deleted, is_shuffled
from tokumei.explanation.sensitive import Sensitive, sensitive
from tokumei.explanation.traces import Evidence, Trace, merged
from tokumei.explanation.unpaired import unpaired
from tokumei.model.job import ALONE, Job
from tokumei.model.release import Release
from tokumei.model.table import Table
from tokumei.texts import text
from tokumei.version import __version__

READ, PAIRED = 0.3, 0.5
"""The shares of the work that are done when both tables are read, and when their rows are paired."""
CROSSED = 6
"""The contest's cross tables are of so many quasi columns, the first ones."""


@dataclass(frozen=True)
class Explanation:
    """How a release seems to have been made: the methods named, the surest first.

    `untold` are methods that cannot be told from the data, each with the reason; `otherwise` are sensitive
    columns that changed as none of the methods changes them. `key` says whose word the pairs of rows are:
    `declared`, `found` in the data, or `none`. `shuffled` is None where nobody knows.
    """

    methods: tuple[Trace, ...]
    untold: Mapping[str, str] = field(default_factory=dict)
    otherwise: tuple[str, ...] = ()
    key: str = "none"
    shuffled: bool | None = None
    rows_in: int = 0
    rows_out: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the methods."""
        return tuple(one.name for one in self.methods)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that Table 7 of the paper gives the methods, in its order."""
        return tuple(sorted(letter for one in self.methods for letter in one.letters))

    def document(self, lang: str = "en") -> dict[str, Any]:
        """Return everything as plain values: counts, shares and names of columns, no cell and no row."""
        return {
            "tokumei": __version__,
            "rows_in": self.rows_in,
            "rows_out": self.rows_out,
            "key": self.key,
            "shuffled": self.shuffled,
            "methods": [_method_document(one, lang) for one in self.methods],
            "untold": [
                {"name": name, "code": code, "text": text(f"explain.untold.{code}", lang)}
                for name, code in self.untold.items()
            ],
            "findings": [_finding(self.otherwise, lang)] if self.otherwise else [],
        }


def explain(original: Table, release: Release, *, cross: Sequence[str] | None = None, job: Job = ALONE) -> Explanation:
    """Tell which methods made a release of a table, from what the two show.

    Only what was declared of the rows is believed, and only until the data speaks against it. `cross` names the
    quasi columns that cross tables look at, the first six by default: the paper tells columns unified among
    them from others.
    """
    original = original.explaining(release.data)
    release = release.published().readable(original)
    both = Both.of(original, release.data)
    crossed = original.quasi[:CROSSED] if cross is None else list(cross)
    for name in crossed:
        if name not in original.quasi:
            raise UnknownColumn.named(name, original.quasi, where="the quasi columns")
    job.progress(READ)
    told = pairing(both, release)
    job.progress(PAIRED)
    inside = sensitive(both, told.pairs, job.part(PAIRED, 1.0)) if told.source != "none" else Sensitive(unpaired(both))
    groups = grouped(both, told.pairs)
    found = merged(
        [
            told.trace,
            deleted(both, told.pairs, is_told=told.source == "declared"),
            groups,
            unified(both, told.pairs, groups, crossed),
            *inside.traces,
            shifted(both, told.pairs, groups),
        ]
    )
    named = sorted((one for one in found if one.is_named), key=lambda one: -one.confidence)
    return Explanation(
        tuple(named),
        dict(_untold(both, told, [one.name for one in named])),
        tuple(inside.otherwise),
        told.source,
        is_shuffled(told.pairs),
        len(original),
        len(release.data),
    )


def _untold(both: Both, told: Pairing, named: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the methods that would have left no trace of their own, each with the reason."""
    if told.source != "declared" and told.trace is None:
        yield "yamaoka", "no_key"
    if both.quasi and not both.telling:
        yield "k_anonymization", "unified"
    for name in ("average_sensitive", "swap_within"):
        reason = None if name in named else _why_untold(both, told, name, named)
        if reason is not None:
            yield name, reason


def _why_untold(both: Both, told: Pairing, name: str, named: Sequence[str]) -> str | None:
    """Return why nobody can tell whether values were mixed inside groups this way too; None if that can be told."""
    if not _have_company(both):
        return "alone"
    if name == "swap_within" and "average_sensitive" in named:
        return "averaged"
    is_blurred = "noise" in named and not told.pairs.sure.all()
    return "no_pairs" if told.source == "none" or is_blurred else None


def _have_company(both: Both) -> bool:
    """Tell whether any two rows are alike in their quasi values, before or after."""
    return any(bool((np.bincount(labels) > 1).any()) for labels in both.groups)


def _method_document(one: Trace, lang: str) -> dict[str, Any]:
    return {
        "name": one.name,
        "paper": list(one.letters),
        "confidence": round(one.confidence, 4),
        "how": dict(one.how),
        "evidence": [
            {"code": evidence.code, "text": _said(evidence, lang), **dict(evidence.values)} for evidence in one.evidence
        ],
    }


def _said(evidence: Evidence, lang: str) -> str:
    values = {name: f"{value:.0%}" if isinstance(value, float) else value for name, value in evidence.values.items()}
    return text(f"explain.evidence.{evidence.code}", lang, **values)


def _finding(columns: Sequence[str], lang: str) -> dict[str, Any]:
    names = listing(columns)
    return {"code": "changed_otherwise", "text": text("explain.finding.changed_otherwise", lang, columns=names)}
