"""Each column with its kind and role: what was said of it, else what is guessed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from tokumei.inspection.facts import Facts, facts
from tokumei.inspection.kinds import guess_kind
from tokumei.inspection.roles import Guess, guess_role
from tokumei.kernels.uniqueness import Codes
from tokumei.model.schema import Kind, Role, Schema


@dataclass(frozen=True)
class Column:
    """A column, its kind and role, why it has that role, and what would be guessed of it."""

    facts: Facts
    kind: Kind
    role: Role
    why: str
    guessed: Guess

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.facts.name


def look(frame: pl.DataFrame, people: Codes, said: Schema) -> list[Column]:
    """Return the columns of a frame, counted and understood."""
    columns = [_column(frame[name], people, said) for name in frame.columns]
    if said.quasi or any(column.role == "quasi" and column.why != "few_numbers" for column in columns):
        return columns
    # Where all is numbers, nothing tells those that others may know from those that they may not.
    return [
        replace(c, role="quasi", why="only_numbers") if c.why in ("measured", "few_numbers") else c for c in columns
    ]


def telling(columns: Sequence[Column]) -> list[Facts]:
    """Return the columns to form combinations of: the quasi columns, or all that could be some."""
    quasi = [column.facts for column in columns if column.role == "quasi"]
    return quasi or [column.facts for column in columns if column.role != "identifier" and column.facts.size > 1]


def _column(series: pl.Series, people: Codes, said: Schema) -> Column:
    known = facts(series, people)
    kind = said.kinds.get(series.name) or guess_kind(known)
    guessed = guess_role(known, kind)
    role = said.roles.get(series.name)
    if role is not None:
        return Column(known, kind, role, "said", guessed)
    if series.name == said.person:
        return Column(known, kind, "identifier", "person", guessed)
    if said.quasi and guessed.role == "quasi":
        return Column(known, kind, "other", "not_said", guessed)
    return Column(known, kind, guessed.role, guessed.why, guessed)
