"""Hierarchy files as ARX writes them: `;` between levels, no line of names, the value first, the root last."""

import csv
from pathlib import Path

from tokumei.errors import UnreadableSource
from tokumei.model.hierarchy import Hierarchy


def read_hierarchy(source: str) -> Hierarchy:
    """Read a hierarchy file."""
    try:
        with Path(source).open(encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file, delimiter=";", strict=True) if row]
    except FileNotFoundError:
        raise UnreadableSource(f"no file {source}; check the path.") from None
    except (OSError, UnicodeDecodeError, csv.Error):
        raise UnreadableSource(f"{source} cannot be read; a hierarchy is UTF-8 text, `;` between levels.") from None
    if rows and all(len(row) == 1 for row in rows):
        raise UnreadableSource(f"{source} has one column; put `;` between the levels, the value first, the root last.")
    return Hierarchy.of(rows, source)
