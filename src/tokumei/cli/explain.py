"""Tell how a release was made."""

from typing import Any

import click

from tokumei.cli.options import common as opt


@opt.command("explain")
@opt.argument("original")
@opt.argument("released")
@opt.option("--key", metavar="FILE", said="key_declared", section="reading")
@opt.option("--cross", multiple=True, metavar="COLUMNS", said="cross_explain", section="columns")
@opt.columns()
@opt.reading()
@opt.option("--result", metavar="FILE.json", section="writing")
@opt.outcome()
def command(original: str, released: str, **given: Any) -> None:
    """Tell which methods made a release."""
    from tokumei import io
    from tokumei.cli.show.explanation import show_explanation
    from tokumei.cli.show.tables import as_json
    from tokumei.cli.work.explanation import explained
    from tokumei.cli.work.files import check_targets

    sources = {"the original": original, "the release": released, "the key": given["key"]}
    check_targets({"--result": given["result"]}, sources, force=given["force"])
    document = explained(original, released, given).document(given["lang"])
    if given["result"]:
        io.write_text(as_json(document) + "\n", given["result"], force=given["force"])
    if given["as_json"]:
        click.echo(as_json(document))
    elif not given["quiet"]:
        show_explanation(document, given["lang"], {"result": given["result"]})
