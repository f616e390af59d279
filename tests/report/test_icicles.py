"""The charts of hierarchies: the levels above the values, and nothing that singles anybody out."""

import json
from typing import Any

import polars as pl
import pytest

from tests.report.made import people, recipe
from tests.report.test_charts import drawn, texts
from tests.report.test_page import Page, squeezed
from tokumei.model import Result, Table
from tokumei.model.profile import FEW
from tokumei.report import html
from tokumei.report.icicles import hierarchy, shown_hierarchies
from tokumei.runner import run

HIERARCHIES = {"age": {"kind": "interval", "width": [5, 20]}, "birth_date": {"kind": "date"}, "education": "auto"}


@pytest.fixture(scope="module")
def result() -> Result:
    """Return the result of a run that used hierarchies."""
    asked = recipe(attack=[], measure=[{"name": "k_anonymity"}])
    said = {**HIERARCHIES, "education": {"group": [name for name in people()["education"].unique() if name]}}
    columns = {name: part.model_copy(update={"hierarchy": said.get(name)}) for name, part in asked.columns.items()}
    asked = asked.model_copy(update={"columns": columns})
    return run(asked, original=Table(people(), asked.schema_of_columns).pinned())


@pytest.fixture
def given(result: Result) -> dict[str, Any]:
    """Return its document as it comes back from a file."""
    again: dict[str, Any] = json.loads(result.json())
    return again


def test_every_hierarchy_of_a_run_is_drawn(given: dict[str, Any]) -> None:
    shown = shown_hierarchies(given)
    assert [one["name"] for one in shown] == ["age", "education", "birth_date"]
    for one in shown:
        for lang in ("en", "ja"):
            assert "1" in texts(drawn(hierarchy(given, one, lang)))


def test_the_entries_of_a_level_are_counted_and_lie_side_by_side(given: dict[str, Any]) -> None:
    for one in shown_hierarchies(given):
        assert len(one["levels"]) == len(one["entries"]) - 2
        assert one["entries"] == sorted(one["entries"], reverse=True)
        for bands in one["levels"]:
            ends = [end for band in bands for end in (band["from"], band["to"])]
            assert ends == sorted(ends)
            assert all(end % 5 == 0 for end in ends)


def test_no_entry_of_few_rows_shows_and_no_value(given: dict[str, Any]) -> None:
    values = {str(value) for name in ("age", "birth_date", "education") for value in people()[name].drop_nulls()}
    shown = [band for one in shown_hierarchies(given) for bands in one["levels"] for band in bands]
    assert shown
    assert not values.intersection(band["entry"] for band in shown)
    months = people()["birth_date"].dt.strftime("%Y-%m")
    rows = dict(months.value_counts().iter_rows())
    finest = next(one for one in shown_hierarchies(given) if one["name"] == "birth_date")["levels"][-1]
    assert all(rows[band["entry"]] >= FEW for band in finest)


def test_the_page_shows_them_with_their_words(given: dict[str, Any]) -> None:
    page = Page(html(given))
    assert "How the values become coarser" in squeezed(page.text)
    assert any("[20;39]" in label for label in page.values("aria-label"))
    assert "値を粗くする階層" in squeezed(Page(html(given, "ja")).text)


def test_a_hierarchy_that_does_not_fit_is_left_out_where_nothing_used_it() -> None:
    asked = recipe(attack=[], measure=[{"name": "k_anonymity"}])
    columns = {**asked.columns, "education": asked.columns["education"].model_copy(update={"hierarchy": {"a": ["b"]}})}
    table = Table(people(), asked.model_copy(update={"columns": columns}).schema_of_columns).pinned()
    document = run(asked.model_copy(update={"columns": columns}), original=table).document()
    assert document["profile"]["hierarchies"] == []
    assert isinstance(table.frame, pl.DataFrame)
