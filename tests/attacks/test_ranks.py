"""What is special to the attackers who sort."""

import numpy as np
import polars as pl
import pytest

from tokumei.attacks.rank_sum import rank_sum
from tokumei.attacks.rank_value import rank_value
from tokumei.errors import BadData, UnknownColumn
from tokumei.model import Schema, Table

KNOWN = Table(
    pl.DataFrame({"food": [10, 50, 12], "rent": [5, 9, 80], "ill": ["flu", "none", "cold"]}),
    Schema(sensitive=["food", "rent", "ill"]),
).pinned()


def guessed(attack, released, **options):
    return attack(KNOWN, KNOWN.released(pl.DataFrame(released, strict=False)), **options).rows.tolist()


def test_rows_are_named_by_the_rank_of_their_sum():
    assert guessed(rank_sum, {"food": [40, 1, 30], "rent": [90, 2, 3]}) == [2, 0, 1]
    assert guessed(rank_sum, {"food": [40, 1, 30], "rent": [90, 2, 3]}, sensitive=1) == [1, 0, 2]


def test_rows_are_named_by_the_rank_of_one_value():
    assert guessed(rank_value, {"food": [40, 1, 30]}) == [1, 0, 2]
    assert guessed(rank_value, {"rent": [40, 1, 30]}, column="rent") == [2, 0, 1]


def test_categories_rank_by_the_alphabet():
    assert guessed(rank_value, {"ill": ["none", "cold", "flu"]}, column="ill") == [1, 2, 0]


def test_ranks_beyond_the_people_name_nobody():
    released = {"food": [9, 8, 7, 99], "rent": [0] * 4}
    assert guessed(rank_sum, released) == [2, 1, 0, -1]
    assert guessed(rank_value, released) == [1, 2, 0, -1]


def test_people_beyond_the_rows_are_not_named():
    assert guessed(rank_sum, {"food": [9], "rent": [0]}) == guessed(rank_value, {"food": [9]}) == [0]


@pytest.mark.parametrize("attack", [rank_sum, rank_value])
def test_on_a_tie_the_first_row_ranks_first(attack):
    table = Table(pl.DataFrame({"food": [7] * 5}), Schema(sensitive="food")).pinned()
    assert attack(table, table).rows.tolist() == [0, 1, 2, 3, 4]


def test_a_range_ranks_at_its_middle():
    assert guessed(rank_value, {"food": ["[0;100]", "49", "51"]}) == [2, 0, 1]
    assert guessed(rank_sum, {"food": ["[0;100]", "49", "51"], "rent": [0, 0, 0]}) == [1, 0, 2]


def test_a_cell_without_a_number_counts_as_the_mean_in_a_sum_and_ranks_last_alone():
    missing = {"food": [90, None, 0], "rent": [0, 0, 0]}
    assert guessed(rank_sum, missing) == [2, 1, 0]
    assert guessed(rank_value, missing) == [2, 1, 0]
    assert guessed(rank_value, {"food": ["*", "1", "2"]}) == [1, 0, 2]


def test_unchanged_sums_find_everybody_whatever_was_done_to_the_quasi_values():
    rng = np.random.default_rng(0)
    names = ["a", "b", "c"]
    known = Table(pl.DataFrame(rng.normal(size=(300, 3)), schema=names), Schema(sensitive=names)).pinned()
    order = rng.permutation(300)
    assert rank_sum(known, known.take(order)).rows.tolist() == order.tolist()


def test_what_cannot_be_ranked_is_refused_in_one_sentence():
    with pytest.raises(UnknownColumn, match="no column 'foot' in the original table; did you mean 'food'"):
        guessed(rank_value, {"food": [1]}, column="foot")
    with pytest.raises(BadData, match="no column has the role sensitive"):
        rank_value(Table(pl.DataFrame({"a": [1]}), Schema()), Table(pl.DataFrame({"a": [1]}), Schema()))
    with pytest.raises(BadData, match="column 'rent': 1 cells are neither numbers nor ranges of them"):
        guessed(rank_sum, {"food": [1], "rent": ["much"]})
