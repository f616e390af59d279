"""What an inspection hands back: document, findings, recipe."""

import json
import tomllib
from datetime import datetime, timedelta

import numpy as np
import polars as pl
import pytest
from hypothesis import given

import tokumei
from tests.strategies import AWKWARD, tables
from tokumei import catalogue
from tokumei.errors import BadData, BadSchema, UnknownColumn
from tokumei.inspection import inspect
from tokumei.inspection.combinations import LARGEST
from tokumei.inspection.findings import OF_COLUMNS
from tokumei.model import Job, Recipe, Table
from tokumei.texts import area_texts


def some_people(rows=300):
    spec = catalogue.sample("people")
    return spec.call(job=Job(np.random.default_rng(0)), options=spec.options({"rows": rows}))


def test_people_get_the_roles_an_expert_would_give():
    schema = inspect(some_people()).schema
    assert set(schema.identifier) == {"id", "name"}
    assert set(schema.sensitive) == {"income", "diagnosis"}
    assert {"sex", "birth_date", "age", "zip", "city", "occupation"} <= set(schema.quasi)
    assert schema.kinds["zip"] == "category"


def test_document_has_the_parts_that_are_promised():
    document = inspect(some_people()).document()
    assert {"rows", "columns", "combinations", "k", "findings", "risk"} <= set(document)
    assert set(document["columns"][0]) == {"name", "kind", "role", "missing", "distinct", "unique_share"}
    assert {"columns", "unique_share"} <= set(document["combinations"][0])
    assert {len(one["columns"]) for one in document["combinations"]} == {2, 3}
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_document_holds_no_cell():
    secrets = [f"Secret {letter}" for letter in "abcdefghij"]
    frame = pl.DataFrame({"name": secrets, "zip": secrets, "note": [s * 5 for s in secrets], "income": secrets})
    for lang in ("en", "ja"):
        found = inspect(frame)
        assert "Secret" not in json.dumps(found.document(lang)) + found.recipe("x.csv", lang) + repr(found)


def test_every_row_is_counted_once_in_the_risk():
    found = inspect(some_people())
    risk = found.document()["risk"]
    assert sum(risk["rows_told_apart_by"].values()) == found.rows
    assert sum(one["rows"] for one in risk["histogram"]) == found.rows
    assert risk["rows_told_apart_by"]["none"] == int((found.scores == 0).sum())
    assert risk["quantiles"]["1"] == found.scores.max()
    for one in risk["histogram"]:
        inside = (found.scores >= one["from"]) & (found.scores < one["below"])
        assert one["rows"] == inside.sum()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_draft_is_a_recipe_that_loads_and_says_why(lang, tmp_path):
    frame = some_people().with_columns(pl.col("birth_date").cast(pl.String), visits=pl.Series([1, 2, 3] * 100))
    found = inspect(frame)
    path = tmp_path / "draft.toml"
    path.write_text(found.recipe("people.csv", lang), encoding="utf-8")
    recipe = Recipe.load(path)
    assert recipe.data.source == str(tmp_path / "people.csv")
    assert set(recipe.columns) == set(frame.columns)
    assert recipe.columns["birth_date"].kind == "date"
    assert recipe.columns["visits"].kind == "category"
    assert (recipe.step[0].grouping, recipe.step[0].options) == ("mdav", {"k": 5})
    assert recipe.attack
    assert recipe.measure
    assert (recipe.require[0].measure, recipe.require[0].at_least) == ("k_anonymity.k", 5)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert all("  # " in line for line in lines if "role =" in line)


def test_the_draft_runs_as_it_is_and_dates_go_out_in_one_form(tmp_path):
    frame = some_people(40).with_columns(pl.col("birth_date").dt.to_string("%d.%m.%Y"))
    frame.write_csv(tmp_path / "people.csv")
    (tmp_path / "draft.toml").write_text(inspect(frame).recipe("people.csv"), encoding="utf-8")
    result = tokumei.run(tmp_path / "draft.toml", output=str(tmp_path / "safe.csv"))
    safe = pl.read_csv(tmp_path / "safe.csv", infer_schema=False)
    assert result.met
    assert set(frame.columns) - set(safe.columns) == {"id", "name"}
    assert safe["birth_date"].str.contains("^[0-9]{4}-[0-9]{2}-[0-9]{2}$").all()
    assert inspect(safe, quasi=inspect(frame).schema.quasi).k >= 5


@pytest.mark.parametrize("native", ["polars", "pandas", "pyarrow"])
def test_the_schema_found_anonymizes_the_frame_it_was_found_in(native):
    frame = some_people(40).with_columns(pl.col("birth_date").dt.to_string("%Y年%m月%d日"))
    mine = {"polars": frame, "pandas": frame.to_pandas(), "pyarrow": frame.to_arrow()}[native]
    release = tokumei.anonymize(mine, tokumei.inspect(mine).schema, "mdav", k=5)
    assert {str(day)[4::3] for day in release.table["birth_date"]} == {"--"}


def test_the_draft_gives_the_schema_that_was_found(tmp_path):
    found = inspect(some_people(), person="id")
    recipe = Recipe.parse(tomllib.loads(found.recipe("people.csv")))
    drafted = recipe.schema_of_columns
    assert drafted.roles | {"id": "identifier"} == {c.name: c.role for c in found.columns}
    assert drafted.person == "id"
    Table(some_people(), drafted)


@pytest.mark.parametrize("name", ["a b", 'say "x"', "年齢", "a.b", "line\nbreak", "# not a comment", ""])
def test_any_column_name_can_be_drafted(name):
    text = inspect(pl.DataFrame({name: ["x", "y"] * 5})).recipe('C:\\data\\"x".csv')
    assert set(Recipe.parse(tomllib.loads(text)).columns) == {name}


def test_free_text_is_warned_of():
    remarks = [f"Saw number {i} again on a cold and rainy day in town." for i in range(20)]
    found = inspect(pl.DataFrame({"note": remarks, "sex": ["f", "m"] * 10}))
    assert [(one["code"], "note" in one["text"]) for one in found.findings()] == [("free_text", True)]


def test_columns_that_look_like_identifiers_are_warned_of_if_they_go_out():
    frame = pl.DataFrame({"mail": [f"p{i}@example.org" for i in range(20)]})
    assert "looks_like_identifier" in [one["code"] for one in inspect(frame, quasi="mail").findings()]
    assert "looks_like_identifier" not in [one["code"] for one in inspect(frame).findings()]


def test_a_column_of_people_with_several_rows_is_proposed_as_person():
    frame = pl.DataFrame({"invoice": [f"A{i // 3}" for i in range(600)], "customer": [i // 5 for i in range(600)]})
    frame = frame.with_columns(item=pl.Series(["tea", "coffee"] * 300))
    found = inspect(frame)
    assert [(one["code"], "customer." in one["text"]) for one in found.findings()] == [("several_rows", True)]
    lines = found.recipe("x.csv").splitlines()
    assert '# person = "customer"' in lines
    taken = "\n".join(lines).replace('# person = "customer"', 'person = "customer"')
    assert Recipe.parse(tomllib.loads(taken)).data.person == "customer"
    counted = inspect(frame, person="customer")
    assert counted.findings() == []
    assert "# person" not in counted.recipe("x.csv")


def test_columns_that_tell_people_apart_alone_are_warned_of_if_they_go_out():
    frame = pl.DataFrame({"zip": [f"0{i:06}" for i in range(40)], "sex": ["f", "m"] * 20})
    for said in ({}, {"quasi": "sex"}):
        assert {one["code"]: "zip." in one["text"] for one in inspect(frame, **said).findings()} == {
            "tells_apart_alone": True
        }
    assert inspect(frame, identifier="zip").findings() == []


def test_constant_and_empty_columns_are_warned_of():
    frame = pl.DataFrame({"a": [1, 1], "b": [None, None], "sex": ["f", "f"]})
    codes = {one["code"]: one["text"] for one in inspect(frame, quasi="sex").findings()}
    assert "a, sex" in codes["constant"]
    assert "b" in codes["empty"]


def test_every_text_is_there_in_both_languages():
    texts = area_texts("inspect")
    assert all(set(said) == {"en", "ja"} for said in texts.values())
    assert {f"finding.{code}" for code in OF_COLUMNS} <= set(texts)


def check_what_is_found(frame):
    found = inspect(frame)
    json.dumps(found.document("ja"), allow_nan=False)
    assert found.scores.shape == (frame.height,)
    assert found.standout.minimal.shape == (LARGEST, frame.height)
    assert set(Recipe.parse(tomllib.loads(found.recipe("x.csv"))).columns) == set(frame.columns)
    Table(frame, found.schema).pinned()


@given(tables())
def test_any_table_is_inspected_and_fits_the_schema_found(table):
    check_what_is_found(table.frame)


@pytest.mark.parametrize("table", AWKWARD.values(), ids=AWKWARD)
def test_an_awkward_table_is_inspected_and_fits_the_schema_found(table):
    check_what_is_found(table.frame)


OTHER_TYPES = {
    "decimals": pl.Series(["1.5", None], dtype=pl.String).cast(pl.Decimal(10, 2)),
    "bytes": pl.Series([b"a", b"b"]),
    "nothing": pl.Series([None, None]),
    "unsigned": pl.Series([0, 2**64 - 1], dtype=pl.UInt64),
    "infinities": pl.Series([float("inf"), -float("inf")]),
    "durations": pl.Series([timedelta(days=1), None]),
    "moments of a zone": pl.Series([datetime(2024, 1, 31), None]).dt.replace_time_zone("Asia/Tokyo"),
}


@pytest.mark.parametrize("series", OTHER_TYPES.values(), ids=OTHER_TYPES)
def test_a_column_of_any_plain_type_is_inspected(series):
    check_what_is_found(pl.DataFrame({"x": series, "sex": ["f", "m"]}))


def test_a_table_without_columns_is_inspected():
    check_what_is_found(pl.DataFrame())


def test_a_column_of_lists_is_refused_by_name():
    with pytest.raises(BadData, match=r"^tags: lists and objects cannot be inspected"):
        inspect(pl.DataFrame({"age": [30], "tags": [["Canary"]]}))


def test_one_row_stands_out_by_each_column():
    found = inspect(pl.DataFrame({"age": [30], "sex": ["f"]}))
    assert (found.k, found.document()["columns"][0]["unique_share"]) == (1, 1.0)


def test_an_empty_table_has_columns_and_no_risk():
    found = inspect(pl.DataFrame({"age": pl.Series([], dtype=pl.Int64)}))
    document = found.document()
    assert (document["rows"], document["k"], document["risk"]["mean_score"]) == (0, None, 0.0)


def test_an_unknown_column_is_refused():
    with pytest.raises(UnknownColumn, match="no column 'zipcode'"):
        inspect(pl.DataFrame({"zip": [1]}), quasi="zipcode")


def test_a_column_with_two_roles_is_refused():
    with pytest.raises(BadSchema, match="one role"):
        inspect(pl.DataFrame({"zip": [1]}), quasi="zip", sensitive="zip")


def test_an_unknown_kind_is_refused():
    with pytest.raises(BadSchema, match="no kind 'int'"):
        inspect(pl.DataFrame({"zip": [1]}), kinds={"zip": "int"})


def test_inspecting_leaves_the_frame_alone():
    frame = pl.DataFrame({"a": [1.0, float("nan")]})
    inspect(frame)
    assert frame["a"].is_nan().sum() == 1
