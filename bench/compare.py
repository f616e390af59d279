"""Compares two result files: what each number of the second is, as a ratio to the first."""

from collections.abc import Sequence
from typing import Any

from bench.lines import Line
from bench.words import short

HEAD = ("what", "data", "rows", "number", "A", "B", "B/A")
KEYS = ("what", "kind", "method", "rival", "name", "data", "rows", "k", "seed")
PLAIN = ("exponent", "got")
"""Numbers of a line that stand alone; the others stand in groups."""

Place = tuple[str, ...]


def compare(first: Sequence[Line], second: Sequence[Line]) -> list[tuple[str, ...]]:
    """Return a row for each number that both files have, and one for each line that only one has."""
    before, after = _placed(first), _placed(second)
    rows = []
    for place, line in {**before, **after}.items():
        if place in before and place in after:
            rows += _ratios(before[place], after[place])
        else:
            rows.append((*_head(line), "", *(("here", "") if place in before else ("", "here")), ""))
    return rows


def changed(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the rows in which the two files differ."""
    return [row for row in rows if row[4] != row[5]]


def ratio(first: float | None, second: float | None) -> str:
    """Return how the second number stands to the first.

    >>> ratio(2.0, 1.0), ratio(0.0, 0.0), ratio(0.0, 1.0), ratio(None, 1.0)
    ('0.50', '1.00', '', '')
    """
    if first is None or second is None:
        return ""
    if first == second:
        return "1.00"
    return f"{second / first:.2f}" if first else ""


def numbers(line: Line) -> dict[str, float | None]:
    """Return the numbers of a line that can be compared, by name."""
    found: dict[str, float | None] = {name: line[name] for name in PLAIN if name in line}
    if "seconds" in line:
        found["seconds"] = line["seconds"]["median"]
    if "memory" in line:
        found |= {name: line["memory"][name] for name in ("peak_mb", "work_mb")}
    return {**found, **line.get("loss", {}), **line.get("risk", {})}


def _ratios(first: Line, second: Line) -> list[tuple[str, ...]]:
    a, b = numbers(first), numbers(second)
    shared = [name for name in a if name in b and (a[name] is not None or b[name] is not None)]
    return [(*_head(second), name, short(a[name]), short(b[name]), ratio(a[name], b[name])) for name in shared]


def _placed(lines: Sequence[Line]) -> dict[Place, Line]:
    # A later line about the same thing stands for it: a file may hold several runs.
    return {tuple(str(line.get(key, "")) for key in KEYS): line for line in lines}


def _head(line: Line) -> tuple[str, str, str]:
    name: Any = line.get("rival") or line.get("method") or line.get("name") or line["what"]
    rows = line.get("rows")
    return str(name), str(line.get("data", "")), short(rows) if isinstance(rows, int) else ""
