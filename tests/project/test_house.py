"""Rules of the house that no other tool checks."""

import ast
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from docs import house

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LARGEST = 1 << 20
BUILT = {".git", ".venv", "site", "demo", "dist", "build", "artifacts", "results", "__pycache__", ".hypothesis"}
# Folders of one machine. Spelled in pieces, so that this file does not name one.
MACHINE = re.compile(rf"(?<![\w./~-])/(?:{'|'.join(['work', 'farm', 'root', 'home', 'Users'])})/\w")
NOTES = [part["directory"] for part in PROJECT["tool"]["towncrier"]["type"]]


def test_no_file_is_large() -> None:
    assert [str(path) for path in files() if (ROOT / path).stat().st_size > LARGEST] == []


def test_no_path_of_one_machine_is_named() -> None:
    assert [f"{path}:{number}" for path, number, line in lines() if MACHINE.search(line)] == []


def test_every_module_opens_with_one_line_that_says_what_it_is_for() -> None:
    assert [module.name for module in house.modules() if not _is_sentence(module.purpose)] == []


def test_every_module_outside_the_package_says_what_it_is_for() -> None:
    scripts = [path for path in files() if path.suffix == ".py" and path.parts[0] in ("docs", "tools", "bench")]
    assert [str(path) for path in scripts if not _is_sentence(_purpose(path))] == []


@pytest.mark.parametrize("note", sorted((ROOT / "changelog.d").glob("*")), ids=lambda path: path.name)
def test_a_change_note_is_one_full_sentence_to_a_user(note: Path) -> None:
    if note.name.startswith("."):
        return
    assert re.fullmatch(rf"[a-z0-9_+-]+\.(?:{'|'.join(NOTES)})(?:\.\d+)?\.md", note.name)
    text = note.read_text(encoding="utf-8")
    assert _is_sentence(text.strip())
    assert text.count("\n") == 1


def test_constraints_name_versions_only() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [pin for pin in pins if not re.fullmatch(r"#.*|[\w.-]+==[\w.]+", pin)] == []


def test_every_dependency_is_pinned_inside_its_range() -> None:
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if "==" in line)
    pinned = {canonicalize_name(name): version for name, version in pins.items()}
    loose = [
        str(need) for need in needs() if not need.specifier.contains(pinned.get(canonicalize_name(need.name), "0"))
    ]
    assert loose == []


def test_every_dependency_has_a_range_and_none_is_exact() -> None:
    assert [str(need) for need in needs() if not need.specifier or "==" in str(need.specifier)] == []


@cache
def files() -> tuple[Path, ...]:
    """Return the files of the project: what git would commit, or all but what was built."""
    if shutil.which("git") and (ROOT / ".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
        return tuple(Path(name) for name in listed if name and (ROOT / name).is_file())
    return tuple(_walked())


def lines() -> Iterator[tuple[Path, int, str]]:
    """Yield every line of the files that are text."""
    for path in files():
        text = (ROOT / path).read_bytes()
        if b"\0" not in text:
            for number, line in enumerate(text.decode("utf-8", "replace").splitlines(), 1):
                yield path, number, line


def needs() -> list[Requirement]:
    """Return every dependency, of the package, its extras and the groups."""
    project = PROJECT["project"]
    groups = [*project["optional-dependencies"].values(), *PROJECT["dependency-groups"].values()]
    every = [Requirement(text) for group in (project["dependencies"], *groups) for text in group]
    return [need for need in every if need.name != project["name"]]


def _walked() -> Iterator[Path]:
    for folder, inside, names in os.walk(ROOT):
        inside[:] = [name for name in inside if name not in BUILT and not name.endswith("_cache")]
        yield from ((Path(folder) / name).relative_to(ROOT) for name in names)


def _purpose(path: Path) -> str:
    return (ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8"))) or "").partition("\n")[0]


def _is_sentence(text: str) -> bool:
    return (text[:1].isupper() or text.startswith(("`", "k-"))) and text.endswith((".", "?", "!"))
