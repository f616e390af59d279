"""Our numbers beside printed ones: whether they agree, and how far they are apart."""

from tokumei.report.numbers import number
from tokumei.texts import text


def agrees(printed: str | None, ours: float) -> bool | None:
    """Tell whether a number rounds to the printed digits; None where nothing is printed.

    >>> agrees("0.02325", 0.0232529), agrees("0.02325", 0.02324), agrees(None, 1.0)
    (True, False, None)
    """
    return None if printed is None else f"{ours:.{digits(printed)}f}" == printed


def digits(printed: str) -> int:
    """Return how many digits are printed after the point.

    >>> digits("0.02325"), digits("918.0"), digits("1236")
    (5, 1, 0)
    """
    return len(printed.partition(".")[2])


def shown(printed: str | None, lang: str) -> str:
    """Return a printed number as it is printed."""
    return text("report.nothing", lang) if printed is None else printed


def apart(printed: str | None, ours: float, lang: str) -> str:
    """Say how far a number is from the printed one.

    >>> apart("0.02325", 0.0232529, "en"), apart("0.01405", 0.013512, "en")
    ('same digits', '-3.8%')
    """
    if printed is None:
        return text("report.nothing", lang)
    if agrees(printed, ours):
        return text("papers.same", lang)
    return f"{ours / float(printed) - 1:+.1%}"


def faster(printed: str | None, ours: float, lang: str) -> str:
    """Say how many times less a duration is than the printed one.

    >>> faster("25.00", 0.0375, "en")
    '667×'
    """
    if printed is None:
        return text("report.nothing", lang)
    return f"{rounded(float(printed) / ours, lang)}×"


def rounded(value: float, lang: str) -> str:
    """Return a number with three digits that count.

    >>> rounded(0.00012345, "en"), rounded(20437.0, "en")
    ('0.000123', '20,400')
    """
    return number(float(f"{value:.3g}"), lang)
