"""The report: one page that needs nothing else, on screen, phone and paper."""

from typing import Any

from tokumei.model.toml import dumps
from tokumei.report import excerpts, figures, reading, tables, tiles
from tokumei.report.excerpts import Frames
from tokumei.report.front import front
from tokumei.report.reading import Document
from tokumei.report.shell import rendered
from tokumei.report.verdict import judged
from tokumei.sources import redacted, shown
from tokumei.texts import FALLBACK, languages, text


def html(
    document: Document,
    lang: str = "en",
    *,
    before: Frames | None = None,
    after: Frames | None = None,
) -> str:
    """Return the report on a run, or on a comparison of runs, as one HTML page.

    `before` may only ever be synthetic data and `after` only released rows, each frame under its
    name: their first rows are shown as they are. Without them the page holds aggregates alone.
    """
    reading.check(document)
    lang = lang if lang in languages() else FALLBACK
    parts = _compared(document["runs"], lang) if "runs" in document else _run(document, lang)
    return rendered(
        "compare.html.j2" if "runs" in document else "run.html.j2",
        lang,
        **parts,
        verdict=judged(document, lang),
        excerpts=excerpts.excerpts(before or {}, after or {}, reading.columns_of(document), lang),
        has_before=bool(before),
    )


def _run(document: Document, lang: str) -> dict[str, Any]:
    grids = ("requirements", "steps", "columns", "attacks", "skipped", "timings", "versions", "notes")
    return {
        "document": document,
        "name": _source(document, lang),
        "output": shown(document.get("output") or text("report.page.not_written", lang)),
        "tiles": tiles.tiles(document, lang),
        "findings": tables.findings(document, lang),
        "recipe": _recipe(document),
        "grids": {name: getattr(tables, name)(document, lang) for name in grids},
        "measures": [_measure(document, call, lang) for call in document.get("measures", {})],
        "attackers": [_attacker(call, lang) for call in tables.by_strength(document)],
        "figures": figures.of_run(document, lang),
    }


def _compared(runs: list[Document], lang: str) -> dict[str, Any]:
    first = runs[0]
    return {
        "document": first,
        "count": len(runs),
        "name": _source(first, lang),
        "runs": tables.runs(runs, lang, front(runs)),
        "meanings": tables.meanings_of_runs(runs, lang),
        "figures": figures.of_comparison(runs, lang),
        "recipes": [(reading.name_of(run) or text("report.untouched", lang), _recipe(run)) for run in runs],
    }


def _source(document: Document, lang: str) -> str:
    source = document.get("recipe", {}).get("data", {}).get("source")
    return shown(source) if source else text("report.page.unnamed", lang)


def _recipe(document: Document) -> str:
    return dumps(redacted(document.get("recipe", {})))


def _measure(document: Document, call: str, lang: str) -> dict[str, Any]:
    return {
        "call": call,
        "summary": reading.summary(call, lang),
        "numbers": tables.numbers_of(document, call, lang),
        "by_column": tables.numbers_by_column(document, call, lang),
    }


def _attacker(call: str, lang: str) -> dict[str, str]:
    spec = reading.spec_of(call)
    holds = "" if spec is None else spec.holds_in(lang)
    return {
        "call": call,
        "summary": reading.summary(call, lang),
        "holds": text("report.page.holds", lang, holds=holds) if holds else "",
    }
