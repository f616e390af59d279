"""The groupings of the Tomobiki paper against slow twins, and what they promise beyond."""

import sys
import time

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import microaggregation as slow
from tokumei.errors import BadOption
from tokumei.groupings.anneal import anneal
from tokumei.groupings.coarse import coarse
from tokumei.groupings.mondrian import mondrian
from tokumei.groupings.tomobiki import tomobiki
from tokumei.groupings.tomobiki_sharp import tomobiki_sharp
from tokumei.groupings.vmdav import vmdav
from tokumei.kernels.knn import nearest_rows
from tokumei.kernels.tomobiki import edges, linked
from tokumei.model import Encoded, Grouping, Job, Schema, Table, encoded
from tokumei.model.spread import sse_of


def job(seed=0, threads=1):
    return Job(np.random.default_rng(seed), threads=threads)


def parts(labels):
    return {frozenset(np.flatnonzero(labels == group).tolist()) for group in np.unique(labels)}


def halves(qi):
    return np.arange(len(qi)) * 2 // max(len(qi), 1)


@st.composite
def points(draw, ties=True, most=40):
    """Draw rows on a coarse grid, where distances tie, or anywhere."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n, columns = draw(st.integers(4, most)), draw(st.integers(1, 3))
    return (
        rng.integers(0, 4, (n, columns)).astype(float)
        if ties and draw(st.booleans())
        else rng.normal(size=(n, columns))
    )


@given(points(), st.integers(2, 5))
def test_mondrian_agrees_with_its_slow_twin(x, k):
    if len(x) >= k:
        assert parts(mondrian(encoded(x), k=k)) == slow.mondrian(x, k)


@given(points(), st.integers(2, 4), st.sampled_from([0.0, 0.2, 1.1, 3.0]))
def test_vmdav_agrees_with_its_slow_twin(x, k, gamma):
    if len(x) >= 2 * k:
        assert parts(vmdav(encoded(x), k=k, gamma=gamma)) == slow.vmdav(x, k, gamma)


@given(points(ties=False), st.integers(2, 4), st.integers(1, 4))
def test_the_neighbor_graph_agrees_with_its_slow_twin(x, k, m):
    if len(x) >= 2 * k:
        near = nearest_rows(x, min(k + m - 2, len(x) - 1), 1, lambda _: None)
        start, friends = linked(*edges(x, near, k, m), len(x))
        graph = {row: set(friends[start[row] : start[row + 1]].tolist()) for row in range(len(x))}
        assert graph == slow.neighbor_graph(x, k, m)


@given(points(ties=False), st.integers(2, 4), st.integers(1, 4))
def test_tomobiki_by_component_agrees_with_its_slow_twin(x, k, m):
    if len(x) >= 2 * k:
        assert parts(tomobiki(encoded(x), k=k, m=m, start="component")) == slow.tomobiki(x, k, m)


@given(points(), st.integers(2, 5), st.sampled_from(["centroid", "component"]))
def test_tomobiki_leaves_no_row_and_no_group_below_k(x, k, start):
    if len(x) >= k:
        labels = tomobiki(encoded(x), k=k, start=start)
        assert np.bincount(labels).min() >= k


@given(points(most=60), st.integers(2, 4))
def test_best_cuts_whatever_can_be_cut(x, k):
    labels = mondrian(encoded(x), k=k, split="best")
    for group in parts(labels):
        rows = x[sorted(group)]
        for column in rows.T:
            below = [(column < value).sum() for value in np.unique(column)]
            assert not any(k <= count <= len(rows) - k for count in below)


def test_best_parts_categories_that_no_prefix_parts():
    # Counts 4, 4, 1, 1: most frequent first gives 4 and 8, but 4 + 1 on each side is allowed.
    frame = pl.DataFrame({"city": list("aaaabbbbcd")})
    qi = Encoded.of(Table(frame, Schema(quasi="city")).pinned())
    assert sorted(np.bincount(mondrian(qi, k=5, split="best")).tolist()) == [5, 5]


@given(points(most=200), st.integers(2, 6))
def test_exact_neighbors_agree_with_looking_at_all(x, count):
    if len(x) > count:
        x = np.unique(x, axis=0)
        if len(x) > count:
            near = nearest_rows(x, count, 1, lambda _: None)
            for row in range(len(x)):
                others = sorted((slow.distance(x, other, row), other) for other in range(len(x)) if other != row)
                assert [other for _, other in others[:count]] == near[row].tolist()


def test_copies_of_a_row_are_tied_in_a_ring():
    near = nearest_rows(np.array([[1.0]] * 5 + [[2.0]]), 2, 1, lambda _: None)
    assert near[:5].tolist() == [[1, 2], [2, 3], [3, 4], [4, 0], [0, 1]]


def test_neighbors_in_blocks_are_nearly_the_nearest(monkeypatch):
    from tokumei.kernels import knn

    x = np.random.default_rng(0).random((60_000, 6))
    exact = nearest_rows(x, 5, 1, lambda _: None, exact=True)
    monkeypatch.setattr(knn, "MOST_LOOKS", 0)
    nearly = nearest_rows(x, 5, 2, lambda _: None)
    assert all(len(set(row)) == 5 for row in nearly[:1000].tolist())
    assert (nearly != np.arange(len(x))[:, None]).all()
    far = [np.sqrt(((x[near] - x[:, None]) ** 2).sum(2)).mean() for near in (exact, nearly)]
    assert far[0] <= far[1] <= 1.1 * far[0]


@pytest.mark.parametrize("start", ["centroid", "component"])
def test_sharp_with_one_part_is_tomobiki(start):
    x = encoded(np.random.default_rng(1).normal(size=(300, 3)))
    whole = tomobiki_sharp(x, k=4, k_sharp=300, start=start, job=job())
    assert parts(whole) == parts(tomobiki(x, k=4, start=start))


def test_sharp_tells_which_part_it_chose_and_why():
    surroundings = job()
    labels = tomobiki_sharp(
        encoded(np.random.default_rng(1).normal(size=(3000, 2))), k=3, seconds=60.0, job=surroundings
    )
    assert surroundings.notes["k_sharp"] == 3000
    assert "60 seconds" in surroundings.notes["k_sharp_why"]
    assert np.bincount(labels).min() >= 3


def test_time_to_compile_is_not_held_against_a_size(monkeypatch):
    calls = []

    def compiled_first(points, *rest, **more):
        calls.append(len(points))
        time.sleep(0.6 if len(calls) == 1 else 0)
        return np.zeros(len(points), dtype=np.int64)

    monkeypatch.setattr(sys.modules[tomobiki_sharp.__module__], "groups", compiled_first)
    surroundings = job()
    tomobiki_sharp(encoded(np.random.default_rng(1).normal(size=(1500, 2))), k=3, seconds=0.5, job=surroundings)
    assert surroundings.notes["k_sharp"] == 1500


def test_auto_m_loses_no_more_than_any_m_it_tried():
    x = encoded(np.random.default_rng(2).normal(size=(400, 2)))
    surroundings = job()
    chosen = sse_of(x.matrix, tomobiki(x, k=4, m="auto", job=surroundings))
    assert surroundings.notes["m"] in (2, 3, 4, 5, 6)
    assert all(chosen <= sse_of(x.matrix, tomobiki(x, k=4, m=m)) for m in (2, 3, 4, 5, 6))


@pytest.mark.parametrize("split", ["mondrian", "rtree"])
@given(points(most=120), st.integers(2, 6))
def test_coarse_parts_keep_k_sharp_rows_and_all_rows(split, x, k_sharp):
    inner = Grouping("whole", bound=lambda qi: np.zeros(len(qi), dtype=np.int64))
    if len(x) >= k_sharp:
        labels = coarse(encoded(x), k=2, split=split, inner=inner, k_sharp=k_sharp, job=job())
        assert np.bincount(labels).min() >= k_sharp


def test_threads_change_nothing():
    x = encoded(np.random.default_rng(3).normal(size=(25_000, 3)))
    for group in (
        lambda threads: tomobiki(x, k=3, job=job(threads=threads)),
        lambda threads: tomobiki_sharp(x, k=3, k_sharp=500, job=job(threads=threads)),
        lambda threads: anneal(
            x, k=3, start=Grouping("t", bound=lambda qi: tomobiki(qi, k=3)), effort=6.0, job=job(threads=threads)
        ),
    ):
        assert (group(1) == group(2)).all()


@given(points(most=60), st.integers(2, 5), st.integers(0, 3))
def test_annealing_keeps_sizes_and_never_loses_more_than_its_start(x, k, seed):
    qi = encoded(x)
    start = Grouping("halves", bound=halves)
    labels = anneal(qi, k=k, start=start, effort=30.0, job=job(seed)) if len(x) >= 2 * k else None
    if labels is not None:
        sizes = np.bincount(labels)[np.unique(labels)]
        assert k <= sizes.min() <= sizes.max() <= 2 * k - 1
        assert sse_of(qi.matrix, labels) <= sse_of(qi.matrix, halves(qi)) + 1e-9


def test_annealing_finds_the_best_partition_of_a_small_table():
    x = np.random.default_rng(5).normal(size=(12, 2))
    labels = anneal(encoded(x), k=3, start=Grouping("halves", bound=halves), effort=3000.0, job=job(1))
    assert sse_of(x, labels) == pytest.approx(slow.best_sse(x, 3))


def test_annealing_repeats_for_a_seed_and_an_effort():
    x = encoded(np.random.default_rng(6).normal(size=(200, 3)))
    runs = [anneal(x, k=3, start=Grouping("h", bound=halves), effort=50.0, job=job(seed)) for seed in (4, 4, 5)]
    assert (runs[0] == runs[1]).all()
    assert (runs[0] != runs[2]).any()


def test_annealing_stops_at_its_time_limit_and_tells_the_work_done():
    surroundings, x = job(), encoded(np.random.default_rng(6).normal(size=(400, 3)))
    anneal(x, k=3, start=Grouping("h", bound=halves), effort=1.0, job=job())
    begun = time.monotonic()
    anneal(x, k=3, start=Grouping("h", bound=halves), seconds=0.3, job=surroundings)
    assert time.monotonic() - begun < 2.0
    assert surroundings.notes["effort"] > 1


def test_a_start_with_too_small_groups_is_refused():
    with pytest.raises(BadOption, match="fewer than k=3 rows"):
        anneal(encoded(np.arange(12.0)[:, None]), k=3, start=Grouping("one", bound=lambda qi: np.arange(12)), job=job())


@pytest.mark.parametrize(
    "rows",
    [
        np.ones((40, 3)),
        np.column_stack([np.arange(40.0), np.zeros(40)]),
        np.arange(7.0)[:, None],
        np.array([[-1e300], [1e300]] * 10),
        np.random.default_rng(0).random((30, 500)),
    ],
    ids=["all equal", "a constant column", "2k-1 rows", "huge values", "500 columns"],
)
@pytest.mark.parametrize("k", [2, 4, 7])
def test_odd_tables_are_grouped(rows, k):
    frame = pl.DataFrame(rows, schema=[f"c{j}" for j in range(rows.shape[1])], orient="row")
    qi = Encoded.of(Table(frame, Schema(quasi=frame.columns)).pinned())
    for group in (
        lambda: mondrian(qi, k=k),
        lambda: mondrian(qi, k=k, split="best"),
        lambda: vmdav(qi, k=k),
        lambda: tomobiki(qi, k=k),
        lambda: tomobiki(qi, k=k, start="component"),
        lambda: tomobiki_sharp(qi, k=k, k_sharp=10, job=job()),
        lambda: anneal(qi, k=k, start=Grouping("t", bound=lambda one: tomobiki(one, k=k)), effort=5.0, job=job()),
    ):
        assert np.bincount(group()).min() >= min(k, len(rows))


def test_narrow_groups_publish_less_than_their_start():
    rng = np.random.default_rng(8)
    frame = pl.DataFrame({"age": rng.integers(18, 90, 400), "city": rng.choice(list("abcdef"), 400)})
    qi = Encoded.of(Table(frame, Schema(quasi=frame.columns)).pinned())
    start = Grouping("best", bound=lambda one: mondrian(one, k=4, split="best"))
    labels = anneal(qi, k=4, start=start, loss="width", effort=200.0, job=job(1))
    assert 4 <= np.bincount(labels).min() <= np.bincount(labels).max() <= 7
    assert published_width(frame, labels) < 0.95 * published_width(frame, start(qi))


def published_width(frame, labels):
    groups = frame.with_columns(group=pl.Series(labels)).group_by("group")
    widths = groups.agg(pl.len(), (pl.col("age").max() - pl.col("age").min()) / 71, (pl.col("city").n_unique() - 1) / 5)
    return float((widths["len"] * (widths["age"] + widths["city"])).sum())


@pytest.mark.parametrize("method", [mondrian, tomobiki, vmdav])
def test_distances_too_large_to_square_still_leave_groups_of_k(method):
    x = np.random.default_rng(9).normal(size=(40, 2)) * 1e200
    with np.errstate(over="ignore", invalid="ignore"):
        assert np.bincount(method(encoded(x), k=4)).min() >= 4


def test_columns_without_any_width_to_speak_of_do_not_break_the_promise():
    qi = encoded(np.random.default_rng(9).normal(60, 2, size=(40, 2)) * 1e-320)
    labels = anneal(qi, k=4, start=Grouping("halves", bound=halves), loss="width", effort=5.0, job=job())
    assert np.bincount(labels).min() >= 4


def test_more_neighbors_than_rows_are_no_mistake():
    x = encoded(np.random.default_rng(9).normal(size=(40, 2)))
    assert np.bincount(tomobiki(x, k=4, m=10**9)).min() >= 4


def test_lists_longer_than_blocks_can_fill_are_searched_exactly(monkeypatch):
    from tokumei.kernels import knn

    monkeypatch.setattr(knn, "MOST_LOOKS", 0)
    x = np.random.default_rng(9).random((50_500, 2))
    near = nearest_rows(x, 40, 2, lambda _: None)
    assert near.min() >= 0
    assert all(len(set(row)) == 40 for row in near[:500].tolist())


def test_time_and_effort_together_keep_to_the_time():
    x = encoded(np.random.default_rng(6).normal(size=(400, 3)))
    anneal(x, k=3, start=Grouping("h", bound=halves), effort=1.0, job=job())
    begun = time.monotonic()
    anneal(x, k=3, start=Grouping("h", bound=halves), seconds=0.4, effort=1e9, restarts=4, job=job(threads=2))
    assert time.monotonic() - begun < 2.0
