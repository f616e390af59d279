"""Every sentence a user reads in a table, a report or a page, in each language we speak.

A file `AREA.toml` holds one table a text: `[name]`, then `en = "..."` and `ja = "..."` with
{placeholders}. English stands in where a translation is missing.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tokumei.errors import DeclarationError, unknown

FALLBACK = "en"
LANGUAGES = {"en": "English", "ja": "日本語"}


def text(key: str, lang: str = FALLBACK, **values: object) -> str:
    """Return the text `AREA.NAME` in a language, its placeholders filled in.

    >>> text("report.rows", "en", count=3)
    '3 rows'
    """
    said = _said(key)
    sentence = said.get(lang) or said[FALLBACK]
    try:
        return sentence.format_map(values)
    except KeyError as missing:
        raise DeclarationError(f"text '{key}': the placeholder {missing} was given no value.") from None


def languages() -> dict[str, str]:
    """Return the languages there are texts for: code and own name.

    >>> list(languages())
    ['en', 'ja']
    """
    return dict(LANGUAGES)


def areas() -> list[str]:
    """Return the areas there are texts for: the names of the files."""
    return sorted(
        entry.name.removesuffix(".toml") for entry in files(__name__).iterdir() if entry.name.endswith(".toml")
    )


def has(key: str) -> bool:
    """Tell whether there is a text of this key.

    >>> has("report.rows"), has("report.no_such_text"), has("nowhere.rows")
    (True, False, False)
    """
    area, _, name = key.partition(".")
    return area in areas() and name in area_texts(area)


@cache
def area_texts(area: str) -> Mapping[str, Mapping[str, str]]:
    """Return every text of one area: name, then language, then sentence."""
    source = files(__name__).joinpath(f"{area}.toml")
    if not source.is_file():
        raise DeclarationError(unknown("area of texts", area, areas()))
    return dict(_flat(tomllib.loads(source.read_text(encoding="utf-8"))))


def _said(key: str) -> Mapping[str, str]:
    area, _, name = key.partition(".")
    texts = area_texts(area)
    if name not in texts:
        raise DeclarationError(unknown("text", name, texts, where=f"{area}.toml"))
    return texts[name]


def _flat(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    # A table that holds sentences is a text; one that holds tables only groups them.
    for name, table in tables.items():
        if FALLBACK in table:
            yield above + name, table
        else:
            yield from _flat(table, f"{above}{name}.")
