"""The few figures on top of a report."""

from dataclasses import dataclass

from tokumei.report import reading
from tokumei.report.numbers import number, percent, percent_with_odds
from tokumei.report.reading import Document
from tokumei.texts import text


@dataclass(frozen=True)
class Tile:
    """A figure with its name above and what it means below."""

    name: str
    value: str
    meaning: str


def tiles(document: Document, lang: str = "en") -> list[Tile]:
    """Return the smallest group, the strongest attack, the loss and the rows."""
    return [_group(document, lang), _attack(document, lang), _loss(document, lang), _rows(document, lang)]


def _group(document: Document, lang: str) -> Tile:
    name, k = text("report.tile.k", lang), reading.smallest_group(document)
    if k is None:
        return Tile(name, text("report.nothing", lang), text("report.tile.k_none", lang))
    value = text("report.tile.k_unit_one" if k == 1 else "report.tile.k_unit", lang, k=number(k, lang))
    return Tile(name, value, text("report.tile.k_sub", lang))


def _attack(document: Document, lang: str) -> Tile:
    name, rates = text("report.tile.attack", lang), reading.identifying(document)
    if not rates:
        return Tile(name, text("report.nothing", lang), text("report.tile.attack_none", lang))
    call, rate = next(iter(rates.items()))
    chance = percent_with_odds(document["attacks"][call].get("chance"), lang)
    return Tile(name, percent(rate, lang), text("report.tile.attack_sub", lang, chance=chance))


def _loss(document: Document, lang: str) -> Tile:
    name, figure = text("report.tile.loss", lang), reading.headline_loss(document)
    if figure is None:
        return Tile(name, text("report.nothing", lang), text("report.tile.loss_none", lang))
    if not figure.is_information:
        name = text("report.tile.loss_other", lang)
    value = percent(figure.value, lang) if figure.is_share else number(figure.value, lang)
    return Tile(name, value, text("report.tile.loss_sub", lang, measure=figure.call))


def _rows(document: Document, lang: str) -> Tile:
    came, out, groups = (document.get(key) for key in ("rows_in", "rows_out", "groups"))
    key = "report.tile.rows_sub" if groups is None else "report.tile.rows_groups"
    meaning = text(key, lang, rows=number(came, lang), groups=number(groups, lang))
    return Tile(text("report.tile.rows", lang), number(out, lang), meaning)
