"""Refuses a first line that names no columns, or names two alike."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from tokumei.errors import UnreadableSource, listing
from tokumei.io.types import DATE, NUMBER

NUMERAL = re.compile(rf"{NUMBER}|^[0-9]+$")
DATE_SHAPE = re.compile(DATE)
VALUE = re.compile(rf"{NUMERAL.pattern}|{DATE}")


def refuse_bad_header(rows: Sequence[Sequence[str]], where: str) -> None:
    """Check the names in the first row; the rows after it tell names from values.

    A first row that is data is refused before its cells could be shown as names.
    """
    header = rows[0]
    if _looks_like_data(rows):
        raise UnreadableSource(f"{where}: the first line looks like data; put a line of column names before it.")
    refuse_bad_names(header, where)


def refuse_bad_names(names: Sequence[str], where: str) -> None:
    """Check that every column has a name of its own."""
    nameless = [place for place, name in enumerate(names, 1) if not name.strip()]
    if nameless:
        raise UnreadableSource(f"{where}: column {nameless[0]} of {len(names)} has no name; name it in the header.")
    doubled = [name for name, times in Counter(names).items() if times > 1]
    if doubled:
        raise UnreadableSource(f"{where}: the header names {listing(doubled)} more than once; rename the columns.")


def _looks_like_data(rows: Sequence[Sequence[str]]) -> bool:
    header = [name.strip() for name in rows[0]]
    if all(not name or VALUE.search(name) for name in header):
        return True
    columns = [[row[place].strip() for row in rows[1:] if place < len(row)] for place in range(len(header))]
    again = sum(name in cells for name, cells in zip(header, columns, strict=True) if name)
    return (again > 1 and again > len(header) / 2) or _has_value(header, columns)


def _has_value(header: Sequence[str], columns: Sequence[Sequence[str]]) -> bool:
    """Tell whether a name is a number or date that its own column could hold."""
    numbers = [float(name) for name in header if NUMERAL.search(name)]
    steps = {after - before for before, after in pairwise(numbers)}
    # Years, weeks or months may be names of columns: they come in even steps.
    is_series = len(steps) == 1 and steps != {0.0}
    return any(
        (not is_series and _within(name, cells)) or (DATE_SHAPE.search(name) and any(map(DATE_SHAPE.search, cells)))
        for name, cells in zip(header, columns, strict=True)
    )


def _within(name: str, cells: Sequence[str]) -> bool:
    numbers = [float(cell) for cell in cells if NUMERAL.search(cell)]
    return bool(NUMERAL.search(name) and numbers) and min(numbers) <= float(name) <= max(numbers)
