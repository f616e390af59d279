"""Reads methods as people write them: `NAME(option=value, ...)`, values still as text."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tokumei.errors import BadOption

Text = str | bool | list[str]
"""An option's value as it was written; a list where the option was repeated."""

OPENING, CLOSING, QUOTES = "([{", ")]}", "\"'"


@dataclass(frozen=True)
class Written:
    """A method by name, with options as they were written."""

    name: str
    options: Mapping[str, "Text | Written"] = field(default_factory=dict)


def written(text: str, where: str = "") -> Written:
    """Read a method with its options; a comma inside quotes, brackets or a list parts nothing.

    >>> written("euclid(unmatched=nearest, columns=a,b)").options
    {'unmatched': 'nearest', 'columns': 'a,b'}
    """
    name, bracket, inside = text.strip().partition("(")
    if not name.strip() or (bracket and not (inside.endswith(")") and _balanced(inside[:-1]))):
        raise _unreadable(text, where)
    options: dict[str, Text | Written] = {}
    last = ""
    for piece in pieces(inside[:-1]):
        key, equals, value = _cut(piece)
        if not equals and not last:
            raise _unreadable(text, where)
        # A piece without an equals sign goes on with the list before it.
        last = key.strip().replace("-", "_") if equals else last
        options[last] = value.strip() if equals else f"{options[last]},{piece.strip()}"
    return Written(name.strip(), options)


def pieces(text: str) -> list[str]:
    """Cut a text at its commas, but for those inside quotes or brackets.

    >>> pieces("sse, euclid(columns=a,b)")
    ['sse', ' euclid(columns=a,b)']
    """
    commas = [place for place, depth in _depths(text) if text[place] == "," and depth == 0]
    ends = zip([-1, *commas], [*commas, len(text)], strict=True)
    return [piece for start, end in ends if (piece := text[start + 1 : end]).strip()]


def unquoted(text: str) -> str:
    """Return a text without the quotes around all of it.

    >>> unquoted("'a, b'"), unquoted("a")
    ('a, b', 'a')
    """
    quoted = len(text) > 1 and text[0] in QUOTES and text[-1] == text[0] and text[0] not in text[1:-1]
    return text[1:-1] if quoted else text


def split_names(texts: Sequence[str]) -> list[str]:
    """Return the names in comma lists; a name with a comma stands in double quotes, as in a CSV file.

    >>> split_names(['age, zip', '"city, ward",sex'])
    ['age', 'zip', 'city, ward', 'sex']
    """
    return [name.strip() for row in csv.reader(texts, skipinitialspace=True) for name in row if name.strip()]


def _cut(piece: str) -> tuple[str, str, str]:
    # An equals sign inside quotes or brackets belongs to a value: `a=f(x=1), "b=c"`.
    place = next((place for place, depth in _depths(piece) if piece[place] == "=" and depth == 0), -1)
    return (piece, "", "") if place < 0 else (piece[:place], "=", piece[place + 1 :])


def _depths(text: str) -> Iterator[tuple[int, int]]:
    """Give each place with how many brackets and quotes are open there."""
    depth, quote = 0, ""
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
            yield place, depth + bool(quote)
            continue
        if letter in QUOTES:
            quote = letter
        depth += (letter in OPENING) - (letter in CLOSING)
        yield place, depth + bool(quote)


def _balanced(text: str) -> bool:
    depths = [depth for _, depth in _depths(text)]
    return min(depths, default=0) >= 0 and (not depths or depths[-1] == 0)


def _unreadable(text: str, where: str) -> BadOption:
    at = f"{where} " if where else ""
    return BadOption(f"{at}'{text}' cannot be read; write NAME or 'NAME(option=value, option=value)'.")
