"""The contest's table: each code asks for one number, and where there is none the table says why."""

import numpy as np
import pytest

from tests.papers.test_euclid_measures import OWN, SCHEMA, B, D, X
from tokumei import catalogue, contest
from tokumei.contest import Rules
from tokumei.model import Recipe, Release, Table
from tokumei.runner import run

CODES = ["U1", "U2", "U3", "U4", "U5", "U6", "S1", "S2", "E1", "E2", "E3", "E4", "EUC1", "EUC2"]
ORIGINAL = Table(X, SCHEMA).pinned()
RULES = Rules(tuple(SCHEMA.quasi), "SA1", "SA1")


def table_of(released, key=OWN, rules=RULES):
    recipe = contest.asking(Recipe(), rules)
    result = run(recipe, original=ORIGINAL, release=Release(ORIGINAL.released(released), key=key))
    return {line.code: line for line in contest.table(result.document(), rules)}


def values_of(lines):
    return {code: line.value for code, line in lines.items() if line.value is not None}


def test_the_codes_stand_in_the_order_of_the_contest():
    assert list(table_of(B)) == CODES


def test_each_code_is_an_alias_of_its_method():
    aliases = {alias for spec in catalogue.methods() for alias in spec.aliases}
    known = [code for code, asked in contest.codes(RULES).items() if asked.call is not None]
    assert {f"pwscup2015:{code}" for code in known} <= aliases


def test_noise_of_table_2b_scores_as_worked_out():
    wanted = {"U1": 1.25, "U2": 13.75, "U3": 0, "U4": 0.113857, "U5": 0.040625, "U6": 0, "S1": 2, "S2": 2, "E1": 0.5}
    wanted |= {"E2": 1, "E3": 1, "E4": 1, "EUC1": 1, "EUC2": 1}
    found = values_of(table_of(B))
    assert found == pytest.approx({code: wanted[code] for code in found}, abs=1e-6)


def test_the_unified_column_of_table_3_scores_as_worked_out_in_the_order_of_the_paper():
    found = values_of(table_of(D))
    assert found["E1"] == 0.375
    assert {found.get(code, 1) for code in ("E2", "E3", "E4", "EUC1", "EUC2")} == {1}


def test_e4_may_match_ranks_instead():
    rules = Rules(RULES.cross, "SA1", "SA2", by_rank=True)
    line = table_of(B, rules=rules)["E4"]
    assert line.call.startswith("rank_value")
    assert line.value in (1, None)


def test_without_the_answer_the_table_says_what_is_missing():
    lines = table_of(B, key=None)
    assert lines["U1"].value == 1.25
    assert (lines["U5"].value, "key" in lines["U5"].reason) == (None, True)
    assert (lines["E1"].value, lines["E1"].reason) == (None, "needs the answer")


def test_a_method_that_is_not_there_is_named_with_the_reason():
    with catalogue.only_during("mean_error"):
        spec = catalogue.get("mean_error")
        catalogue.forget("mean_error")
        line = table_of(B)["U1"]
    from tokumei.registry import REGISTERED

    REGISTERED[spec.name] = spec
    assert (line.value, line.reason) == (None, "mean_error is not part of this version yet")


def test_where_nothing_is_in_common_there_is_no_number():
    gone = X.with_columns(QI1=np.array([7, 8, 9, 10]))
    lines = table_of(gone)
    assert (lines["U3"].value, lines["U3"].reason) == (None, "nothing in common to compare")


def test_the_contest_took_columns_15_and_21_and_crossed_the_first_six():
    names = [str(place) for place in range(1, 26)]
    assert Rules.usual(names[:13], names[13:]) == Rules(("1", "2", "3", "4", "5", "6"), "15", "21")
    assert Rules.usual(names[:3], names[3:5]) == Rules(("1", "2", "3"), "4", "4")


def test_the_table_is_plain_values_for_a_program():
    told = contest.scores(list(table_of(B, key=None).values()))
    assert list(told["contest"]) == CODES
    assert told["contest"]["U1"] == 1.25
    assert told["contest_reasons"]["E1"] == "needs the answer"
