"""How a text file is written, as far as the user says so."""

import codecs
from dataclasses import dataclass

from tokumei.errors import BadOption

SPOKEN = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|"}
"""Separators that are hard to type, as people type them."""

WIDER = {"shift_jis": "cp932", "gb2312": "gb18030", "ascii": "utf-8"}
"""Encodings whose files in truth often hold characters of a wider one."""


@dataclass(frozen=True)
class Reading:
    r"""How a text file is read and written; what is None is detected when reading.

    >>> Reading(separator="tab", encoding="Shift_JIS")
    Reading(separator='\t', encoding='cp932', decimal=None)
    """

    separator: str | None = None
    encoding: str | None = None
    decimal: str | None = None

    def __post_init__(self) -> None:
        """Check what was said, once."""
        if self.separator is not None:
            object.__setattr__(self, "separator", _separator(self.separator))
        if self.encoding is not None:
            object.__setattr__(self, "encoding", _encoding(self.encoding))
        if self.decimal not in (None, ".", ","):
            raise BadOption(f"decimal={self.decimal!r} is not allowed; say . or , .")


def _separator(given: str) -> str:
    one = SPOKEN.get(given.lower(), given)
    if len(one) != 1 or not one.isascii() or one in '"\r\n\0' or one.isalnum():
        raise BadOption(f"separator={given!r} is not allowed; give one character such as , ; | or tab.")
    return one


def _encoding(given: str) -> str:
    try:
        name = codecs.lookup(given).name
        "".encode(name)
    except (LookupError, ValueError):
        raise BadOption(f"no encoding '{given}'; there are utf-8, utf-16, cp932, euc_jp, cp1252 and others.") from None
    return WIDER.get(name, name)
