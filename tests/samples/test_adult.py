"""The hierarchies for Adult cover every value that the data set is known to have."""

import os
from pathlib import Path

import polars as pl
import pytest

from tokumei.model import Schema, Table
from tokumei.model.hierarchy import Hierarchy
from tokumei.model.levels import Levels
from tokumei.model.tangles import faults
from tokumei.samples.adult import adult_hierarchies

DATA = os.environ.get("TOKUMEI_DATA")


def test_they_are_hierarchies():
    for tree in adult_hierarchies().values():
        assert not isinstance(tree, Hierarchy) or faults(tree.levels) == []


def test_countries_meet_in_their_part_of_the_world():
    rows = {row[0]: row for row in adult_hierarchies()["native-country"].levels}
    assert rows["Japan"][1:] == ("East Asia", "Asia", "*")
    assert len(rows) == 41


@pytest.mark.skipif(DATA is None, reason="TOKUMEI_DATA names no folder")
def test_they_cover_the_data():
    trees = adult_hierarchies()
    adult = Table(pl.read_csv(Path(str(DATA)) / "adult.csv"), Schema(quasi=list(trees), trees=trees)).pinned()
    assert Levels.of(adult).steps == [trees[name].steps for name in adult.quasi]
