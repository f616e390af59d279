"""What a recipe requires of its release, in words."""

from collections.abc import Mapping
from typing import Any

from tokumei.report import reading
from tokumei.report.numbers import number, percent
from tokumei.texts import text

Requirement = Mapping[str, Any]

ANY = "*.rate"
"""What a requirement on every attack is called in a document."""


def is_on_attacks(requirement: Requirement) -> bool:
    """Tell whether a requirement limits what attacks may find."""
    name = str(requirement["name"])
    spec = reading.spec_of(name.removesuffix(".rate"))
    return name == ANY or (name.endswith(".rate") and spec is not None and spec.kind == "attack")


def limits(requirement: Requirement, call: str) -> bool:
    """Tell whether a requirement limits what this attack may find.

    >>> limits({"name": "*.rate", "at_most": 0.1}, "euclid(scale=none)"), limits({"name": "k_anonymity.k"}, "euclid")
    (True, False)
    """
    name = str(requirement["name"])
    return requirement.get("at_most") is not None and name in (ANY, f"{call}.rate", f"{call.split('(')[0]}.rate")


def said(requirement: Requirement, lang: str) -> str:
    """Return what a requirement is on.

    >>> said({"name": "*.rate"}, "en"), said({"name": "k_anonymity.k"}, "en")
    ('strongest attack', 'k_anonymity.k')
    """
    name = str(requirement["name"])
    if name == ANY:
        return text("report.required.any", lang)
    return name.removesuffix(".rate") if is_on_attacks(requirement) else name


def meaning(requirement: Requirement, lang: str) -> str:
    """Return what the number means that a requirement is on."""
    if is_on_attacks(requirement):
        return text("report.required.rate", lang)
    method, _, key = str(requirement["name"]).partition(".")
    spec = reading.spec_of(method)
    headline = "" if spec is None else next(iter(spec.numbers), "")
    names = (key, f"{method}.{key}", method, headline)
    return next((found for name in names if (found := reading.meaning(method, name, lang))), "")


def wanted(requirement: Requirement, lang: str) -> str:
    """Return the limits of a requirement.

    >>> wanted({"name": "*.rate", "at_most": 0.05}, "en")
    'at most 5%'
    """
    limits = [
        text(f"report.limit.{limit}", lang, value=_value(requirement, requirement[limit], lang))
        for limit in ("at_least", "at_most")
        if requirement.get(limit) is not None
    ]
    return ", ".join(limits)


def got(requirement: Requirement, lang: str) -> str:
    """Return what was measured."""
    value = requirement.get("got")
    return text("report.required.unknown", lang) if value is None else _value(requirement, value, lang)


def unmet(requirement: Requirement, lang: str) -> str:
    """Return in a few words how a requirement was missed.

    >>> unmet({"name": "k_anonymity.k", "at_least": 5, "got": 3, "met": False}, "en")
    'k_anonymity.k 3, wanted at least 5'
    """
    parts = {"name": said(requirement, lang), "got": got(requirement, lang), "wanted": wanted(requirement, lang)}
    return text("report.required.unmet", lang, **parts)


def _value(requirement: Requirement, value: float, lang: str) -> str:
    name = str(requirement["name"])
    method, _, key = name.partition(".")
    is_share = is_on_attacks(requirement) or any(reading.is_share(method, n, value) for n in (name, key or method))
    return percent(value, lang) if is_share else number(value, lang)
