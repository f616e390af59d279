"""Columns by name, or the first so many."""

from typing import Annotated

import polars as pl
import pytest
from pydantic import TypeAdapter, ValidationError

from tokumei.errors import BadOption, UnknownColumn
from tokumei.model import Schema, Table
from tokumei.model.named import Named, named

TABLE = Table(pl.DataFrame({"age": [1], "sex": ["f"], "pay": [3]}), Schema(quasi=["age", "sex"], sensitive="pay"))


def asked(wanted, released=TABLE):
    return named("quasi", wanted, TABLE.quasi, TABLE, released)


def test_nothing_said_is_the_default_and_a_number_the_first_of_it():
    assert asked(None) == ["age", "sex"]
    assert asked(1) == ["age"]
    assert asked(0) == asked([]) == []


def test_any_column_may_be_named_and_counts_once():
    assert asked(["pay", "age", "pay"]) == ["pay", "age"]


def test_more_than_there_are_is_refused():
    with pytest.raises(BadOption, match="quasi=3: there are 2 such columns, age, sex"):
        asked(3)


def test_a_column_that_one_table_lacks_is_refused_with_its_nearest_name():
    with pytest.raises(UnknownColumn, match="no column 'agee' in the original table; did you mean 'age'"):
        asked(["agee"])
    renamed = Table(TABLE.frame.rename({"pay": "salary"}), Schema(quasi=["age", "sex"]))
    with pytest.raises(UnknownColumn, match="no column 'pay' in the released table; there are age, sex, salary"):
        asked(["pay"], renamed)


@pytest.mark.parametrize(("given", "read"), [(6, 6), ("6", 6), ("age", ["age"]), (["6"], ["6"]), (None, None)])
def test_options_are_read_as_they_are_meant(given, read):
    assert TypeAdapter(Annotated[Named, "any"]).validate_python(given) == read


def test_a_number_below_zero_is_refused():
    with pytest.raises(ValidationError):
        TypeAdapter(Named).validate_python(-1)
