"""The household table, a hundred of its rows, and the releases: eight single methods and twelve combinations."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from tokumei.contest import QUASI, SENSITIVE, Rules
from tokumei.model import Job, Schema, Table
from tokumei.papers.base.parts import Sets
from tokumei.papers.base.sets import DataSet
from tokumei.papers.euclid import printed
from tokumei.params import label
from tokumei.samples.household import household

Step = dict[str, Any]

SMALL = 100
"""Rows of the small table of sections 4.2 to 4.4 and of Figures 1 to 5."""
CROSSED = 6
"""Cross tables are of the first quasi columns; those from here on can be unified without harm to them."""
NOISE = 0.1


def households(rng: np.random.Generator) -> pl.DataFrame:
    """Make up households in the shape of the contest's table."""
    return household(job=Job(rng))


SETS = {"household": DataSet("household", "PWSCup 2015", households, "pseudo_household_8333.csv", stand_in=True)}


def whole(sets: Sets) -> Table:
    """Return the table with the roles of the contest: 13 quasi columns, and after them 12 sensitive ones."""
    table = sets["household"].qi.table
    assert table is not None
    names = table.frame.columns
    return Table(table.frame, Schema(quasi=names[:QUASI], sensitive=names[QUASI : QUASI + SENSITIVE])).pinned()


def small(sets: Sets, seed: int) -> Table:
    """Return a hundred rows of the table, drawn at random."""
    table = whole(sets)
    rows = np.random.default_rng([seed, SMALL]).permutation(len(table))[:SMALL]
    return Table(table.frame[np.sort(rows)], table.schema).pinned()


def rules_of(table: Table) -> Rules:
    """Return which columns the codes look at."""
    return Rules.usual(table.quasi, table.sensitive)


def single(table: Table) -> dict[str, list[Step]]:
    """Return the single methods of Table 7, each as the steps of a recipe."""
    inside, outside = table.quasi[CROSSED - 2], table.quasi[-1]
    every = {
        "D_A": _k_anonymous(3, len(table)), "D_B": {"transform": "noise", "size": NOISE},
        "D_C": {"transform": "yamaoka"}, "D_D": _unified([outside]), "D_E": _unified([inside]),
        "D_F": {"transform": "average_sensitive"}, "D_G": {"transform": "swap_within"},
        "D_H": {"transform": "delete_rows", "share": 0.1},
    }  # fmt: skip
    return {name: [every[name]] for name in printed.SINGLES}


def combined(table: Table) -> dict[str, list[Step]]:
    """Return twelve releases of the methods that Table 13 names, with the smallest groups that Table 12 prints."""
    one, rows = {name: steps[0] for name, steps in single(table).items()}, len(table)
    outside, inside = _unified(table.quasi[CROSSED:]), _unified([table.quasi[place] for place in (1, 2, 4)])
    swapped = [_k_anonymous(3, rows), one["D_G"]]
    averaged = {name: [_k_anonymous(k, rows), one["D_F"]] for name, k in (("D10", 41), ("D11", 8), ("D12", 4))}
    return {
        "D1": [one["D_E"]], "D2": [one["D_F"]], "D3": swapped, "D4": swapped, "D5": [outside, one["D_C"]],
        "D6": [outside, one["D_C"]], "D7": [outside, *swapped], "D8": [inside, one["D_G"], one["D_C"]],
        "D9": [inside, one["D_G"], one["D_C"]], **averaged,
    }  # fmt: skip


def said(steps: Sequence[Step]) -> str:
    """Return steps as a person would write them.

    >>> said([{"transform": "noise", "size": 0.1}, {"transform": "yamaoka"}])
    'noise(size=0.1), yamaoka'
    """
    return ", ".join(label(*_named(step)) for step in steps)


def _named(step: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    (_, name), *options = step.items()
    return name, {key: value for key, value in options if key != "fill"}


def _k_anonymous(k: int, rows: int) -> Step:
    # Each group publishes the quasi values of one of its rows: only so can rows of a release find no partner
    # of their own and yet some partner, as in the column D_A of Table 11, where EUC2 finds 17 of 100.
    return {"grouping": "mondrian", "k": min(k, rows), "fill": {"name": "average", "center": "medoid"}}


def _unified(columns: Sequence[str]) -> Step:
    return {"transform": "unify", "columns": list(columns)}
