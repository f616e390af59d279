"""Carries out a recipe for a command, and delivers what came of it: files, a document, tables."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from tokumei import io
from tokumei.cli.options.columns import Given
from tokumei.cli.show.progress import watching
from tokumei.cli.show.run import show_run
from tokumei.cli.show.tables import as_json
from tokumei.cli.work.files import RELEASE_CHECKS, check_targets
from tokumei.errors import Cancelled, RequirementNotMet, listing
from tokumei.model import Data, Recipe, Release, Result
from tokumei.model.kinds import data_class
from tokumei.report.excerpts import Frames
from tokumei.runner import Output, run
from tokumei.sources import shown


def carry_out(
    given: Given,
    recipe: Recipe,
    *,
    output: Output | None = None,
    original: Data | None = None,
    release: Release[Any] | None = None,
    full: bool = False,
) -> Result:
    """Run a recipe and deliver the result; `full` shows every number of each measure."""
    check_outputs(given, recipe, output)
    with watching(given["lang"], quiet=given["quiet"]) as watcher:
        try:
            result = run(recipe, original=original, release=release, output=output, watcher=watcher, lang=given["lang"])
        except RequirementNotMet as unmet:
            if isinstance(unmet.result, Result):
                say(given, unmet.result.document(), full=full)
            raise
    document = result.document()
    if not result.met:
        say(given, document, full=full)
        names = [requirement["name"] for requirement in result.requirements if not requirement["met"]]
        raise RequirementNotMet(f"the requirement on {listing(names)} is not met.", result)
    with written_so_far(document["output"]):
        write_files(given, document, frames_out(result))
    say(given, document, full=full, key=output.key_target if output else None)
    return result


def check_outputs(given: Given, recipe: Recipe, output: Output | None = None) -> None:
    """Refuse early what cannot be written in the end."""
    targets = {"--report": given.get("report"), "--result": given.get("result")}
    if output is not None:
        first, *others = data_class(recipe.data.kind).targets(output.target).items()
        parts = {f"--output ({part})": place for part, place in others}
        targets = {"--output": first[1], **parts, "--key": output.key_target, **targets}
    sources = {"the data" if key == "source" else f"--{key}": place for key, place in recipe.data.sources.items()}
    sources |= {f"the hierarchy of '{name}'": file for name, file in recipe.hierarchy_files.items()}
    check_targets(targets, sources, force=given["force"], checks=RELEASE_CHECKS)


def write_files(given: Given, document: Mapping[str, Any], after: Frames | None = None) -> None:
    """Write the result and the report, where asked for."""
    if given.get("result"):
        io.write_text(as_json(document) + "\n", given["result"], force=given["force"])
    if given.get("report"):
        from tokumei import report

        page = report.html(document, given["lang"], after=after)
        io.write_text(page, given["report"], force=given["force"])


def say(given: Given, document: Mapping[str, Any], *, full: bool = False, key: str | None = None) -> None:
    """Print the document, or tables for a reader, or nothing."""
    if given["as_json"]:
        click.echo(as_json(document))
    elif not given["quiet"]:
        files = {name: given.get(name) for name in ("report", "result")}
        show_run(document, given["lang"], full=full, files={"key": key, **files})


def frames_out(result: Result) -> Frames:
    """Return the frames that went out, by where they were written; those of a run that wrote nothing stay in."""
    if result.output is None or result.release is None:
        return {}
    return {shown(place): frame for place, frame in result.release.data.written(result.output).items()}


@contextmanager
def written_so_far(output: str | None) -> Iterator[None]:
    """Say what is written already if somebody stops us now."""
    try:
        yield
    except KeyboardInterrupt:
        if output is None:
            raise
        raise Cancelled(f"stopped; {output} is written, the report or result is not.") from None
