"""Recognizes dates written as text, the ways people in several countries write them."""

from collections.abc import Iterable

import polars as pl

from tokumei.errors import BadSchema
from tokumei.model.cells import is_whole_days
from tokumei.model.periods import as_ranges

ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
"""The year before the first year of each Japanese era."""

ERA_LETTERS = dict(zip("mtshr", ERAS.values(), strict=True))
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
TRIED_FIRST = 50
"""So many values are tried before a whole column is: most columns of text are no dates."""

_YEAR, _MONTH, _DAY = r"(?P<year>[0-9]{4})", r"(?P<month>[0-9]{1,2})", r"(?P<day>[0-9]{1,2})"
_NAMED = rf"(?P<named>{'|'.join(MONTHS)})[a-z]*\.?"
_ERA = rf"(?P<era>{'|'.join(ERAS)}|[{''.join(ERA_LETTERS)}])\.? ?(?P<year>[0-9]{{1,2}}|元)"
_TIME = r"(?:[t ] ?(?P<time>[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)z?)?"

FORMS = (
    rf"{_YEAR}[-/.]{_MONTH}[-/.]{_DAY}{_TIME}",
    rf"{_YEAR} ?年 ?{_MONTH} ?月 ?{_DAY} ?日",
    rf"{_ERA} ?[年./-] ?{_MONTH} ?[月./-] ?{_DAY} ?日?",
    r"(?P<year>1[89][0-9]{2}|2[01][0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})",
    rf"{_DAY}[./-] ?{_MONTH}[./-] ?{_YEAR}{_TIME}",
    rf"{_MONTH}[/-]{_DAY}[/-]{_YEAR}{_TIME}",
    rf"{_DAY}\.?[ -]{_NAMED},?[ -]{_YEAR}",
    rf"{_NAMED} {_DAY},? {_YEAR}",
)


def parsed(series: pl.Series) -> pl.Series | None:
    """Return texts as dates if every value is a date in one of the forms we know, else None.

    Known are 2024-01-31, 2024/1/31, 20240131, 31.01.2024, 31/1/2024 or 1/31/2024 (where the whole
    column leaves no doubt which), 31 Jan 2024, Jan 31, 2024, 2024年1月31日, 令和6年1月31日 and R6.1.31.
    A time of day after the date is kept, as it stands or in UTC (a last Z). Missing stays missing; whole
    numbers are read as their digits.

    >>> parsed(pl.Series(["令和6年1月31日", None])).to_list()
    [datetime.date(2024, 1, 31), None]
    >>> parsed(pl.Series(["1/2/2024"])) is None
    True
    """
    if not (series.dtype == pl.String or series.dtype.is_integer()):
        return None
    values = series.drop_nulls().unique()
    texts = _plain(values)
    readings = list(_readings(texts, _readings(texts.head(TRIED_FIRST))).values())
    # Two forms that both fit and disagree are a guess, and a wrong date is worse than none.
    if not readings or not all(reading.equals(readings[0]) for reading in readings):
        return None
    return series.replace_strict(values, readings[0], default=None, return_dtype=readings[0].dtype)


def as_dates(series: pl.Series) -> pl.Series:
    """Return a column that somebody says holds dates as dates, or say why it cannot be read as such.

    What has a type of time already is left alone.

    >>> as_dates(pl.Series("born", ["31.1.2024", None])).to_list()
    [datetime.date(2024, 1, 31), None]
    """
    if series.dtype.is_temporal():
        return series
    if series.null_count() == len(series):
        return series.cast(pl.String).cast(pl.Date)
    texts = _digits(series) if series.dtype.is_numeric() else series.cast(pl.String)
    dates = parsed(texts)
    if dates is not None:
        return dates
    raise BadSchema(_refusal(texts))


def parsed_or_same(series: pl.Series) -> pl.Series:
    """Return texts as dates if they can be read as such, else as they are.

    >>> parsed_or_same(pl.Series(["[1990-01-01;1999-12-31]"])).dtype
    String
    """
    if series.dtype.is_temporal():
        return series
    dates = parsed(series)
    return series if dates is None else dates


def as_released(series: pl.Series, original: pl.Series) -> pl.Series:
    """Return a released column of dates as it is compared with its original: periods of the calendar as ranges.

    >>> as_released(pl.Series([1964, 1971]), pl.Series([], dtype=pl.Date)).to_list()
    ['[1964-01-01;1964-12-31]', '[1971-01-01;1971-12-31]']
    """
    if not isinstance(original.dtype, pl.Date | pl.Datetime):
        return parsed_or_same(series)
    are_days = original.dtype == pl.Date or is_whole_days(original)
    # A day is all that some moments were made into: it stands for every hour of it.
    is_coarser = series.dtype == pl.Date and not are_days
    read = series.cast(pl.String) if is_coarser else parsed_or_same(series)
    texts = _digits(read) if read.dtype.is_numeric() else read
    return as_ranges(texts, are_days=are_days) if texts.dtype == pl.String else texts


def _digits(numbers: pl.Series) -> pl.Series:
    # Where a cell is missing, other tools make floats of whole numbers.
    whole = numbers.cast(pl.Int64, strict=False)
    return (whole if bool((whole == numbers).all()) else numbers).cast(pl.String)


def _plain(values: pl.Series) -> pl.Series:
    return values.cast(pl.String).str.normalize("NFKC").str.strip_chars().str.to_lowercase()


def _readings(texts: pl.Series, forms: Iterable[str] = FORMS) -> dict[str, pl.Series]:
    """Return for each form that fits all texts the dates it makes of them."""
    readings = {form: _read(texts, form) for form in forms} if len(texts) else {}
    return {form: dates for form, dates in readings.items() if not dates.null_count()}


def _read(texts: pl.Series, form: str) -> pl.Series:
    return _dates(texts.str.extract_groups(f"^(?:{form})$").struct.unnest())


def _refusal(series: pl.Series) -> str:
    texts = _plain(series.drop_nulls())
    if _readings(texts):
        return (
            f"column '{series.name}': its dates can be read day first or month first, and no cell settles which; "
            "write them as year-month-day."
        )
    unread = min(_read(texts, form).null_count() for form in FORMS)
    return (
        f"column '{series.name}' is declared a date, but {unread} of its {len(texts)} cells cannot be read as dates "
        f"of one form; write them as year-month-day, or correct the kind (--kind-of {series.name}=category)."
    )


def _dates(parts: pl.DataFrame) -> pl.Series:
    day = pl.concat_str(_year(parts), _month(parts), pl.col("day").str.zfill(2), separator="-")
    if "time" not in parts.columns or parts["time"].null_count() == len(parts):
        return parts.select(day.str.to_date("%Y-%m-%d", strict=False)).to_series()
    time = pl.col("time").fill_null("0:00").str.zfill(5)
    seconds = pl.when(time.str.count_matches(":") == 1).then(time + ":00").otherwise(time)
    moment = pl.concat_str(day, seconds, separator=" ")
    return parts.select(moment.str.to_datetime("%Y-%m-%d %H:%M:%S%.f", time_unit="us", strict=False)).to_series()


def _year(parts: pl.DataFrame) -> pl.Expr:
    year = pl.col("year").replace({"元": "1"}).cast(pl.Int32)
    if "era" in parts.columns:
        year = year + pl.col("era").replace_strict({**ERAS, **ERA_LETTERS}, return_dtype=pl.Int32)
    return year.cast(pl.String).str.zfill(4)


def _month(parts: pl.DataFrame) -> pl.Expr:
    if "named" in parts.columns:
        numbers = {name: f"{i + 1:02}" for i, name in enumerate(MONTHS)}
        return pl.col("named").replace_strict(numbers, return_dtype=pl.String)
    return pl.col("month").str.zfill(2)
