"""Inspects a table: what its columns are, who stands out in it, and how to begin."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from tokumei.errors import BadData, listing
from tokumei.inspection.columns import Column, look, telling
from tokumei.inspection.combinations import Floats, Standout, standout
from tokumei.inspection.draft import draft
from tokumei.inspection.findings import findings, in_words
from tokumei.inspection.risk import risk
from tokumei.inspection.smallest import smallest_group, smallest_match
from tokumei.model.cells import folded
from tokumei.model.schema import Kind, Role, Schema
from tokumei.model.table import row_groups

ROLES: tuple[Role, ...] = ("quasi", "sensitive", "identifier")


@dataclass(frozen=True)
class Inspection:
    """What an inspection found; `document` has the numbers, `recipe` a first plan.

    `k` is the smallest group on the quasi columns, missing matching missing only. Where cells are
    missing `k_any` is the fewest matches of a row if missing matches anything; None if not counted.
    """

    rows: int
    people: int
    person: str | None
    columns: list[Column] = field(repr=False)
    standout: Standout = field(repr=False)
    k: int | None
    k_any: int | None
    has_missing: bool

    @property
    def schema(self) -> Schema:
        """The roles and kinds found, as a schema."""
        of_role = {role: [column.name for column in self.columns if column.role == role] for role in ROLES}
        return Schema(
            of_role["quasi"],
            of_role["sensitive"],
            of_role["identifier"],
            kinds={column.name: column.kind for column in self.columns},
            person=self.person,
        )

    @property
    def scores(self) -> Floats:
        """The SUDA-style score of each row: 0 where no three columns tell its person from all others."""
        return self.standout.scores

    def document(self, lang: str = "en") -> dict[str, Any]:
        """Return everything as plain values: aggregates only, no cell and no row."""
        return {
            "rows": self.rows,
            **({"people": self.people} if self.person is not None else {}),
            "columns": [_column_document(column) for column in self.columns],
            "combinations": [
                {"columns": list(one.columns), "unique_share": one.unique_share, "minimal_share": one.minimal_share}
                for one in self.standout.combinations
            ],
            "k": self.k,
            **({"k_missing_matches_any": self.k_any} if self.has_missing else {}),
            "risk": risk(self.standout),
            "findings": self.findings(lang),
        }

    def findings(self, lang: str = "en") -> list[dict[str, str]]:
        """Return what the owner of the table should know, each with a code and a sentence."""
        matched = self.k_any is not None or not self.has_missing or self.k is None
        found = findings(self.columns, self.standout, person=self.person, missing_matched=matched)
        return in_words(found, lang)

    def recipe(self, source: str, lang: str = "en") -> str:
        """Return a commented recipe in TOML to begin with: every column with its role and the reason."""
        return draft(source, self.columns, self.person, lang)


def inspect(
    frame: pl.DataFrame,
    *,
    quasi: str | Iterable[str] = (),
    sensitive: str | Iterable[str] = (),
    identifier: str | Iterable[str] = (),
    person: str | None = None,
    kinds: Mapping[str, Kind] | None = None,
) -> Inspection:
    """Look at a table: guess kinds and roles, find who stands out, tell its k.

    What is said wins over what is guessed. Quasi columns, once said, are all there are, because the
    k of a table is that of its quasi columns; without them the guessed ones are taken. Pairs and
    triples are formed of the quasi columns, or of all but identifiers where there is none. With
    `person` people are counted instead of rows.

    >>> found = inspect(pl.DataFrame({"age": [30, 30, 41], "sex": ["f", "f", "m"]}))
    >>> found.k, found.schema.quasi
    (1, ('age', 'sex'))
    """
    said = Schema(quasi, sensitive, identifier, kinds=kinds, person=person)
    frame = folded(frame, said.quasi)
    said.check(frame.columns)
    _refuse_nested(frame)
    frame = frame.with_columns(pl.selectors.float().fill_nan(None))
    numbers = np.arange(frame.height) if person is None else row_groups(frame, [person])
    people = numbers.astype(np.int32)
    columns = look(frame, people, said)
    chosen = [column.name for column in columns if column.role == "quasi"]
    has_missing = any(frame[name].null_count() for name in chosen)
    return Inspection(
        rows=frame.height,
        people=int(people.max(initial=-1)) + 1,
        person=person,
        columns=columns,
        standout=standout(telling(columns), people),
        k=smallest_group(frame, chosen, person),
        # Rows that match freely may be the same person's twice, so people are not counted that way.
        k_any=smallest_match(frame, chosen) if has_missing and person is None else None,
        has_missing=has_missing,
    )


def _refuse_nested(frame: pl.DataFrame) -> None:
    nested = [name for name, dtype in frame.schema.items() if dtype.is_nested() or dtype == pl.Object]
    if nested:
        raise BadData(
            f"{listing(nested)}: lists and objects cannot be inspected; a table needs one plain value in a cell."
        )


def _column_document(column: Column) -> dict[str, Any]:
    known = column.facts
    return {
        "name": known.name, "kind": column.kind, "role": column.role,
        "missing": known.missing, "distinct": known.distinct, "unique_share": known.unique_share,
    }  # fmt: skip
