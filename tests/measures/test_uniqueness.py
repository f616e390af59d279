"""Rows that stand alone, by hand."""

import numpy as np
import polars as pl

from tests import found
from tests.strategies import people
from tokumei import catalogue
from tokumei.measures.uniqueness import uniqueness
from tokumei.model import Release, Schema, Table


def test_groups_of_two_leave_nobody_alone():
    table = people(60)
    release = found.filled(table, np.arange(60) // 2, catalogue.get("span"))
    assert uniqueness(table, release)["uniqueness"] == 0
    assert uniqueness(table, Release.untouched(table))["uniqueness"] == 1


def test_several_rows_of_one_person_stand_alone_together():
    table = Table(
        pl.DataFrame({"age": [1, 1, 2, 2, 3], "id": ["u", "u", "v", "w", "u"]}), Schema(quasi="age", person="id")
    )
    release = Release.untouched(table).published()
    assert uniqueness(table, release) == {"uniqueness": 0.6, "unique_rows": 3, "uniqueness_original": 0.6}


def test_without_the_key_rows_are_counted():
    table = Table(pl.DataFrame({"age": [1, 1, 2], "id": ["u", "u", "v"]}), Schema(quasi="age", person="id"))
    release = Release(table.published())
    assert uniqueness(table, release) == {"uniqueness": 1 / 3, "unique_rows": 1, "uniqueness_original": 1.0}
