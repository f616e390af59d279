"""A page for each command, from the command line itself."""

import click

from docs.pieces import code, command_line, joined, literal, table
from tokumei import catalogue
from tokumei.cli import group
from tokumei.registry import STEP_KINDS
from tokumei.texts import has, text

ENDINGS = [
    ["0", "done"],
    ["1", "a fault of ours; please report it"],
    ["2", "bad input or options; the sentence says what would work"],
    ["3", "a requirement of the recipe was not met, and nothing was written"],
    ["130", "stopped from the keyboard, and nothing was written"],
]


def names() -> list[str]:
    """Return the commands there are, in the order of the help."""
    with _context() as context:
        return group.list_commands(context)


def index() -> str:
    """Return the page that lists the commands."""
    with _context() as context:
        rows = [
            [f"[{name}]({name}.md)", command(name).get_short_help_str(200)] for name in group.list_commands(context)
        ]
    return joined(
        "# Commands",
        "Every command takes `--help`; those that compute take `--json` and `--lang en|ja`.",
        table(["command", "what it does"], rows),
        "## How a command ends",
        table(["exit code", "meaning"], ENDINGS),
    )


def page(name: str) -> str:
    """Return the page of one command."""
    with _context(name) as context:
        return joined(
            f"# {name}",
            context.command.help or "",
            code(usage(context), "text"),
            example(name),
            _table(context, arguments=True),
            _table(context, arguments=False),
            _methods(context),
            *_subcommands(context),
        )


def command(name: str) -> click.Command:
    """Return the command of a name."""
    with _context() as context:
        found = group.get_command(context, name)
    assert found is not None
    return found


def example(name: str) -> str:
    """Return the example that the help of a command shows; they work one after the other, `sample` first."""
    key = f"cli.example.{name}"
    return code(command_line(text(key)), "bash") if has(key) else ""


def usage(context: click.Context) -> str:
    """Return the line that shows how a command is called."""
    return f"{context.command_path} {' '.join(context.command.collect_usage_pieces(context))}"


def _context(name: str | None = None) -> click.Context:
    outer = click.Context(group, info_name="tokumei")
    return outer if name is None else click.Context(command(name), info_name=name, parent=outer)


def _table(context: click.Context, *, arguments: bool) -> str:
    shown = [p for p in context.command.get_params(context) if isinstance(p, click.Argument) == arguments]
    records = [_record(p, context) for p in shown if not getattr(p, "hidden", False)]
    head = ["argument" if arguments else "option", "meaning"]
    return table(head, [[literal(flags), help_text] for flags, help_text in records]) if records else ""


def _methods(context: click.Context) -> str:
    # The options of a method appear where the method is named.
    flags = {flag for parameter in context.command.get_params(context) for flag in parameter.opts}
    if "--method" not in flags:
        return ""
    names = [f"[{spec.name}](../methods/{spec.name}.md)" for kind in STEP_KINDS for spec in catalogue.methods(kind)]
    fills = [f"[{spec.name}](../methods/{spec.name}.md)" for spec in catalogue.methods("fill")]
    return (
        f"`--method` takes {', '.join(names)}; `--fill` takes {', '.join(fills)}. Each brings the options of its page: "
        "`--method NAME --help` lists them too."
    )


def _record(parameter: click.Parameter, context: click.Context) -> tuple[str, str]:
    record = parameter.get_help_record(context)
    return record or (parameter.make_metavar(context), getattr(parameter, "help", None) or "")


def _subcommands(context: click.Context) -> list[str]:
    if not isinstance(context.command, click.Group):
        return []
    parts = []
    for name in context.command.list_commands(context):
        inner = context.command.get_command(context, name)
        assert inner is not None
        with click.Context(inner, info_name=name, parent=context) as below:
            parts += [f"## {name}", inner.help or "", code(usage(below), "text")]
            parts += [_table(below, arguments=True), _table(below, arguments=False)]
    return parts
