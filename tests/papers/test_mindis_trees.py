"""The trees of the MinDIS paper: its eleven worked values, as exact fractions."""

from fractions import Fraction

import polars as pl
import pytest

from tokumei.model import Schema, Table
from tokumei.model.levels import Levels
from tokumei.papers.mindis.trees import DATES, LONG_ZIP, ZIP, of_table_1, of_table_2

RACES = ["black"] * 6 + ["white"] * 6
GENDERS = ["male"] * 2 + ["female"] * 4 + ["male", "female"] + ["male"] * 4
ZIPS = ["02141"] * 2 + ["02138"] * 5 + ["02139"] * 3 + ["02138"] * 2
TABLE_2 = pl.DataFrame({"Race": RACES, "BirthDate": DATES, "Gender": GENDERS, "ZIP": ZIPS})
PRINTED = {1: "1/10", 3: "47/120", 4: "47/120", 5: "53/120", 6: "53/120", 7: "53/120", 8: "31/60", 9: "53/120",
           10: "53/120", 11: "53/120", 12: "53/120"}  # fmt: skip
"""DIS of t2 merged with each other tuple, page 2; t8 is printed 0.516, cut off."""


def distortion(levels, one, other):
    """Return the mean over the columns of the share of steps until two rows meet."""
    found = []
    for climbed in levels.ladders:
        pair = climbed.up[climbed.of[[one, other]]]
        met = next(level for level in range(climbed.steps + 1) if pair[0, level] == pair[1, level])
        found.append(Fraction(met, climbed.steps))
    return sum(found) / len(found)


@pytest.mark.parametrize("zips", [ZIP, LONG_ZIP], ids=["three steps", "six steps"])
def test_the_eleven_values_of_the_worked_example(zips):
    table = Table(TABLE_2, Schema(quasi=TABLE_2.columns, trees=of_table_2(zips))).pinned()
    levels = Levels.of(table)
    assert {tuple_: str(distortion(levels, 1, tuple_ - 1)) for tuple_ in PRINTED} == PRINTED


def test_the_long_ladder_meets_at_steps_one_and_four():
    rows = {row[0]: row for row in LONG_ZIP.levels}
    assert LONG_ZIP.steps == 6
    meets = [next(at for at in range(7) if rows["02138"][at] == rows[code][at]) for code in ("02139", "02141")]
    assert meets == [1, 4]


def test_the_labels_are_those_of_the_printed_tables():
    trees = {**of_table_1(), **of_table_2()}
    entries = {entry for tree in trees.values() for row in tree.levels for entry in row}
    assert {"Person", "human", "196*", "1965", "0213*", "*"} <= entries
