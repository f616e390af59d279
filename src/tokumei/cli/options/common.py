"""The options that commands share, in sets: of columns, of reading, of working, of the outcome."""

from collections.abc import Callable
from functools import reduce
from typing import Any, TypeVar

import click

from tokumei.cli.base.command import Argument, Command, Group, Option
from tokumei.cli.base.language import spoken
from tokumei.texts import has, languages, text

C = TypeVar("C", bound=Callable[..., Any])
Decorator = Callable[[C], C]
ENGINES = ("memory", "disk", "spark")


def option(*names: str, **more: Any) -> Decorator[Any]:
    """Add an option; its meaning comes from the text catalogue, or from `help=`."""
    return click.option(*names, cls=Option, **more)


def argument(name: str, **more: Any) -> Decorator[Any]:
    """Add an argument; its meaning comes from the text catalogue."""
    return click.argument(name, cls=Argument, **more)


def command(
    name: str, cls: type[Command] = Command, *, said: str | None = None, **more: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command of a function; its help comes from the text catalogue, under its name or what is `said`."""
    key = f"cli.command.{said or name}"
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
    shown = text(key) if has(key) else None
    return click.command(name, cls=cls, said=said, help=shown, context_settings=settings, **more)


def group(name: str, *commands: click.Command) -> Group:
    """Return a command with commands inside; called without one it shows its help."""

    def callback(lang: str) -> None:
        ctx = click.get_current_context()
        # A language said before the inner command is meant for it too.
        ctx.default_map = {inner: {"lang": lang} for inner in made.commands}
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())

    key = f"cli.command.{name}"
    made = Group(
        name,
        commands=commands,
        callback=callback,
        params=[Option(["--lang"], type=click.Choice(list(languages())), default=spoken)],
        invoke_without_command=True,
        help=text(key) if has(key) else None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    return made


def together(*decorators: Decorator[Any]) -> Decorator[Any]:
    """Return one decorator that adds several options, in the order given."""
    return lambda function: reduce(lambda made, decorator: decorator(made), reversed(decorators), function)


def roles() -> Decorator[Any]:
    """Add the options that say what each column is to us."""
    return together(
        option("--quasi", multiple=True, metavar="COLUMNS", section="columns"),
        option("--sensitive", multiple=True, metavar="COLUMNS", section="columns"),
        option("--identifier", multiple=True, metavar="COLUMNS", section="columns"),
        option("--person", metavar="COLUMN", section="columns"),
        option("--kind-of", multiple=True, metavar="COLUMN=KIND", section="columns"),
    )


def columns() -> Decorator[Any]:
    """Add every option that tells of columns."""
    return together(
        roles(),
        option("--other", multiple=True, metavar="keep|drop|COLUMNS", section="columns"),
        option("--hierarchy", multiple=True, metavar="COLUMN=FILE|KIND", section="columns"),
        option("--weight", multiple=True, metavar="COLUMN=NUMBER", section="columns"),
    )


def reading() -> Decorator[Any]:
    """Add the options that say how files are written."""
    return together(
        option("--separator", metavar="CHARACTER", section="reading"),
        option("--encoding", metavar="NAME", section="reading"),
        option("--decimal", metavar="CHARACTER", section="reading"),
    )


def data_kind() -> Decorator[Any]:
    """Add the option that says which kind of data it is; the kind's own options join by themselves."""
    return option("--kind", default="table", show_default=True, metavar="KIND", section="reading")


def data() -> Decorator[Any]:
    """Add every option that tells of the data: its columns, its kind, its files."""
    return together(columns(), data_kind(), reading())


def work_on_data() -> Decorator[Any]:
    """Add what commands that change data share: the data, what is asked of the result, how the work is done."""
    return together(data(), calls("attack", "measure"), working(), engine())


def calls(*kinds: str) -> Decorator[Any]:
    """Add the options that name attacks or measures."""
    metavar = "'NAME(option=value)'"
    return together(*[option(f"--{kind}", multiple=True, metavar=metavar, section="calls") for kind in kinds])


def working() -> Decorator[Any]:
    """Add the options that say how the work is done."""
    return together(
        option("--seed", type=click.IntRange(min=0), metavar="NUMBER", section="working"),
        option("--threads", type=click.IntRange(min=1), metavar="NUMBER", section="working"),
    )


def engine(said: str = "engine") -> Decorator[Any]:
    """Add the option that names the engine."""
    return option("--engine", type=click.Choice(ENGINES), said=said, section="working")


def files_of_result() -> Decorator[Any]:
    """Add the options that write what was found."""
    return together(
        option("--report", metavar="FILE.html", section="writing"),
        option("--result", metavar="FILE.json", section="writing"),
    )


def outcome(*, json: bool = True, force: bool = True) -> Decorator[Any]:
    """Add the options every command has: how it speaks, and whether it may overwrite."""
    options = [
        option("--quiet", "-q", is_flag=True),
        option("--lang", type=click.Choice(list(languages())), default=spoken),
    ]
    if force:
        options.insert(0, option("--force", is_flag=True))
    if json:
        options.insert(0, option("--json", "as_json", is_flag=True))
    return together(*options)
