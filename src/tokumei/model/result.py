"""What a run returns: the release, and every number with what is needed to make it again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tokumei.model.recipe import Recipe
from tokumei.model.release import Release
from tokumei.model.score import Score
from tokumei.sources import redacted
from tokumei.version import __version__

WORK = ("group", "fill", "recode", "transform")
"""The stages of a run that change the data; in the others it is read, shuffled, attacked, measured or written."""


def worked(seconds: Mapping[str, float]) -> float:
    """Return the seconds that the methods took to change the data.

    >>> worked({"read": 2.0, "group": 1.0, "fill": 0.5})
    1.5
    """
    return sum(seconds.get(stage, 0.0) for stage in WORK)


@dataclass
class Result:
    """The outcome of one run.

    `output` is the target that was named, `outputs` every file or table that was written there.
    `release` and the guesses inside `attacks` are secret; `document()` holds aggregates only and is
    what reports, files and other programs are given.
    """

    recipe: Recipe
    rows_in: int = 0
    rows_out: int = 0
    groups: int | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)
    measures: dict[str, dict[str, float]] = field(default_factory=dict)
    attacks: dict[str, Score] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    requirements: list[dict[str, Any]] = field(default_factory=list)
    findings: list[dict[str, Any]] = field(default_factory=list)
    profile: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    output: str | None = None
    outputs: list[str] = field(default_factory=list)
    release: Release[Any] | None = field(default=None, repr=False)

    @property
    def met(self) -> bool:
        """Whether every requirement of the recipe holds."""
        return all(requirement["met"] for requirement in self.requirements)

    def document(self) -> dict[str, Any]:
        """Return the result as plain values; addresses in it have lost their passwords."""
        return {
            "tokumei": __version__,
            "recipe": redacted(self.recipe.document()),
            "seed": self.recipe.seed,
            "engine": self.recipe.engine,
            "rows_in": self.rows_in,
            "rows_out": self.rows_out,
            "groups": self.groups,
            "seconds": {name: round(seconds, 4) for name, seconds in self.seconds.items()},
            "notes": self.notes,
            "measures": self.measures,
            "skipped": self.skipped,
            "attacks": {name: score.document() for name, score in self.attacks.items()},
            "requirements": self.requirements,
            "findings": self.findings,
            "profile": dict(self.profile),
            "versions": dict(self.versions),
            "output": redacted(self.output),
            "outputs": redacted(self.outputs),
        }

    def json(self, indent: int | None = None) -> str:
        """Return the document as JSON text."""
        return json.dumps(self.document(), ensure_ascii=False, indent=indent, allow_nan=False, default=str)
