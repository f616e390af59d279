"""The MinDIS paper, whose every printed step is worked again: Tables 1, 2 and 3 (a), and the eleven values of DIS."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import polars as pl
import pytest

from tests.found import job
from tokumei.fills.ancestor import ancestor
from tokumei.groupings.mindis import drawn_in_order, mindis
from tokumei.measures.distortion import distortion
from tokumei.model import Encoded, Release, Schema, Table
from tokumei.papers.mindis import printed
from tokumei.papers.mindis.trees import LONG_ZIP, ZIP, of_table_1, of_table_2

DRAWN = np.array(printed.DRAWN) - 1
"""The tuples that the paper draws one after the other."""


def table(rows, names, trees):
    return Table(pl.DataFrame(list(rows), schema=list(names), orient="row"), Schema(quasi=names, trees=trees)).pinned()


def table_1():
    return table(printed.TABLE_1A, printed.RACE_COLUMNS, of_table_1())


def table_2(codes=ZIP):
    return table(printed.TABLE_2, printed.COLUMNS, of_table_2(codes))


def released(original, labels):
    return Release(ancestor(original, labels), key=np.arange(len(original)), labels=labels)


def test_table_1a_becomes_table_1b_in_whatever_order_the_tuples_are_drawn():
    qi = Encoded.of(table_1())
    for order in permutations([2, 3, 4, 5, 6]):
        out = ancestor(table_1(), drawn_in_order(qi, np.array(order), k=2)).frame
        assert out.select(pl.all().cast(pl.String)).rows() == list(printed.TABLE_1B)


@pytest.mark.parametrize("codes", [ZIP, LONG_ZIP], ids=["three steps", "six steps"])
@pytest.mark.parametrize(("partner", "said"), printed.PARTNERS.items())
def test_each_distortion_of_t2_with_another_tuple_is_the_printed_one(codes, partner, said):
    # Of the two tuples alone: |PT| = 2 and |QI| = 4.
    pair = table_2(codes).take(np.array([1, partner - 1]))
    got = distortion(pair, released(pair, np.zeros(2, dtype=np.int64)))["distortion"]
    assert Fraction(got).limit_denominator(1000) == printed.EXACT[said]
    # 31/60 is 0.51666..., printed as 0.516: cut off. 47/120 and 53/120 are rounded.
    assert abs(got - float(said)) < 0.001


def test_table_2_becomes_table_3a_with_six_steps_for_zip():
    labels = drawn_in_order(Encoded.of(table_2(LONG_ZIP)), DRAWN, k=2)
    assert ancestor(table_2(LONG_ZIP), labels).frame.rows() == list(printed.TABLE_3A)


def test_with_the_three_steps_of_figure_1_t7_goes_elsewhere_than_printed():
    together = drawn_in_order(Encoded.of(table_2()), DRAWN, k=2)
    assert together[6] == together[10] == together[11]
    # The rule takes {t11, t12} at 0.150 before {t9, t10}, where the paper puts t7, at 0.183.
    assert _loss_of_t7_with([11, 12]) == pytest.approx(0.150)
    assert _loss_of_t7_with([9, 10]) == pytest.approx(0.18333333)


def test_every_tuple_but_t7_and_t8_is_merged_as_printed_with_three_steps_as_well():
    together = drawn_in_order(Encoded.of(table_2()), DRAWN, k=2)
    assert all(together[a - 1] == together[b - 1] for a, b in [(1, 2), (3, 4), (5, 6), (9, 10), (11, 12)])


@pytest.mark.parametrize("seed", range(20))
def test_every_random_order_gives_two_anonymity_and_no_more_distortion_than_table_3b(seed):
    original = table_2()
    out = released(original, mindis(Encoded.of(original), k=2, job=job(seed)))
    assert np.bincount(out.data.published_alike()).min() >= 2
    # Table 3 (b) generalizes dates by two steps of five and suppresses two tuples of twelve.
    assert distortion(original, out)["distortion"] < (10 * 2 / 5 + 2 * 4) / 48


def _loss_of_t7_with(others):
    rows = np.array([6, *(other - 1 for other in others)])
    three = table_2().take(rows)
    return distortion(three, released(three, np.zeros(3, dtype=np.int64)))["distortion"]
