"""Finds the types of columns of text, and refuses columns that are no plain values."""

from collections.abc import Callable

import polars as pl

from tokumei.errors import UnreadableSource
from tokumei.sources import shown

INTEGER = r"^-?(?:0|[1-9][0-9]*)$"
NUMBER = r"^-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$"
NUMBER_OR_NONE = rf"(?:{NUMBER})|^(?:-?inf|NaN)$"
COMMA_NUMBER = r"^-?(?:0|[1-9][0-9]*)(?:,[0-9]+)?$"
TOO_LONG = r"^-?[0-9]{19,}$"
DATE = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
TIME = r"^[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?$"
MOMENT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?"
ZONE = r"(?:Z|[+-][0-9]{2}:?[0-9]{2})$"
TRIED_FIRST = 100
"""So many cells are tried before a whole column is: most columns fail early."""

Convert = Callable[[pl.Series], pl.Series]


def typed(frame: pl.DataFrame, decimal: str | None) -> tuple[pl.DataFrame, str]:
    """Return a frame of texts with its types found, and the decimal mark; empty texts are missing.

    With `decimal` None the mark is a comma where a column of numbers with commas shows it. A column
    has a type only if every cell of it does: what stays in doubt stays text.

    >>> typed(pl.DataFrame({"zip": ["02138", "10115"], "x": ["1,5", ""]}), None)[0].dtypes
    [String, Float64]
    """
    texts = frame.with_columns(pl.all().replace({"": None}))
    mark = decimal or ("," if any(_has_comma(column) for column in texts) else ".")
    return pl.DataFrame([_column(column, mark) for column in texts]), mark


def dated(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with columns of ISO dates and times as such, for files that know no dates."""
    texts = [column for column in frame if column.dtype == pl.String]
    return frame.with_columns(_first_fit(column, WHEN) for column in texts)


def flat(frame: pl.DataFrame, source: str) -> pl.DataFrame:
    """Return the frame if every column holds plain values; what is missing throughout is text."""
    if not frame.width:
        raise UnreadableSource(f"{shown(source)} holds no columns; it needs at least one.")
    for name, dtype in frame.schema.items():
        if dtype.is_nested() or dtype in (pl.Binary, pl.Object):
            raise UnreadableSource(
                f"{shown(source)}: column '{name}' holds lists or binary data; a table needs one plain value in a cell."
            )
    too_wide = [name for name, dtype in frame.schema.items() if dtype in (pl.Null, pl.Int128, pl.UInt128)]
    return frame.with_columns(pl.col(too_wide).cast(pl.String)) if too_wide else frame


def _column(texts: pl.Series, mark: str) -> pl.Series:
    if mark == "," and _has_comma(texts):
        return _floats(texts.str.replace_all(",", ".", literal=True), texts)
    if _every(texts, INTEGER):
        return _if_whole(texts, texts.cast(pl.Int64, strict=False))
    if mark == "." and _every(texts, NUMBER_OR_NONE) and texts.str.contains(NUMBER).any():
        return _floats(texts, texts)
    if _every(texts, "^(?:true|false)$"):
        return texts == "true"
    return _first_fit(texts, WHEN)


def _has_comma(texts: pl.Series) -> bool:
    return _every(texts, COMMA_NUMBER) and bool(texts.str.contains(",", literal=True).any())


def _every(texts: pl.Series, pattern: str) -> bool:
    """Tell whether every cell that is there has the pattern, and there is one."""
    first = texts.head(TRIED_FIRST).drop_nulls()
    return bool(
        first.str.contains(pattern).all()
        and texts.null_count() < len(texts)
        and texts.str.contains(pattern).fill_null(True).all()
    )


def _floats(numbers: pl.Series, texts: pl.Series) -> pl.Series:
    # Digits that overflow 64 bits are a code, not a quantity: as a float they would lose their end.
    if numbers.str.contains(TOO_LONG).any():
        return texts
    return _if_whole(texts, numbers.cast(pl.Float64, strict=False))


def _if_whole(texts: pl.Series, converted: pl.Series) -> pl.Series:
    """Return the converted column, or the texts where a cell would be lost."""
    return converted if converted.null_count() == texts.null_count() else texts


def _first_fit(texts: pl.Series, forms: dict[str, Convert]) -> pl.Series:
    convert = next((convert for pattern, convert in forms.items() if _every(texts, pattern)), None)
    return texts if convert is None else _if_whole(texts, convert(texts))


def _moment(texts: pl.Series) -> pl.Series:
    full = texts.str.replace(" ", "T", literal=True).str.replace("(T..:..)$", "${1}:00")
    return full.str.to_datetime("%Y-%m-%dT%H:%M:%S%.f", time_unit="us", strict=False)


def _zoned(texts: pl.Series) -> pl.Series:
    full = texts.str.replace(" ", "T", literal=True).str.replace("Z$", "+00:00")
    full = full.str.replace("(T..:..)([+-][0-9:]+)$", "${1}:00${2}")
    return full.str.to_datetime("%Y-%m-%dT%H:%M:%S%.f%z", time_unit="us", strict=False)


WHEN: dict[str, Convert] = {
    DATE: lambda texts: texts.str.to_date("%Y-%m-%d", strict=False),
    MOMENT + "$": _moment,
    MOMENT + ZONE: _zoned,
    TIME: lambda texts: texts.str.to_time("%H:%M:%S%.f", strict=False),
}
"""The forms of dates and times that every tool writes, with how each is read."""
