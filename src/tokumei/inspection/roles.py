"""Guesses what each column is to an attacker, and says why."""

from dataclasses import dataclass

from tokumei.inspection.facts import Facts
from tokumei.inspection.kinds import LONG_CODE_DIGITS
from tokumei.inspection.words import says
from tokumei.model.schema import Kind, Role

NEARLY_ALL = 0.9
FEW = 20
MEASURED = 1000
"""Numbers with more values than this, hardly a value twice, or fractions, are measurements."""


@dataclass(frozen=True)
class Guess:
    """A role and the reason for it, a key of the text catalogue."""

    role: Role
    why: str


def guess_role(facts: Facts, kind: Kind) -> Guess:
    """Return the role that a column most likely has.

    Where nothing is known we lean to caution: what others may know is quasi, what nobody can know
    but the person is sensitive, what names a person is an identifier and will be dropped.
    """
    if not facts.distinct:
        return Guess("other", "empty")
    if facts.distinct == 1 and not facts.missing and facts.rows > 1:
        return Guess("other", "constant")
    if kind == "text":
        return Guess("identifier", "free_text")
    if says(facts.name, "sensitive"):
        return Guess("sensitive", "named_sensitive")
    if says(facts.name, "quasi"):
        return Guess("quasi", "named_quasi")
    named = says(facts.name, "identifier") or says(facts.name, "shared")
    if named and (facts.distinct > 100 or facts.variety >= 0.2) and kind != "date":
        return Guess("identifier", "named_identifier")
    return _by_values(facts, kind)


def _by_values(facts: Facts, kind: Kind) -> Guess:
    if kind == "category" and facts.distinct > 2 and facts.variety >= NEARLY_ALL and not facts.dtype.is_numeric():
        return Guess("identifier", "unique_texts")
    if facts.dtype.is_integer() and _is_running_number(facts, kind):
        return Guess("identifier", "running_number")
    if kind == "number" and (facts.distinct > MEASURED or (facts.distinct > FEW and _is_measured(facts))):
        return Guess("sensitive", "measured")
    return Guess("quasi", {"date": "date", "number": "few_numbers"}.get(kind, "category"))


def _is_measured(facts: Facts) -> bool:
    return facts.variety >= 0.5 or (facts.dtype.is_float() and bool((facts.values != facts.values.round()).any()))


def _is_running_number(facts: Facts, kind: Kind) -> bool:
    if facts.variety < NEARLY_ALL or facts.present < 20:
        return False
    low, high = facts.values.min(), facts.values.max()
    assert isinstance(low, int)
    assert isinstance(high, int)
    counted = high - low < facts.distinct * 1.1
    return counted or (kind == "category" and len(str(low)) >= LONG_CODE_DIGITS)
