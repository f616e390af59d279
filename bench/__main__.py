"""The benchmarks' command line: run, data, compare, rivals, figures."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bench import beside, compare, figures, lines, run
from bench.child import Task
from bench.data import DATA_SETS, data_set
from bench.lines import Line
from bench.machine import stamp
from bench.words import table
from tokumei.errors import TokumeiError


class Numbers(click.ParamType[tuple[int | None, ...]]):
    """Numbers of rows parted by commas; `all` means every row of a file."""

    name = "N,N,.."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int | None, ...]:
        """Return the numbers, or say what would work."""
        try:
            return tuple(None if part == "all" else int(part) for part in value.split(","))
        except ValueError:
            self.fail("give numbers of rows parted by commas, such as 1000,10000, or all", param, ctx)


OUT = click.option("--out", type=click.Path(path_type=Path), help="the result file to add to; a new one if not said")
QUICK = click.option("--quick", is_flag=True, help="leave out what takes long")


@click.group(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
def main() -> None:
    """Measure what every method costs, loses and gives away."""


@main.command("run")
@QUICK
@click.option("--method", "methods", multiple=True, metavar="NAME", help="a method to run; all if not said")
@click.option(
    "--data", multiple=True, metavar="NAME", help="a data set to run on; uniform, people and heavy if not said"
)
@click.option("--rows", type=Numbers(), help="sizes, from small to large")
@click.option("--k", type=click.IntRange(min=2), help="smallest allowed group")
@click.option("--seed", type=click.IntRange(min=0), help="for rows drawn, and for methods that draw lots")
@click.option("--repeats", type=click.IntRange(min=1), help="how often at most each is timed")
@click.option("--limit", type=float, help="seconds after which no larger size is tried")
@OUT
def run_methods(*, quick: bool, out: Path | None, **given: Any) -> None:
    """Run methods on data of growing size."""
    plan = run.Plan.quick() if quick else run.Plan()
    plan = replace(plan, **{name: value for name, value in given.items() if value not in (None, ())})
    target = out or lines.new_file("run")
    _show(run.HEAD, (run.cells(line) for line in run.run(plan, target)))
    click.echo(f"written to {target}")


@main.command("data")
def list_data() -> None:
    """List the data sets and whether they are here."""
    click.echo(table(("data", "", "what it is"), [_row(one.name) for one in DATA_SETS.values()]))


@main.command("compare")
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.option("--all", "everything", is_flag=True, help="show numbers that are the same in both files too")
def compare_files(*, first: Path, second: Path, everything: bool) -> None:
    """Show the numbers of the second result file as ratios to the first."""
    rows = compare.compare(lines.read(first), lines.read(second))
    shown = rows if everything else compare.changed(rows)
    click.echo(table(compare.HEAD, shown))
    click.echo(f"{len(rows) - len(shown)} more numbers are the same in both files")


@main.command("rivals")
@click.option("--rival", "names", multiple=True, metavar="NAME", help="a rival to run; all if not said")
@click.option("--data", default="people", metavar="NAME", help="the data set to run on")
@click.option("--rows", type=click.IntRange(min=1), help="how many rows; all, or 5000 made up, if not said")
@click.option("--k", type=click.IntRange(min=2), default=5, help="smallest allowed group")
@click.option("--seed", type=click.IntRange(min=0), default=0)
@click.option("--repeats", type=click.IntRange(min=1), default=5, help="how many turns at most")
@click.option("--budget", type=float, default=60.0, help="seconds for the turns of a rival together")
@OUT
def run_rivals(*, names: Sequence[str], data: str, rows: int | None, out: Path | None, **given: Any) -> None:
    """Run other tools in turns with ours on the same rows."""
    wanted = rows or (None if data_set(data).file else 5000)
    target = out or lines.new_file("rivals")
    found = beside.beside(names, Task(method="", data=data, rows=(wanted,), **given))
    _show(beside.HEAD, (beside.cells(line) for line in _kept(found, target)))
    click.echo(f"written to {target}")


@main.command("figures")
@QUICK
@click.option("--name", "names", multiple=True, metavar="TEXT", help="measure figures with this in their name only")
@OUT
def run_figures(*, quick: bool, names: Sequence[str], out: Path | None) -> None:
    """Measure the goals we hold ourselves to."""
    wanted = [one for one in figures.every() if not (quick and one.slow)]
    wanted = [one for one in wanted if not names or any(name in one.name for name in names)]
    target = out or lines.new_file("figures")
    _show(figures.HEAD, (figures.cells(line) for line in _kept(figures.measured(wanted), target)))
    click.echo(f"written to {target}")


def _row(name: str) -> tuple[str, str, str]:
    one = data_set(name)
    return (
        name,
        "made up" if one.file is None else "here" if one.missing is None else "absent",
        one.missing or one.about,
    )


def _kept(found: Iterable[Line], target: Path) -> Iterable[Line]:
    for line in found:
        full = {**line, **stamp()}
        lines.append(target, [full])
        yield full


def _show(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table; on a terminal each row is announced as it comes, since all may take long."""
    every = []
    for row in rows:
        every.append(row)
        if sys.stderr.isatty():
            click.echo(f"\r\033[K{'  '.join(row[:4])}", err=True, nl=False)
    if sys.stderr.isatty():
        click.echo("\r\033[K", err=True, nl=False)
    click.echo(table(head, every))


if __name__ == "__main__":
    try:
        main(prog_name="python -m bench")
    except TokumeiError as error:
        click.echo(f"bench: {error}", err=True)
        sys.exit(2)
