"""What is special to the attacker who weighs agreements."""

import numpy as np
import polars as pl
import pytest

from tests import found
from tests.strategies import people
from tokumei import catalogue
from tokumei.attacks.euclid import euclid
from tokumei.attacks.linkage import linkage
from tokumei.model import Schema, Table
from tokumei.model.linking import Linking, shared


def named(known, released, seed=0):
    return linkage(known, released, job=found.job(seed)).rows


def table(rows=300, seed=0):
    """Return a table of three categories, of different frequencies, and three numbers."""
    rng = np.random.default_rng(seed)
    words = {f"c{c}": rng.choice(list("abcdef"), rows, p=[0.4, 0.3, 0.1, 0.1, 0.05, 0.05]) for c in range(3)}
    numbers = {f"x{c}": rng.normal(size=rows) for c in range(3)}
    return Table(pl.DataFrame(words | numbers), Schema(quasi=list(words), sensitive=list(numbers))).pinned()


def shuffled(known, seed=1):
    order = np.random.default_rng(seed).permutation(len(known))
    return known.take(order), order


def test_unchanged_rows_are_all_found():
    released, order = shuffled(table())
    assert named(table(), released).tolist() == order.tolist()


def test_a_range_or_a_set_agrees_with_what_is_inside_and_the_narrower_tells_more():
    known = Table(
        pl.DataFrame({"age": [20, 30, 40, 50], "zip": ["a", "b", "c", "d"]}), Schema(quasi=["age", "zip"])
    ).pinned()
    released = known.released(
        pl.DataFrame({"age": ["[25;45]", "[25;45]", "*", "[45;99]"], "zip": ["{c;d}", "*", "{b;d}", "{a;b;d}"]})
    )
    assert named(known, released).tolist() == [2, 1, 1, 3]


def test_what_is_suppressed_altogether_finds_the_first_row():
    known = table()
    gone = known.released(pl.DataFrame({name: ["*"] for name in known.frame.columns}))
    assert named(known, gone).tolist() == [0]


def test_a_rare_agreement_outweighs_a_common_one():
    # Fifty rows have word a, and one of them the rare number; the released row has that number and another word.
    frame = pl.DataFrame({"word": ["a"] * 50 + ["b"] * 50, "mark": ["common"] * 99 + ["rare"]})
    known = Table(frame, Schema(quasi=["word", "mark"])).pinned()
    released = known.released(pl.DataFrame({"word": ["a"] * 20, "mark": ["common"] * 19 + ["rare"]}))
    assert named(known, released)[-1] == 99


def test_columns_that_were_swapped_count_for_nothing():
    known = table()
    rng = np.random.default_rng(5)
    released, order = shuffled(known)
    mixed = {name: pl.Series(rng.permutation(released.frame[name].to_numpy())) for name in ("c0", "x0", "x1")}
    swapped = released.with_columns(mixed)
    judge = Linking.of(known, swapped, shared(known, swapped)).learned(found.job())
    worth = dict(zip(np.array(shared(known, swapped))[judge.order], judge.telling, strict=True))
    assert max(worth[name] for name in ("c0", "x0", "x1")) < min(worth[name] for name in ("c1", "c2", "x2"))
    assert (named(known, swapped) == order).mean() > 0.95


def test_noise_is_seen_through_where_distance_is_misled():
    known = table(2000)
    rng = np.random.default_rng(2)
    released, order = shuffled(known)
    loud = {name: released.frame[name] + pl.Series(rng.normal(size=2000) * size) for name, size in
            (("x0", 0.01), ("x1", 3.0), ("x2", 3.0))}  # fmt: skip
    noised = released.with_columns(loud)
    near = euclid(known, noised).rows
    assert (named(known, noised) == order).mean() > (near == order).mean() + 0.2


def test_unrelated_tables_are_linked_no_better_than_by_chance():
    known, other = table(300, seed=1), table(300, seed=2)
    assert (named(known, other) == np.arange(300)).sum() < 8


def test_missing_cells_agree_with_missing_ones():
    known = people(200)
    released, order = shuffled(known)
    blank = known.frame["city"].is_null().to_numpy()
    assert (blank[named(known, released)] == blank[order]).all()


def test_gaps_that_a_fill_has_overwritten_do_not_stand_in_the_way():
    known = people(200)
    release = found.filled(known, np.arange(200) // 5, catalogue.get("span"))
    assert known.frame["city"].null_count() > release.data.frame["city"].null_count()
    assert (named(known, release.data) == np.arange(200)).mean() > 0.9


@pytest.mark.parametrize("threads", [1, 3])
def test_the_number_of_threads_changes_nothing(threads):
    released, _ = shuffled(people(200))
    alone = linkage(people(200), released, job=found.job()).rows
    assert linkage(people(200), released, job=found.job(threads=threads)).rows.tolist() == alone.tolist()


def test_columns_in_another_order_and_further_columns_change_nothing():
    known = table()
    released, _ = shuffled(known)
    moved = known.released(released.frame.select(reversed(released.frame.columns)).with_columns(more=pl.lit(1)))
    assert named(known, moved).tolist() == named(known, released).tolist()
