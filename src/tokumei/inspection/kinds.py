"""Guesses how the values of a column are to be read."""

import polars as pl

from tokumei.inspection.facts import Facts
from tokumei.inspection.words import says
from tokumei.model.dates import parsed
from tokumei.model.schema import Kind, kind_of

FEW = 20
"""Whole numbers with at most so many values, each met often, are codes."""

CODE_DIGITS = 5
LONG_CODE_DIGITS = 9
PLAIN_NUMBER = r"^[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$"
LEADING_ZERO = r"^[+-]?0[0-9]"
CELL_OF_MANY = r"^[\[{]"
RANGE = r"^\[([^;\[\]]+);([^;\[\]]+)\]$"
SUPPRESSED = "*"
WRITTEN_ONCE = 0.1
"""Different values for each cell: with fewer, long texts are ready-made answers, not written freely."""


def guess_kind(facts: Facts) -> Kind:
    """Return the kind of a column by its values, its type and its name.

    Text is a date, a number, free text or a category by what it holds; digits that begin with a
    zero, or are all equally long, are codes. Whole numbers with few values are codes too, unless
    the name says that they count something.
    """
    if not facts.distinct:
        return kind_of(facts.dtype)
    if facts.dtype == pl.String:
        texts = facts.values.filter(facts.values != SUPPRESSED)
        return _of_ranges(texts) or _of_text(facts, texts) if len(texts) else "category"
    if facts.dtype.is_integer() or (facts.dtype.is_float() and _is_whole(facts.values)):
        return _of_whole_numbers(facts, facts.values)
    return kind_of(facts.dtype)


def _of_ranges(texts: pl.Series) -> Kind | None:
    """Return the kind of a released column of ranges: that of their ends."""
    ends = texts.str.extract_groups(RANGE).struct.unnest()
    is_range = ends.to_series().is_not_null()
    if not is_range.any():
        return None
    every = pl.concat([texts.filter(~is_range), *(end.drop_nulls() for end in ends)])
    if every.str.contains(PLAIN_NUMBER).all():
        return "number"
    return "date" if parsed(every) is not None else "category"


def _of_text(facts: Facts, texts: pl.Series) -> Kind:
    if parsed(texts) is not None:
        return "date"
    if texts.str.contains(PLAIN_NUMBER).all():
        lengths = texts.str.len_chars()
        same_length = len(texts) > 1 and lengths.n_unique() == 1 and lengths[0] >= CODE_DIGITS
        if same_length or texts.str.contains(LEADING_ZERO).any():
            return "category"
        return _of_few_or_many(facts, texts.cast(pl.Float64))
    return "text" if _is_free_text(facts, texts) else "category"


def _is_free_text(facts: Facts, texts: pl.Series) -> bool:
    # Ranges and value sets of a released table are long, but nobody wrote them.
    if facts.variety < WRITTEN_ONCE or 2 * texts.str.contains(CELL_OF_MANY).sum() > texts.count():
        return False
    length, words = texts.str.len_chars().mean(), texts.str.count_matches(r"\s+").mean()
    sentences = texts.str.contains("[。、]").mean()
    assert isinstance(length, float)
    assert isinstance(words, float)
    assert isinstance(sentences, float)
    return (length >= 30 and words >= 3) or words >= 6 or (length >= 10 and sentences >= 0.5)


def _is_whole(values: pl.Series) -> bool:
    return bool((values.is_finite() & (values == values.round()) & (values.abs() < 2**53)).all())


def _of_whole_numbers(facts: Facts, numbers: pl.Series) -> Kind:
    whole = numbers.cast(pl.Int64, strict=False)
    if whole.null_count():
        return "number"
    low, high = whole.min(), whole.max()
    assert isinstance(low, int)
    assert isinstance(high, int)
    if low >= 1800_01_01 and high <= 2199_12_31 and parsed(whole) is not None:
        return "date"
    if says(facts.name, "code") or (facts.variety > 0.9 and len(str(low)) == len(str(high)) >= LONG_CODE_DIGITS):
        return "category"
    return _of_few_or_many(facts, whole)


def _of_few_or_many(facts: Facts, numbers: pl.Series) -> Kind:
    flag = facts.distinct <= 2 < facts.present and bool(numbers.cast(pl.Float64).is_in([0.0, 1.0, 2.0]).all())
    few = facts.distinct <= FEW and facts.present >= 5 * facts.distinct
    if not (few or flag) or says(facts.name, "quantity"):
        return "number"
    if facts.distinct > 2 and (says(facts.name, "ordered") or bool(numbers.is_between(1900, 2100).all())):
        return "ordered"
    return "category"
