"""Small pieces of Markdown: tables, code, docstrings."""

import re
from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""Return a table. A bar inside a cell is escaped, but not inside code, where it would show.

    >>> print(table(["a", "b"], [["`x|y`", "x|y"]]))
    | a | b |
    |---|---|
    | `x|y` | x\|y |
    """
    lines = [_line(head), "|" + "---|" * len(head), *map(_line, rows)]
    return "\n".join(lines)


def code(text: str, language: str = "") -> str:
    """Return a block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def command_line(words: str, width: int = 88) -> str:
    r"""Return a long command broken before an option, where a shell reads on.

    >>> print(command_line("tokumei run recipe.toml -o safe.csv --seed 7", width=30))
    tokumei run recipe.toml \
        -o safe.csv --seed 7
    """
    lines = [""]
    for part in re.split(r" (?=-)", words):
        if lines[-1] and len(lines[-1]) + len(part) + 3 > width:
            lines[-1] += " \\"
            lines.append(f"    {part}")
        else:
            lines[-1] += f" {part}" if lines[-1] else part
    return "\n".join(lines)


def literal(text: object) -> str:
    """Return a short piece of code inside a line; nothing for nothing.

    >>> literal("k"), literal("")
    ('`k`', '')
    """
    return f"`{text}`" if str(text) else ""


def joined(*parts: str) -> str:
    """Return a page from its parts, leaving out the empty ones."""
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


def title_of(page: str) -> str:
    r"""Return the title of a page.

    >>> title_of("# One\n\ntext")
    'One'
    """
    return next(line.removeprefix("# ") for line in page.splitlines() if line.startswith("# "))


def docstring(text: str) -> str:
    r"""Return a docstring as Markdown: its examples become blocks of code.

    >>> docstring("Adds.\n\n>>> 1 + 1\n2").split("\n\n")
    ['Adds.', '```pycon\n>>> 1 + 1\n2\n```']
    """
    blocks = re.split(r"\n\s*\n", text.strip("\n"))
    return "\n\n".join(code(block, "pycon") if block.lstrip().startswith(">>>") else block for block in blocks)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_escaped(" ".join(cell.split())) for cell in cells) + " |"


def _escaped(cell: str) -> str:
    # Every second part, cut at the backticks, is code.
    parts = cell.split("`")
    return "`".join(part if place % 2 else part.replace("|", "\\|") for place, part in enumerate(parts))
