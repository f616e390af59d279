"""The command that makes the Euclidean paper again: what it prints beside ours, and where its tables contradict."""

import json
import statistics
from html import unescape
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from tokumei.cli import group
from tokumei.papers.base import page
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import made
from tokumei.papers.base.sets import prepared
from tokumei.papers.euclid import PAPER, data, figures, printed, signs, tables, work
from tokumei.papers.euclid.examples import table_of

ROWS = 300
SHORT = {"COUNTS": (1, 13), "SIZES": (40, 120)}


@pytest.fixture(scope="module")
def small():
    """The paper on three hundred made-up households, its curves at two places."""
    with pytest.MonkeyPatch.context() as patched:
        for name, value in SHORT.items():
            patched.setattr(figures, name, value)
        patched.setattr(work, "LINKED", 20)
        patched.setattr(work, "MOST_GOES", 1)
        yield made(PAPER, Desk(), folder=None, most=ROWS)


def lines(small, name):
    return small.parts[name].frame.to_dicts()


@pytest.mark.parametrize("name", ["examples", "steps"])
def test_the_worked_example_comes_out_as_printed(small, name):
    assert [line for line in lines(small, name) if not line["agrees"]] == []


def test_what_euc1_finds_in_table_3_hangs_on_the_order_of_the_rows(small):
    rates = {line["release"]: line["EUC1"] for line in lines(small, "scored")}
    assert (rates["D"], rates["D_reversed"]) == (1, 0.5)


def test_signs_that_the_methods_themselves_decide_are_those_of_table_10(small):
    ours = {
        (line["data"], line["code"]): line["agrees"] for line in lines(small, "table_10") if line["table"] == "whole"
    }
    sure = [("D_A", code) for code in ("U1", "U2", "U3", "U4", "U5", "S1", "S2", "E1", "E3")]
    sure += [(name, code) for name in ("D_D", "D_E") for code in ("U1", "U4", "U5", "E1", "E3", "E4", "EUC1")]
    sure += [(name, code) for name in ("D_F", "D_G") for code in ("U1", "U2", "U3", "S1", "S2", "E1")]
    sure += [("D_C", code) for code in printed.TABLE_10] + [("D_E", "U2"), ("D_H", "U6"), ("D_B", "U5")]
    assert [one for one in sure if not ours[one]] == []


def test_every_combined_release_has_the_smallest_group_of_table_12_where_that_is_more_than_one(small):
    wanted = {
        name: float(cell) for name, cell in zip(printed.TWELVE, printed.cells(printed.TABLE_12, "S1"), strict=True)
    }
    ours = {line["data"]: line["S1"] for line in lines(small, "table_12")}
    assert [name for name, least in wanted.items() if ours[name] < least] == []


def test_what_is_harmed_is_what_table_10_says_of_the_methods(small):
    # Few of so few rows share their quasi values, so that averaging inside them (D2) hardly shows.
    assert [line["data"] for line in lines(small, "table_13") if not line["ours_agrees"]] in ([], ["D2"])


def test_a_score_exploit_scores_nothing_and_hides_nobody(small):
    exploits = [line for line in lines(small, "table_15") if "C" in printed.TABLE_13[line["data"]]]
    assert len(exploits) == 4
    for line in exploits:
        assert max(line[code] for code in (*printed.ATTACKS, "EUC2")) < 0.05
        assert line["worst_rate"] > 0.4


def test_rows_left_in_order_are_all_found_by_their_number():
    table = data.whole(prepared(PAPER.sets, None, most=60))
    steps, desk = data.combined(table)["D7"], Desk()
    kept, shuffled = (work.released(desk, table, steps, 0, in_order=one) for one in (True, False))
    assert np.array_equal(kept.key, np.arange(60))
    assert work.euclid(table, kept).rate > work.euclid(table, shuffled).rate + 0.3


def test_where_nobody_fits_only_euc2_finds_anybody(small):
    rates = {
        (line["attack"], line["quasi"]): line["rate"] for line in lines(small, "figures_2_3") if line["rows"] == ROWS
    }
    assert rates["unified_euc1", 1] == rates["unified_euc2", 1]
    assert rates["unified_euc1", 13] < 0.2 < rates["unified_euc2", 13]


def test_the_printed_tables_contradict_each_other_in_four_releases():
    found = {name: signs.contradictions(name) for name in printed.TWELVE if signs.contradictions(name)}
    assert found == {"D5": ("U4",), "D6": ("U4",), "D8": ("U2", "U3"), "D9": ("U2", "U3")}


@pytest.mark.parametrize("place", range(len(printed.ATTACKS)))
def test_the_printed_summary_counts_the_mean_as_a_thirteenth_release(place):
    rates = [float(cell) for cell in printed.cells(printed.TABLE_15, printed.ATTACKS[place])]
    mean, deviation = (float(printed.SUMMARY_15[name].split()[place]) for name in ("mean", "deviation"))
    assert statistics.mean(rates) == pytest.approx(mean, abs=1.5e-4)
    assert statistics.pstdev([*rates, mean]) == pytest.approx(deviation, abs=1.5e-4)


def test_every_printed_table_is_whole():
    assert {len(signs) for signs in printed.TABLE_10.values()} == {len(printed.SINGLES)}
    assert {len(printed.cells(printed.TABLE_11, code)) for code in printed.TABLE_11} == {1 + len(printed.SINGLES)}
    for table in (printed.TABLE_12, printed.TABLE_15):
        assert {len(printed.cells(table, code)) for code in table} == {len(printed.TWELVE)}
    assert tuple(printed.TABLE_13) == printed.TWELVE


def test_published_ranges_hide_nobody_from_euc2():
    table = data.whole(prepared(PAPER.sets, None, most=200))
    release = work.released(Desk(), table, [{"grouping": "mondrian", "k": 3, "fill": "span"}], 0)
    assert work.euclid(table, release, unmatched="nearest").rate > 0.99


def test_the_stand_in_is_never_taken_for_the_contests_table(tmp_path):
    PAPER.sets["household"].made(np.random.default_rng(0)).write_csv(tmp_path / "pseudo_household_8333.csv")
    rows = prepared(PAPER.sets, str(tmp_path))["household"]
    assert (rows.is_made_up, rows.is_whole, rows.is_comparable) == (False, True, False)


def test_the_same_seed_gives_the_same_numbers():
    table = table_of(printed.TABLE_2A * 20)
    one, two = (work.tried(Desk(seed=3), table, work.released(Desk(seed=3), table, [{"transform": "noise"}], 1))
                for _ in range(2))  # fmt: skip
    assert one == two


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_shows_every_part_and_every_reason(small, lang):
    pictures = {panel.name: "<svg></svg>" for part in small.parts.values() for panel in part.drawn(lang)}
    html = unescape(page.html(small, pictures, lang))
    for name in PAPER.parts:
        assert PAPER.said(f"{name}.title", lang) in html
    for name in PAPER.why:
        assert PAPER.said(f"why.{name}_title", lang) in html
    assert "14.142" in html
    assert "38837.9 / " in html


def test_every_figure_is_drawn_and_has_words(small):
    panels = [panel for part in small.parts.values() for panel in part.drawn("en")]
    assert len(panels) == 10
    assert all(panel.words for panel in panels)
    one, last = panels[0].drawn(), panels[-1].drawn()
    assert "D_C" in one
    assert "EUC2, nobody fits" in last


def test_the_command_writes_a_page_and_the_numbers(tmp_path, monkeypatch):
    for name, value in SHORT.items():
        monkeypatch.setattr(figures, name, value)
    monkeypatch.setattr("tokumei.report.look.svg", lambda _: "<svg></svg>")
    given = ["paper", "euclid", "--rows", "30", "--out", str(tmp_path / "out"), "--json"]
    result = CliRunner(env={"TOKUMEI_DATA": ""}).invoke(group, given)
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert set(PAPER.files) <= {path.name for path in Path(document["out"]).iterdir()}
    assert pl.read_csv(tmp_path / "out" / "table_15.csv").height == 12
    assert tables.ORIGINAL in pl.read_csv(tmp_path / "out" / "table_11.csv")["data"].to_list()
