"""A release tells how it was made: pairs of methods are named, their use is measured, and nothing else is claimed."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokumei as tk
from bench.fingerprint import ERASED, HOUSEHOLD, PEOPLE, RANGES, Hidden, explained, made, shares, singles_and_pairs
from tokumei.errors import BadData, UnknownColumn
from tokumei.explanation import METHODS, Explanation
from tokumei.explanation.both import Both, Pairs
from tokumei.explanation.groups import Mixed, distinct
from tokumei.model import Release, Schema, Table

CANARY = "Xanthippe-4711"


def household(rows: int = 400, seed: int = 5) -> Table:
    return HOUSEHOLD.table(rows, seed)


def after(*calls: Any, table: Table | None = None, seed: int = 3, **options: Any) -> Explanation:
    """Return the explanation of a table of households after some methods, of its declared key alone."""
    table = table or household()
    first, *others = [{"name": one} if isinstance(one, str) else one for one in calls]
    told = {name: value for name, value in first.items() if name != "name"}
    release = tk.anonymize(table, first["name"], then=others, seed=seed, **told)
    declared = release.declared_key if release.declared_key is not None else release.key
    return tk.explain(table, Release(release.data, key=declared), **options)


def how(explanation: Explanation, name: str) -> Any:
    return next(one.how for one in explanation.methods if one.name == name)


SETS = [
    (HOUSEHOLD, 100, 1), (HOUSEHOLD, 100, 2), (HOUSEHOLD, 2000, 3), (PEOPLE, 100, 4), (PEOPLE, 2000, 5),
    (RANGES, 100, 6),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hidden", "rows", "seed"), SETS, ids=["households", "others", "many", "people", "more", "ranges"]
)
def test_nine_of_ten_methods_of_all_pairs_are_named_and_few_wrongly(hidden: Hidden, rows: int, seed: int) -> None:
    told = list(singles_and_pairs(hidden, rows, seed))
    assert len(told) == 1 + 8 + 8 * 7
    named, wrong = shares(told)
    assert named >= 0.9
    assert wrong <= 0.05
    assert next(one.named for one in told if not one.done) == frozenset()


def test_no_single_method_is_missed_or_mistaken() -> None:
    table = household(2000)
    for letter in HOUSEHOLD.methods:
        assert explained(HOUSEHOLD, table, [letter], seed=9).letters == (letter,)


@pytest.mark.parametrize("pair", ERASED)
def test_a_pair_that_is_not_counted_leaves_the_release_of_one_of_its_methods(pair: tuple[str, str]) -> None:
    erased, _ = ERASED[pair]
    table = household()
    alone = made(HOUSEHOLD, table, [letter for letter in pair if letter != erased], seed=1)
    assert made(HOUSEHOLD, table, pair, seed=1).data.frame.equals(alone.data.frame)
    assert explained(HOUSEHOLD, table, pair, seed=1).untold == {erased and "swap_within": "averaged"}


@pytest.mark.parametrize(
    "letters",
    ["D_A D_G", "D_C D_D", "D_A D_D D_G", "D_C D_E D_G", "D_A D_F", "D_A D_F D_H", "D_A D_G D_B D_H", "D_A D_B D_C"],
)
def test_combinations_that_the_paper_found_in_the_contest_and_longer_ones_are_named(letters: str) -> None:
    done = letters.split()
    assert explained(HOUSEHOLD, household(2000), done, seed=1).letters == tuple(sorted(done))


@pytest.mark.parametrize("law", ["normal", "laplace", "uniform"])
@pytest.mark.parametrize("size", [0.02, 0.3, 1.0])
def test_the_size_of_noise_is_measured(law: str, size: float) -> None:
    told = after({"name": "noise", "law": law, "size": size})
    assert told.names == ("noise",)
    assert how(told, "noise")["size"] == pytest.approx(size, rel=0.15)
    assert how(told, "noise")["columns"] == list(HOUSEHOLD.sensitive)


@pytest.mark.parametrize("steps", [("noise", "swap_within"), ("swap_within", "noise"), ("noise", "average_sensitive")])
def test_the_size_of_noise_is_measured_where_values_were_mixed_too(steps: tuple[str, str]) -> None:
    told = after(
        *({"name": name, **({"size": 0.2} if name == "noise" else {})} for name in steps), table=household(1000)
    )
    assert set(told.names) == set(steps)
    assert how(told, "noise")["size"] == pytest.approx(0.2, rel=0.2)


def test_noise_on_quasi_columns_is_told_from_grouping() -> None:
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({"age": rng.normal(40, 12, 300), "pay": rng.normal(300, 80, 300)})
    table = Table(frame, Schema(quasi="age", sensitive="pay")).pinned()
    told = after({"name": "noise", "columns": ["age"], "size": 0.2}, table=table)
    assert (told.names, how(told, "noise")["columns"]) == (("noise",), ["age"])


@pytest.mark.parametrize("k", [3, 7])
@pytest.mark.parametrize("grouping", ["mdav", "mondrian", "tomobiki"])
@pytest.mark.parametrize("fill", ["average", "span", "ancestor"])
def test_the_k_of_a_grouping_and_the_kind_of_its_cells_are_told(grouping: str, k: int, fill: str) -> None:
    told = after({"name": grouping, "k": k, "fill": fill})
    assert told.names == ("k_anonymization",)
    assert how(told, "k_anonymization")["k"] >= k
    assert how(told, "k_anonymization")["k"] < 2 * k
    assert how(told, "k_anonymization")["cells"] == ("single" if fill == "average" else "coarse")


def test_columns_that_were_unified_are_named_and_those_in_cross_tables_apart() -> None:
    told = after({"name": "unify", "columns": ["q02", "q05"]}, cross=["q02"])
    assert (told.letters, how(told, "unify")) == (("D_D", "D_E"), {"columns": ["q02", "q05"], "crossed": ["q02"]})
    assert after({"name": "unify", "columns": ["s15"]}).letters == ()


def test_a_rare_value_that_grouping_averages_away_is_not_taken_for_a_unified_column() -> None:
    rare = pl.Series([2 if row % 20 == 0 else 1 for row in range(400)])
    # The grouping hardly looks at the column, so that rows with the rare value are among others.
    table = household().with_columns({"q04": rare})
    table = replace(table, schema=table.schema.but(weights={"q04": 1e-6}))
    release = tk.anonymize(table, "mdav", k=5, seed=1)
    assert release.data.frame["q04"].n_unique() == 1
    assert tk.explain(table, release).names == ("k_anonymization",)


def test_the_share_of_deleted_rows_is_told_and_whether_they_were_those_of_small_groups() -> None:
    assert how(after({"name": "delete_rows", "share": 0.25}), "delete_rows") == {"share": 0.25}
    small = how(after({"name": "delete_rows", "below": 3}), "delete_rows")
    assert (set(small), small["below"]) == ({"share", "below"}, 3)


def test_where_values_were_mixed_tells_whether_that_came_before_the_grouping_or_after() -> None:
    grouped = {"name": "mdav", "k": 4}
    for method in ("swap_within", "average_sensitive"):
        assert how(after(method, grouped), method)["inside"] == "original"
        assert how(after(grouped, method), method)["inside"] == "released"


def test_a_shuffle_leaves_no_trace_and_the_old_order_is_noticed() -> None:
    table = household()
    release = Release.untouched(table)
    mixed = release.take(np.random.default_rng(0).permutation(len(table)))
    told = tk.explain(table, release), tk.explain(table, mixed)
    assert [(one.names, one.shuffled, one.key) for one in told] == [((), False, "declared"), ((), True, "declared")]


def test_a_false_key_is_found_out_where_rows_stand_unchanged_or_nothing_fits_it() -> None:
    table, rng = household(), np.random.default_rng(1)
    release = tk.anonymize(table, "mdav", k=3, seed=1)
    false = Release(release.data, key=rng.permutation(len(table)))
    assert set(tk.explain(table, false).names) == {"yamaoka", "k_anonymization"}
    noisy = tk.anonymize(table, "mdav", k=3, then=["noise"], seed=1)
    assert "yamaoka" in tk.explain(table, Release(noisy.data, key=false.key)).names
    some = np.arange(len(table))
    some[:80] = np.roll(some[:80], 1)
    assert tk.explain(table, Release(Release.untouched(table).data, key=some)).names == ("yamaoka",)


def test_a_single_column_swapped_is_no_false_key_whatever_came_after() -> None:
    table = Table(household(2000).frame.select("q01", "q02", "q05", "s14"), Schema(["q01", "q02", "q05"], "s14"))
    for then in ([], [{"name": "delete_rows", "share": 0.1}], [{"name": "unify", "columns": ["q05"]}]):
        assert "yamaoka" not in after("swap_within", *then, table=table.pinned()).names


def test_without_a_key_the_rest_is_still_told_and_what_cannot_be_told_is_said() -> None:
    table = household(1000)
    for letters in ("D_A D_G", "D_A D_F", "D_A D_B", "D_F D_A", "D_G D_H"):
        release = made(HOUSEHOLD, table, letters.split(), seed=2)
        told = tk.explain(table, Release(release.data).take(np.random.default_rng(0).permutation(len(release.data))))
        assert told.letters == tuple(sorted(letters.split()))
        assert told.untold["yamaoka"] == "no_key"
        assert told.key != "declared"


def test_what_would_have_changed_nothing_is_not_asked_for() -> None:
    frame = pl.DataFrame({"age": range(30), "pay": [7 * row % 30 for row in range(30)]})
    table = Table(frame, Schema(quasi="age", sensitive="pay")).pinned()
    assert dict(after("swap_within", table=table).untold) == {"average_sensitive": "alone", "swap_within": "alone"}
    assert after("unify", table=table).untold["k_anonymization"] == "unified"


@pytest.mark.parametrize("call", [{"name": "round_values", "base": 5000}, {"name": "top_code", "top_share": 0.1},
                                  {"name": "rank_swap"}], ids=lambda call: call["name"])  # fmt: skip
def test_what_another_method_did_is_taken_for_none_of_these(call: Any) -> None:
    told = after(call)
    assert told.names == ()
    assert told.otherwise
    assert told.document()["findings"][0]["code"] == "changed_otherwise"


def test_the_document_holds_plain_values_in_each_language_and_no_cell() -> None:
    table = PEOPLE.table(300, 1)
    cells = pl.Series([CANARY if row % 9 == 0 else "other" for row in range(300)])
    table = replace(table, frame=table.frame.with_columns(occupation=cells, diagnosis=cells))
    for letters in (["D_A", "D_G"], ["D_C", "D_F"], ["D_D", "D_B"]):
        told = explained(PEOPLE, table, letters, seed=1)
        english, japanese = told.document(), told.document("ja")
        assert CANARY not in json.dumps([english, japanese], allow_nan=False)
        assert [one["name"] for one in english["methods"]] == list(told.names)
        texts = [
            [e["text"] for one in document["methods"] for e in one["evidence"]] for document in (english, japanese)
        ]
        assert all(one.isascii() and not other.isascii() for one, other in zip(*texts, strict=True))
        assert all(0.5 <= one["confidence"] <= 1 for one in english["methods"])


def test_every_method_and_letter_of_the_paper_is_there() -> None:
    assert sorted(letter for letters in METHODS.values() for letter in letters) == list(HOUSEHOLD.methods)


def test_more_rows_than_the_original_and_missing_columns_are_refused() -> None:
    table = household(20)
    frame, schema = table.frame, table.schema
    with pytest.raises(BadData, match="the released table has 40 rows, the original 20"):
        tk.explain(table, pl.concat([frame, frame]))
    for name in ("q01", "s14"):
        with pytest.raises(UnknownColumn, match=f"no column '{name}' in the released table"):
            tk.explain(table, frame.drop(name))
    with pytest.raises(UnknownColumn, match="no column 's14' in the quasi columns"):
        tk.explain(table, frame, cross=["s14"])
    with pytest.raises(BadData, match="no column has a role"):
        tk.explain(frame, frame, Schema())
    with pytest.raises(BadData, match="the key names rows outside 0 to 19"):
        tk.explain(frame, frame, schema, key=range(1, 21))


EDGES = pl.DataFrame(
    {"a": [1, 2, 3, 4], "c": ["x", "y", "x", None], "s": [1.5, None, 1e308, -1e308], "d": ["p", "q", "p", "q"]}
)


@pytest.mark.parametrize("rows", [0, 1, 2, 4])
@pytest.mark.parametrize("keyed", [True, False])
@pytest.mark.filterwarnings("error")
def test_tables_of_few_rows_with_missing_and_huge_values_are_read(rows: int, keyed: bool) -> None:
    for roles in ({"quasi": ["a", "c"], "sensitive": ["s", "d"]}, {"quasi": ["a", "c"]}, {"sensitive": ["s", "d"]}):
        schema, part = Schema(**roles), EDGES.head(rows)
        told = tk.explain(EDGES, part, schema, key=range(rows) if keyed else None)
        assert told.names == (() if rows == 4 else ("delete_rows",))
        halved = part.with_columns(pl.col("s") * 0.5)
        assert "yamaoka" not in tk.explain(EDGES, halved, schema, key=range(rows) if keyed else None).names


cells = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12)


@given(cells, st.data())
def test_values_kept_in_groups_are_counted_as_a_bag_of_each_group_counts_them(
    rows: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    group, before, now = (list(column) for column in zip(*rows, strict=True))
    left = data.draw(st.lists(st.sampled_from(range(len(rows))), unique=True, min_size=1))
    schema = Schema(quasi="g", sensitive="v")
    original = Table(pl.DataFrame({"g": group, "v": before}), schema).pinned()
    released = original.released(pl.DataFrame({"g": group, "v": now})[left])
    both = Both.of(original, released)
    mixed = Mixed.of_original(both, Pairs.by_key(np.array(left), len(rows)))
    kept, values = mixed.kept(both.cells["v"]), mixed.values(both.cells["v"])
    for label, name in enumerate(dict.fromkeys(group)):
        there = Counter(value for one, value in zip(group, before, strict=True) if one == name)
        here = [row for row in left if group[row] == name]
        assert kept[label] == (there & Counter(now[row] for row in here)).total()
        kinds = [len({column[row] for row in here}) if len(here) > 1 else 0 for column in (before, now)]
        assert [part[label] for part in values] == kinds


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5)), max_size=20))
def test_the_different_values_of_groups_are_those_of_a_set(rows: list[tuple[int, int]]) -> None:
    labels, codes = (np.array([row[side] for row in rows], dtype=np.int64) for side in (0, 1))
    assert distinct(labels, codes, 5).tolist() == [
        len({code for at, code in rows if at == label}) for label in range(5)
    ]
