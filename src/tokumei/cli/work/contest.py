"""What the commands about contest files do: check files, score an entry, make one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from tokumei import contest, io
from tokumei.cli.options.columns import Given
from tokumei.cli.options.contest import named, roles_of, rules_of
from tokumei.cli.show.progress import watching
from tokumei.cli.work.carry_out import check_outputs, frames_out, write_files, written_so_far
from tokumei.cli.work.files import check_targets
from tokumei.contest import Line, Rules
from tokumei.errors import BadData, listing
from tokumei.io.contest import Sheet, answered_rows, read_original, released_frame, sheet
from tokumei.io.faults import Fault, Wanted, answer_faults, table_faults
from tokumei.model import Recipe, Release, Table
from tokumei.model.recipe import ColumnPart, StepPart
from tokumei.runner import Output, run

SCORED = {"domain"}
"""Faults that an entry is scored with all the same."""


@dataclass(frozen=True)
class Original:
    """The table before anything was done, with the roles of its columns; both are empty where nobody says them."""

    frame: pl.DataFrame
    quasi: Sequence[str]
    sensitive: Sequence[str]

    @property
    def roles(self) -> list[str]:
        """The columns that have a role, in the order of the table."""
        return [name for name in self.frame.columns if name in (*self.quasi, *self.sensitive)]

    def columns_of(self, width: int) -> list[str]:
        """Return the columns that a file of so many columns holds: all, or those with a role."""
        return self.roles if width == len(self.roles) else self.frame.columns

    def wanted(self, width: int) -> list[Wanted]:
        """Return what each column of a release may hold."""
        free = self.sensitive if self.roles else [c.name for c in self.frame if c.dtype.is_numeric()]
        return [Wanted.like(self.frame[name], sensitive=name in free) for name in self.columns_of(width)]


@dataclass(frozen=True)
class Checked:
    """A file and what is wrong with it."""

    sheet: Sheet
    faults: Sequence[Fault]

    def document(self) -> dict[str, Any]:
        """Return what was seen, as plain values."""
        return {
            "file": self.sheet.path,
            "kind": "answer" if self.sheet.is_answer else "table",
            "rows": self.sheet.frame.height,
            "columns": self.sheet.frame.width,
            "deleted": int(self.sheet.deleted.sum()),
            "faults": len(self.faults),
        }


def checked(files: Sequence[str], given: Given) -> list[Checked]:
    """Return what is wrong with each file; an answer is held against the table named before it."""
    original = None if given["original"] is None else _opened(given["original"], given, strict=False)
    rows = None if original is None else original.frame.height
    found: list[Checked] = []
    for path in files:
        this = sheet(path, _reading_of_entry(given))
        if this.is_answer:
            before = next((one.sheet for one in reversed(found) if not one.sheet.is_answer), None)
            found.append(Checked(this, answer_faults(this, before, rows)))
        else:
            names = () if original is None else original.columns_of(this.frame.width)
            faults = table_faults(this, _wanted(this, original, given), rows=rows, names=names)
            found.append(Checked(this, faults))
    return found


def scored(original: str, released: str, answer: str | None, given: Given) -> tuple[dict[str, Any], list[Line]]:
    """Return the result of all attacks and measures of the contest on an entry, and its table."""
    sources = {"the original": original, "the release": released, "the answer": answer}
    check_targets({f"--{name}": given[name] for name in ("report", "result")}, sources, force=given["force"])
    held = _opened(original, given)
    recipe, rules = _recipe(held, original, given)
    data = _table(held, recipe)
    return _carried_out(given, recipe, rules, data, release=_entry(held, data, released, answer, given))


def made(source: str, steps: Sequence[StepPart], given: Given) -> tuple[dict[str, Any], list[Line]]:
    """Make an entry with its answer, and return the result of all attacks and measures of the contest on it."""
    output = Output(
        given["output"], given["answer"], given["keep_order"], given["force"],
        entry=True, keep_deleted=given["keep_deleted"],
    )  # fmt: skip
    held = _opened(source, given)
    recipe, rules = _recipe(held, source, given)
    recipe = recipe.model_copy(update={"step": list(steps)})
    check_outputs(given, recipe, output)
    return _carried_out(given, recipe, rules, _table(held, recipe), output=output)


def _carried_out(
    given: Given, recipe: Recipe, rules: Rules, original: Table, **more: Any
) -> tuple[dict[str, Any], list[Line]]:
    with watching(given["lang"], quiet=given["quiet"]) as watcher:
        result = run(contest.asking(recipe, rules), original=original, watcher=watcher, lang=given["lang"], **more)
    document = result.document()
    lines = contest.table(document, rules, given["lang"])
    document |= contest.scores(lines)
    with written_so_far(document["output"]):
        write_files(given, document, frames_out(result) if result.output is not None else None)
    return document, lines


def _opened(source: str, given: Given, *, strict: bool = True) -> Original:
    """Return the original; unless `strict` the roles of its columns may stay open."""
    frame = read_original(source, io.Reading(given["separator"], given["encoding"]), header=given["header"])
    is_usual = frame.width == contest.QUASI + contest.SENSITIVE
    if not strict and not is_usual and not (given["quasi"] and given["sensitive"]):
        return Original(frame, (), ())
    quasi, sensitive = roles_of(given, frame.columns)
    texts = [name for name in sensitive if not frame[name].dtype.is_numeric()]
    if texts:
        raise BadData(
            f"{source}: column {listing(texts)} is sensitive but does not hold a number in every row; the contest's "
            "sensitive columns are numbers."
        )
    return Original(frame, quasi, sensitive)


def _recipe(held: Original, source: str, given: Given) -> tuple[Recipe, Rules]:
    columns = {name: ColumnPart(role="quasi" if name in held.quasi else "sensitive") for name in held.roles}
    said = {name: given[name] for name in ("separator", "encoding") if given[name] is not None}
    data: Mapping[str, Any] = {"source": source, "other": "drop", **said}
    recipe = Recipe(seed=given["seed"], threads=given["threads"], data=data, columns=columns)
    return recipe, rules_of(given, held.frame.columns, held.quasi, held.sensitive)


def _table(held: Original, recipe: Recipe) -> Table:
    return Table.from_frames({"table": held.frame.select(held.roles)}, recipe.schema_of_columns).pinned()


def _entry(held: Original, data: Table, released: str, answer: str | None, given: Given) -> Release[Any]:
    reading, rows = _reading_of_entry(given), held.frame.height
    table = sheet(released, reading)
    names = held.columns_of(table.frame.width)
    _refuse(table, table_faults(table, held.wanted(table.frame.width), rows=rows, names=names))
    frame = released_frame(table, held.frame.select(names)).select(held.roles)
    key = None
    if answer is not None:
        told = sheet(answer, reading)
        if not told.is_answer:
            raise BadData(f"{answer} has {told.frame.width} columns; an answer has one, the original row of each line.")
        _refuse(told, answer_faults(told, table, rows))
        key = answered_rows(told)
    return Release.of(data.from_released({"table": frame}), key=key)


def _refuse(one: Sheet, faults: Sequence[Fault]) -> None:
    fault = next((fault for fault in faults if fault.code not in SCORED), None)
    if fault is not None:
        raise BadData(f"{one.path}: {fault.said()}; tokumei contest check names every fault.")


def _wanted(table: Sheet, original: Original | None, given: Given) -> list[Wanted] | None:
    width = table.frame.width
    if original is not None:
        return original.wanted(width)
    numbers = named(table.frame.columns, given["sensitive"], "--sensitive")
    if not numbers and width == contest.QUASI + contest.SENSITIVE:
        numbers = table.frame.columns[contest.QUASI :]
    return [Wanted(number=name in numbers) for name in table.frame.columns]


def _reading_of_entry(given: Given) -> io.Reading:
    # What a contest asks for is comma separated, however the original came.
    return io.Reading(encoding=given["encoding"])
