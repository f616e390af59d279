"""A method is found by every face, whether declared on the fly or offered by another package."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

import tokumei as tk
from bench import methods_to_run
from docs.generate import method_pages, navigation
from tests import found
from tests.strategies import continuous
from tokumei import catalogue
from tokumei.cli import group

PACKAGE = '''"""Methods of a package that is not ours."""

from typing import Annotated

import numpy as np
from pydantic import Field

from tokumei.model import ALONE, Encoded, Job, Labels
from tokumei.params import K
from tokumei.registry import grouping

Step = Annotated[int, Field(ge=1, le=9, description="rows to walk past")]


@grouping(scope="block", paper="nobody (2026)")
def {name}(qi: Encoded, *, k: K = 3, step: Step = 2, job: Job = ALONE) -> Labels:
    """Deal the rows out like cards."""
    return np.arange(len(qi)) % max(len(qi) // k, 1)
'''
METADATA = "Metadata-Version: 2.1\nName: cards\nVersion: 1.0\n"
ENTRY_POINTS = "[tokumei.methods]\ncards = cards\n"


@pytest.fixture(params=["declared on the fly", "offered by another package"])
def name(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Add a method in one of the two ways; return its name and forget it afterwards."""
    with catalogue.only_during():
        if request.param == "declared on the fly":
            exec(PACKAGE.format(name="dealt_here"), {"__name__": "declared_here"})
            yield "dealt_here"
        else:
            monkeypatch.syspath_prepend(package(tmp_path))
            catalogue.load.cache_clear()
            yield "dealt_elsewhere"
            sys.modules.pop("cards", None)


def package(folder: Path) -> Path:
    """Write a package as an installer leaves it: a module, and beside it what it offers."""
    (folder / "cards.py").write_text(PACKAGE.format(name="dealt_elsewhere"), encoding="utf-8")
    about = folder / "cards-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(METADATA, encoding="utf-8")
    (about / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return folder


def test_python_lists_it_and_runs_it(name: str) -> None:
    table = continuous(rows=20)
    release = tk.anonymize(table.frame, table.schema, name, k=4, step=3)
    assert name in [spec.name for spec in tk.methods()]
    assert pl.Series(release.labels).value_counts()["count"].to_list() == [4] * 5


def test_python_checks_its_options(name: str) -> None:
    table = continuous(rows=20)
    with pytest.raises(tk.InputError, match=rf"^{name}: step=10 is not allowed; rows to walk past"):
        tk.anonymize(table.frame, table.schema, name, k=4, step=10)


def test_the_help_names_it_and_its_options(name: str) -> None:
    assert f"{name} Deal the rows out like cards." in " ".join(said("anonymize", "--help").split())
    assert "--step NUMBER" in said("anonymize", "--method", name, "--help")


def test_the_list_of_methods_holds_it(name: str) -> None:
    listed = {method["name"]: method for method in json.loads(said("methods", "--json"))}
    assert listed[name]["summary"] == "Deal the rows out like cards."
    assert listed[name]["parameters"]["properties"]["step"]["maximum"] == 9
    assert "rows to walk past" in said("methods", name)


def test_the_command_line_runs_it(name: str, tmp_path: Path) -> None:
    continuous(rows=20).frame.write_csv(tmp_path / "rows.csv")
    files = [str(tmp_path / "rows.csv"), "-o", str(tmp_path / "safe.csv")]
    said("anonymize", *files, "--quasi", "x0,x1,x2", "--sensitive", "s", "--method", name, "--k", "4", "--step", "3")
    assert pl.read_csv(tmp_path / "safe.csv").unique(["x0", "x1", "x2"]).height == 5


def test_a_recipe_runs_it(name: str, tmp_path: Path) -> None:
    continuous(rows=20).frame.select("x0").write_csv(tmp_path / "rows.csv")
    step = {"grouping": name, "k": 4, "step": 3}
    said = {"data": {"source": str(tmp_path / "rows.csv")}, "columns": {"x0": {"role": "quasi"}}, "step": [step]}
    assert tk.run(tk.Recipe.parse(said, "here")).groups == 5


def test_the_contract_tests_run_on_it(name: str) -> None:
    assert name in [parameter.id for parameter in found.methods("grouping")]


def test_the_site_has_a_page_of_it(name: str) -> None:
    page = method_pages()[f"methods/{name}.md"]
    assert "Deal the rows out like cards." in page
    assert "`--step`" in page
    assert {name: f"methods/{name}.md"} in navigation()["Methods"]


def test_the_benchmark_has_a_row_of_it(name: str) -> None:
    assert ("grouping", name) in methods_to_run()


def test_the_installed_command_finds_what_another_package_offers(tmp_path: Path) -> None:
    surroundings = {**os.environ, "PYTHONPATH": str(package(tmp_path))}
    command = [sys.executable, "-m", "tokumei", "methods", "--json"]
    listed = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True).stdout
    assert "dealt_elsewhere" in [method["name"] for method in json.loads(listed)]


def test_a_broken_package_costs_a_command_one_sentence(tmp_path: Path) -> None:
    surroundings = {**os.environ, "PYTHONPATH": str(package(tmp_path))}
    (tmp_path / "cards.py").write_text("import nothing_like_it\n", encoding="utf-8")
    command = [sys.executable, "-m", "tokumei", "methods", "--json"]
    ended = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True)
    assert "mdav" in [method["name"] for method in json.loads(ended.stdout)]
    fault = "ModuleNotFoundError: No module named 'nothing_like_it'"
    assert ended.stderr == f"tokumei: the methods of the package 'cards' are left out: {fault}.\n"


def said(*words: str) -> str:
    """Return what the command line says, in English."""
    ended = CliRunner().invoke(group, [*words, "--lang", "en"])
    assert ended.exit_code == 0, ended.output
    return ended.stdout
