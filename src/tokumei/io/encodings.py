"""Finds out how the text of a file is encoded, and turns it into UTF-8."""

import codecs
import re
from itertools import islice

import polars as pl

from tokumei.errors import UnreadableSource

BOMS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The longer marks stand before those they begin with."""

RUNS = re.compile(r"[^\x00-\x7f]+")
RUNS_LOOKED_AT = 10_000
ORDINARY = 0.8
"""The least share of everyday characters in text that was decoded rightly."""


def utf8(data: bytes, told: str | None, where: str) -> tuple[bytes, str]:
    """Return the text as UTF-8 without a mark, and the encoding it was in.

    What is not UTF-8 and has no mark may be Japanese, which can be told with some certainty; other
    encodings look alike, so rather than guess we ask.
    """
    name = told or _marked(data) or ("utf-8" if _is_utf8(data) else _japanese(data))
    if name is None:
        raise UnreadableSource(f"{where} is not UTF-8 text; say its encoding with --encoding, for example cp1252.")
    if name == "utf-8-sig":
        name, data = "utf-8", data.removeprefix(codecs.BOM_UTF8)
    if name != "utf-8" or not _is_utf8(data):
        data = _decoded(data, name, where).removeprefix("\ufeff").encode()
    if b"\0" in data:
        raise UnreadableSource(f"{where} holds zero bytes, so it is no text of encoding {name}; try --encoding utf-16.")
    return data.removeprefix(codecs.BOM_UTF8), name


def _marked(data: bytes) -> str | None:
    return next((name for mark, name in BOMS.items() if data.startswith(mark)), None)


def _is_utf8(data: bytes) -> bool:
    # Ten times as fast as decoding, and no second copy of the text.
    if data.isascii():
        return True
    try:
        # Where it cannot be cast, some versions of polars say so and others leave a gap.
        return not pl.Series([data]).cast(pl.String, strict=False).null_count()
    except pl.exceptions.ComputeError:
        return False


def _decoded(data: bytes, name: str, where: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableSource(
            f"{where}: line {line} is not {name} text; say the encoding of the file with --encoding."
        ) from None


def _japanese(data: bytes) -> str | None:
    shares = {name: _ordinary(data, name) for name in ("cp932", "euc_jp")}
    best = max(shares, key=lambda name: shares[name])
    return best if shares[best] >= ORDINARY else None


def _ordinary(data: bytes, name: str) -> float:
    """Return the share of non-ASCII characters that everyday Japanese uses; 0 where it cannot be that."""
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return 0.0
    runs = list(islice(RUNS.finditer(text), RUNS_LOOKED_AT))
    characters = "".join(run.group() for run in runs)
    # European letters stand within words: decoded wrongly they give single characters stuck to Latin ones.
    stuck = sum(text[run.start() - 1 : run.start()].isalpha() for run in runs)
    # Korean and Chinese text decodes as Japanese, but then has no kana.
    if stuck > len(runs) / 2 or (name == "euc_jp" and not re.search("[ぁ-んァ-ヶ]", characters)):
        return 0.0
    return sum(map(_is_everyday, characters)) / len(characters)


def _is_everyday(character: str) -> bool:
    """Tell whether a character is a kana, a wide mark, or a kanji of the first level."""
    if "\u3000" <= character <= "\u30ff" or "\uff01" <= character <= "\uff5e":
        return True
    code = character.encode("euc_jp", "ignore")
    return len(code) == 2 and 0xB0 <= code[0] <= 0xCF
