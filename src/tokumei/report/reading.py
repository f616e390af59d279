"""Reads the figures that matter most out of the document of a run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tokumei import catalogue
from tokumei.errors import BadData, UnknownMethod
from tokumei.model.recipe import METHOD_KEYS
from tokumei.params import label
from tokumei.registry import Spec

Document = Mapping[str, Any]

PARTS = ("recipe", "measures", "attacks", "profile")


@dataclass(frozen=True)
class Figure:
    """A number of a result: the call it came from, its key there, its value."""

    call: str
    key: str
    value: float

    @property
    def is_share(self) -> bool:
        """Whether the number reads as a percentage."""
        return is_share(self.call, self.key, self.value)

    @property
    def is_information(self) -> bool:
        """Whether the number tells how much of the information is lost."""
        spec = spec_of(self.call)
        return spec is not None and spec.information


@dataclass(frozen=True)
class Step:
    """One method that changed the data, with the options it was given."""

    name: str
    options: Mapping[str, Any]


def check(document: Document) -> None:
    """Refuse what is no result, before a page is built from nothing."""
    runs = document.get("runs", [document]) if isinstance(document, Mapping) else [document]
    if not isinstance(runs, list) or not runs or not all(map(_is_result, runs)):
        raise BadData(
            "this is no result of a run; give the JSON that anonymize, attack, measure, compare or run wrote."
        )


def _is_result(run: Any) -> bool:
    if not isinstance(run, Mapping):
        return False
    parts = [run[part] for part in PARTS if run.get(part) is not None]
    return bool(parts) and all(isinstance(part, Mapping) for part in parts)


def spec_of(call: str) -> Spec | None:
    """Return what the catalogue knows of the method of a call; None where it is not installed here."""
    try:
        return catalogue.get(call.split("(")[0])
    except UnknownMethod:
        # A result may come from a machine with more methods than ours; its numbers still show.
        return None


def summary(call: str, lang: str) -> str:
    """Return the sentence that says what a method does; empty where it is not known."""
    spec = spec_of(call)
    return "" if spec is None else spec.summary_in(lang)


def meaning(call: str, key: str, lang: str) -> str:
    """Return what a number means in plain words; empty where nobody said."""
    spec = spec_of(call)
    return "" if spec is None else spec.meaning(key, lang)


def is_share(call: str, key: str, value: float | None) -> bool:
    """Tell whether a number of a measure reads as a percentage.

    >>> is_share("gcp", "gcp.age", 0.1), is_share("k_anonymity", "k", 1), is_share("sse", "sse", 0.5)
    (True, False, False)
    """
    spec = spec_of(call)
    return spec is not None and spec.is_share(key) and value is not None and 0 <= value <= 1


def smallest_group(document: Document) -> int | None:
    """Return the k that was measured, by whichever measure has a number of this name."""
    found = (numbers["k"] for numbers in document.get("measures", {}).values() if numbers.get("k") is not None)
    return next(map(int, found), None)


def scored(document: Document) -> dict[str, float]:
    """Return the rate of every attack that could be scored, strongest first."""
    rates = {call: rate(score) for call, score in document.get("attacks", {}).items()}
    known = {call: found for call, found in rates.items() if found is not None}
    return dict(sorted(known.items(), key=lambda item: -item[1]))


def identifying(document: Document) -> dict[str, float]:
    """Return the rate of every scored attack that names people, strongest first: the risk of a release.

    Others make claims, which come true often by themselves: their rate is read against their baseline.
    """
    return {call: found for call, found in scored(document).items() if "baseline" not in document["attacks"][call]}


def rate(score: Mapping[str, Any]) -> float | None:
    """Return the rate of an attack; its expectation where it drew lots and that is higher."""
    found, expected = score.get("rate"), score.get("expected")
    return found if found is None or expected is None else max(found, expected)


def losses(document: Document) -> dict[str, Figure]:
    """Return the headline of every measure of loss, by its call, the most telling first."""
    found: dict[str, Figure] = {}
    for call, numbers in document.get("measures", {}).items():
        spec = spec_of(call)
        is_loss = spec is None or (spec.family, spec.direction) == ("loss", "lower")
        # The first number of a measure is its headline.
        key = next(iter(numbers), None)
        if is_loss and key is not None and numbers[key] is not None:
            found[call] = Figure(call, key, numbers[key])
    return dict(sorted(found.items(), key=lambda item: not item[1].is_information))


def headline_loss(document: Document) -> Figure | None:
    """Return the loss that speaks for a run."""
    return next(iter(losses(document).values()), None)


def common_loss(documents: Iterable[Document]) -> str | None:
    """Return the call of the most telling loss that every run has."""
    every = [losses(document) for document in documents]
    return next((call for call in every[0] if all(call in one for one in every)), None) if every else None


def steps(document: Document) -> list[Step]:
    """Return the methods that changed the data, in order; a grouping is followed by its fill."""
    found: list[Step] = []
    for part in document.get("recipe", {}).get("step", []):
        method = _named(part)
        fill = part.get("fill") or _default_fill(document, method)
        found.append(method)
        if fill is not None:
            found.append(_fill(fill))
    return found


def name_of(document: Document) -> str:
    """Return a short name of a run: its methods with what they were told, and a fill that is not the default.

    >>> name_of({"recipe": {"step": [{"grouping": "mdav", "k": 5, "fill": "average"}]}})
    'mdav(k=5)'
    >>> name_of({"recipe": {"step": [{"grouping": "mdav", "k": 5, "fill": "span"}]}})
    'mdav(k=5) + span'
    """
    methods = []
    for part in document.get("recipe", {}).get("step", []):
        method = _named(part)
        methods.append(method)
        fill = part.get("fill")
        if fill is not None and _fill(fill) != Step(_default_fill(document, method) or "", {}):
            methods.append(_fill(fill))
    return " + ".join(label(method.name, method.options) for method in methods)


def wanted_k(document: Document) -> int:
    """Return the k that the steps were asked to keep; 0 where none was."""
    asked = [part.get("k", 0) for part in document.get("recipe", {}).get("step", [])]
    return max((k for k in asked if isinstance(k, int)), default=0)


def columns_of(document: Document) -> list[str]:
    """Return the columns a result speaks of, in their order."""
    named = document.get("recipe", {}).get("columns", {})
    profiled = [column["name"] for column in document.get("profile", {}).get("columns", [])]
    return list(dict.fromkeys([*named, *profiled]))


def _named(part: Mapping[str, Any]) -> Step:
    name = next((str(part[key]) for key in METHOD_KEYS if part.get(key) is not None), "")
    return Step(name, {key: value for key, value in part.items() if key not in (*METHOD_KEYS, "fill")})


def _fill(part: str | Mapping[str, Any]) -> Step:
    options = {"name": part} if isinstance(part, str) else dict(part)
    return Step(str(options.pop("name", "")), options)


def _default_fill(document: Document, method: Step) -> str | None:
    from tokumei.binding import default_fill

    spec = spec_of(method.name)
    kind = document.get("recipe", {}).get("data", {}).get("kind", "table")
    return None if spec is None else default_fill(spec, kind)
