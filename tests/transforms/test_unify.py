"""One value for a whole column."""

from datetime import date

import polars as pl
import pytest

from tests.transforms.made import cells, changed, codes, table, told
from tokumei.errors import BadOption


def test_the_most_frequent_value_is_taken_the_lowest_on_a_tie():
    data = table(quasi=["a", "b"], a=[10, 9, 9, 10], b=["y", "x", None, "y"])
    assert changed("unify", data).data.frame.rows() == [(9, "y")] * 4


def test_numbers_may_take_their_mean_or_lower_median():
    data = table(quasi=["a"], a=[1, 2, 3, 100])
    assert changed("unify", data, by="mean").data.frame["a"].to_list() == [26] * 4
    assert changed("unify", data, by="median").data.frame["a"].to_list() == [2] * 4


@pytest.mark.parametrize(
    ("values", "given", "wanted"),
    [
        ([1, None], "7", 7),
        ([1.5, 2.5], 7, 7.0),
        (["a", "b"], "*", "**"),
        ([True, False], "TRUE", True),
        ([date(2020, 1, 1), None], "2024-05-06", date(2024, 5, 6)),
        (pl.Series(["a", "b"], dtype=pl.Categorical), "c", "c"),
        (pl.Series(["a", "b"], dtype=pl.Enum(["a", "b", "c"])), "c", "c"),
    ],
)
def test_a_given_value_is_written_in_the_type_of_the_column(values, given, wanted):
    data = table(quasi=["a"], a=values)
    after = changed("unify", data, value=given).data.frame["a"]
    assert after.to_list() == [wanted] * 2
    assert after.dtype == data.frame["a"].dtype


@pytest.mark.parametrize(
    ("values", "options", "said"),
    [
        ([1, 2], {"value": "x"}, "value=x is no number, as column 'a' holds"),
        ([True, False], {"value": "perhaps"}, "value=perhaps is none of the values that column 'a' may hold"),
        (pl.Series(["a"], dtype=pl.Enum(["a"])), {"value": "z"}, "value=z is no value of the order"),
        (["a", "b"], {"by": "mean"}, "by=mean: column 'a' is of kind category; take by=most_frequent"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(values, options, said):
    with pytest.raises(BadOption, match=said):
        changed("unify", table(quasi=["a"], a=values), **options)


def test_a_column_without_any_value_stays_as_it_is():
    data = table(quasi=["a"], a=pl.Series([None, None], dtype=pl.Int64))
    assert changed("unify", data).data.frame["a"].null_count() == 2
    assert changed("unify", data, by="mean").data.frame["a"].null_count() == 2


def test_rows_that_differed_there_alone_become_one_group():
    data = table(quasi=["a", "b"], a=[1, 2, 3], b=["x", "x", "y"])
    release, job = told("unify", data, columns=["a"])
    assert release.labels.tolist() == [0, 0, 1]
    assert codes(job) == []


def test_what_an_earlier_step_wrote_as_cells_is_a_value_like_others():
    data = cells(table(quasi=["a"], a=[1, 2, 3]), a=["[1;2]", "[1;2]", "*"])
    assert changed("unify", data).data.frame["a"].to_list() == ["[1;2]"] * 3
