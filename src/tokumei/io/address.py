"""Addresses of database tables, taken apart."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode

from tokumei.errors import InputError, listing
from tokumei.sources import shown

ENGINES = {"postgresql": "postgresql", "postgres": "postgresql", "sqlite": "sqlite"}
TABLE = re.compile("[?&]table=")

EXAMPLES = "postgresql://HOST/DATABASE?table=NAME or sqlite:///FILE?table=NAME"


@dataclass(frozen=True)
class Address:
    """A table of a database. `uri` is what the driver is given and may hold a password."""

    engine: str
    uri: str = field(repr=False)
    table: str
    shown: str

    @property
    def path(self) -> Path:
        """The file of an SQLite database."""
        return Path(self.uri)


def address(source: str, fault: type[InputError]) -> Address:
    """Take an address apart, or say in one sentence what is wrong with it."""
    scheme, _, rest = source.partition("://")
    before, at, after = rest.rpartition("@")
    if TABLE.search(before):
        # This @ is in the name of the table.
        before, at, after = "", "", rest
    place, _, query = after.partition("?")
    named = shown(source)
    if scheme not in ENGINES:
        raise fault(f"{named}: no kind of database '{scheme}'; there are {listing(dict.fromkeys(ENGINES.values()))}.")
    settings = parse_qsl(query, keep_blank_values=True)
    table = next((value for name, value in settings if name == "table"), "")
    if not table:
        raise fault(f"{named} names no table; write {EXAMPLES}.")
    others = [(name, value) for name, value in settings if name != "table"]
    uri = (
        _file(before + at + place, named, fault) if ENGINES[scheme] == "sqlite" else _server(before, at + place, others)
    )
    return Address(ENGINES[scheme], uri, table, named)


def _file(place: str, named: str, fault: type[InputError]) -> str:
    # As elsewhere, three slashes begin a relative path and four an absolute one.
    if not place.startswith("/") or len(place) < 2:
        raise fault(f"{named} names no file; write sqlite:///FILE?table=NAME.")
    return unquote(place[1:])


def _server(credentials: str, place: str, settings: list[tuple[str, str]]) -> str:
    # Marks of a password that mean something in an address are escaped; what is escaped already stays so.
    user, colon, password = credentials.partition(":")
    place = f"{quote(user, safe='%')}{colon}{quote(password, safe='%')}{place}"
    if not any(name == "connect_timeout" for name, _ in settings):
        settings = [*settings, ("connect_timeout", "10")]
    return f"postgresql://{place}?{urlencode(settings, quote_via=quote)}"
