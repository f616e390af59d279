"""List every method, or explain one."""

from typing import Any

import click

from tokumei.cli.options import common as opt


@opt.command("methods")
@opt.argument("name", required=False)
@opt.outcome(force=False)
def command(name: str | None, **given: Any) -> None:
    """List or explain methods."""
    from tokumei import catalogue
    from tokumei.cli.show.methods import described, explain, list_all
    from tokumei.cli.show.tables import as_json

    if name is None:
        specs = catalogue.methods()
        if given["as_json"]:
            click.echo(as_json([described(spec) for spec in specs]))
        elif not given["quiet"]:
            list_all(specs, given["lang"])
        return
    spec = catalogue.get(name)
    if given["as_json"]:
        click.echo(as_json(described(spec)))
    elif not given["quiet"]:
        explain(spec, given["lang"])
