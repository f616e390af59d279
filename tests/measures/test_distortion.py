"""Distortion and precision: the level of every kind of released cell, worked by hand."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import groups, people, tables
from tokumei.fills.ancestor import ancestor
from tokumei.fills.average import average
from tokumei.fills.span import span
from tokumei.measures.distortion import distortion
from tokumei.measures.precision import precision
from tokumei.model import Release, Schema, Table
from tokumei.model.hierarchy import Hierarchy, Intervals

CITIES = Hierarchy.of(
    [["Chiba", "Kanto", "East", "*"], ["Tokyo", "Kanto", "East", "*"], ["Sendai", "Tohoku", "East", "*"],
     ["Kyoto", "Kansai", "West", "*"], ["Osaka", "Kansai", "West", "*"]], "city"
)  # fmt: skip
AGES = Intervals.of([[0, 10, 20, 30, 40], [0, 20, 40]], "age", is_whole=True)
HOMES = ["Chiba", "Tokyo", "Sendai", "Kyoto"]


def table(trees=None, weights=None, **columns):
    trees = trees or {"city": CITIES, "age": AGES}
    schema = Schema(quasi=list(columns), trees={n: trees[n] for n in columns}, weights=weights or {})
    return Table(pl.DataFrame(columns), schema).pinned()


def released(original, key=None, labels=None, **cells):
    secrets = {name: None if given is None else np.array(given) for name, given in [("key", key), ("labels", labels)]}
    return Release(original.released(pl.DataFrame(cells)), **secrets)


def loss(original, **release):
    return distortion(original, released(original, **release))["distortion"]


def filled(original, labels, fill):
    start = Release.untouched(original)
    return start.then(Release(fill(start.data, labels), key=np.arange(len(original)), labels=labels))


@pytest.mark.parametrize(
    ("cell", "level"),
    [("Chiba", 0), ("Kanto", 1), ("East", 2), ("*", 3), ("{Chiba;Tokyo}", 1), ("{Chiba;Sendai}", 2),
     ("{Chiba;Kyoto}", 3), ("{Chiba;Nara}", 3)],
)  # fmt: skip
def test_a_cell_of_a_tree_has_gone_up_to_the_entry_that_it_names_or_that_covers_it(cell, level):
    assert loss(table(city=HOMES), city=[cell, "Tokyo", "Sendai", "Kyoto"]) == pytest.approx(level / 3 / 4)


def test_an_entry_of_one_value_has_gone_up_to_its_level_all_the_same():
    assert loss(table(city=["Sendai", "Kyoto"]), city=["Tohoku", "Kyoto"]) == pytest.approx(1 / 3 / 2)


@pytest.mark.parametrize(
    ("cell", "level"),
    [("5", 0), ("[0;9]", 1), ("[2;7]", 1), ("[5;15]", 2), ("[15;25]", 3), ("*", 3), ("[0;39]", 3), ("[5;50]", 3)],
)
def test_a_range_has_gone_up_to_the_lowest_interval_that_covers_it(cell, level):
    assert loss(table(age=[5, 15]), age=[cell, "15"]) == pytest.approx(level / 3 / 2)


def test_the_cells_of_a_deleted_row_have_gone_all_the_way():
    assert loss(table(city=HOMES), city=HOMES[:3]) == pytest.approx(1 / 4)
    assert loss(table(city=HOMES), key=[0, 2], city=["Chiba", "East"]) == pytest.approx((2 + 2 / 3) / 4)


def test_dummies_are_not_counted():
    assert loss(table(city=HOMES), key=[0, 1, 2, 3, -1], city=[*HOMES, "*"]) == 0


def test_a_bare_value_has_gone_as_far_as_the_originals_of_its_group_meet():
    assert loss(table(city=HOMES), key=range(4), labels=[0, 0, 1, 1], city=["Chiba"] * 2 + ["Kyoto"] * 2) == (
        pytest.approx((1 / 3 + 1) / 2)
    )
    assert loss(table(age=[11, 19, 5, 15]), key=range(4), labels=[0, 0, 1, 1], age=[15, 15, 10, 10]) == (
        pytest.approx((1 / 3 + 2 / 3) / 2)
    )


def test_a_value_moved_away_has_gone_as_far_as_it_meets_its_original():
    assert loss(table(age=[5, 15]), key=[0, 1], age=[9, 15]) == pytest.approx(1 / 3 / 2)
    assert loss(table(city=HOMES), key=range(4), city=["Nara", *HOMES[1:]]) == pytest.approx(1 / 4)


def test_without_the_key_bare_values_are_exact_or_not_known():
    assert loss(table(age=[5, 15]), age=[15, 5]) == 0
    assert np.isnan(loss(table(age=[5, 15]), age=[10, 10]))


def test_missing_cells_lose_all_where_there_was_a_value():
    original = table(city=["Chiba", None, "Kyoto"])
    assert loss(original, key=range(3), city=["Chiba", None, None]) == pytest.approx(1 / 3)
    assert loss(original, city=["Chiba", None, None]) == pytest.approx(1 / 3)


def test_a_value_under_others_goes_up_with_them():
    tree = Hierarchy(CITIES.levels, others="Kanto")
    original = table(trees={"city": tree}, city=["Chiba", "Nara"])
    assert loss(original, key=[0, 1], labels=[0, 0], city=["Chiba", "Chiba"]) == pytest.approx(1 / 3)


def test_weights_of_steps_and_columns_count():
    trees = {"city": CITIES.weighted([1, 1, 8]), "age": AGES}
    original = table(trees=trees, weights={"city": 3.0}, city=["Chiba", "Tokyo"], age=[5, 15])
    numbers = distortion(original, released(original, city=["Kanto", "Kanto"], age=["[0;9]", "*"]))
    assert numbers["distortion.city"] == pytest.approx(0.1)
    assert numbers["distortion.age"] == pytest.approx((1 / 3 + 1) / 2)
    assert numbers["distortion"] == pytest.approx((3 * 0.1 + (1 / 3 + 1) / 2) / 4)


def test_precision_counts_all_steps_and_columns_alike():
    trees = {"city": CITIES.weighted([1, 1, 8]), "age": AGES}
    original = table(trees=trees, weights={"city": 3.0}, city=["Chiba", "Tokyo"], age=[5, 15])
    numbers = precision(original, released(original, city=["Kanto", "Kanto"], age=["[0;9]", "*"]))
    assert numbers == pytest.approx(
        {"precision": 1 - (1 / 3 + 2 / 3) / 2, "precision.city": 2 / 3, "precision.age": 1 - 2 / 3}
    )


@given(table=tables(), data=st.data())
def test_precision_is_what_distortion_leaves_where_all_weighs_alike(table, data):
    release = filled(table, data.draw(groups(len(table))), span)
    both = distortion(table, release)["distortion"] + precision(table, release)["precision"]
    assert both == pytest.approx(1)


@given(table=tables(min_rows=1, quasi=["int", "few", "text", "enum", "date"]), data=st.data())
def test_an_average_an_entry_and_a_span_of_the_same_groups_have_gone_equally_far(table, data):
    table = table.with_every_hierarchy()
    whole = Table(table.frame.drop_nulls(), table.schema)
    labels = data.draw(groups(len(whole)))
    entry, range_ = (distortion(whole, filled(whole, labels, fill)) for fill in (ancestor, span))
    assert range_["distortion"] == pytest.approx(entry["distortion"])
    assert distortion(whole, filled(whole, labels, average))["distortion"] <= entry["distortion"] + 1e-9


def test_one_group_of_everything_loses_everything():
    original = people(50).with_every_hierarchy()
    assert distortion(original, filled(original, np.zeros(50, dtype=np.int64), ancestor))["distortion"] == 1
