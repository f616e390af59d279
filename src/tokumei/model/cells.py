"""Released cells: how ranges, value sets and suppressed values are written and read.

    24  a single value        [24;31]  a range, both ends included
    *   suppressed            {Chiba;Tokyo}  a set of values

A single value that would be misread (it is made of `*`, or begins with `[` or `{`) is written with
its marks doubled: `[x]` becomes `[[x]]`. Inside a range or a set every mark of a value is doubled: the
set of `a;b` and `c` is `{a;;b;c}`. An empty cell is a missing value.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import polars as pl

SUPPRESSED = "*"
MARKS = "[]{};*"
# Stands before an empty value, or one that begins with `;`, whose mark would join the one that parts values.
GUARD = "*"

_DOUBLE = str.maketrans({mark: mark * 2 for mark in MARKS})
_PAIR = re.compile(r"([\[\]{};*])\1")
_ODD_SEMICOLON = re.compile(r"(?<!;)(?:;;)*;(?!;)")
_MISREAD = r"^(?:[\[{]|\*+$)"
_LEFT_OVER = re.compile(r"[\]};]")
"""Marks that a value alone in its cell holds where the one that opens was lost."""
_SPECIAL = r"[\[\]{};*]|^$"


def single(value: str) -> str:
    """Write a value alone in its cell.

    >>> single("Chiba"), single("*"), single("[x]"), single("0213*")
    ('Chiba', '**', '[[x]]', '0213*')
    """
    return value.translate(_DOUBLE) if re.match(_MISREAD, value) else value


def range_of(low: str, high: str) -> str:
    """Write a range; one value where both ends are the same.

    >>> range_of("24", "31"), range_of("24", "24")
    ('[24;31]', '24')
    """
    return single(low) if low == high else f"[{_part(low)};{_part(high)}]"


def set_of(values: Iterable[str]) -> str:
    """Write a set of values; one value where there is only one.

    >>> set_of(["Chiba", "Tokyo"]), set_of(["Chiba"]), set_of(["a;b", "c"])
    ('{Chiba;Tokyo}', 'Chiba', '{a;;b;c}')
    """
    every = list(values)
    return single(every[0]) if len(every) == 1 else f"{{{';'.join(map(_part, every))}}}"


def quoted(series: pl.Series) -> pl.Series:
    """Return a text column as cells: values that would be misread are written with doubled marks."""
    is_coded = isinstance(series.dtype, pl.Categorical | pl.Enum)
    texts = series.cast(pl.String) if is_coded else series
    if texts.dtype != pl.String or not texts.str.contains(_MISREAD).any():
        return series
    return texts.map_elements(single, return_dtype=pl.String)


def folded(frame: pl.DataFrame, names: Iterable[str]) -> pl.DataFrame:
    """Return a released frame whose columns `age_min`, `age_max` are one column `age` of ranges again.

    >>> folded(pl.DataFrame({"age_min": [24, 31], "age_max": [31, 31]}), ["age"])["age"].to_list()
    ['[24;31]', '31']
    """
    for name in names:
        low, high = f"{name}_min", f"{name}_max"
        if name not in frame.columns and low in frame.columns and high in frame.columns:
            frame = frame.with_columns(ranges(frame[low], frame[high]).alias(low)).drop(high).rename({low: name})
    return frame


def ranges(low: pl.Series, high: pl.Series) -> pl.Series:
    """Write two columns of ends as one of ranges; missing where either end is."""
    ends = pl.DataFrame({"low": written(low), "high": written(high)})
    if ends.select(pl.any_horizontal(pl.all().str.contains(_SPECIAL).any())).item():
        return ends.select(pl.struct(pl.all()).map_elements(_range, return_dtype=pl.String)).to_series()
    cell = pl.when(pl.col("low") == pl.col("high")).then("low").otherwise(pl.format("[{};{}]", "low", "high"))
    return ends.select(cell).to_series()


def is_whole_days(series: pl.Series) -> bool:
    """Tell whether a column of moments holds dates: pandas has no type for them."""
    if not isinstance(series.dtype, pl.Datetime) or series.dtype.time_zone is not None:
        return False
    return bool((series.dt.date().cast(series.dtype) == series).all())


def written(end: pl.Series) -> pl.Series:
    """Return values as the text they are written as in a cell."""
    if is_whole_days(end):
        return end.dt.date().cast(pl.String)
    # A cast would cut the fractions of a second off a time of day, and refuse a duration.
    return end.dt.to_string("iso") if end.dtype in (pl.Time, pl.Duration) else end.cast(pl.String)


def _range(ends: Mapping[str, str | None]) -> str | None:
    low, high = ends["low"], ends["high"]
    return None if low is None or high is None else range_of(low, high)


@dataclass(frozen=True)
class Cell:
    """What one cell stands for: the values it may be, or the two ends it lies between."""

    values: tuple[str, ...] = ()
    ends: tuple[str, str] | None = None
    suppressed: bool = False


def parse(text: str) -> Cell:
    """Read one cell.

    >>> parse("[24;31]").ends, parse("{a;;b;c}").values, parse("[[x]]").values, parse("*").suppressed
    (('24', '31'), ('a;b', 'c'), ('[x]',), True)
    """
    if text == SUPPRESSED:
        return Cell(suppressed=True)
    if not text.startswith(("[", "{", SUPPRESSED)):
        return Cell((text,))
    if _encloses(text, "[", "]"):
        parts = _split(text[1:-1])
        return Cell(ends=(parts[0], parts[1])) if len(parts) == 2 else Cell((text,))
    if _encloses(text, "{", "}"):
        return Cell(tuple(_split(text[1:-1])))
    return Cell((_PAIR.sub(r"\1", text) if re.match(_MISREAD, text) else text,))


def is_well_formed(text: str) -> bool:
    """Tell whether a cell is written in full: a range with two ends, a set closed and without gaps.

    >>> [is_well_formed(text) for text in ("[24;31]", "[24;31", "{a;}", "[[x]]", "24]")]
    [True, False, False, True, False]
    """
    if _encloses(text, "[", "]"):
        parts = _split(text[1:-1])
        return len(parts) == 2 and all(parts)
    if _encloses(text, "{", "}"):
        return all(_split(text[1:-1]))
    if text == SUPPRESSED:
        return True
    value = parse(text).values[0]
    return single(value) == text and (value != text or not _LEFT_OVER.search(text))


def _part(value: str) -> str:
    doubled = value.translate(_DOUBLE)
    return GUARD + doubled if not value or value.startswith(";") else doubled


def _encloses(text: str, opening: str, closing: str) -> bool:
    # A doubled mark belongs to a value: only an odd number of them opens or closes.
    opened = len(text) - len(text.lstrip(opening))
    closed = len(text) - len(text.rstrip(closing))
    return len(text) >= 2 and opened % 2 == 1 and closed % 2 == 1


def _split(inside: str) -> list[str]:
    # The last of an odd run of semicolons parts two values; the pairs before it belong to the left one.
    cuts = [match.end() for match in _ODD_SEMICOLON.finditer(inside)]
    parts = [inside[start : end - 1] for start, end in zip([0, *cuts], [*cuts, len(inside) + 1], strict=True)]
    return [_value(part) for part in parts]


def _value(part: str) -> str:
    guarded = part.startswith(GUARD) and not part.startswith(GUARD * 2)
    return _PAIR.sub(r"\1", part[1:] if guarded else part)
