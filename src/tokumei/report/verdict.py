"""Answers whether a release may go out, the question a report is read for."""

from dataclasses import dataclass
from typing import Any

from tokumei.report import reading
from tokumei.report import requirements as required
from tokumei.report.front import front
from tokumei.report.numbers import number, percent
from tokumei.report.reading import Document
from tokumei.texts import text

MOST_NAMED = 6
MUCH = 0.05
"""An attack that identifies more rows than this deserves a limit."""


@dataclass(frozen=True)
class Verdict:
    """An answer and the figures it rests on.

    `status` is yes, no, open where no requirement was set, or risky where all that were set are met
    but an attack that none of them limits does well. Where it is no or risky the reasons are what to
    change, and nothing else.
    """

    status: str
    answer: str
    reasons: list[str]
    lang: str

    def __str__(self) -> str:
        """Return the verdict as one sentence."""
        if not self.reasons:
            return text("report.verdict.bare", self.lang, answer=self.answer)
        return text("report.verdict.sentence", self.lang, answer=self.answer, reasons=self.listed)

    @property
    def listed(self) -> str:
        """The reasons, joined as a sentence joins them."""
        *before, last = self.reasons
        if not before:
            return last
        comma = text("report.verdict.comma", self.lang)
        joint = "report.verdict.two" if len(before) == 1 else "report.verdict.many"
        return text(joint, self.lang, before=comma.join(before), last=last)


def verdict(document: Document, lang: str = "en") -> str:
    """Return in one sentence whether a release may go out, and on what figures that rests.

    The answer is yes or no only where the recipe sets requirements; otherwise the sentence gives the
    figures and says that nobody has set a limit.
    """
    return str(judged(document, lang))


def judged(document: Document, lang: str = "en") -> Verdict:
    """Return the verdict on a run or on a comparison of runs, in parts."""
    reading.check(document)
    if "runs" in document:
        return _compared(document["runs"], lang)
    asked = document.get("requirements", [])
    status, free = _status(asked), _unlimited(document, asked)
    if status == "yes" and free is not None:
        return Verdict("risky", text("report.verdict.risky", lang), [_warned(document, free, lang)], lang)
    if status == "no":
        return Verdict(status, text("report.verdict.no", lang), _required(asked, lang), lang)
    figures = [*_anonymity(document, lang), *_attacked(document, lang), *_lost(document, lang)]
    if status == "open" and not figures:
        return Verdict(status, text("report.verdict.nothing", lang), [], lang)
    return Verdict(status, text(f"report.verdict.{status}", lang), [*_required(asked, lang), *figures], lang)


def _status(asked: list[dict[str, Any]]) -> str:
    if not asked:
        return "open"
    return "yes" if all(one["met"] for one in asked) else "no"


def _unlimited(document: Document, asked: list[dict[str, Any]]) -> str | None:
    """Return the strongest attack that no requirement limits, if it does well."""
    rates = reading.identifying(document)
    free = (call for call in rates if not any(required.limits(one, call) for one in asked))
    return next((call for call in free if rates[call] >= MUCH), None)


def _warned(document: Document, call: str, lang: str) -> str:
    rate = percent(reading.identifying(document)[call], lang)
    chance = percent(document["attacks"][call].get("chance"), lang)
    spec = reading.spec_of(call)
    if spec is None or not spec.holds:
        return text("report.verdict.unlimited", lang, call=call, rate=rate, chance=chance)
    return text(
        "report.verdict.unlimited_knowing", lang, holds=spec.holds_in(lang), call=call, rate=rate, chance=chance
    )


def _required(asked: list[dict[str, Any]], lang: str) -> list[str]:
    if not asked:
        return []
    missed = [one for one in asked if not one["met"]]
    if missed:
        how = text("report.verdict.semicolon", lang).join(required.unmet(one, lang) for one in missed)
        return [text("report.verdict.unmet", lang, unmet=len(missed), count=len(asked), how=how)]
    return [text("report.verdict.met_one" if len(asked) == 1 else "report.verdict.met", lang, count=len(asked))]


def _anonymity(document: Document, lang: str) -> list[str]:
    k = reading.smallest_group(document)
    if k is None:
        return []
    key = {0: "report.verdict.empty", 1: "report.verdict.alone", 2: "report.verdict.pairs"}.get(k, "report.verdict.k")
    return [text(key, lang, others=f"{k - 1:,}", k=f"{k:,}")]


def _attacked(document: Document, lang: str) -> list[str]:
    rates = reading.identifying(document)
    if not rates:
        return [text("report.verdict.unattacked", lang)] if "recipe" in document or document.get("attacks") else []
    call, worst = next(iter(rates.items()))
    score = document["attacks"][call]
    beaten = score.get("low") is not None and score["low"] <= score.get("chance", 0) and worst == score["rate"]
    key = "report.verdict.harmless" if beaten else "report.verdict.attack"
    values = {"count": len(rates), "call": call, "rate": percent(worst, lang), "chance": percent(score["chance"], lang)}
    return [text(key if len(rates) > 1 else f"{key}_one", lang, **values)]


def _lost(document: Document, lang: str) -> list[str]:
    figure = reading.headline_loss(document)
    if figure is None:
        return []
    key = "report.verdict.share_lost" if figure.is_share and figure.is_information else "report.verdict.lost"
    value = percent(figure.value, lang) if figure.is_share else number(figure.value, lang)
    return [text(key, lang, value=value, measure=figure.call)]


def _compared(runs: list[Document], lang: str) -> Verdict:
    best = front(runs)
    if not best:
        answer = text("report.verdict.incomparable", lang, count=len(runs))
        return Verdict("open", answer, [], lang)
    names = [reading.name_of(runs[place]) or text("report.untouched", lang) for place in best[:MOST_NAMED]]
    names += ["…"] if len(best) > MOST_NAMED else []
    key = "report.verdict.front_one" if len(best) == 1 else "report.verdict.front"
    answer = text(key, lang, best=len(best), count=len(runs))
    return Verdict(
        "open",
        answer,
        [text("report.verdict.not_beaten", lang, names=text("report.verdict.comma", lang).join(names))],
        lang,
    )
