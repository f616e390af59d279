"""Look at a table before anything is done."""

from typing import Any

import click

from tokumei.cli.options import common as opt


@opt.command("inspect")
@opt.argument("data")
@opt.roles()
@opt.reading()
@opt.option("--recipe", metavar="FILE.toml", section="writing")
@opt.outcome()
def command(data: str, **given: Any) -> None:
    """Inspect a table."""
    from tokumei import inspection, io
    from tokumei.cli.options.columns import kinds_of, roles_of
    from tokumei.cli.show.inspection import show_inspection
    from tokumei.cli.show.tables import as_json
    from tokumei.cli.work.draft import drafted
    from tokumei.cli.work.files import check_targets

    check_targets({"--recipe": given["recipe"]}, {"the data": data}, force=given["force"])
    reading = io.Reading(given["separator"], given["encoding"], given["decimal"])
    roles = roles_of(given)
    named = {role: [name for name in roles if roles[name] == role] for role in ("quasi", "sensitive", "identifier")}
    found = inspection.inspect(io.read(data, reading), **named, person=given["person"], kinds=kinds_of(given))
    document = found.document(given["lang"])
    if given["recipe"]:
        io.write_text(drafted(found, data, given), given["recipe"], force=given["force"])
    if given["as_json"]:
        click.echo(as_json(document))
    elif not given["quiet"]:
        quasi = [name for name, role in found.schema.roles.items() if role == "quasi"]
        show_inspection(document, quasi, given["lang"], given["recipe"])
