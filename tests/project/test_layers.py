"""Imports point downwards, and listing the methods stays fast."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tokumei.catalogue import FOLDERS

ROOT = Path(__file__).parents[2]
HEAVY = {"numba", "polars", "scipy", "pandas", "pyarrow", "altair", "sklearn"}
METHODS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in FOLDERS
    if folder != "samples"
    for path in (ROOT / "src" / "tokumei" / folder).rglob("*.py")
)


def test_imports_point_downwards() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), is_debug_mode=False) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize("module", METHODS)
def test_a_method_imports_nothing_heavy_at_its_top(module: str) -> None:
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    assert HEAVY.isdisjoint(_at_top(tree))


def _at_top(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]
