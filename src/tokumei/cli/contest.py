"""Check, score or make the files of an anonymization contest."""

from typing import Any

import click

from tokumei.cli.options import common as opt
from tokumei.cli.options import contest as options


@opt.command("check", said="contest_check")
@opt.argument("files", nargs=-1, required=True, metavar="FILE...")
@opt.option("--original", metavar="DATA", said="original_contest", section="columns")
@options.columns()
@opt.outcome(force=False)
def check(files: tuple[str, ...], **given: Any) -> None:
    """Name row and column of each fault in contest files."""
    from tokumei.cli.show.contest import check_document, show_check
    from tokumei.cli.show.tables import as_json
    from tokumei.cli.work.contest import checked
    from tokumei.errors import BadData

    document = check_document(checked(files, given), given["lang"])
    if given["as_json"]:
        click.echo(as_json(document))
    elif not given["quiet"]:
        show_check(document, given["lang"])
    if document["count"]:
        first = next(one["file"] for one in document["files"] if one["faults"])
        raise BadData(f"{document['count']} faults, the first of them in {first}; mend the lines and columns named.")


@opt.command("score", said="contest_score")
@opt.argument("original")
@opt.argument("released", metavar="RELEASED")
@opt.argument("answer", required=False)
@options.columns()
@options.rules()
@opt.working()
@opt.files_of_result()
@opt.outcome()
def score(original: str, released: str, answer: str | None, **given: Any) -> None:
    """Score an entry the way the contest did."""
    from tokumei.cli.work.contest import scored

    document, lines = scored(original, released, answer, given)
    _deliver(document, lines, given, {})


@opt.command("run", said="contest_run")
@opt.argument("data")
@opt.option("--step", multiple=True, metavar="'NAME(option=value)'", section="method")
@opt.option("--output", "-o", required=True, metavar="FILE.csv", said="output_contest", section="writing")
@opt.option("--answer", metavar="FILE.csv", said="answer_contest", section="writing")
@opt.option("--keep-order", is_flag=True, section="writing")
@opt.option("--keep-deleted", is_flag=True, section="writing")
@opt.files_of_result()
@options.columns()
@options.rules()
@opt.working()
@opt.outcome()
def run(data: str, **given: Any) -> None:
    """Anonymize, shuffle, attack and score, as the contest did."""
    from tokumei.cli.work.contest import made
    from tokumei.values import step_part
    from tokumei.written import pieces

    document, lines = made(data, [step_part(one) for text in given["step"] for one in pieces(text)], given)
    _deliver(document, lines, given, {"answer": given["answer"]})


def _deliver(document: dict[str, Any], lines: Any, given: Any, files: dict[str, str | None]) -> None:
    from tokumei.cli.show.contest import show_scores
    from tokumei.cli.show.tables import as_json

    if given["as_json"]:
        click.echo(as_json(document))
    elif not given["quiet"]:
        show_scores(document, lines, given["lang"], {**files, **{name: given[name] for name in ("report", "result")}})


command = opt.group("contest", check, score, run)
