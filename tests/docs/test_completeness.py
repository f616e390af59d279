"""Nothing that exists is missing from the site, and nothing on it is fetched from elsewhere."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from docs import commands, house, methods, recipe
from docs.generate import method_pages, navigation, pages
from tokumei import catalogue
from tokumei.model import Encoded, Job, Labels, Recipe
from tokumei.params import K
from tokumei.registry import Spec, grouping

ROOT = Path(__file__).parents[2]
ELSEWHERE = re.compile(
    r"""(?:<(?:script|img|iframe|source)[^>]*\ssrc=|<link[^>]*\shref=|url\(|@import\s)["']?(?:https?:)?//"""
)


@pytest.mark.parametrize("spec", catalogue.methods(), ids=lambda spec: spec.name)
def test_every_option_of_a_method_is_on_its_page(spec: Spec) -> None:
    page = method_pages()[f"methods/{spec.name}.md"]
    assert spec.summary in page
    assert [name for name in spec.parameters.model_fields if methods.flag(spec, name) not in page] == []


@pytest.mark.parametrize("spec", catalogue.methods("measure"), ids=lambda spec: spec.name)
def test_every_number_of_a_measure_is_explained(spec: Spec) -> None:
    page = pages()["numbers.md"]
    assert spec.numbers, f"{spec.name} explains none of its numbers"
    assert [name for name in spec.numbers if f"`{name}`" not in page or not spec.meaning(name)] == []


def test_a_method_declared_on_the_fly_has_a_page() -> None:
    with catalogue.only_during():

        @grouping()
        def declared_for_the_pages(qi: Encoded, *, k: K = 3, job: Job) -> Labels:
            """Show up in the pages."""
            return qi.matrix[:, 0].astype(int)

        assert "`--k`" in method_pages()["methods/declared_for_the_pages.md"]
        assert "declared_for_the_pages" in method_pages()["methods/index.md"]
        assert {"declared_for_the_pages": "methods/declared_for_the_pages.md"} in navigation()["Methods"]
    assert "methods/declared_for_the_pages.md" not in method_pages()


def test_every_sample_is_on_the_page_of_samples() -> None:
    assert [spec.name for spec in catalogue.samples() if f"## {spec.name}\n" not in pages()["samples.md"]] == []


@pytest.mark.parametrize("name", commands.names())
def test_every_option_of_a_command_is_on_its_page(name: str) -> None:
    page = pages()[f"commands/{name}.md"]
    assert [flag for flag in _flags(commands.command(name)) if flag not in page] == []


@pytest.mark.parametrize("name", commands.names())
def test_every_command_has_an_example(name: str) -> None:
    assert f"```bash\ntokumei {name} " in pages()[f"commands/{name}.md"]


def test_every_command_of_the_help_is_listed() -> None:
    index = pages()["commands/index.md"]
    assert commands.names()
    assert [name for name in commands.names() if f"[{name}]({name}.md)" not in index] == []


def test_every_key_of_a_recipe_is_explained() -> None:
    schema = Recipe.model_json_schema()
    parts = [schema, *schema["$defs"].values()]
    keys = {key: value for part in parts for key, value in part["properties"].items()}
    page = recipe.page()
    assert sorted(key for key in keys if f"`{key}`" not in page and f"[{key}]" not in page) == []
    alone = keys.keys() - {"data", "columns", "step", "attack", "measure", "require"}
    assert sorted(key for key in alone if not keys[key].get("description")) == []


def test_every_module_is_on_the_map_with_its_purpose() -> None:
    page = house.page()
    rows = [f"| `{module.name.removeprefix('tokumei.')}` | {module.purpose} |" for module in house.modules()]
    assert len(rows) > 100
    assert [row for row in rows if row not in page] == []


def test_every_layer_of_the_house_is_on_the_map() -> None:
    layers = house.page().partition("## tokumei")[0]
    assert [name for name in ("cli", "report", "catalogue", "groupings", "kernels") if f"`{name}`" not in layers] == []


def test_the_site_builds_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert {f"methods/{spec.name}.html" for spec in catalogue.methods()} <= set(_built(tmp_path, "methods/*.html"))
    loading = [path for path in _built(tmp_path, "**/*.html") if ELSEWHERE.search((tmp_path / path).read_text("utf-8"))]
    assert loading == []


def _flags(command: click.Command) -> Iterator[str]:
    context = click.Context(command)
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option) and not parameter.hidden:
            yield from (flag for flag in parameter.opts if flag.startswith("--"))


def _built(site: Path, pattern: str) -> list[str]:
    return [path.relative_to(site).as_posix() for path in site.glob(pattern)]
