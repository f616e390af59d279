"""Hierarchies made for a column: nested, complete, with one root, and as a person would draw them."""

from datetime import date, datetime, time, timedelta

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import AWKWARD, tables
from tokumei.errors import BadData, BadOption, BadSchema
from tokumei.model import Schema, Table
from tokumei.model.builders import BUILDERS, auto, built
from tokumei.model.builders.spelled import spelled
from tokumei.model.columns import column
from tokumei.model.hierarchy import Hierarchy, Intervals
from tokumei.model.levels import Levels

SIZES = ("small", "medium", "large", "huge", "vast")


def table(values, name="q", **said):
    return Table(pl.DataFrame({name: values}), Schema(quasi=name, **said)).pinned().as_released()


def made(values, asked, **said):
    return built(table(values, **said), "q", asked)


def published(given, level):
    """Return a table with every quasi cell at a level, or at its root where it has fewer."""
    levels = Levels.of(given)
    at = np.minimum(np.full((len(given), len(levels.steps)), level), levels.steps)
    return levels.published(at.astype(np.int8))


def climbs_well(given):
    """Check what every hierarchy promises: levels nest, all values are covered, and there is one root."""
    levels = Levels.of(given)
    for one in levels.ladders:
        for level in range(one.steps):
            pairs = np.unique(one.up[:, level : level + 2], axis=0)
            assert len(pairs) == len(np.unique(one.up[:, level]))
        assert len(np.unique(one.up[:, one.steps])) <= 1
    for level in range(max(levels.steps) + 1):
        holds_its_values(given, published(given, level))


def holds_its_values(given, released):
    """Check that each released cell, read anew, holds the value that was there."""
    for name in given.quasi:
        was, is_now = column(given, name), column(released, name)
        present = ~was.missing[was.of]
        if was.on_a_line:
            low, high, value = is_now.low[is_now.of], is_now.high[is_now.of], was.low[was.of]
            assert ((low <= value) & (value <= high))[present].all()
        else:
            for row in np.flatnonzero(present):
                cell = is_now.of[row]
                assert is_now.suppressed[cell] or set(was.values[was.of[row]]) <= set(is_now.values[cell])


@given(tables())
def test_auto_makes_levels_that_nest_cover_all_values_and_end_in_one_root(drawn):
    climbs_well(drawn.as_released().with_every_hierarchy().as_released())


@pytest.mark.parametrize("name", [name for name in AWKWARD if name != "500 columns"])
def test_auto_copes_with_an_awkward_table(name):
    climbs_well(AWKWARD[name].with_every_hierarchy().as_released())


@given(tables())
def test_a_generalized_cell_stands_no_higher_than_it_was_put(drawn):
    given = drawn.with_every_hierarchy().as_released()
    for level in (1, 2):
        again = Levels.of(published(given, level))
        for one in again.ladders:
            there = ~one.read.missing[one.of]
            assert (one.level[one.of][there] <= level).all()


NUMBERS = st.lists(st.integers(-500, 5000) | st.floats(-1e4, 1e4), min_size=1, max_size=30)
ASKED_OF_NUMBERS = st.one_of(
    st.builds(lambda width: {"width": width}, st.floats(0.5, 500)),
    st.builds(lambda width: {"width": [width, width * 3, width * 12]}, st.sampled_from([1, 2.5, 10, 0.1])),
    st.builds(lambda count, factor: {"count": count, "factor": factor}, st.integers(2, 12), st.integers(2, 4)),
    st.builds(lambda count: {"count": count, "round": False}, st.integers(2, 12)),
    st.just({"breaks": [-10_000, -1, 0, 18, 65, 10_000]}),
    st.just({"low": -10_000, "high": 10_000, "width": 250}),
)


@given(NUMBERS, ASKED_OF_NUMBERS)
def test_intervals_nest_cover_all_values_and_end_in_one_root(values, asked):
    given = table([float(value) for value in values])
    tree = built(given, "q", {"kind": "interval", **asked})
    climbs_well(given.with_trees({"q": tree}))


@given(st.lists(st.text("ab1", min_size=1, max_size=4), min_size=1, max_size=12), st.sampled_from(["left", "right"]))
def test_prefixes_nest_cover_all_values_and_end_in_one_root(values, side):
    given = table(values)
    for asked in ({"side": side}, {"side": side, "separator": "1"}, {"side": side, "keep": [2, 1]}):
        climbs_well(given.with_trees({"q": built(given, "q", {"kind": "prefix", **asked})}))


@given(st.lists(st.dates(date(1850, 1, 1), date(2100, 1, 1)), min_size=1, max_size=12), st.data())
def test_periods_nest_cover_all_dates_and_end_in_one_root(values, data):
    order = ("month", "quarter", "year", "decade")
    levels = sorted(data.draw(st.sets(st.sampled_from(order), min_size=1)), key=order.index)
    given = table(values)
    climbs_well(given.with_trees({"q": built(given, "q", {"kind": "date", "levels": levels})}))


@given(st.integers(1, 5), st.integers(2, 4), st.booleans())
def test_neighbors_of_an_order_nest_and_cover_all_values(count, size, is_ordered):
    said = {"kinds": {"q": "ordered"}, "orders": {"q": SIZES}} if is_ordered else {}
    given = table(SIZES[:count], **said)
    asked = {"size": size} if is_ordered else {"size": size, "order": list(SIZES)}
    climbs_well(given.with_trees({"q": built(given, "q", {"kind": "order", **asked})}))


@given(tables(quasi=["float", "int", "text", "digits", "enum", "ordered", "date", "bool"]))
def test_a_hierarchy_spelled_out_puts_the_same_values_together(drawn):
    given = drawn.as_released()
    for name in [name for name in given.quasi if given.frame[name].null_count() < len(given)]:
        tree = auto(given, name)
        one, other = (
            Levels.of(given.but(schema=given.schema.but(quasi=[name], sensitive=(), trees={name: each}))).ladders[0]
            for each in (tree, spelled(given, name, tree))
        )
        assert one.steps == other.steps
        for level in range(one.steps + 1):
            mine, theirs = one.up[one.of, level], other.up[other.of, level]
            assert len({*zip(mine, theirs, strict=True)}) == len(set(mine)) == len(set(theirs))


def widths(tree):
    return [float(level[1] - level[0]) for level in tree.edges]


def test_auto_gives_numbers_round_widths_that_double():
    assert widths(auto(table(list(range(17, 91))), "q")) == [5, 10, 20, 40, 80]
    assert widths(auto(table([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), "q")) == [2, 4, 8]
    assert published(table(list(range(17, 91))), 1).frame["q"][0] == "[15;19]"


def test_auto_gives_whole_numbers_with_gaps_whole_intervals_though_they_came_as_floats():
    tree = auto(table([None, *map(float, range(17, 91))]), "q")
    assert tree.is_whole
    assert widths(tree) == [5, 10, 20, 40, 80]


def test_auto_keeps_a_value_apart_that_most_rows_have():
    rng = np.random.default_rng(0)
    gains = np.where(rng.random(4000) < 0.9, 0, rng.lognormal(8, 1, 4000)).round()
    tree = auto(table(gains), "q")
    shares = [np.histogram(gains, level)[0] / gains.size for level in tree.edges]
    assert shares[-1].size == 2
    assert shares[-1][0] == pytest.approx(0.9, abs=0.03)
    assert shares[0].size > 40
    assert np.median(shares[0][1:]) == pytest.approx(0.1 / shares[0].size, rel=0.5)


@pytest.mark.parametrize("values", [[7, 7, 7], [None, None], [0, 1, 1], [True, False], ["a", "b"], ["", "x"]])
def test_auto_puts_nothing_between_the_root_and_values_that_have_no_middle(values):
    assert auto(table(pl.Series(values)), "q").steps == 1


def test_auto_takes_the_calendar_for_dates():
    born = [date(1930, 1, 1) + timedelta(days=9 * day) for day in range(2500)]
    tree = auto(table(born), "q")
    assert tree.periods == ("month", "quarter", "year", "", "decade", "", "")
    cells = [published(table(born), level).frame["q"][0] for level in range(1, 6)]
    assert cells == ["1930-01", "1930-Q1", "1930", "[1930-01-01;1934-12-31]", "1930s"]


def test_auto_parts_weeks_into_working_days_and_weekends_where_the_span_is_short():
    days = [date(2020, 1, 6) + timedelta(days=day) for day in range(40)]
    assert published(table(days), 1).frame["q"].to_list()[4:6] == ["[2020-01-06;2020-01-10]", "[2020-01-11;2020-01-12]"]


def test_auto_parts_moments_and_times_of_day_into_hours():
    moments = [datetime(2020, 1, 1) + timedelta(minutes=7 * step) for step in range(500)]
    clock = [time(minute // 60, minute % 60) for minute in range(0, 1440, 7)]
    assert published(table(moments), 3).frame["q"][0].startswith("[2020-01-01 00:00:00.000000;2020-01-01 ")
    assert "[00:00:00;01:00:00]" in [published(table(clock), level).frame["q"][0] for level in (1, 2, 3)]


def test_auto_hides_letters_of_codes_of_one_length():
    zips = [f"{place:05}" for place in range(2100, 2400)]
    assert auto(table(zips), "q").levels[0] == ("02100", "0210*", "021**", "*")


def test_auto_sees_parts_that_a_separator_tells_apart():
    places = [f"ward {place}, city {place % 3}" for place in range(12)]
    assert auto(table(places), "q").levels[0] == ("ward 0, city 0", "*, city 0", "*")
    paths = [f"{'xyz'[place % 3]}/{place}" for place in range(12)]
    assert auto(table(paths), "q").levels[0] == ("x/0", "x/*", "*")


@pytest.mark.parametrize("values", [["JPN", "USA", "FRA", "DEU", "ITA", "ESP", "PRT", "GBR"],
                                    ["Private", "Self-emp-inc", "Self-emp-not-inc", "Local-gov"]])  # fmt: skip
def test_auto_reads_no_meaning_into_words(values):
    assert auto(table(values), "q").steps == 1


def test_widths_may_be_given_for_every_level_with_ends():
    tree = made([17, 25, 90], {"kind": "interval", "width": [10, 50], "low": 0, "high": 120})
    assert [level.tolist() for level in tree.edges] == [list(range(0, 121, 10)), [0, 50, 100, 120]]


def test_breaks_may_be_given_for_every_level_or_are_joined():
    one = made([17, 90], {"kind": "interval", "breaks": [0, 18, 30, 65, 120]})
    assert [level.tolist() for level in one.edges] == [[0, 18, 30, 65, 120], [0, 30, 120]]
    both = made([17, 90], {"kind": "interval", "breaks": [[0, 18, 30, 65, 120], [0, 65, 120]]})
    assert [level.tolist() for level in both.edges] == [[0, 18, 30, 65, 120], [0, 65, 120]]


def test_equal_counts_hold_about_as_many_rows_each_between_round_numbers():
    values = np.random.default_rng(1).lognormal(10, 1, 5000)
    tree = made(values, {"kind": "interval", "count": 8})
    held = np.histogram(values, tree.edges[0])[0]
    assert held.size == 8
    assert held.min() > 480
    assert held.max() < 780
    assert all(float(edge) == float(f"{edge:.2g}") for edge in tree.edges[0])


def test_prefixes_are_cut_from_either_end_and_at_separators():
    assert made(["02138", "02139", "02141"], {"kind": "prefix"}).levels[0] == ("02138", "0213*", "021**", "*")
    left = made(["a1", "b1", "c2"], {"kind": "prefix", "side": "left", "mask": "#"})
    assert left.levels[0] == ("a1", "#1", "*")
    address = made(["10.0.0.1", "10.0.0.2", "10.1.0.1"], {"kind": "prefix", "separator": "."})
    assert address.levels[0] == ("10.0.0.1", "10.0.0.*", "10.*", "*")
    assert made(["1234", "1256", "2199"], {"kind": "prefix", "keep": 2}).levels[0] == ("1234", "12**", "*")


def test_what_all_codes_have_in_common_is_told_where_prefixes_are_asked_for():
    assert made(["1234", "1256"], {"kind": "prefix", "keep": [3, 1]}).levels[0] == ("1234", "1***", "*")
    assert auto(table([f"1{place}" for place in range(100, 120)]), "q").levels[0] == ("1100", "110*", "*")


def test_a_level_that_joins_nothing_is_left_out():
    assert made(["1-1", "1-2", "2-1"], {"kind": "prefix"}).levels[0] == ("1-1", "1-*", "*")


def test_groups_may_be_nested_and_left_values_go_where_they_are_told():
    groups = {"Asia": {"Japan": ["Tokyo", "Osaka"]}, "Europe": {"France": ["Paris"]}}
    asked = {"kind": "group", "groups": groups, "others": "elsewhere"}
    tree = made(["Tokyo", "Lima"], asked)
    assert tree.levels[0] == ("Tokyo", "Japan", "Asia", "*")
    assert tree.levels[-1] == ("Lima", "elsewhere", "elsewhere", "*")
    right_below = made(["Tokyo", "Lima"], {**asked, "others": "*"})
    assert right_below.levels[-1] == ("Lima", "Lima", "Lima", "*")
    known = made(["Tokyo", "Nice"], {**asked, "others": "France"})
    assert known.levels[-1] == ("Nice", "France", "Europe", "*")


def test_values_of_an_order_are_joined_with_ranges_as_labels():
    tree = made(list(SIZES), {"kind": "order", "order": list(SIZES)})
    assert tree.levels[0] == ("small", "[small;medium]", "[small;huge]", "*")
    ordered = {"kinds": {"q": "ordered"}, "orders": {"q": SIZES}}
    assert isinstance(made(list(SIZES), {"kind": "order"}, **ordered), Intervals)
    assert published(table(list(SIZES), **ordered), 1).frame["q"].to_list()[-2:] == ["[large;huge]", "vast"]


def test_weights_tell_what_each_step_loses():
    tree = made(["02138", "02139", "02141"], {"kind": "prefix", "weights": [1, 2, 1]})
    assert tree.losses.tolist() == [0, 0.25, 0.75, 1]


@pytest.mark.parametrize(
    ("values", "asked", "fault", "said"),
    [
        (["a"], {"kind": "interval"}, BadSchema, "holds categories, and intervals are for numbers"),
        (["a"], {"kind": "date"}, BadSchema, "holds categories, and periods of the calendar are for dates"),
        ([1], {"kind": "date"}, BadSchema, "holds no dates"),
        ([1, 9], {"kind": "interval", "width": 2, "count": 3}, BadOption, "width and count contradict each other"),
        ([1, 9], {"kind": "interval", "width": 0}, BadOption, "width must be more than 0"),
        ([1, 9], {"kind": "interval", "width": [5, 12]}, BadOption, "width 12 are not made of those of width 5"),
        ([1.0, 1e9], {"kind": "interval", "width": 0.1}, BadOption, "makes more than 1000000 intervals"),
        ([1, 9], {"kind": "interval", "breaks": [3, 1]}, BadOption, "level 1 needs two or more ascending numbers"),
        ([1, 9], {"kind": "interval", "breaks": [[0, 5, 10], [0, 4, 10]]}, BadOption, "edge of level 2 must be one of"),
        ([1, 9], {"kind": "interval", "width": 2, "weights": [1, 2]}, BadOption, "column 'q': weights: 2 given"),
        ([1, 9], {"kind": "interval", "others": "*"}, BadSchema, "others is for trees of values"),
        (["a"], {"kind": "order"}, BadSchema, "has no order; give its values from first to last"),
        (["a", "b"], {"kind": "order", "order": ["a"]}, BadOption, "order must name each of its values once; 1 of"),
        (["ab"], {"kind": "prefix", "keep": [1, 2]}, BadOption, "keep=1,2 must fall from level to level"),
        (["a"], {"kind": "group", "groups": {"x": {"y": []}}}, BadOption, "1 groups hold no values"),
        (["a"], {"kind": "group", "groups": {"x": ["a"], "y": ["a"]}}, BadData, "1 values stand in more than one row"),
        (["a"], {"kind": "group", "groups": {"x": ["a"], "y": {"z": ["b"]}}}, BadData, "another number of levels"),
        ([date(2020, 1, 1)], {"kind": "date", "levels": ["year", "month"]}, BadOption, "go from short to long"),
        ([date(2020, 1, 1)], {"kind": "date", "levels": ["day"]}, BadOption, "holds days already"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_sentence(values, asked, fault, said):
    with pytest.raises(fault, match=said):
        made(values, asked)


def test_values_outside_given_ends_are_counted_and_refused():
    given = table([5, 50])
    given = given.with_trees({"q": built(given, "q", {"kind": "interval", "width": 10, "low": 0, "high": 30})})
    with pytest.raises(BadData, match="1 of its values lie outside the intervals"):
        Levels.of(given)


def test_every_kind_tells_what_it_and_its_options_do_in_both_languages():
    for made in BUILDERS.values():
        assert made.summary
        assert made.ja["summary"]
        assert all(made.options.model_fields[name].description for name in made.options.model_fields)
        assert [name for name in made.options.model_fields if name not in made.ja] == []


def test_a_value_right_below_the_root_stays_as_it_is_until_the_root():
    tree = Hierarchy.of([["Chiba", "Kanto", "*"], ["Tokyo", "Kanto", "*"]], "q")
    given = table(["Chiba", "Lima"], trees={"q": Hierarchy(tree.levels, others="*")})
    assert published(given, 1).frame["q"].to_list() == ["Kanto", "Lima"]
    assert published(given, 2).frame["q"].to_list() == ["*", "*"]


@pytest.mark.parametrize(
    "values",
    [[0.0, -1e-300, 1e300], [0.0, 0.0, 5e83, -1.7554e-240], [1e-320, -5.0, 3.0]],
    ids=["far", "farther", "near"],
)
def test_a_number_that_vanishes_beside_the_others_is_inside_the_intervals(values):
    table = Table(pl.DataFrame({"a": values}), Schema(quasi="a")).pinned()
    tree = auto(table, "a")
    assert all(level[0] <= min(values) and level[-1] >= max(values) for level in tree.edges)
