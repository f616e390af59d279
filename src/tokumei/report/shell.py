"""The frame that every page of ours has: style, script, texts, and nothing fetched from elsewhere."""

import hashlib
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tokumei.texts import text

if TYPE_CHECKING:
    from jinja2 import Template

HOME = "tokumei.report"
WHOLE = ("cli.", "papers.")
"""Texts that a template names with their area; all others are texts of the report."""


def rendered(template: str, lang: str, *, package: str = HOME, **parts: Any) -> str:
    """Return a page made from a template, which stands in a package of ours."""
    script = _packaged("copy.js")
    page: str = _template(template, package).render(
        parts,
        lang=lang,
        say=_speaker(lang),
        style=Markup(_packaged("style.css")),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        # The page runs this one script and fetches nothing, whatever a name in the data may hold.
        script_hash=b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )
    return page


def _speaker(lang: str) -> Callable[..., str]:
    def say(key: str, **values: object) -> str:
        return text(key if key.startswith(WHOLE) else f"report.{key}", lang, **values)

    return say


@cache
def _template(name: str, package: str) -> "Template":
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package, "."), PackageLoader(HOME, ".")]), autoescape=True,
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template(name)


@cache
def _packaged(name: str) -> str:
    return files(HOME).joinpath(name).read_text(encoding="utf-8")
