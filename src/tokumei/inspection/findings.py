"""What the owner of a table should know before anything goes out."""

from collections.abc import Callable, Sequence

from tokumei.errors import listing
from tokumei.inspection.columns import Column
from tokumei.inspection.combinations import Standout
from tokumei.inspection.words import says
from tokumei.texts import text

Finding = tuple[str, dict[str, object]]
"""A key of the text catalogue, and what its sentence needs."""

HALF = 0.5

OF_COLUMNS: dict[str, Callable[[Column], bool]] = {
    "free_text": lambda c: c.guessed.why == "free_text",
    "looks_like_identifier": lambda c: _names_people(c) and c.role != "identifier",
    "tells_apart_alone": lambda c: c.role in ("quasi", "other") and c.guessed.role != "identifier" and _tells(c),
    "constant": lambda c: c.guessed.why == "constant",
    "empty": lambda c: c.guessed.why == "empty",
}
"""Warnings about single columns, whatever role they were given."""


def findings(
    columns: Sequence[Column], standout: Standout, *, person: str | None, missing_matched: bool
) -> list[Finding]:
    """Return everything worth a warning; columns of one kind share a sentence."""
    found: list[Finding] = []
    repeated = several_rows(columns) if person is None else []
    if repeated:
        found.append(("several_rows", {"columns": listing(repeated)}))
    for code, holds in OF_COLUMNS.items():
        names = [column.name for column in columns if holds(column)]
        if names:
            found.append((code, {"columns": listing(names)}))
    if standout.left_out:
        left_out = {"count": len(standout.left_out), "columns": listing(standout.left_out)}
        found.append(("columns_left_out", {"used": standout.columns, **left_out}))
    if not missing_matched:
        found.append(("missing_not_matched", {}))
    if not any(column.role == "quasi" for column in columns):
        found.append(("no_quasi", {}))
    return found


def several_rows(columns: Sequence[Column]) -> list[str]:
    """Return the columns that name people who seem to have several rows each, numbers of people first."""
    names = [
        column.name
        for column in columns
        if column.guessed.why == "named_identifier" and column.facts.variety <= HALF and not says(column.name, "shared")
    ]
    return sorted(names, key=lambda name: not says(name, "code"))


def in_words(found: Sequence[Finding], lang: str) -> list[dict[str, str]]:
    """Return findings as sentences of a language."""
    return [{"code": code, "text": text(f"inspect.finding.{code}", lang, **values)} for code, values in found]


def _names_people(column: Column) -> bool:
    return column.guessed.role == "identifier" and column.guessed.why != "free_text"


def _tells(column: Column) -> bool:
    return column.facts.unique_share >= HALF and column.facts.rows > 1
