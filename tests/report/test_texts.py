"""Every text a user reads is there in each language, and says the same."""

import re
from pathlib import Path
from string import Formatter

import pytest

from tokumei.texts import area_texts, areas, has, languages

SOURCE = Path(__file__).parents[2] / "src" / "tokumei"
EVERY = [pytest.param(area, name, id=f"{area}.{name}") for area in areas() for name in area_texts(area)]
PARTS = [path for suffix in ("*.py", "*.j2") for path in (SOURCE / "report").glob(suffix)]


@pytest.mark.parametrize("lang", languages())
def test_every_text_is_there(lang: str) -> None:
    # A command is typed alike in every language.
    said = {f"{area}.{name}": texts for area in areas() for name, texts in area_texts(area).items()}
    assert [key for key, texts in said.items() if not texts.get(lang) and not key.startswith("cli.example.")] == []


@pytest.mark.parametrize(("area", "name"), EVERY)
def test_translations_fill_in_only_what_the_english_text_is_given(area: str, name: str) -> None:
    said = area_texts(area)[name]
    assert all(fields(sentence) <= fields(said["en"]) for sentence in said.values())


@pytest.mark.parametrize("path", PARTS, ids=lambda path: path.name)
def test_every_text_that_the_report_asks_for_exists(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    asked = set(re.findall(r"""["']((?:report|cli)\.[a-z_]+(?:\.[a-z_]+)*)["']""", source))
    asked |= {f"report.{name}" for name in re.findall(r"""\bsay\(["']([a-z_]+(?:\.[a-z_]+)+)["']""", source)}
    assert [key for key in sorted(asked) if not has(key)] == []


def test_every_text_of_the_report_is_used() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*") if path.suffix in (".py", ".j2"))
    made = re.compile(
        r"^(limit|stage|note|encoding|page\.status|page\.(timings|versions|notes|before|after)|verdict|chart)\b|^rows$"
    )
    unused = [name for name in area_texts("report") if not made.match(name) and name not in source]
    assert unused == []


def fields(sentence: str) -> set[str]:
    """Return the placeholders of a text."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}
