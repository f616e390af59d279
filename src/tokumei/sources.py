"""Sources and targets as they may be shown: an address of a database without its secrets."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl


def is_address(source: str) -> bool:
    """Tell whether a source is an address, not a path."""
    return "://" in source


def shown(source: object) -> str:
    """Return a source as it may be shown: an address without user, password and settings.

    >>> shown("postgresql://ann:pass@word@db.example:5432/shop?table=people&password=x")
    'postgresql://db.example:5432/shop?table=people'
    """
    text = str(source)
    if not is_address(text):
        return text
    scheme, _, rest = text.partition("://")
    # A password may hold any mark unescaped, so all before the last @ goes.
    place, _, query = rest.rpartition("@")[2].partition("?")
    tables = [value for name, value in parse_qsl(query) if name == "table"]
    return f"{scheme}://{place.partition('#')[0]}" + (f"?table={tables[0]}" if tables else "")


def redacted(part: Any) -> Any:
    """Return plain values with every address in them as it may be shown, whichever option holds it.

    >>> redacted({"data": {"source": "postgresql://ann:hush@host/db?table=people"}, "step": [{"k": 5}]})
    {'data': {'source': 'postgresql://host/db?table=people'}, 'step': [{'k': 5}]}
    """
    if isinstance(part, Mapping):
        return {name: redacted(inside) for name, inside in part.items()}
    if isinstance(part, list | tuple):
        return [redacted(inside) for inside in part]
    return shown(part) if isinstance(part, str) else part
