"""What the README claims is there. That its examples run is shown in test_examples.py."""

import re
from pathlib import Path

import pytest

from docs.blocks import blocks, commands
from tokumei import catalogue

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
WRITTEN = sorted(str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))


def test_every_method_it_names_exists() -> None:
    named = re.findall(r'--method (\S+)|--attack (\S+)|grouping = "(\w+)"|name = "(\w+)"|schema, "(\w+)"', README)
    names = {name for match in named for name in match if name}
    assert "mdav" in names
    assert names <= {spec.name for spec in catalogue.methods()}


@pytest.mark.parametrize("page", WRITTEN)
def test_every_file_a_page_links_to_exists(page: str) -> None:
    from docs.generate import pages

    here = (ROOT / page).parent
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = [target.split("#")[0] for target in re.findall(r"\]\(([^):]+)\)", text)]
    generated = {(ROOT / "docs" / path).resolve() for path in pages()}
    assert [t for t in targets if t and not (here / t).exists() and (here / t).resolve() not in generated] == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_make_target_it_names_exists(page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    shown = [block for block in blocks((ROOT / page).read_text(encoding="utf-8")) if block.language == "sh"]
    made = {words[1] for block in shown for words in commands(block) if words[0] == "make"}
    assert made
    assert made <= targets


def test_the_checks_of_a_change_run_the_tests_as_it_says() -> None:
    shown = [words for block in blocks(README) for words in commands(block) if block.language == "sh"]
    assert ["make", "test"] in shown
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
