"""The table of the PWSCup 2015: which attack or measure each of its codes is, and the numbers of a result by code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tokumei.binding import bound_call
from tokumei.errors import UnknownMethod
from tokumei.model import Recipe
from tokumei.model.recipe import CallPart
from tokumei.params import label
from tokumei.texts import text

QUASI, SENSITIVE = 13, 12
"""The contest's table has so many quasi columns, and after them so many sensitive ones: 25."""
CROSS, E2, E4 = 6, 15, 21
"""The first columns, which the cross tables are of, and the ones that E2 and E4 look at, counted from 1."""

Kind = Literal["measure", "attack"]


@dataclass(frozen=True)
class Rules:
    """Which columns the codes look at: those crossed by U2 and U3, the one of E2, the one of E4.

    The contest's description lets E4 take the nearest value; the paper's table agrees with matching by
    rank, which `by_rank` asks for.
    """

    cross: tuple[str, ...]
    e2: str
    e4: str
    by_rank: bool = False

    @classmethod
    def usual(cls, quasi: Sequence[str], sensitive: Sequence[str]) -> "Rules":
        """Return the columns that the contest took; in a table of another shape E2 and E4 take the first sensitive one.

        >>> Rules.usual(["age", "sex"], ["pay", "debt"])
        Rules(cross=('age', 'sex'), e2='pay', e4='pay', by_rank=False)
        """
        is_contest = (len(quasi), len(sensitive)) == (QUASI, SENSITIVE)
        e2, e4 = (sensitive[place - 1 - QUASI if is_contest else 0] for place in (E2, E4))
        return cls(tuple(quasi[:CROSS]), e2, e4)


@dataclass(frozen=True)
class Line:
    """A line of the table: a code, what it is called here, its value, and why there is none."""

    code: str
    call: str
    value: float | None
    reason: str = ""


@dataclass(frozen=True)
class Asked:
    """What a code asks for: a number of a call, and what results call that."""

    kind: Kind
    name: str
    options: dict[str, Any]
    number: str

    @property
    def call(self) -> str | None:
        """What results call it; None where this version has no such method."""
        try:
            bound = bound_call(self.kind, self.name, self.options)
        except UnknownMethod:
            return None
        return label(bound.spec.name, bound.spec.non_default(bound.options))

    @property
    def part(self) -> CallPart:
        """The call as a recipe has it."""
        return CallPart(name=self.name, **self.options)


def codes(rules: Rules) -> dict[str, Asked]:
    """Return what each code of the contest asks for."""
    by_rank = Asked("attack", "rank_value", {"column": rules.e4}, "rate")
    nearest = Asked("attack", "nearest_value", {"column": rules.e4, "use_quasi": False}, "rate")
    return {
        "U1": Asked("measure", "mean_error", {}, "mean_error"),
        "U2": Asked("measure", "cross_mean", {"columns": list(rules.cross)}, "cross_mean"),
        "U3": Asked("measure", "cross_count", {"columns": list(rules.cross)}, "cross_count"),
        "U4": Asked("measure", "correlation_error", {}, "correlation_error"),
        "U5": Asked("measure", "cell_error", {}, "cell_error"),
        "U6": Asked("measure", "row_count_error", {}, "row_count_error"),
        "S1": Asked("measure", "k_anonymity", {}, "k"),
        "S2": Asked("measure", "k_anonymity", {}, "mean_group"),
        # The contest drew once; the mean over all draws is what a draw is about.
        "E1": Asked("attack", "random_match", {}, "expected"),
        "E2": Asked("attack", "nearest_value", {"column": rules.e2}, "rate"),
        "E3": Asked("attack", "rank_sum", {}, "rate"),
        "E4": by_rank if rules.by_rank else nearest,
        "EUC1": Asked("attack", "euclid", {"unmatched": "own_row"}, "rate"),
        "EUC2": Asked("attack", "euclid", {"unmatched": "nearest"}, "rate"),
    }


def asking(recipe: Recipe, rules: Rules) -> Recipe:
    """Return a recipe that takes every measure and attack of the contest that this version has."""
    parts: dict[str, dict[str, CallPart]] = {"measure": {}, "attack": {}}
    for asked in codes(rules).values():
        if asked.call is not None:
            parts[asked.kind][asked.call] = asked.part
    return recipe.model_copy(update={kind: list(calls.values()) for kind, calls in parts.items()})


def table(document: Mapping[str, Any], rules: Rules, lang: str = "en") -> list[Line]:
    """Return the contest's table of a result: a line for each code, in the order of the contest."""
    return [_line(code, asked, document, lang) for code, asked in codes(rules).items()]


def scores(lines: Sequence[Line]) -> dict[str, Any]:
    """Return the table as plain values: each code with its number, and the reasons of those without one."""
    return {
        "contest": {line.code: line.value for line in lines},
        "contest_reasons": {line.code: line.reason for line in lines if line.reason},
    }


def _line(code: str, asked: Asked, document: Mapping[str, Any], lang: str) -> Line:
    call = asked.call
    if call is None:
        return Line(code, asked.name, None, text("contest.reason.absent", lang, method=asked.name))
    if call in document["skipped"]:
        return Line(code, call, None, document["skipped"][call])
    numbers = document[f"{asked.kind}s"][call]
    value = numbers.get(asked.number, numbers.get("rate"))
    if value is not None:
        return Line(code, call, value)
    why = "no_answer" if asked.kind == "attack" else "no_number"
    return Line(code, call, None, text(f"contest.reason.{why}", lang))
