"""Every example a reader can copy runs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import commands, methods
from docs.blocks import run_page
from tokumei import catalogue
from tokumei.registry import Spec

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/**/*.md"))]
SHOWN = [spec for spec in catalogue.methods() if "table" in spec.data]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run in an empty folder, and forget the methods that an example declares."""
    monkeypatch.chdir(tmp_path)
    with catalogue.only_during():
        yield


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert run_page(text, page) == text.count("\n```bash\n") + text.count("\n```python\n") + text.count("\n```toml\n")


def test_the_examples_of_the_recipe_page_run() -> None:
    from docs import recipe

    assert run_page(recipe.page(), "recipe.md") == 1


def test_the_examples_of_the_commands_run_one_after_the_other() -> None:
    # People first: the other commands work on them.
    names = sorted(commands.names(), key=lambda name: name != "sample")
    assert [name for name in names if run_page(commands.example(name), name) != 1] == []


@pytest.mark.parametrize("spec", SHOWN, ids=lambda spec: spec.name)
def test_the_example_of_a_method_runs(spec: Spec) -> None:
    assert run_page(methods.page(spec), f"{spec.name}.md") == 2
