"""Tables: rows and roles, what goes out of them, and how rows are numbered by what they hold."""

from datetime import date

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import AWKWARD, people, tables
from tokumei.errors import BadData, BadSchema, UnknownColumn
from tokumei.model import Schema, Table
from tokumei.model.table import row_groups


def table(schema=None, **columns):
    return Table(pl.DataFrame(columns), schema or Schema(quasi=list(columns)))


def test_a_table_hides_its_cells_when_it_is_printed():
    hidden = table(a=["Canary"])
    assert "Canary" not in f"{hidden!r} {hidden} {hidden.pinned()!r}"


def test_a_pinned_order_is_not_printed_either():
    hidden = Table(pl.DataFrame({"a": ["Canary"]}), Schema(quasi="a", kinds={"a": "ordered"})).pinned()
    assert "Canary" not in repr(hidden)


def test_a_table_checks_its_schema_at_the_door():
    with pytest.raises(UnknownColumn, match="no column 'b'"):
        table(Schema(quasi="b"), a=[1])
    with pytest.raises(BadSchema, match="no role for column b"):
        table(Schema(quasi="a", other=[]), a=[1], b=[2])


def test_columns_come_by_role_in_the_order_of_the_table():
    held = table(Schema(quasi=["b", "a"], sensitive=["t", "s"]), a=[1], s=["x"], b=[2], t=[3.0])
    assert (held.quasi, held.sensitive, held.sensitive_numbers) == (["a", "b"], ["s", "t"], ["t"])


def test_what_is_published_lacks_identifiers_and_dropped_columns():
    columns = {"name": ["x"], "age": [1], "pay": [2], "note": ["n"]}
    roles = {"identifier": "name", "quasi": "age", "sensitive": "pay"}
    assert table(Schema(**roles), **columns).published().frame.columns == ["age", "pay", "note"]
    dropped = table(Schema(**roles, other="drop"), **columns).published()
    assert dropped.frame.columns == ["age", "pay"]
    assert dropped.schema.roles == {"age": "quasi", "pay": "sensitive"}


def test_a_table_without_quasi_columns_says_how_to_name_one():
    with pytest.raises(BadData, match="no column has the role quasi; name at least one with --quasi"):
        table(Schema(), a=[1]).need_quasi()


@given(tables())
def test_pinning_keeps_what_each_column_is(held):
    again = held.pinned()
    assert again.schema == held.schema
    assert {name: again.kind(name) for name in again.frame.columns} == dict(held.schema.kinds)


def test_a_released_column_of_text_keeps_the_kind_the_original_had():
    held = table(age=[24, 31], born=[date(2000, 1, 1), date(2001, 1, 1)]).pinned()
    out = held.released(pl.DataFrame({"age": ["[24;31]"] * 2, "born": ["*"] * 2}))
    assert (out.kind("age"), out.kind("born")) == ("number", "date")


def test_a_released_table_may_have_its_ranges_in_two_columns_and_lack_what_is_not_quasi():
    held = table(Schema(quasi="age", identifier="name", sensitive="pay"), age=[24, 31], name=["x", "y"], pay=[1, 2])
    out = held.released(pl.DataFrame({"age_min": [24, 24], "age_max": [31, 31]}))
    assert out.frame.rows() == [("[24;31]",)] * 2
    with pytest.raises(UnknownColumn, match="no column 'age' in the released table; there are pay"):
        held.released(pl.DataFrame({"pay": [1]}))


@given(tables())
def test_rows_taken_are_the_rows_asked_for(held):
    rows = np.arange(len(held))[::-1]
    assert held.take(rows).frame.equals(held.frame.reverse())


def test_people_are_rows_unless_a_column_tells_them_apart():
    assert table(a=[5, 5]).people.tolist() == [0, 1]
    assert table(Schema(quasi="a", person="id"), a=[5, 5, 5], id=["x", "y", "x"]).people.tolist() == [0, 1, 0]


@given(tables(min_rows=1))
def test_rows_have_one_number_where_they_are_equal_numbered_by_first_appearance(held):
    labels = row_groups(held.frame, held.quasi)
    seen = {}
    # Cells are compared as texts: 0.0 and -0.0 are one number, and so are they for polars.
    keys = held.frame.select(pl.struct(held.quasi).hash(0)).to_series().to_list()
    assert labels.tolist() == [seen.setdefault(key, len(seen)) for key in keys]


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_rows_are_numbered_like_their_values(name):
    held = AWKWARD[name]
    seen = {}
    rows = held.frame.select(held.quasi).rows()
    assert row_groups(held.frame, held.quasi).tolist() == [seen.setdefault(row, len(seen)) for row in rows]


def test_without_columns_every_row_is_alike():
    assert row_groups(pl.DataFrame({"a": [1, 2]}), []).tolist() == [0, 0]
    assert row_groups(pl.DataFrame({"a": []}), ["a"]).tolist() == []


@given(st.permutations(range(20)))
def test_the_salt_of_a_table_does_not_depend_on_the_order_of_its_rows(order):
    held = people(20)
    assert held.take(np.array(order)).salt() == held.salt()


def test_the_salt_of_a_table_depends_on_every_cell():
    held = people(20)
    salts = {held.salt()} | {held.with_columns({name: held.frame[name].shift(1)}).salt() for name in held.frame.columns}
    assert len(salts) == held.frame.width + 1


def test_an_empty_table_has_a_salt_too():
    assert Table(pl.DataFrame(), Schema()).salt() == 0


def test_an_ordered_column_is_in_the_order_declared_or_of_its_type_or_sorted():
    sizes = ["small", "large", None]
    declared = table(Schema(quasi="a", orders={"a": ["small", "large"]}), a=sizes)
    typed = table(a=pl.Series(sizes, dtype=pl.Enum(["large", "small"])))
    bare = table(Schema(quasi="a", kinds={"a": "ordered"}), a=[3, 1, 3, None])
    assert [held.order("a").to_list() for held in (declared, typed, bare)] == [
        ["small", "large"], ["large", "small"], [1, 3],
    ]  # fmt: skip
