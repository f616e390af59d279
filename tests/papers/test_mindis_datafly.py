"""Datafly on the example of the MinDIS paper: Table 2 becomes Table 3 (b)."""

import polars as pl
import pytest

from tokumei.model import Job, Schema, Table
from tokumei.model.counts import Counts
from tokumei.papers.mindis import printed, trees
from tokumei.recodings.datafly import datafly

TABLE_3B = list(printed.TABLE_3B)


def example(codes=trees.ZIP):
    schema = Schema(quasi=printed.COLUMNS, trees=trees.of_table_2(codes))
    return (
        Table(pl.DataFrame(list(printed.TABLE_2), schema=list(printed.COLUMNS), orient="row"), schema)
        .pinned()
        .as_released()
    )


@pytest.mark.parametrize("codes", [trees.ZIP, trees.LONG_ZIP], ids=["three steps", "six steps"])
def test_table_2_becomes_table_3b_with_either_hierarchy_of_zip(codes):
    job = Job()
    release = datafly(Counts.of(example(codes)), k=2, job=job).apply(example(codes))
    assert release.data.frame.rows() == TABLE_3B
    assert job.notes == {
        "levels": {"Race": 0, "BirthDate": 2, "Gender": 0, "ZIP": 0}, "suppressed_rows": 2
    }  # fmt: skip


def test_suppressed_rows_may_be_left_out():
    release = datafly(Counts.of(example()), k=2, drop=True).apply(example())
    assert release.data.frame.rows() == [row for row in TABLE_3B if row[0] != "*"]
    assert release.key.tolist() == [0, 1, 2, 3, 4, 5, 8, 9, 10, 11]


def test_without_suppression_the_widest_column_rises_until_all_are_alike_with_another():
    # After the years BirthDate and ZIP have three values each, then the white woman of 0213* is left alone.
    job = Job()
    release = datafly(Counts.of(example()), k=2, suppression=0.0, job=job).apply(example())
    assert job.notes["levels"] == {"Race": 1, "BirthDate": 3, "Gender": 0, "ZIP": 1}
    assert release.data.frame.unique(maintain_order=True).rows() == [
        ("Person", "196*", "male", "0214*"), ("Person", "196*", "female", "0213*"), ("Person", "196*", "male", "0213*"),
    ]  # fmt: skip
