"""Opens an original and its release, for commands that look at both."""

from typing import Any

from tokumei import io
from tokumei.cli.options.columns import Given
from tokumei.model import Data, Recipe, Release
from tokumei.runner import open_data, reader


def opened(given: Given, recipe: Recipe, released: str) -> tuple[Data, Release[Any]]:
    """Return the original of a recipe, and the release that a file holds, with its key where given."""
    original = open_data(recipe)
    data = original.released_at(released, frame_at=reader(recipe))
    if given.get("key") is None:
        return original, Release.of(data)
    secrets = io.read_key(given["key"], len(data), len(original))
    return original, Release.of(data, **secrets._asdict())
