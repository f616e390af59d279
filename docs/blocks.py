"""Finds the blocks of code in a page and runs them, so that no example goes stale."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokumei.cli import group
from tokumei.model import Recipe

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of code, its language and the line it begins on."""

    language: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    r"""Return the blocks of a page in order.

    >>> blocks("text\n```bash\ntokumei methods\n```\n")
    [Block(language='bash', text='tokumei methods\n', line=3)]
    """
    return [Block(m[1], m[2], page.count("\n", 0, m.start(2)) + 1) for m in FENCE.finditer(page)]


def run_page(page: str, name: str) -> int:
    """Run the commands and the Python of a page in the current folder; return how many blocks ran.

    Blocks of `bash` are commands of ours, blocks of `sh` are for the reader's own machine and do not run.
    A whole recipe is saved as `recipe.toml`, as the text around it asks.
    """
    # A name of its own keeps what a page declares apart from real modules.
    names: dict[str, Any] = {"__name__": f"example_{Path(name).stem.replace('-', '_')}"}
    runners = {"bash": _commands, "python": _python, "toml": _toml}
    chosen = [block for block in blocks(page) if block.language in runners]
    for block in chosen:
        runners[block.language](block, f"{name}:{block.line}", names)
    return len(chosen)


def commands(block: Block) -> Iterator[list[str]]:
    """Yield the words of each command in a block."""
    for line in block.text.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if words:
            yield words


def _commands(block: Block, where: str, _: dict[str, Any]) -> None:
    for program, *words in commands(block):
        assert program == "tokumei", f"{where}: only tokumei runs in a bash block, not {program}"
        code = _ending(words)
        assert not code, f"{where}: tokumei {' '.join(words)} ended with {code}"


def _python(block: Block, where: str, names: dict[str, Any]) -> None:
    exec(compile(block.text, where, "exec"), names)


def _toml(block: Block, where: str, _: dict[str, Any]) -> None:
    document = tomllib.loads(block.text)
    if "data" in document:
        Recipe.parse(document, where)
        Path("recipe.toml").write_text(block.text, encoding="utf-8")


def _ending(words: list[str]) -> object:
    try:
        group.main(words)
    except SystemExit as ending:
        return ending.code
    return 0
