"""Explains a release that lies in files."""

from tokumei.cli.options.columns import Given
from tokumei.cli.options.recipe import recipe_of
from tokumei.cli.show.progress import watching
from tokumei.cli.work.release import opened
from tokumei.errors import BadData
from tokumei.explanation import Explanation, explain
from tokumei.model import Job, Table
from tokumei.runner import with_hierarchies
from tokumei.written import split_names


def explained(original: str, released: str, given: Given) -> Explanation:
    """Return how the release in one file was made of the original in another."""
    data, release = opened(given, recipe_of(given, original, rest="keep"), released)
    table = with_hierarchies(data)
    if not isinstance(table, Table):
        raise BadData(f"methods are told from each other in tables alone; {original} holds no table.")
    with watching(given["lang"], quiet=given["quiet"]) as watcher:
        heard, job = watcher.progress, Job()
        if heard is not None:
            job.on_progress = lambda share: heard("explain", share)
        return explain(table, release, cross=split_names(given["cross"]) or None, job=job)
