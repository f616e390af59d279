"""Numbers as the signs of Table 10: whether utility is harmed, safety rises, an attack fails."""

from collections.abc import Mapping

from tokumei.papers.euclid import printed
from tokumei.papers.euclid.printed import BETTER, HARMED, SOME, UNTOUCHED

NOTHING = {"U1": 1.0, "U2": 1.0, "U3": 5e-4, "U4": 5e-4, "U5": 5e-4, "U6": 0.5}
"""Below this a loss counts as none: a yen, which rounding to whole yen makes, or what Table 11 prints as 0.000."""
SMALL = {"U4", "U5"}
"""Errors that may be too small to be seen with two digits."""
AS_STRONG, FAILED = 0.9, 0.1
"""An attack that still finds so large a share of what it finds in the original is as strong, or has failed."""


def sign(code: str, value: float, original: float) -> str:
    """Return the sign of a number beside that of the untouched original.

    >>> sign("U4", 0.02, 0.0), sign("S2", 1.9, 1.8), sign("EUC1", 0.5, 1.0), sign("E3", 0.95, 1.0)
    ('x', '○', '△', 'x')
    """
    if code in printed.UTILITY:
        return HARMED if value >= NOTHING[code] else UNTOUCHED
    if code in printed.SAFETY:
        return BETTER if value > original else HARMED
    if value >= AS_STRONG * original:
        return HARMED
    return BETTER if value <= FAILED * original else SOME


def agree(code: str, one: str, other: str) -> bool:
    """Tell whether two signs say the same; how much is harmed or how far an attack fails is nowhere defined.

    >>> agree("U1", "△", "x"), agree("E1", "△", "x"), agree("E1", "△", "○")
    (True, False, True)
    """
    nothing = UNTOUCHED if code in printed.UTILITY else HARMED
    return (one == nothing) == (other == nothing)


def harmed_by(letters: str) -> tuple[str, ...]:
    """Return the utility codes that methods harm together, by Table 10.

    >>> harmed_by("CD"), harmed_by("AF")
    (('U5',), ('U2', 'U3', 'U4', 'U5'))
    """
    places = [printed.SINGLES.index(f"D_{letter}") for letter in letters]
    return tuple(
        code for code in printed.UTILITY if any(printed.TABLE_10[code][place] != UNTOUCHED for place in places)
    )


def harmed_in_print(name: str) -> tuple[str, ...]:
    """Return the utility codes that are more than 0.00 in Table 12.

    >>> harmed_in_print("D5")
    ('U4', 'U5')
    """
    place = printed.TWELVE.index(name)
    return tuple(code for code in printed.UTILITY if float(printed.cells(printed.TABLE_12, code)[place]))


def contradictions(name: str) -> tuple[str, ...]:
    """Return the utility codes where Table 12 shows what the methods of Table 13 cannot do, by Table 10.

    An error printed as 0.00 may be there and small, but not one in yen or in rows.

    >>> contradictions("D5"), contradictions("D8"), contradictions("D3")
    (('U4',), ('U2', 'U3'), ())
    """
    should, does = harmed_by(printed.TABLE_13[name]), harmed_in_print(name)
    return tuple(
        code for code in printed.UTILITY if (code in does) > (code in should) or code in set(should) - set(does) - SMALL
    )


def harmed_in(numbers: Mapping[str, float]) -> tuple[str, ...]:
    """Return the utility codes that numbers of ours show as harmed."""
    return tuple(code for code in printed.UTILITY if sign(code, numbers[code], 0.0) == HARMED)
