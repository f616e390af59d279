"""Writes numbers the way a reader expects them: rounded sensibly, and never to more than is known."""

from math import floor, isfinite, log10

from tokumei.texts import text

UNITS = {
    "en": ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")),
    "ja": ((1e12, "兆"), (1e8, "億"), (1e4, "万")),
}


def number(value: float | None, lang: str = "en") -> str:
    """Write a number with four digits that count.

    >>> number(30162), number(3.14159), number(0.05), number(0.0000123456), number(None)
    ('30,162', '3.142', '0.05', '1.235e-05', '–')
    """
    if value is None or not isfinite(value):
        return text("report.nothing", lang)
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    if not 1e-4 <= abs(value) < 1e15:
        return f"{value:.4g}"
    return _short(f"{value:,.{max(0, 3 - floor(log10(abs(value))))}f}")


def percent(share: float | None, lang: str = "en") -> str:
    """Write a share in percent: two digits that count when it is small, and 100 only when it is all.

    >>> percent(0.0209), percent(0.000033), percent(0.9999), percent(1), percent(0.07), percent(0.0005)
    ('2.1%', '0.0033%', '99.99%', '100%', '7%', '0.05%')
    """
    if share is None or not isfinite(share):
        return text("report.nothing", lang)
    # Twelve digits are more than is known, and 7 stays 7 where 0.07 * 100 is a hair above it.
    hundredths = round(float(share) * 100, 12)
    if hundredths.is_integer():
        return f"{int(hundredths):,}%"
    if 99 < hundredths < 100:
        digits = -floor(log10(round(100 - hundredths, 12)))
    elif abs(hundredths) >= 1:
        return f"{hundredths:,.1f}%"
    else:
        digits = 1 - floor(log10(abs(hundredths)))
    return f"{_short(f'{hundredths:.{digits}f}')}%"


def odds(share: float | None, lang: str = "en") -> str:
    """Write a small share as one in so many; empty where percent says it better.

    >>> odds(1 / 30162), odds(0.021), odds(0.5)
    ('1 in 30,162', '', '')
    """
    if share is None or not 0 < share <= 0.01:
        return ""
    among = 1 / share
    # 1 in 30,162 is exact where it comes from a row count; elsewhere two digits are all that is known.
    is_count = abs(among - round(among)) < 1e-6 * among
    rounded = round(among) if is_count else round(among, 1 - floor(log10(among)))
    return text("report.odds", lang, among=f"{rounded:,.0f}")


def percent_with_odds(share: float | None, lang: str = "en") -> str:
    """Write a share in percent, and as one in so many where that is easier to see.

    >>> percent_with_odds(1 / 4200)
    '0.024% (1 in 4,200)'
    """
    short = odds(share, lang)
    return f"{percent(share, lang)} ({short})" if short else percent(share, lang)


def compact(value: float, lang: str = "en") -> str:
    """Write a round number short, for the axis of a chart.

    >>> compact(15000), compact(1990), compact(0.25), compact(15000, "ja")
    ('15k', '1990', '0.25', '1.5万')
    """
    for size, unit in UNITS.get(lang, UNITS["en"]):
        # Four digits are short as they are, and may be a year.
        if abs(value) >= max(size, 1e4):
            return f"{value / size:.4g}{unit}"
    return f"{value:.4g}"


def seconds(value: float, lang: str = "en") -> str:
    """Write a duration.

    >>> seconds(0.0421), seconds(75.2)
    ('0.04 s', '75.2 s')
    """
    return text("report.seconds", lang, seconds=f"{value:.2f}" if value < 10 else f"{value:,.1f}")


def _short(written: str) -> str:
    return written.rstrip("0").rstrip(".") if "." in written else written
