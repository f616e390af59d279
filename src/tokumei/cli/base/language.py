"""The language to speak: an option, else the environment."""

import os
from collections.abc import Mapping, Sequence

from tokumei.texts import FALLBACK, languages


def spoken(args: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> str:
    """Return the language that the arguments or the environment ask for.

    >>> spoken(["--lang", "ja"], {}), spoken([], {"LANG": "ja_JP.UTF-8"}), spoken([], {"LANG": "C"})
    ('ja', 'ja', 'en')
    """
    known = languages()
    said = os.environ if environment is None else environment
    locale = said.get("LC_ALL") or said.get("LC_MESSAGES") or said.get("LANG") or ""
    wishes = [value_of(args, "--lang"), said.get("TOKUMEI_LANG"), locale.split("_")[0].split(".")[0]]
    return next((wish for wish in wishes if wish in known), FALLBACK)


def value_of(args: Sequence[str], option: str) -> str | None:
    """Return the last value that an option is given among unparsed arguments.

    >>> value_of(["--k", "3", "--method=mdav"], "--method"), value_of(["x"], "--method")
    ('mdav', None)
    """
    return next(reversed(values_of(args, option)), None)


def values_of(args: Sequence[str], option: str) -> list[str]:
    """Return every value that an option is given among unparsed arguments.

    >>> values_of(["--method", "mdav", "--method=mondrian", "--", "--method", "x"], "--method")
    ['mdav', 'mondrian']
    """
    found = []
    for place, word in enumerate(args):
        if word == "--":
            break
        if word == option and place + 1 < len(args):
            found.append(args[place + 1])
        elif word.startswith(f"{option}="):
            found.append(word.partition("=")[2])
    return found
