"""Writes the draft of a recipe so that it can be run from where it lies."""

import os
from pathlib import Path

from tokumei.cli.options.columns import Given
from tokumei.inspection import Inspection
from tokumei.model.toml import dumps


def drafted(found: Inspection, source: str, given: Given) -> str:
    """Return the recipe of an inspection, its source taken from the recipe's folder, reading options with it."""
    place = source_from(source, str(given["recipe"]))
    drafted = found.recipe(place, given["lang"])
    said = {name: given[name] for name in ("separator", "encoding", "decimal") if given[name] is not None}
    line = dumps({"source": place})
    return drafted.replace(line, "\n".join([line, dumps(said)]), 1) if said else drafted


def source_from(source: str, recipe: str) -> str:
    """Return a source as a recipe in another folder names it.

    >>> source_from("data/people.csv", "data/people.toml"), source_from("sqlite:///f?table=t", "r.toml")
    ('people.csv', 'sqlite:///f?table=t')
    """
    if "://" in source or Path(source).is_absolute():
        return source
    return Path(os.path.relpath(source, Path(recipe).parent)).as_posix()
