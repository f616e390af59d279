"""The rows of every table about a result, as texts: the command line and the report show the same."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tokumei.model.result import worked
from tokumei.params import plain
from tokumei.report import reading
from tokumei.report import requirements as required
from tokumei.report.numbers import number, percent, percent_with_odds, seconds
from tokumei.report.reading import Document
from tokumei.texts import has, text

COLUMNS_ABREAST = 8
"""Columns of data that a table shows beside each other, so that a page of paper holds it."""


@dataclass(frozen=True)
class Grid:
    """A table of texts.

    `right` are the columns that hold numbers, `long` those that hold sentences. Each row may have
    one of the `marks` for its look and one of the `notes` below its name. `meanings` explain headings.
    """

    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    right: frozenset[int] = frozenset()
    long: frozenset[int] = frozenset()
    marks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    caption: str = ""
    meanings: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        """Tell whether there is anything to show."""
        return bool(self.rows)


def requirements(document: Document, lang: str = "en") -> Grid:
    """Return what the recipe asks of the release, and whether it holds."""
    asked = document.get("requirements", [])
    rows = [
        (required.said(one, lang), required.meaning(one, lang), required.wanted(one, lang), required.got(one, lang),
         text("cli.yes" if one["met"] else "cli.no", lang))
        for one in asked
    ]  # fmt: skip
    marks = tuple("met" if one["met"] else "unmet" for one in asked)
    headings = _headings(lang, "requirement", "meaning", "wanted", "got", "met")
    return Grid(headings, rows, right=frozenset({2, 3}), long=frozenset({1}), marks=marks)


def attacks(document: Document, lang: str = "en") -> Grid:
    """Return what each attack found, with its interval and what blind guessing would find."""
    every: Mapping[str, Mapping[str, Any]] = document.get("attacks", {})
    rows = [
        (call, percent(one.get("rate"), lang), _found(one, lang), interval(one, lang),
         percent_with_odds(one.get("chance"), lang))
        for call in by_strength(document)
        for one in [every[call]]
    ]  # fmt: skip
    caption = " ".join(filter(None, [*(_found_by(call, every[call], lang) for call in every), _claims(every, lang)]))
    headings = _headings(lang, "attack", "rate", "found", "interval", "chance")
    return Grid(headings, rows, frozenset({1, 2, 3, 4}), caption=caption)


def _found_by(call: str, score: Mapping[str, Any], lang: str) -> str:
    rows = score.get("rows_found_by")
    if not rows:
        return ""
    total, attacks = sum(rows.values()), len(rows) - 1
    values = {"none": rows["0"], "every": rows[str(attacks)], "rows": total}
    return text("report.found_by", lang, call=call, attacks=attacks, **{n: number(v, lang) for n, v in values.items()})


def _claims(every: Mapping[str, Mapping[str, Any]], lang: str) -> str:
    calls = [call for call, score in every.items() if "baseline" in score]
    comma = text("report.verdict.comma", lang)
    return text("report.claims", lang, calls=comma.join(calls)) if calls else ""


def by_strength(document: Document) -> list[str]:
    """Return the attacks, the strongest first, those that could not be scored last."""
    return list(dict.fromkeys([*reading.scored(document), *document.get("attacks", {})]))


def interval(score: Mapping[str, Any], lang: str = "en") -> str:
    """Return the 95 % interval of a rate.

    >>> interval({"low": 0.019, "high": 0.023})
    '1.9% – 2.3%'
    """
    if score.get("low") is None or score.get("high") is None:
        return text("report.nothing", lang)
    return f"{percent(score['low'], lang)} – {percent(score['high'], lang)}"


def headlines(document: Document, lang: str = "en") -> Grid:
    """Return the first number of each measure, which speaks for it."""
    rows = [
        (call, key, _value(call, key, value, lang), reading.meaning(call, key, lang))
        for call, numbers in document.get("measures", {}).items()
        for key, value in list(numbers.items())[:1]
    ]
    return Grid(_headings(lang, "measure", "number", "value", "meaning"), rows, frozenset({2}), frozenset({3}))


def numbers_of(document: Document, call: str, lang: str = "en") -> Grid:
    """Return the numbers of one measure that tell of the whole table, each with its meaning."""
    rows = [
        (key, _value(call, key, value, lang), reading.meaning(call, key, lang))
        for key, value in document["measures"][call].items()
        if "." not in key
    ]
    return Grid(_headings(lang, "number", "value", "meaning"), rows, right=frozenset({1}), long=frozenset({2}))


def numbers_by_column(document: Document, call: str, lang: str = "en") -> list[Grid]:
    """Return the numbers of one measure that tell of single columns: a table for numbers of the same columns.

    Where a measure has numbers before and after, each column has one row with all its numbers.
    """
    columns_of: dict[str, list[str]] = {}
    for name, dot, column in (key.partition(".") for key in document["measures"][call]):
        if dot:
            columns_of.setdefault(name, []).append(column)
    if any(_twin(name) in columns_of for name in columns_of):
        return [_before_and_after(document, call, columns_of, lang)]
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, columns in columns_of.items():
        alike.setdefault(tuple(columns), []).append(name)
    return [grid for columns, names in alike.items() for grid in _by_column(document, call, names, columns, lang)]


def _by_column(
    document: Document, call: str, names: Sequence[str], columns: Sequence[str], lang: str
) -> Iterator[Grid]:
    numbers = document["measures"][call]
    said = tuple(reading.meaning(call, f"{name}.*", lang) for name in names)
    if len(names) == 1:
        keys = {column: f"{names[0]}.{column}" for column in columns}
        rows = [(column, _value(call, key, numbers[key], lang)) for column, key in keys.items()]
        yield Grid((*_headings(lang, "column"), names[0]), rows, right=frozenset({1}), caption=said[0])
        return
    for start in range(0, len(columns), COLUMNS_ABREAST):
        some = columns[start : start + COLUMNS_ABREAST]
        keys_of = {name: [f"{name}.{column}" for column in some] for name in names}
        cells = [(name, *(_value(call, key, numbers[key], lang) for key in keys)) for name, keys in keys_of.items()]
        right = frozenset(range(1, len(some) + 1))
        yield Grid((*_headings(lang, "number"), *some), cells, right, notes=said if start == 0 else ())


BEFORE, AFTER = "_before", "_after"


def _twin(name: str) -> str | None:
    return name.removesuffix(BEFORE) + AFTER if name.endswith(BEFORE) else None


def _before_and_after(document: Document, call: str, columns_of: Mapping[str, Sequence[str]], lang: str) -> Grid:
    numbers = document["measures"][call]
    twins = {name: twin for name in columns_of if (twin := _twin(name)) in columns_of}
    names = [name for name in columns_of if name not in twins.values()]
    called = {name: name.removesuffix(BEFORE) if name in twins else name for name in names}

    def cell(name: str, column: str) -> str:
        keys = [f"{one}.{column}" for one in (name, twins.get(name)) if f"{one}.{column}" in numbers]
        # What has not changed is said once, what a column cannot have not at all.
        return " → ".join(dict.fromkeys(_value(call, key, numbers[key], lang) for key in keys))

    columns = dict.fromkeys(column for some in columns_of.values() for column in some)
    rows = [(column, *(cell(name, column) for name in names)) for column in columns]
    said = tuple((called[name], reading.meaning(call, f"{name}.*", lang)) for name in names)
    headings = (*_headings(lang, "column"), *called.values())
    right, caption = frozenset(range(1, len(names) + 1)), text("report.before_after", lang)
    return Grid(headings, rows, right, meanings=said, caption=caption)


def findings(document: Document, lang: str = "en") -> list[tuple[str, str]]:
    """Return what was noticed on the way: the code of each finding, and its sentence."""
    return [(str(one["code"]), _found_out(one, lang)) for one in document.get("findings", [])]


def _found_out(finding: Mapping[str, Any], lang: str) -> str:
    key = f"measures.{finding['code']}"
    return text(key, lang, **finding.get("values", {})) if has(key) else str(finding["text"])


def skipped(document: Document, lang: str = "en") -> Grid:
    """Return the attacks and measures that did not run, with the reason."""
    rows = [(call, str(reason)) for call, reason in document.get("skipped", {}).items()]
    return Grid(_headings(lang, "name", "reason"), rows, long=frozenset({1}))


def steps(document: Document, lang: str = "en") -> Grid:
    """Return the methods that changed the data, with what they do and the options they were given."""
    rows = []
    for step in reading.steps(document):
        options = ", ".join(f"{name}={plain(value)}" for name, value in step.options.items())
        rows.append((step.name, reading.summary(step.name, lang), options or text("report.defaults", lang)))
    return Grid(_headings(lang, "method", "summary", "option"), rows, long=frozenset({1}))


def columns(document: Document, lang: str = "en") -> Grid:
    """Return the role and kind of each column, and how it was made comparable."""
    named: Mapping[str, Mapping[str, Any]] = document.get("recipe", {}).get("columns", {})
    coding = document.get("notes", {}).get("coding", {})
    coding = coding if isinstance(coding, Mapping) else {}
    kinds = {one["name"]: one["kind"] for one in document.get("profile", {}).get("columns", [])}
    rows = [
        (name, _word("role", part.get("role", "other"), lang), _word("kind", part.get("kind") or kinds.get(name), lang),
         _coded(str(coding.get(name, "")), lang))
        for name, part in named.items()
    ]  # fmt: skip
    grid = Grid((*_headings(lang, "column", "role", "kind"), text("report.coding", lang)), rows)
    return grid if any(coding) else Grid(grid.headings[:3], [row[:3] for row in rows])


def timings(document: Document, lang: str = "en") -> Grid:
    """Return the seconds that each stage took."""
    rows = [(_word("stage", stage, lang, "report"), seconds(took, lang)) for stage, took in _seconds(document).items()]
    return Grid(_headings(lang, "step", "time"), rows, frozenset({1}))


def versions(document: Document, lang: str = "en") -> Grid:
    """Return the versions of what computed the result."""
    every = {"tokumei": document.get("tokumei"), **document.get("versions", {})}
    rows = [(name, str(version)) for name, version in every.items() if version is not None]
    return Grid(_headings(lang, "name", "value"), rows)


def notes(document: Document, lang: str = "en") -> Grid:
    """Return what the methods noted about their own work."""
    rows = [
        (_word("note", name, lang, "report"), _noted(value, lang))
        for name, value in document.get("notes", {}).items()
        # How columns were coded stands in the table of columns.
        if name != "coding"
    ]
    return Grid(_headings(lang, "name", "value"), rows)


def runs(documents: Iterable[Document], lang: str = "en", best: Iterable[int] = ()) -> Grid:
    """Return one row a run: method, k, groups, loss, strongest attack, seconds its methods worked."""
    every, chosen = list(documents), set(best)
    loss = reading.common_loss(every)
    rows = []
    for place, document in enumerate(every):
        figure = None if loss is None else reading.losses(document)[loss]
        worst = next(iter(reading.identifying(document).items()), None)
        rows.append((
            str(place + 1),
            reading.name_of(document) or text("report.untouched", lang),
            number(reading.smallest_group(document), lang),
            number(document.get("groups"), lang),
            text("report.nothing", lang) if figure is None else _value(figure.call, figure.key, figure.value, lang),
            text("report.nothing", lang) if worst is None else f"{percent(worst[1], lang)} ({worst[0]})",
            seconds(worked(_seconds(document)), lang),
            text("cli.yes", lang) if place in chosen else "",
        ))  # fmt: skip
    lost = text("cli.heading.lost", lang) + (f" ({loss})" if loss else "")
    headings = (
        "#", *_headings(lang, "method", "k", "groups"), lost, text("report.worst", lang),
        *_headings(lang, "time", "best"),
    )  # fmt: skip
    marks = tuple("best" if place in chosen else "" for place in range(len(rows)))
    return Grid(headings, rows, right=frozenset({0, 2, 3, 4, 6}), marks=marks)


def meanings_of_runs(documents: Sequence[Document], lang: str = "en") -> list[tuple[str, str]]:
    """Return what the numbers in the table of runs mean."""
    loss = reading.common_loss(documents)
    meanings = [(text("cli.heading.k", lang), text("report.tile.k_sub", lang))]
    if loss is not None:
        figure = reading.losses(documents[0])[loss]
        meanings.append((loss, reading.meaning(loss, figure.key, lang)))
    if any(reading.identifying(document) for document in documents):
        meanings.append((text("report.worst", lang), text("report.required.rate", lang)))
    return [(name, meaning) for name, meaning in meanings if meaning]


def _headings(lang: str, *names: str) -> tuple[str, ...]:
    return tuple(text(f"cli.heading.{name}", lang) for name in names)


def _value(call: str, key: str, value: float | None, lang: str) -> str:
    return percent(value, lang) if reading.is_share(call, key, value) else number(value, lang)


def _found(score: Mapping[str, Any], lang: str) -> str:
    if score.get("hits") is None:
        return text("report.no_key", lang)
    found = text("report.found", lang, hits=f"{score['hits']:,}", of=f"{score.get('of', 0):,}")
    expected = score.get("expected")
    return found if expected is None else f"{found} {text('report.expected', lang, share=percent(expected, lang))}"


def _coded(coding: str, lang: str) -> str:
    words = [_word("encoding", word, lang, "report") for word in coding.split(", ") if word]
    return text("report.verdict.comma", lang).join(words) or text("report.nothing", lang)


def _word(group: str, name: object, lang: str, area: str = "cli") -> str:
    key = f"{area}.{group}.{name}"
    if name is None:
        return text("report.nothing", lang)
    return text(key, lang) if has(key) else str(name).replace("_", " ")


def _noted(value: object, lang: str) -> str:
    if isinstance(value, bool):
        return text("cli.yes" if value else "cli.no", lang)
    if isinstance(value, int | float):
        return number(value, lang)
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {_noted(part, lang)}" for name, part in value.items())
    return plain(value)


def _seconds(document: Document) -> Mapping[str, float]:
    found: Mapping[str, float] = document.get("seconds", {})
    return found
