"""What is special to the attacker who wants a hidden value."""

import numpy as np
import polars as pl
import pytest

import tokumei as tk
from tests import found
from tests.strategies import people
from tokumei.attacks.inference import inference
from tokumei.errors import BadOption, UnknownColumn
from tokumei.model import Schema, Table


def table(rows=400, seed=0, known_by_age=True):
    """Return people whose illness follows from their age, or from nothing."""
    rng = np.random.default_rng(seed)
    age = rng.integers(20, 80, rows)
    cause = age // 20 if known_by_age else rng.integers(1, 4, rows)
    illness = np.array(["", "flu", "gout", "cold"])[cause]
    frame = {
        "age": age,
        "sex": rng.choice(["f", "m"], rows),
        "illness": illness,
        "pay": age * 10.0 + rng.normal(size=rows),
    }
    return Table(pl.DataFrame(frame), Schema(quasi=["age", "sex"], sensitive=["illness", "pay"])).pinned()


def inferred(known, released, **options):
    return inference(known, released, job=found.job(), **options)


def test_what_follows_from_the_known_columns_is_inferred_though_nobody_is_found():
    known = table()
    groups = np.argsort(np.argsort(known.frame["age"].to_numpy(), kind="stable")) // 10
    told = inferred(known, found.filled(known, groups, tk.methods("fill")[1]).data)
    assert told.held.mean() > 0.95
    assert told.usual < 0.45


def test_what_follows_from_nothing_is_inferred_no_better_than_without_the_release():
    known = table(known_by_age=False)
    other = table(seed=1, known_by_age=False)
    told = inferred(known, other)
    assert abs(told.held.mean() - told.usual) < 0.1


def test_the_hidden_column_of_the_original_is_not_looked_at():
    known, released = table(), table(seed=1)
    blind = known.with_columns({"illness": known.frame["illness"].gather(np.random.default_rng(0).permutation(400))})
    assert list(inferred(known, released).said) == list(inferred(blind, released).said)


def test_a_number_counts_within_the_tolerance():
    known = table()
    released = known.with_columns({"pay": known.frame["pay"] + 20.0})
    sd = known.frame["pay"].std(ddof=0)
    near, far = (inferred(known, released, secret="pay", tolerance=t / sd, columns=["age"]) for t in (60.0, 5.0))
    assert near.held.mean() > 0.95
    assert far.held.mean() < 0.1


def test_the_baseline_is_the_one_value_that_is_right_most_often():
    known = table()
    counts = known.frame["illness"].value_counts()["count"].to_numpy()
    assert inferred(known, known).usual == counts.max() / 400


def test_only_so_many_people_are_asked_about_and_their_values_are_told():
    told = tk.attack(table(), table(), "inference", targets=50, seed=2)
    assert (told.of, len(told.guess)) == (50, 50)
    rows, values = zip(*told.guess, strict=True)
    assert len(set(rows)) == 50
    assert set(values) <= {"flu", "gout", "cold"}


def test_people_without_the_value_are_not_asked_about():
    known = people(80)
    told = tk.attack(known, known, "inference", secret="city", seed=1)
    assert told.of == 80 - known.frame["city"].null_count()


def test_a_range_is_taken_at_its_middle():
    known = Table(pl.DataFrame({"a": [1, 2], "s": [10.0, 20.0]}), Schema(quasi="a", sensitive="s")).pinned()
    released = known.released(pl.DataFrame({"a": [1, 2], "s": ["[8;12]", "[0;20]"]}))
    assert dict(inferred(known, released).said) == {0: 10.0, 1: 10.0}
    assert inferred(known, released).held.tolist() == [True, False]


def test_columns_that_are_not_there_or_known_and_hidden_at_once_are_refused():
    with pytest.raises(UnknownColumn, match="no column 'sickness' in the original table; did you mean 'illness'"):
        inferred(table(), table(), secret="sickness")
    with pytest.raises(BadOption, match="secret=age is among the columns that are known"):
        inferred(table(), table(), secret="age", columns=["age"])
