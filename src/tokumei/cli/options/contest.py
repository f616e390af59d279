"""What the commands about contest files may be told: columns by number or name, and which columns the codes take."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tokumei.cli.options import common as opt
from tokumei.cli.options.columns import Given
from tokumei.errors import BadOption, BadSchema, UnknownName, listing

if TYPE_CHECKING:
    from tokumei.contest import Rules

LAYOUT = ("--quasi", "--sensitive")


def columns() -> opt.Decorator[Any]:
    """Add the options that say what the columns of a file without a header are, and how it is read."""
    return opt.together(
        opt.option("--quasi", multiple=True, metavar="COLUMNS", said="quasi_contest", section="columns"),
        opt.option("--sensitive", multiple=True, metavar="COLUMNS", said="sensitive_contest", section="columns"),
        opt.option("--header/--no-header", default=None, section="reading"),
        opt.option("--separator", metavar="CHARACTER", section="reading"),
        opt.option("--encoding", metavar="NAME", section="reading"),
    )


def rules() -> opt.Decorator[Any]:
    """Add the options that say which columns the codes of the contest look at."""
    return opt.together(
        opt.option("--cross", multiple=True, metavar="COLUMNS", section="contest"),
        opt.option("--e2", metavar="COLUMN", section="contest"),
        opt.option("--e4", metavar="COLUMN", section="contest"),
        opt.option("--e4-rank", is_flag=True, section="contest"),
    )


def roles_of(given: Given, columns: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the quasi and the sensitive columns: those that were said, else those of the contest's table."""
    from tokumei import contest

    quasi, sensitive = (named(columns, given[option[2:]], option) for option in LAYOUT)
    if not quasi and not sensitive and len(columns) == contest.QUASI + contest.SENSITIVE:
        return list(columns[: contest.QUASI]), list(columns[contest.QUASI :])
    if not quasi or not sensitive:
        raise BadOption(
            f"the table has {len(columns)} columns and not the 13 and 12 of the contest: say by number or name which "
            "are quasi and which are sensitive, such as --quasi 1-3 --sensitive 4,5."
        )
    both = [name for name in quasi if name in sensitive]
    if both:
        raise BadSchema(f"a column has one role; {listing(both)} was given more than one.")
    return _in_order(columns, quasi), _in_order(columns, sensitive)


def rules_of(given: Given, columns: Sequence[str], quasi: Sequence[str], sensitive: Sequence[str]) -> "Rules":
    """Return the columns that the codes look at: those that were said, else those of the contest."""
    from tokumei.contest import Rules

    rules = Rules.usual(quasi, sensitive)
    if given["cross"]:
        crossed = _among(columns, given["cross"], "--cross", quasi)
        rules = replace(rules, cross=tuple(crossed))
    for option in ("e2", "e4"):
        if given[option] is not None:
            names = _among(columns, [given[option]], f"--{option}", sensitive)
            if len(names) != 1:
                raise BadOption(f"--{option} {given[option]}: name one column.")
            rules = replace(rules, e2=names[0]) if option == "e2" else replace(rules, e4=names[0])
    return replace(rules, by_rank=given["e4_rank"])


def named(columns: Sequence[str], texts: Sequence[str], option: str) -> list[str]:
    """Return columns said by name, by number from 1, or by a range of numbers.

    >>> named(["age", "sex", "zip", "pay"], ["1-2,pay"], "--quasi")
    ['age', 'sex', 'pay']
    """
    from tokumei.written import split_names

    return list(dict.fromkeys(name for text in split_names(list(texts)) for name in _at(columns, text, option)))


def _at(columns: Sequence[str], text: str, option: str) -> Sequence[str]:
    if text in columns:
        return [text]
    low, dash, high = (part.strip() for part in text.partition("-"))
    ends = [low, high if dash else low]
    if not all(end.isdecimal() for end in ends):
        raise UnknownName(
            f"{option}: no column '{text}'; there are {listing(columns)}, numbered from 1 to {len(columns)}."
        )
    first, last = map(int, ends)
    if not 1 <= first <= last <= len(columns):
        raise UnknownName(f"{option} {text}: the columns are numbered from 1 to {len(columns)}.")
    return columns[first - 1 : last]


def _among(columns: Sequence[str], texts: Sequence[str], option: str, allowed: Sequence[str]) -> list[str]:
    names = named(columns, texts, option)
    wrong = [name for name in names if name not in allowed]
    if wrong:
        raise BadOption(f"{option}: column {listing(wrong)} cannot be taken; there are {listing(allowed)}.")
    return names


def _in_order(columns: Sequence[str], names: Sequence[str]) -> list[str]:
    return [name for name in columns if name in names]
