"""Finds what is wrong with the files of a contest: the line and the column of each fault, never a value."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.io.contest import DELETED, Sheet
from tokumei.io.types import NUMBER
from tokumei.model.cells import SUPPRESSED, is_well_formed, parse
from tokumei.texts import text

ROW_NUMBER = r"^[1-9][0-9]{0,17}$"
NOTHING_TO_SAY = (SUPPRESSED, DELETED)
MARKS = ("[", "{", *NOTHING_TO_SAY)

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: with a cell, with a line where `column` is None, or with the file. Both count from 1."""

    code: str
    line: int | None = None
    column: int | None = None
    values: dict[str, Any] = field(default_factory=dict)

    def sentence(self, lang: str = "en") -> str:
        """Say what is wrong."""
        return text(f"contest.fault.{self.code}", lang, **self.values)

    def said(self) -> str:
        """Say where what is wrong, in one English sentence."""
        column = "" if self.column is None else f", column {self.column}"
        return f"{'' if self.line is None else f'line {self.line}{column} '}{self.sentence()}"


@dataclass(frozen=True)
class Wanted:
    """What a column of a release may hold.

    `number` that its values are numbers, `gaps` that a cell may be empty; `least`, `most` and `values`
    are what the original has, None where that does not matter or is not known.
    """

    number: bool = False
    gaps: bool = False
    least: float | None = None
    most: float | None = None
    values: frozenset[str] | None = None

    @classmethod
    def like(cls, original: pl.Series, *, sensitive: bool) -> "Wanted":
        """Return what a release of a column may hold; sensitive values may leave the range of the original."""
        gaps = bool(original.null_count())
        if original.dtype.is_numeric():
            if sensitive:
                return cls(number=True, gaps=gaps)
            least, most = pl.select(least=original.cast(pl.Float64).min(), most=original.cast(pl.Float64).max()).row(0)
            return cls(number=True, gaps=gaps, least=least, most=most)
        if sensitive or original.dtype.is_temporal():
            return cls(gaps=gaps)
        return cls(gaps=gaps, values=frozenset(original.drop_nulls().cast(pl.String).unique().to_list()))

    def reaches(self, number: float) -> bool:
        """Tell whether the original column reaches as far as a number."""
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)


def table_faults(
    table: Sheet, wanted: Sequence[Wanted] | None, *, rows: int | None = None, names: Sequence[str] = ()
) -> list[Fault]:
    """Return what is wrong with a released table, by line and column.

    `wanted` is what each column may hold, `rows` the number of rows and `names` the columns of the original,
    as far as that is known.
    """
    width, expected, found = table.frame.width, list(wanted or ()), []
    if wanted is not None and len(expected) != width:
        found.append(Fault("columns", values={"columns": width, "wanted": len(expected)}))
    if len(expected) != width:
        expected = [Wanted()] * width
    first = int(_has_header(table.frame, names))
    lines = table.frame.height - first
    if rows is not None and lines > rows:
        found.append(Fault("rows", values={"rows": lines, "originals": rows}))
    found += [Fault("header", 1)] * first + _ragged(table)
    sound = (table.fields == width) & ~table.blank
    sound[:first] = False
    for place, (cells, one) in enumerate(zip(table.frame, expected, strict=True), 1):
        found += [Fault(code, line, place) for line, code in _in_column(cells, one, sound)]
    return sorted(found, key=lambda fault: (fault.line or 0, fault.column or 0))


def answer_faults(answer: Sheet, table: Sheet | None = None, rows: int | None = None) -> list[Fault]:
    """Return what is wrong with an answer: for a table, and for an original of so many rows, where they are known."""
    told = answer.frame.to_series().fill_null("")
    if table is not None and len(told) != table.frame.height:
        return [Fault("answer_rows", values={"rows": len(told), "wanted": table.frame.height})]
    gone = (told == DELETED).to_numpy()
    is_number = told.str.contains(ROW_NUMBER).to_numpy()
    numbers = told.set(pl.Series(~is_number), "0").cast(pl.Int64).to_numpy()
    wrong = {
        "answer_number": ~is_number & ~gone,
        "answer_beyond": is_number & (numbers > (rows if rows is not None else np.iinfo(np.int64).max)),
        "answer_twice": is_number & ~_first_of_each(numbers),
    }
    if table is not None:
        wrong |= {"answer_deleted": gone & ~table.deleted, "answer_alive": is_number & table.deleted}
    values = {"answer_beyond": {"originals": rows}}
    found = [
        Fault(code, int(line) + 1, None, dict(values.get(code, {})))
        for code, flags in wrong.items()
        for line in np.flatnonzero(flags)
    ]
    return sorted(found, key=lambda fault: fault.line or 0)


def _has_header(frame: pl.DataFrame, names: Sequence[str]) -> bool:
    """Tell whether the first line names columns: those of the original, or those of what are numbers below."""
    if frame.height < 2:
        return False
    first = [cell or "" for cell in frame.row(0)]
    if names and list(names) == first:
        return True
    if any(cell.startswith(MARKS) or re.search(NUMBER, cell) or not cell for cell in first):
        return False
    return any(map(_mostly_numbers, frame.slice(1)))


def _mostly_numbers(cells: pl.Series) -> bool:
    return 2 * int(cells.str.contains(NUMBER).sum()) >= len(cells)


def _ragged(table: Sheet) -> list[Fault]:
    width = table.frame.width
    found = [Fault("blank", int(line) + 1) for line in np.flatnonzero(table.blank)]
    ragged = np.flatnonzero((table.fields != width) & ~table.blank)
    counts = table.fields[ragged].tolist()
    return found + [
        Fault("fields", int(line) + 1, None, {"fields": count, "wanted": width})
        for line, count in zip(ragged, counts, strict=True)
    ]


def _in_column(cells: pl.Series, wanted: Wanted, sound: Mask) -> list[tuple[int, str]]:
    """Return the lines of a column with a fault, and its code; each different cell is looked at once."""
    different = cells.filter(pl.Series(sound)).unique()
    if wanted.least is None and wanted.values is None:
        # A plain number is never wrong here, and most cells of a long column are one.
        different = different.filter(~different.str.contains(NUMBER).fill_null(value=False))
    codes = {cell: code for cell in different.to_list() if (code := _fault_in(cell, wanted)) is not None}
    if not codes:
        return []
    texts = [cell for cell in codes if cell is not None]
    hit = cells.is_in(texts).fill_null(value=None in codes).to_numpy() & sound
    return [(int(line) + 1, codes[cells[int(line)]]) for line in np.flatnonzero(hit)]


def _fault_in(cell: str | None, wanted: Wanted) -> str | None:
    if not cell:
        return None if wanted.gaps else "empty"
    if cell in NOTHING_TO_SAY or cell in (wanted.values or ()):
        return None
    if cell != cell.strip():
        return "space"
    if not is_well_formed(cell):
        return "notation"
    read = parse(cell)
    inside = read.ends or read.values
    if wanted.number or (read.ends and all(re.search(NUMBER, end) for end in inside)):
        return _fault_of_numbers(inside, wanted, is_range=read.ends is not None)
    if wanted.values is None:
        return None
    return "range_of_texts" if read.ends else None if wanted.values.issuperset(inside) else "domain"


def _fault_of_numbers(inside: Sequence[str], wanted: Wanted, *, is_range: bool) -> str | None:
    if not all(re.search(NUMBER, value) for value in inside):
        return "number"
    numbers = [float(value) for value in inside]
    if is_range and numbers[0] > numbers[1]:
        return "order"
    if wanted.values is not None:
        return "range_of_texts"
    return None if all(map(wanted.reaches, numbers)) else "domain"


def _first_of_each(numbers: npt.NDArray[np.int64]) -> Mask:
    first = np.zeros(numbers.size, dtype=bool)
    first[np.unique(numbers, return_index=True)[1]] = True
    return first
