"""Setting up on a machine that has little."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("sh", "dirname", "cat", "touch")
BARE = """#!/bin/sh
case "$*" in
    *version_info*) exit 0 ;;
    *ensurepip* | "-m pip"*) exit 1 ;;
esac
"""
"""A Python as a bare Debian has it: it runs, but has neither ensurepip nor pip."""
OLD = "#!/bin/sh\nexit 1\n"
UV = """#!/bin/sh
for folder; do :; done
/bin/mkdir -p "$folder/bin"
printf '#!/bin/sh\\necho "$@" >>installed\\n' >"$folder/bin/python"
/bin/chmod +x "$folder/bin/python"
"""
"""Makes an environment whose Python writes down what it is asked to install."""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a clone with what setting up reads, beside a machine that has hardly more than a shell."""
    clone, machine = tmp_path / "clone", tmp_path / "machine"
    (clone / "tools").mkdir(parents=True)
    for name in ("tools/setup.sh", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, clone / name)
    machine.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (machine / tool).symlink_to(found)
    return clone


def test_without_any_way_to_make_an_environment_it_names_the_one_command(clone: Path) -> None:
    give(clone, "python3.11", BARE)
    ended = set_up(clone, "dev")
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "apt-get install -y python3-venv" in ended.stderr
    assert not (clone / ".venv").exists()


def test_without_a_python_it_says_which_would_do(clone: Path) -> None:
    give(clone, "python3", OLD)
    ended = set_up(clone, "run")
    assert ended.returncode == 2
    assert "no Python from 3.11 to 3.13 was found" in ended.stderr


def test_where_ensurepip_is_missing_it_uses_uv_and_the_pinned_versions(clone: Path) -> None:
    give(clone, "python3.11", BARE)
    give(clone, "uv", UV)
    ended = set_up(clone, "run")
    assert ended.returncode == 0, ended.stderr
    installed = (clone / "installed").read_text().splitlines()
    assert "--constraint constraints.txt --editable ." in installed[-1]


def test_the_second_time_it_installs_nothing(clone: Path) -> None:
    give(clone, "python3.11", BARE)
    give(clone, "uv", UV)
    set_up(clone, "dev")
    (clone / "installed").unlink()
    # Whoever can work on it can use it.
    assert set_up(clone, "dev").stderr == set_up(clone, "run").stderr == ""
    assert "install" not in (clone / "installed").read_text()


def test_changed_pins_are_installed(clone: Path) -> None:
    give(clone, "python3.11", BARE)
    give(clone, "uv", UV)
    set_up(clone, "dev")
    (clone / "installed").unlink()
    later = (clone / ".venv" / ".installed-dev").stat().st_mtime + 5
    os.utime(clone / "constraints.txt", (later, later))
    set_up(clone, "dev")
    assert "--constraint constraints.txt" in (clone / "installed").read_text()


def give(clone: Path, name: str, script: str) -> None:
    """Put a program on the machine."""
    path = clone.parent / "machine" / name
    path.write_text(script)
    path.chmod(0o755)


def set_up(clone: Path, what: str) -> subprocess.CompletedProcess[str]:
    """Set up for a purpose, with nothing on the path but the machine's programs."""
    surroundings = {"PATH": str(clone.parent / "machine"), "HOME": str(clone)}
    command = ["tools/setup.sh", what]
    return subprocess.run(command, cwd=clone, env=surroundings, capture_output=True, text=True, check=False)
