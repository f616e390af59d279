"""Roles and kinds: what is accepted, and what is refused with a way out."""

from pathlib import Path

import polars as pl
import pytest

from tokumei.errors import BadData, BadOption, BadSchema, UnknownColumn
from tokumei.model import Schema


def test_one_name_or_several_are_accepted_for_each_role():
    schema = Schema(quasi="age", sensitive=["pay", "illness"], identifier=("name",))
    assert (schema.quasi, schema.sensitive, schema.identifier) == (("age",), ("pay", "illness"), ("name",))
    assert schema.roles == {"name": "identifier", "age": "quasi", "pay": "sensitive", "illness": "sensitive"}


@pytest.mark.parametrize(
    "said", [{"quasi": "a", "sensitive": "a"}, {"quasi": ["a", "a"]}, {"identifier": "a", "other": ["a"]}]
)
def test_a_column_has_one_role(said):
    with pytest.raises(BadSchema, match="a column has one role; a was given more than one"):
        Schema(**said)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"other": "hide"}, "other='hide' is not allowed; say keep, drop, or list the columns."),
        ({"kinds": {"a": "shade"}}, "column 'a': no kind 'shade'; there are number, ordered, category, date, text."),
        ({"weights": {"a": 0}}, "column 'a': weight 0.0 is not allowed; give a number above 0."),
        ({"weights": {"a": float("inf")}}, "column 'a': weight inf is not allowed; give a number above 0."),
        ({"weights": {"a": float("nan")}}, "column 'a': weight nan is not allowed; give a number above 0."),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_would_be(said, sentence):
    with pytest.raises(BadSchema) as error:
        Schema(**said)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    "said",
    [
        {"quasi": "zipcode"}, {"sensitive": "zipcode"}, {"identifier": "zipcode"}, {"other": ["age", "zipcode"]},
        {"kinds": {"zipcode": "number"}}, {"orders": {"zipcode": ["a"]}}, {"weights": {"zipcode": 2}},
        {"hierarchies": {"zipcode": "zip.csv"}}, {"person": "zipcode"},
    ],
)  # fmt: skip
def test_a_column_that_is_named_must_be_there_and_the_nearest_name_is_offered(said):
    with pytest.raises(UnknownColumn, match=r"^no column 'zipcode'; did you mean 'zip_code'\? There are age, zip_code"):
        Schema(**said).check(["age", "zip_code"])


def test_a_column_that_no_role_names_is_refused_only_where_the_others_are_listed():
    Schema(quasi="a").check(["a", "b"])
    Schema(quasi="a", other=["b"]).check(["a", "b"])
    with pytest.raises(BadSchema, match="no role for column c; say quasi, sensitive, identifier or other"):
        Schema(quasi="a", other=["b"]).check(["a", "b", "c"])


def test_a_person_column_is_an_identifier_unless_it_has_another_role():
    Schema(quasi="a", other=[], person="id").check(["a", "id"])
    assert Schema(quasi="a", person="id").roles["id"] == "identifier"
    assert Schema(quasi="a", other=["id"], person="id").roles["id"] == "other"
    assert Schema(quasi="id", person="id").roles == {"id": "quasi"}


def test_a_hierarchy_is_a_path_a_kind_with_options_or_groups_of_values():
    assert Schema(quasi="a", hierarchies={"a": Path("a.csv")}).hierarchies == {"a": "a.csv"}
    file = {"file": Path("a.csv"), "weights": [1, 2]}
    assert Schema(quasi="a", hierarchies={"a": file}).hierarchies == {"a": {"file": "a.csv", "weights": [1, 2]}}
    kind = {"kind": "interval", "width": 5}
    assert Schema(quasi="a", hierarchies={"a": kind}).hierarchies == {"a": kind}
    groups = {"Kanto": ["Chiba", "Tokyo"]}
    assert Schema(quasi="a", hierarchies={"a": groups}).hierarchies == {"a": {"kind": "group", "groups": groups}}


@pytest.mark.parametrize(
    ("given", "fault", "said"),
    [
        (3, BadSchema, "column 'a': a hierarchy is the path of its file or a table with its kind, not a int"),
        ({}, BadSchema, "column 'a': a hierarchy says its file or its kind, or lists the values of each group"),
        ({"x": "y"}, BadSchema, "column 'a': a hierarchy says its file or its kind"),
        ({"kind": "intervals"}, BadOption, "column 'a', hierarchy: no kind of hierarchy 'intervals'; did you mean"),
        ({"kind": "interval", "wdth": 5}, BadOption, "column 'a', hierarchy: no option 'wdth'; did you mean 'width'"),
        ({"kind": "interval", "factor": 1}, BadOption, "column 'a', hierarchy: factor=1 is not allowed; .*at least 2"),
        ({"kind": "date", "levels": ["weak"]}, BadOption, "column 'a', hierarchy: levels=weak is not allowed"),
        ({"kind": "group"}, BadOption, "column 'a', hierarchy: option 'groups' is needed"),
        ({"file": "a.csv", "pads": True}, BadOption, "column 'a', hierarchy: no option 'pads'; did you mean 'pad'"),
    ],
)
def test_a_hierarchy_that_cannot_be_made_is_refused_in_one_sentence(given, fault, said):
    with pytest.raises(fault, match=said):
        Schema(quasi="a", hierarchies={"a": given})


def test_doubled_columns_are_refused():
    with pytest.raises(BadData, match="column names must be unique; a appears more than once"):
        Schema(quasi="a").check(["a", "b", "a"])


@pytest.mark.parametrize(
    ("dtype", "kind"),
    [
        (pl.UInt8(), "number"), (pl.Float32(), "number"), (pl.Decimal(10, 2), "number"), (pl.Boolean(), "category"),
        (pl.String(), "category"), (pl.Categorical(), "category"), (pl.Enum(["a"]), "ordered"), (pl.Date(), "date"),
        (pl.Datetime("ns", "Asia/Tokyo"), "date"), (pl.Time(), "date"), (pl.Duration("ms"), "date"),
        (pl.Null(), "category"),
    ],
)  # fmt: skip
def test_without_a_word_the_type_says_the_kind(dtype, kind):
    assert Schema().kind("a", dtype) == kind


def test_what_is_said_of_a_kind_wins_over_its_type_and_an_order_makes_it_ordered():
    schema = Schema(kinds={"a": "category"}, orders={"b": ["low", "high"]})
    assert schema.kind("a", pl.Int64()) == "category"
    assert schema.kind("b", pl.String()) == "ordered"


def test_columns_of_a_role_come_in_the_order_of_the_table():
    frame = pl.DataFrame(schema=["c", "a", "b", "x"])
    schema = Schema(quasi=["a", "b", "c"])
    assert schema.columns("quasi", frame) == ["c", "a", "b"]
    assert schema.columns("other", frame) == ["x"]


def test_a_schema_forgets_columns_that_are_gone():
    schema = Schema(
        quasi=["a", "b"], sensitive="s", identifier="i", other=["o", "p"], hierarchies={"a": "h"}, kinds={"b": "date"},
        orders={"a": [1]}, weights={"b": 2}, person="i",
    )  # fmt: skip
    left = schema.only(["b", "s", "o"])
    assert left == Schema(quasi="b", sensitive="s", other=["o"], kinds={"b": "date"}, weights={"b": 2})
