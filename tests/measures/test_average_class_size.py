"""Average class size, worked by hand."""

import polars as pl

from tokumei.measures.average_class_size import average_class_size
from tokumei.model import Release, Schema, Table

AGES = Table(pl.DataFrame({"age": [1, 1, 2, 2, 2, 3, 3, 3, 3]}), Schema(quasi="age")).pinned()


def sizes(cells, **options):
    return average_class_size(AGES, Release(AGES.released(pl.DataFrame({"age": cells}))), **options)


def test_the_mean_is_taken_over_groups_and_divided_by_the_smallest():
    assert sizes(AGES.frame["age"]) == {"average_class_size": 3.0, "average_class_size_over_k": 1.5}


def test_a_given_k_divides():
    assert sizes(AGES.frame["age"], k=3)["average_class_size_over_k"] == 1.0


def test_suppressed_rows_are_in_no_group():
    cells = ["*", "*", "2", "2", "2", "3", "3", "3", "3"]
    assert sizes(cells) == {"average_class_size": 3.5, "average_class_size_over_k": 3.5 / 3}


def test_where_nothing_is_shown_all_rows_are_one_group():
    assert sizes(["*"] * 9)["average_class_size"] == 9
