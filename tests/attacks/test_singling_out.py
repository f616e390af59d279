"""What is special to the attacker who describes people."""

import numpy as np
import polars as pl
import pytest

import tokumei as tk
from tests import found
from tests.strategies import people
from tokumei import catalogue
from tokumei.attacks.singling_out import singling_out
from tokumei.model import Schema, Table

KNOWN = people(150)


def described(known, released, **options):
    return singling_out(known, released, job=found.job(), **options)


def fitting(frame, said):
    """Return the rows that a description fits, read word by word."""
    fits = np.ones(frame.height, dtype=bool)
    for part in said.split(" and "):
        name, word, *value = part.split(" ", 2)
        cells = frame[name]
        if word == "is":
            here = cells.is_null()
        elif word == "in":
            low, high = value[0][1:-1].split(";")
            here = cells.is_between(type(cells.drop_nulls()[0])(low), type(cells.drop_nulls()[0])(high))
        else:
            wanted = cells.dtype.to_python()
            one = wanted.fromisoformat(value[0]) if hasattr(wanted, "fromisoformat") else wanted(value[0])
            here = {"==": cells == one, ">=": cells >= one, "<=": cells <= one}[word]
        fits &= here.fill_null(value=False).to_numpy()
    return np.flatnonzero(fits)


@pytest.mark.parametrize("mode", ["multivariate", "univariate"])
def test_a_description_holds_where_it_fits_exactly_one_row(mode):
    told = described(KNOWN, KNOWN, mode=mode)
    assert [len(fitting(KNOWN.frame, one)) == 1 for one in told.said] == told.held.tolist()
    assert told.held.any()


def test_descriptions_are_made_from_the_release_and_counted_in_the_original():
    other = people(150, seed=9)
    told = described(KNOWN, other)
    assert [len(fitting(KNOWN.frame, one)) == 1 for one in told.said] == told.held.tolist()


def test_each_description_speaks_of_so_many_columns():
    told = described(KNOWN, KNOWN, columns=2)
    assert {one.count(" and ") for one in told.said} == {1}


def test_no_description_is_made_twice_nor_more_than_asked_for():
    told = described(KNOWN, KNOWN, attempts=40)
    assert len(told.said) == len(set(told.said)) == 40


def test_ranges_and_sets_are_described_and_suppressed_cells_are_not():
    known = Table(pl.DataFrame({"age": [20, 30, 40], "zip": ["a", "b", "c"]}), Schema(quasi=["age", "zip"])).pinned()
    released = known.released(pl.DataFrame({"age": ["[20;30]", "[20;30]", "*"], "zip": ["{a;b}", "*", "c"]}))
    told = dict(zip(*(lambda guess: (guess.said, guess.held.tolist()))(described(known, released)), strict=True))
    assert told == {"age in [20;30]": False, "age in [20;30] and zip in {a;b}": False, "zip == c": True}


def test_what_is_suppressed_altogether_is_not_described():
    gone = KNOWN.released(pl.DataFrame({name: ["*"] * 5 for name in (*KNOWN.quasi, *KNOWN.sensitive)}))
    told = tk.attack(KNOWN, gone, "singling_out")
    assert (told.of, told.rate, told.chance) == (0, 0.0, 0.0)


def test_groups_of_several_rows_hide_people_from_descriptions_by_quasi_columns():
    quasi = Table(KNOWN.frame, Schema(quasi=["age", "born"])).pinned()
    groups = np.argsort(np.argsort(quasi.frame["age"].to_numpy(), kind="stable")) // 15
    release = found.filled(quasi, groups, catalogue.get("span"))
    assert described(quasi, release.data, columns=2).held.mean() < described(quasi, quasi, columns=2).held.mean() / 2


def test_the_baseline_of_columns_that_know_nothing_of_each_other_is_the_rate():
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({f"c{c}": rng.integers(0, 6, 250) for c in range(3)}).with_columns(pl.all().cast(pl.String))
    known = Table(frame, Schema(quasi=frame.columns)).pinned()
    other = known.released(pl.DataFrame({name: rng.permutation(frame[name].to_numpy()) for name in frame.columns}))
    told = described(known, other)
    assert told.usual == pytest.approx(told.held.mean(), abs=0.06)
    assert 0.2 < told.usual < 0.37
