"""gcp: widths of single cells worked by hand, and that averages lose what ranges of the same groups lose."""

import os
from datetime import date
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.found import job
from tests.strategies import COLUMN_TYPES, groups, tables
from tokumei.fills.average import average
from tokumei.fills.span import span
from tokumei.groupings.mdav import mdav
from tokumei.measures.gcp import gcp
from tokumei.model import Encoded, Release, Schema, Table
from tokumei.model.hierarchy import Hierarchy

ADULT = Path(os.environ.get("TOKUMEI_DATA", "")) / "adult.csv"
QUASI = ["age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country"]
# A value whose text is one of our marks, and sums that overflow, are told of elsewhere.
PLAIN = [name for name in COLUMN_TYPES if name != "huge float"]


def table(**columns):
    kinds = {name[8:]: columns.pop(name) for name in list(columns) if name.startswith("kind_of_")}
    return Table(pl.DataFrame(columns), Schema(quasi=list(columns), kinds=kinds)).pinned()


def loss(original, key=None, labels=None, **cells):
    released = original.released(pl.DataFrame(cells))
    secrets = {name: None if given is None else np.array(given) for name, given in [("key", key), ("labels", labels)]}
    return gcp(original, Release(released, **secrets))["gcp"]


def filled(original, labels, fill):
    start = Release.untouched(original)
    return start.then(Release(fill(start.data, labels), key=np.arange(len(original)), labels=labels))


AGES = table(age=[0, 40, 60, 100])
CITIES = table(city=["Chiba", "Kyoto", "Osaka", "Tokyo", "Tokyo"])


def test_a_range_is_as_wide_as_its_length_over_the_range_of_the_original():
    assert loss(AGES, age=["[0;40]", "[0;40]", "60", "100"]) == pytest.approx((0.4 + 0.4) / 4)


def test_a_set_is_as_wide_as_its_size_less_one_over_the_domain_less_one():
    assert loss(CITIES, city=["{Chiba;Kyoto;Osaka}"] * 3 + ["Tokyo"] * 2) == pytest.approx(3 * (2 / 3) / 5)


def test_a_suppressed_cell_has_lost_all():
    assert loss(AGES, age=["*", "40", "60", "100"]) == pytest.approx(1 / 4)
    assert loss(CITIES, city=["*", "Kyoto", "Osaka", "Tokyo", "Tokyo"]) == pytest.approx(1 / 5)


def test_every_cell_of_a_deleted_row_has_lost_all():
    assert loss(AGES, age=[0, 100]) == loss(AGES, key=[0, 3], age=[0, 100]) == pytest.approx(2 / 4)


def test_a_release_of_no_row_has_lost_all():
    assert loss(AGES, age=pl.Series([], dtype=pl.Int64)) == 1


def test_an_average_stands_for_the_originals_of_its_group():
    assert loss(AGES, key=range(4), labels=[0, 0, 1, 1], age=[20, 20, 80, 80]) == pytest.approx(0.4)
    assert loss(CITIES, key=range(5), labels=[0, 0, 1, 1, 1], city=["Chiba"] * 2 + ["Tokyo"] * 3) == pytest.approx(
        1 / 3
    )


def test_without_labels_rows_published_alike_are_a_group():
    assert loss(AGES, key=[3, 0, 2, 1], age=[80, 20, 80, 20]) == pytest.approx(0.4)


def test_a_value_moved_away_is_as_wide_as_its_way():
    assert loss(AGES, key=range(4), age=[10, 40, 60, 100]) == pytest.approx(0.1 / 4)
    assert loss(AGES, key=range(4), age=[0, 40, 50, 100]) == pytest.approx(0.1 / 4)
    moved = ["Kyoto", "Kyoto", "Osaka", "Tokyo", "Tokyo"]
    assert loss(CITIES, key=range(5), labels=range(5), city=moved) == pytest.approx(1 / 3 / 5)


def test_nothing_is_wider_than_its_column():
    assert loss(AGES, age=["[-1000;1000]"] * 4) == 1
    assert loss(CITIES, city=["{Chiba;Kyoto;Nagoya;Osaka;Tokyo}"] * 5) == 1
    assert loss(table(age=[5, 5]), age=["[4;6]"] * 2) == 1


def test_dummies_are_not_counted():
    assert loss(AGES, key=[0, 1, 2, 3, -1], age=["0", "40", "60", "100", "*"]) == 0


def test_a_missing_cell_has_lost_all_unless_it_was_missing_before():
    before = table(age=[0, None, 50, 100])
    assert loss(before, key=range(4), age=[0, None, 50, 100]) == loss(before, age=[0, None, 50, 100]) == 0
    assert loss(before, key=range(4), age=[0, None, None, 100]) == pytest.approx(1 / 4)
    assert loss(before, age=[0, None, None, 100]) == pytest.approx(1 / 4)


def test_a_missing_original_adds_nothing_to_the_width_of_its_group():
    before = table(age=[0, None, 50, 100])
    assert loss(before, key=range(4), labels=[0, 0, 1, 1], age=[0, 0, 75, 75]) == pytest.approx(0.5 * 2 / 4)


def test_dates_and_ordered_values_are_ranges_too():
    days = table(day=[date(2020, 1, 1), date(2020, 1, 3), date(2020, 1, 11)])
    assert loss(days, day=["[2020-01-01;2020-01-03]"] * 2 + ["2020-01-11"]) == pytest.approx(2 * 0.2 / 3)
    sizes = table(size=pl.Series(["S", "M", "L"], dtype=pl.Enum(["S", "M", "L"])))
    assert loss(sizes, size=["[S;M]", "[S;M]", "L"]) == pytest.approx(2 * 0.5 / 3)


def test_infinite_values_are_no_part_of_the_range():
    before = table(age=[0.0, 10.0, np.inf])
    assert loss(before, age=[0.0, 10.0, np.inf]) == 0
    assert loss(before, age=["[0;5]", "10", "[10;inf]"]) == pytest.approx((0.5 + 1) / 3)


def test_columns_count_alike():
    both = table(age=[0, 100], city=["Chiba", "Tokyo"])
    numbers = gcp(both, Release(both.released(pl.DataFrame({"age": ["[0;100]"] * 2, "city": ["Chiba", "Tokyo"]}))))
    assert numbers == {"gcp": 0.5, "gcp.age": 1.0, "gcp.city": 0.0}


def test_without_a_key_values_that_are_none_of_the_originals_have_no_width():
    at = job()
    averaged = Release(AGES.released(pl.DataFrame({"age": [20, 20, 80, 80]})))
    assert np.isnan(gcp(AGES, averaged, job=at)["gcp"])
    assert [finding["code"] for finding in at.findings] == ["widths_not_known"]


def test_without_a_key_one_column_that_cannot_be_told_leaves_the_others():
    both = table(age=[0, 100], city=["Chiba", "Tokyo"])
    numbers = gcp(both, Release(both.released(pl.DataFrame({"age": [50, 50], "city": ["Chiba", "Tokyo"]}))))
    assert np.isnan(numbers["gcp.age"])
    assert numbers["gcp.city"] == 0


def test_without_a_key_ranges_that_filled_missing_cells_are_still_read():
    before = table(age=[0, None, 50, 100])
    assert loss(before, age=["0", "0", "[50;100]", "[50;100]"]) == pytest.approx(2 * 0.5 / 4)


@given(st.data())
def test_an_average_loses_what_the_range_of_its_group_loses(data):
    original = data.draw(tables(quasi=PLAIN))
    labels = data.draw(groups(len(original)))
    averaged, spanned = (filled(original, labels, fill) for fill in (average, span))
    assert gcp(original, averaged) == pytest.approx(gcp(original, spanned), abs=1e-6)


@given(st.data())
def test_ranges_need_no_key(data):
    original = data.draw(tables(quasi=["float", "int", "enum", "date", "bool"]))
    spanned = filled(original, data.draw(groups(len(original))), span)
    assert gcp(original, Release(spanned.data)) == pytest.approx(gcp(original, spanned), abs=1e-6)


@given(st.data())
def test_a_finer_grouping_never_loses_more(data):
    original = data.draw(tables())
    coarse, within = data.draw(groups(len(original))), data.draw(groups(len(original)))
    fine = coarse * 100 + within
    losses = [gcp(original, filled(original, labels, span))["gcp"] for labels in (fine, coarse)]
    assert losses[0] <= losses[1] + 1e-12


@pytest.mark.skipif(not ADULT.is_file(), reason="TOKUMEI_DATA does not say where adult.csv is")
def test_adult_loses_the_same_by_averages_and_by_ranges():
    frame = pl.read_csv(ADULT).select(QUASI).head(4000)
    original = Table(frame, Schema(quasi=QUASI)).pinned()
    labels = mdav(Encoded.of(original), k=5)
    averaged, spanned = (gcp(original, filled(original, labels, fill)) for fill in (average, span))
    assert averaged == pytest.approx(spanned, abs=1e-12)
    assert 0 < averaged["gcp"] < 0.1


def test_an_entry_of_a_tree_is_as_wide_as_the_values_below_it_among_all_of_the_tree():
    tree = Hierarchy.of([["Chiba", "Kanto", "*"], ["Tokyo", "Kanto", "*"], ["Kyoto", "Kansai", "*"],
                         ["Osaka", "Kansai", "*"], ["Nara", "Kansai", "*"]], "city")  # fmt: skip
    # Nobody lives in Nara: it counts among the values that a cell may be all the same.
    schema = Schema(quasi="city", trees={"city": tree})
    homes = Table(pl.DataFrame({"city": ["Chiba", "Tokyo", "Kyoto", "Osaka"]}), schema).pinned()
    assert loss(homes, city=["Kanto", "Kanto", "Kansai", "Kansai"]) == pytest.approx((2 * 1 / 4 + 2 * 2 / 4) / 4)
    assert loss(homes, city=["Kanto", "Kanto", "{Kyoto;Osaka}", "{Kyoto;Osaka}"]) == pytest.approx(1 / 4)
