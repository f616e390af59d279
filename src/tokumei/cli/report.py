"""Turn a stored result into a report."""

from typing import Any

from tokumei.cli.options import common as opt


@opt.command("report")
@opt.argument("result")
@opt.option("--output", "-o", required=True, metavar="FILE.html", said="output_report")
@opt.outcome(json=False)
def command(result: str, output: str, **given: Any) -> None:
    """Write the report of a result."""
    import json

    from tokumei import io, report
    from tokumei.cli.show.tables import say_line
    from tokumei.cli.work.files import check_targets, read_text
    from tokumei.errors import BadData
    from tokumei.texts import text

    check_targets({"--output": output}, {"the result": result}, force=given["force"])
    try:
        document = json.loads(read_text(result, "result"))
    except json.JSONDecodeError:
        raise BadData(f"{result} is not JSON; give the file that --result wrote.") from None
    io.write_text(report.html(document, given["lang"]), output, force=given["force"])
    if not given["quiet"]:
        say_line(text("cli.say.report", given["lang"], file=output))
