"""MinDIS: against a slow twin, without need no merge, and safe groups whatever is asked."""

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.found import job
from tests.strategies import people
from tokumei.errors import BadOption
from tokumei.fills.ancestor import ancestor
from tokumei.groupings import mindis as module
from tokumei.groupings.mindis import _Rows, drawn_in_order, mindis
from tokumei.kernels import mindis as kernel
from tokumei.kernels.mindis import Wanted, merge
from tokumei.measures.distortion import distortion
from tokumei.measures.k_anonymity import k_anonymity
from tokumei.model import Encoded, Release, Schema, Table
from tokumei.model.hierarchy import Hierarchy
from tokumei.model.rungs import MOST_WEIGHT, Rungs, whole

TREE = Hierarchy.of([[str(value), f"a{value // 2}", f"b{value // 4}", "*"] for value in range(8)], "tree")
FLAT = Hierarchy.of([[str(value), "*"] for value in range(8)], "flat")


def coded(values, sensitive=None, weights=None, trees=None):
    """Return a table of codes from 0 to 7, every other column on a tree, the rest on flat ones."""
    names = [f"x{place}" for place in range(values.shape[1])]
    frame = pl.DataFrame({name: column.astype(str) for name, column in zip(names, values.T, strict=True)})
    if sensitive is not None:
        frame = frame.with_columns(s=sensitive)
    given = trees or {name: FLAT if place % 2 else TREE for place, name in enumerate(names)}
    roles = {} if sensitive is None else {"sensitive": "s"}
    return Table(frame, Schema(quasi=names, trees=given, weights=weights or {}, **roles)).pinned()


def random_codes(rows, columns, seed=0, values=8):
    return np.random.default_rng(seed).integers(0, values, (rows, columns))


def groups_of(labels):
    return {frozenset(np.flatnonzero(labels == label).tolist()) for label in np.unique(labels)}


def release_of(table, labels):
    return Release(ancestor(table.as_released(), labels), key=np.arange(len(table)), labels=labels)


def lost(table, labels):
    return distortion(table, release_of(table, labels))["distortion"]


def merged(table, k, seed=0, **how):
    rows, rng = _Rows.of(Encoded.of(table), k, None, "distinct", None), np.random.default_rng(seed)
    entries = rows.entries(np.arange(len(rows.order)))
    order, lots = rng.permutation(len(entries)), rng.random(len(entries))
    weights = how.pop("weights", rows.rungs.weights)
    return rows, merge(entries, weights, Wanted(k), order, lots, lambda _: None, **how)


# Against slow twins --------------------------------------------------------------------------------------------------


def slow_twin(table, drawn, k, weigh=None):
    """Merge sets of rows as the paper says, in Python: the first nearest in the order of entries on a tie."""
    rows = _Rows.of(Encoded.of(table), k, None, "distinct", None)
    names, trees, weights = table.quasi, table.schema.trees, table.schema.weights
    paths = [{row[0]: row for row in trees[name].levels} for name in names]
    vectors = {}
    for row, entry in enumerate(rows.entry.tolist()):
        vectors.setdefault(entry, []).append(row)
    cells = table.frame.select(names).rows()
    sets = dict(sorted(vectors.items()))

    def met(members):
        levels = []
        for place, path in enumerate(paths):
            climbing = zip(*(path[cells[row][place]] for row in members), strict=True)
            levels.append(next(level for level, entries in enumerate(climbing) if len(set(entries)) == 1))
        return tuple(levels)

    def loss(members):
        return sum(
            weights.get(name, 1.0) * trees[name].losses[level] for name, level in zip(names, met(members), strict=True)
        )

    def score(one, other):
        if weigh == "increase":
            both = sets[one] + sets[other]
            return len(both) * loss(both) - len(sets[one]) * loss(sets[one]) - len(sets[other]) * loss(sets[other])
        return loss(sets[one] + sets[other])

    def published(members):
        return tuple(path[cells[members[0]][place]][level] for place, (path, level) in
                     enumerate(zip(paths, met(members), strict=True)))  # fmt: skip

    queue = list(dict.fromkeys([*(int(rows.entry[row]) for row in drawn), *sets]))
    while queue and len(sets) > 1:
        one = queue.pop(0)
        if one not in sets or len(sets[one]) >= k:
            continue
        other = min((other for other in sets if other != one), key=lambda other: (round(score(one, other), 9), other))
        sets[other] += sets.pop(one)
        twins = [twin for twin in sets if twin != other and published(sets[twin]) == published(sets[other])
                 and met(sets[twin]) == met(sets[other])]  # fmt: skip
        for twin in twins:
            sets[other] += sets.pop(twin)
    return {frozenset(members) for members in sets.values()}


@given(seed=st.integers(0, 10_000), rows=st.integers(2, 24), columns=st.integers(1, 4), k=st.integers(2, 6))
def test_the_groups_are_those_of_the_slow_twin(seed, rows, columns, k):
    table, drawn = coded(random_codes(rows, columns, seed, 4)), np.random.default_rng(seed).permutation(rows)
    assert groups_of(drawn_in_order(Encoded.of(table), drawn, k=k)) == slow_twin(table, drawn, k)


@given(seed=st.integers(0, 10_000), rows=st.integers(2, 20), k=st.integers(2, 6))
def test_the_groups_by_increase_are_those_of_the_slow_twin(seed, rows, k):
    table = coded(random_codes(rows, 3, seed, 4))
    rows_, found = merged(table, k, seed, increase=True)
    first = {entry: row for row, entry in reversed(list(enumerate(rows_.entry.tolist())))}
    order = np.random.default_rng(seed).permutation(len(first))
    drawn = [first[entry] for entry in order.tolist()]
    assert groups_of(found.group[rows_.entry]) == slow_twin(table, drawn, k, weigh="increase")


@given(seed=st.integers(0, 10_000), k=st.integers(2, 5))
def test_weights_of_columns_and_of_levels_are_those_of_the_slow_twin(seed, k):
    trees = {"x0": TREE.weighted([1, 0.5, 3]), "x1": FLAT, "x2": TREE.weighted([0, 1, 0.25])}
    table = coded(random_codes(18, 3, seed, 6), weights={"x0": 1.7, "x1": 0.3}, trees=trees)
    drawn = np.random.default_rng(seed).permutation(18)
    assert groups_of(drawn_in_order(Encoded.of(table), drawn, k=k)) == slow_twin(table, drawn, k)


@pytest.mark.parametrize("increase", [False, True])
@pytest.mark.parametrize(
    ("rows", "columns", "values"), [(700, 3, 8), (900, 12, 8), (1500, 6, 3), (500, 60, 8), (65, 2, 8)]
)
@pytest.mark.parametrize("k", [2, 7])
def test_a_pruned_search_gives_the_groups_of_a_full_one(rows, columns, values, k, increase):
    table = coded(random_codes(rows, columns, 1, values))
    full = merged(table, k, increase=increase, prune=False)[1]
    pruned = merged(table, k, increase=increase)[1]
    assert pruned.group.tolist() == full.group.tolist()
    assert pruned.log.tolist() == full.log.tolist()


def test_wide_numbers_give_the_groups_of_narrow_ones():
    table = coded(random_codes(400, 5, 2))
    rows, narrow = merged(table, 4)
    wide = merged(table, 4, weights=rows.rungs.weights * 10_000)[1]
    assert narrow.group.tolist() == wide.group.tolist()
    assert wide.loss == narrow.loss * 10_000


def test_numbers_too_large_for_the_narrow_kind_are_counted_from_zero(monkeypatch):
    table = coded(random_codes(300, 4, 3))
    rows, wanted = merged(table, 3)
    entries = rows.entries(np.arange(len(rows.order)))
    large = kernel.Entries(entries.ids * 70_000, entries.rows, entries.start, entries.codes)
    rng = np.random.default_rng(0)
    order, lots = rng.permutation(len(entries)), rng.random(len(entries))
    got = merge(large, rows.rungs.weights, Wanted(3), order, lots, lambda _: None)
    assert got.group.tolist() == wanted.group.tolist()


# What holds of every run ---------------------------------------------------------------------------------------------


@given(seed=st.integers(0, 10_000), rows=st.integers(2, 60), k=st.integers(2, 6))
def test_groups_are_of_k_rows_and_no_two_are_published_alike(seed, rows, k):
    table = coded(random_codes(rows, 3, seed, 5))
    labels = mindis(Encoded.of(table), k=k, job=job(seed))
    alike = release_of(table, labels).data.published_alike()
    assert np.bincount(labels).min() >= min(k, rows)
    assert groups_of(alike) == groups_of(labels)


@given(seed=st.integers(0, 10_000), rows=st.integers(8, 60), k=st.integers(2, 5))
def test_no_merge_can_be_left_out(seed, rows, k):
    # Undone, a merge leaves on one side the rows of an entry that was drawn because they are fewer than k.
    table = coded(random_codes(rows, 3, seed, 5))
    of, found = merged(table, k, seed)
    members = {entry: np.flatnonzero(of.entry == entry).tolist() for entry in range(len(of.order))}
    for one, other in found.log.tolist():
        alike = _publishes_alike(table, members[one], members[other])
        assert len(members[one]) < k or alike
        members[other] += members.pop(one)


def _publishes_alike(table, one, other):
    frames = [ancestor(table.take(np.array(rows)), np.zeros(len(rows))).frame.row(0) for rows in (one, one + other)]
    return frames[0] == frames[1]


@pytest.mark.parametrize("k", [2, 5])
def test_the_loss_that_is_counted_is_the_distortion_that_is_measured(k):
    table = coded(random_codes(200, 4, 4), weights={"x0": 2.0, "x3": 0.5})
    rows, found = merged(table, k)
    counted = found.loss / rows.rungs.unit / len(table) / (2.0 + 1 + 1 + 0.5)
    assert counted == pytest.approx(lost(table, found.group[rows.entry]))


def test_the_best_of_several_runs_loses_no_more_than_the_first():
    qi = Encoded.of(coded(random_codes(120, 4, 5)))
    assert lost(qi.table, mindis(qi, k=4, repeats=8, job=job(3))) <= lost(qi.table, mindis(qi, k=4, job=job(3)))


def test_rows_in_large_enough_groups_are_left_alone():
    values = np.repeat(random_codes(10, 3, 6), 4, axis=0)
    table = coded(values)
    assert release_of(table, mindis(Encoded.of(table), k=4)).data.frame.equals(table.frame)


def test_a_table_of_fewer_rows_than_k_is_one_group():
    assert mindis(Encoded.of(coded(random_codes(3, 2))), k=5).tolist() == [0, 0, 0]


def test_a_heavy_column_is_kept_at_the_cost_of_the_others():
    values = random_codes(300, 3, 7)
    even, heavy = coded(values), coded(values, weights={"x2": 50.0})
    labels = [mindis(Encoded.of(table), k=2, job=job()) for table in (even, heavy)]
    kept = [distortion(even, release_of(even, one))["distortion.x2"] for one in labels]
    assert kept[1] < kept[0] / 2


def test_missing_cells_meet_others_at_the_root_and_each_other_at_once():
    frame = pl.DataFrame({"x": ["0", None, None, "1"], "y": ["0", "0", "0", "0"]})
    table = Table(frame, Schema(quasi=["x", "y"], trees={"x": TREE, "y": FLAT})).pinned()
    out = release_of(table, mindis(Encoded.of(table), k=2, job=job())).data.frame
    assert out["x"].to_list() == ["a0", None, None, "a0"]
    three = table.take(np.array([0, 1, 1]))
    assert release_of(three, mindis(Encoded.of(three), k=3)).data.frame["x"].to_list() == ["*", "*", "*"]


def test_cells_that_a_former_step_has_generalized_go_on_from_where_they_stand():
    frame = pl.DataFrame({"x": ["a0", "1", "b1", "5"]})
    table = Table(frame, Schema(quasi="x", trees={"x": TREE})).pinned()
    out = release_of(table, mindis(Encoded.of(table), k=2, job=job())).data.frame
    assert out["x"].to_list() == ["a0", "a0", "b1", "b1"]


# Parts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"l": 3}, {"t": 0.2}, {"l": 2.5, "diversity": "entropy"}])
def test_groups_made_in_parts_keep_what_is_asked_whatever_the_threads(options):
    values, rng = random_codes(600, 4, 8), np.random.default_rng(8)
    table = coded(values, rng.choice(["a", "b", "c", "d"], 600))
    one, two = (mindis(Encoded.of(table), k=3, parts=7, job=job(1, threads=n), **options) for n in (1, 2))
    assert one.tolist() == two.tolist()
    assert _keeps(table, one, 3, **options)


def test_parts_of_fewer_rows_than_k_are_put_together():
    table = coded(random_codes(30, 3, 9))
    assert np.bincount(mindis(Encoded.of(table), k=9, parts=10, job=job())).min() >= 9


def test_auto_works_in_parts_where_there_are_very_many_distinct_rows(monkeypatch):
    monkeypatch.setattr(module, "WHOLE", 100)
    monkeypatch.setattr(module, "PART", 50)
    table, told = coded(random_codes(400, 4, 10)), job()
    labels = mindis(Encoded.of(table), k=3, job=told)
    assert told.notes["parts"] == round(len(np.unique(random_codes(400, 4, 10), axis=0)) / 50)
    assert np.bincount(labels).min() >= 3
    whole_ = mindis(Encoded.of(table), k=3, parts=1, job=job())
    assert lost(table, labels) < 1.3 * lost(table, whole_)


# Diversity and closeness ---------------------------------------------------------------------------------------------


def _keeps(table, labels, k, diversity="distinct", t=1.0, **asked):
    told = k_anonymity(table, release_of(table, labels))
    return told["k"] >= k and told[f"l_{diversity}"] >= asked.get("l", 1) and told["t_closeness"] <= t + 1e-9


@given(seed=st.integers(0, 10_000), least=st.integers(2, 4), diversity=st.sampled_from(["distinct", "entropy"]))
def test_every_group_has_the_sensitive_values_that_are_asked_for(seed, least, diversity):
    rng = np.random.default_rng(seed)
    table = coded(random_codes(40, 3, seed, 4), np.r_[list("abcd"), rng.choice(list("abcd"), 36)])
    if diversity == "entropy":
        assume(np.exp(_entropy(table.frame["s"])) > least)
    labels = mindis(Encoded.of(table), k=2, l=least, diversity=diversity, job=job(seed))
    assert _keeps(table, labels, 2, diversity, l=least)


@given(seed=st.integers(0, 10_000), t=st.sampled_from([0.0, 0.1, 0.3]), numbers=st.booleans())
def test_every_group_is_as_close_to_the_table_as_asked_for(seed, t, numbers):
    rng = np.random.default_rng(seed)
    sensitive = rng.integers(0, 9, 40) if numbers else rng.choice(list("abc"), 40)
    table = coded(random_codes(40, 3, seed, 4), sensitive)
    assert _keeps(table, mindis(Encoded.of(table), k=2, t=t, job=job(seed)), 2, t=t)


def test_all_rows_in_one_group_are_as_close_to_the_table_as_can_be():
    table = coded(random_codes(50, 2, 11), np.arange(50))
    assert mindis(Encoded.of(table), k=2, t=0.0, job=job()).max() == 0


def test_missing_sensitive_cells_are_no_values():
    table = coded(np.zeros((4, 1), dtype=int), pl.Series(["a", None, None, "b"]))
    with pytest.raises(BadOption, match=r"^l=3 cannot be kept, not even by one group of all rows; ask for less\.$"):
        mindis(Encoded.of(table), k=2, l=3)


def test_l_without_a_sensitive_column_is_refused():
    with pytest.raises(BadOption, match=r"^l=2 and t=0\.1: there is no sensitive column to keep this for; name one"):
        mindis(Encoded.of(coded(random_codes(9, 2))), k=2, l=2, t=0.1)


def test_of_people_with_several_rows_every_row_counts():
    # One person's two rows hold both values: a group of two such people is diverse whatever their first rows say.
    frame = pl.DataFrame({"who": [0, 0, 1, 1, 2, 2, 3, 3], "x": list("00001111"), "s": list("abababab")})
    table = Table(frame, Schema(quasi="x", sensitive="s", person="who", trees={"x": FLAT})).pinned()
    people_ = Encoded.of(table).per(table.people)
    assert mindis(people_, k=2, l=2, job=job()).tolist() == [0, 0, 1, 1]
    assert mindis(people_.take(np.array([1, 2, 3])), k=1, l=2, job=job()).tolist() == [0, 1, 1]


def _entropy(series):
    shares = series.value_counts()["count"].to_numpy() / len(series)
    return float(-(shares * np.log(shares)).sum())


# Weights as whole numbers --------------------------------------------------------------------------------------------


def test_equal_weights_are_exact_whole_numbers_however_many_steps_there_are():
    shares = [1 / steps for steps in (1, 2, 3, 4, 5, 6) for _ in range(steps)]
    weights, unit = whole(shares)
    assert unit == 60
    assert weights.tolist() == [60 // steps for steps in (1, 2, 3, 4, 5, 6) for _ in range(steps)]


def test_weights_without_a_common_measure_are_rounded_as_finely_as_there_is_room():
    weights, unit = whole([np.sqrt(2), np.pi, 1e-3])
    assert weights / unit == pytest.approx([np.sqrt(2), np.pi, 1e-3], rel=1e-5)
    assert MOST_WEIGHT / 2 < weights.sum() <= MOST_WEIGHT


def test_levels_that_part_the_cells_alike_are_one_rung():
    tree = Hierarchy.of([["0", "a", "c", "*"], ["1", "b", "d", "*"]], "tree")
    table = coded(np.array([[0], [1]]), trees={"x0": tree})
    rungs = Rungs.of(Encoded.of(table).levels)
    assert len(rungs) == 1
    assert rungs.weights[0] / rungs.unit == 1


def test_people_as_they_are_lose_less_than_with_one_group():
    table = people(200).with_every_hierarchy()
    labels = mindis(Encoded.of(table), k=5, job=job())
    assert lost(table, labels) < 0.7 * lost(table, np.zeros(200, dtype=np.int64))
