"""What is special to the attacker who knows a value."""

import numpy as np
import polars as pl
import pytest

from tests.strategies import people
from tokumei.attacks.nearest_value import nearest_value
from tokumei.errors import BadOption, UnknownColumn
from tokumei.model import Schema, Table

KNOWN = Table(
    pl.DataFrame({"age": [31, 31, 24], "pay": [10, 50, 12], "ill": ["flu", "none", "none"]}),
    Schema(quasi="age", sensitive=["pay", "ill"]),
).pinned()


def guessed(released, **options):
    return nearest_value(KNOWN, KNOWN.released(pl.DataFrame(released)), **options).rows.tolist()


def test_among_those_who_fit_the_nearest_value_is_taken():
    assert guessed({"age": [31, 31], "pay": [49, 13]}) == [1, 0]


def test_without_quasi_values_the_nearest_of_all_is_taken():
    assert guessed({"age": [31, 31], "pay": [49, 13]}, use_quasi=False) == [1, 2]


def test_where_nobody_fits_everybody_is_looked_at():
    assert guessed({"age": [99], "pay": [13]}) == [2]


def test_on_a_tie_the_first_row_is_taken():
    assert guessed({"age": [31], "pay": [30]}) == [0]
    assert guessed({"age": [31], "pay": [None]}) == [0]


def test_a_category_is_near_only_where_it_is_equal():
    assert guessed({"age": [31, 31], "pay": [0, 0], "ill": ["none", "cold"]}, column="ill") == [1, 0]


def test_ranges_fit_and_are_taken_at_their_middle():
    assert guessed({"age": ["[20;31]", "24"], "pay": ["[10;14]", "[0;99]"]}) == [2, 2]


def test_values_nobody_shares_find_everybody():
    table = people(60)
    order = np.random.default_rng(0).permutation(60)
    unique = table.with_columns({"pay": pl.Series(np.arange(60) * 7)})
    assert nearest_value(unique, unique.take(order), use_quasi=False).rows.tolist() == order.tolist()


def test_an_unknown_or_quasi_column_is_refused():
    with pytest.raises(UnknownColumn, match="no column 'pai' in the original table; did you mean 'pay'"):
        guessed({"age": [1], "pay": [1]}, column="pai")
    with pytest.raises(UnknownColumn, match="no column 'ill' in the released table"):
        guessed({"age": [1], "pay": [1]}, column="ill")
    with pytest.raises(BadOption, match="column=age is a quasi column"):
        guessed({"age": [1], "pay": [1]}, column="age")
