"""The paper behind `tomobiki`: its small examples, its Table 6, and the command that makes it again."""

import json
import os
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import tokumei as tk
from tests.oracles import microaggregation as slow
from tokumei import papers
from tokumei.binding import bound_call
from tokumei.cli import group
from tokumei.model import Encoded, Job, Schema, Table, encoded
from tokumei.papers.base import page
from tokumei.papers.base.desk import Desk, loss_of
from tokumei.papers.base.parts import made
from tokumei.papers.base.sets import prepared
from tokumei.papers.tomobiki import PAPER, pictures, printed, tables
from tokumei.papers.tomobiki import examples as ex
from tokumei.papers.tomobiki.data import ADULT, SETS
from tokumei.texts import area_texts

DATA = os.environ.get("TOKUMEI_DATA")
OF_THE_PAPER = ["mdav", "vmdav", "mondrian", "tomobiki", "tomobiki_sharp", "coarse", "anneal"]


def groups(method, points, **options):
    found = bound_call("grouping", method, options).on(encoded(points), job=Job(np.random.default_rng(0)))
    return {frozenset(np.flatnonzero(found == group).tolist()) for group in np.unique(found)}


# Tables 1 to 4.


def test_table_2_comes_out_of_table_1():
    release = tk.fill(ex.TABLE_1, ex.SCHEMA, ex.GROUPS, "span")
    south, kanto = ("{f;m}", "[24;31]", "{Chiba;Tokyo}"), ("f", "[31;56]", "{Ibaraki;Saitama}")
    assert release.table.select("sex", "age", "residence").rows() == [south, kanto, kanto, kanto, south, south]
    assert release.table["income"].to_list() == ex.TABLE_1["income"].to_list()
    assert "name" not in release.table.columns


def test_table_3_comes_out_of_table_1():
    release = tk.fill(ex.TABLE_1, ex.SCHEMA, ex.GROUPS, "average")
    south, kanto = ("m", 28, "Chiba"), ("f", 41, "Saitama")
    assert release.table.select("sex", "age", "residence").rows() == [south, kanto, kanto, kanto, south, south]


@pytest.mark.parametrize("fill", ["average", "span"])
@pytest.mark.parametrize("method", OF_THE_PAPER)
def test_any_grouping_goes_with_any_fill(method, fill):
    options = {"effort": 20.0} if method == "anneal" else {}
    release = tk.anonymize(ex.TABLE_1, ex.SCHEMA, method, k=3, fill=fill, seed=1, **options)
    alike = release.table.group_by("sex", "age", "residence").len()
    assert alike["len"].min() >= 3


# Figures 1 to 4.

LEFT, RIGHT = frozenset(range(4)), frozenset(range(4, 9))


@pytest.mark.parametrize("method", ["mdav", "vmdav"])
def test_figure_1_a_groups_are_forced_across_clusters(method):
    assert any(part & LEFT and part & RIGHT for part in groups(method, ex.FIGURE_1, k=3))


@pytest.mark.parametrize("start", ["centroid", "component"])
def test_figure_1_b_groups_follow_the_clusters(start):
    assert groups("tomobiki", ex.FIGURE_1, k=3, start=start) == {LEFT, RIGHT}


def test_figure_2_no_straight_cut_divides_what_tomobiki_divides():
    for cut in np.unique(ex.FIGURE_2):
        below = np.less(ex.FIGURE_2, cut).sum(axis=0)
        assert not any(2 <= count <= 3 for count in below)
    assert groups("mondrian", ex.FIGURE_2, k=2) == {frozenset(range(5))}
    assert sorted(map(len, groups("tomobiki", ex.FIGURE_2, k=2))) == [2, 3]


def test_figure_3_the_fine_split_stays_inside_the_coarse_one():
    coarse = groups("mondrian", ex.FIGURE_3, k=4)
    fine = groups("tomobiki_sharp", ex.FIGURE_3, k=2, k_sharp=4)
    assert sorted(map(len, coarse)) == [5, 6]
    assert len(fine) == 5
    assert all(any(part <= whole for whole in coarse) for part in fine)


def test_figure_4_a_the_graph_is_the_one_drawn():
    friends = slow.neighbor_graph(ex.FIGURE_4, k=3, m=2)
    drawn = {row: set() for row in range(len(ex.FIGURE_4))}
    for one, two in ex.FIGURE_4_EDGES:
        drawn[one].add(two)
        drawn[two].add(one)
    assert drawn == friends


def test_figure_4_b_and_c_friends_go_along():
    x, friends = ex.FIGURE_4, slow.neighbor_graph(ex.FIGURE_4, k=3, m=2)
    large, small = slow.components(friends)
    assert (len(large), len(small)) == (11, 4)
    start, second = ex.FIGURE_4_FIRST
    assert start == max(large, key=lambda row: slow.distance(x, row, 0))
    assert second == min(friends[start], key=lambda row: slow.distance(x, row, start))
    middle = x[[start, second]].mean(axis=0)
    border = (friends[start] | friends[second]) - {start, second}
    assert min(border, key=lambda row: ((x[row] - middle) ** 2).sum()) == ex.FIGURE_4_NEXT
    left = slow.components(friends, large - {start, second, ex.FIGURE_4_NEXT})
    assert set(ex.FIGURE_4_ALONG) in left
    gone = frozenset({start, second, ex.FIGURE_4_NEXT, *ex.FIGURE_4_ALONG})
    assert gone in groups("tomobiki", x, k=3, m=2, start="component")


def test_figure_4_d_a_component_of_fewer_than_2k_rows_stays_one_group():
    found = groups("tomobiki", ex.FIGURE_4, k=3, m=2, start="component")
    assert frozenset(range(11, 15)) in found
    assert sorted(map(len, found)) == [3, 3, 4, 5]


def test_every_picture_is_drawn_with_all_its_points():
    for panel in pictures.panels("en"):
        points = pictures.POINTS[panel.name[: len("figure_1")]]
        assert panel.drawn().count("<circle") == len(points)


# Table 6 (a).


@pytest.fixture(scope="module")
def eia():
    if not DATA or not Path(DATA, "eia.csv").is_file():
        pytest.skip("eia.csv is absent: TOKUMEI_DATA names no folder with it")
    one = SETS["eia"]
    frame = pl.read_csv(Path(DATA, "eia.csv"))
    return Encoded.of(Table(frame, Schema(quasi=one.columns_of(frame), other="drop")).pinned())


@pytest.mark.parametrize("row", printed.TABLE_6A)
def test_the_losses_of_table_6_a_agree_to_every_digit(row, eia):
    method, options = tables.algorithms(len(eia), 320, 1.0)[row]
    call = bound_call("grouping", method, {"k": 5, **options})
    assert f"{loss_of(eia, call.on(eia, job=Job())):.5f}" == printed.TABLE_6A[row][0]


# The command.


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write tiny files in the shape of the real ones."""
    place = tmp_path_factory.mktemp("data")
    for one in SETS.values():
        if one.file:
            one.made(np.random.default_rng(1))[:80].write_csv(place / one.file)
    return place


@pytest.fixture(scope="module")
def out(folder, tmp_path_factory):
    """Make the paper again from the tiny files, once for all tests that look at it."""
    place = tmp_path_factory.mktemp("out")
    ended = run("--data", folder, "--out", place, "--json", "--rows", 60)
    assert (ended.exit_code, ended.stderr) == (0, "")
    return place, json.loads(ended.stdout)


def run(*words):
    return CliRunner().invoke(group, ["paper", "tomobiki", *map(str, words)], env={"TOKUMEI_DATA": ""})


def test_the_command_writes_every_file_it_names_and_no_other(out):
    place, document = out
    assert sorted(path.name for path in place.iterdir()) == sorted(document["files"])
    assert {f"{part}.csv" for part in document["parts"]} <= set(document["files"])
    assert set(PAPER.files) <= set(document["files"])


def test_the_numbers_in_a_file_are_those_of_the_document(out):
    place, document = out
    for name, rows in document["parts"].items():
        frame = pl.read_csv(place / f"{name}.csv", infer_schema_length=None)
        assert frame.columns == list(rows[0])
        assert frame.height == len(rows)
    losses = pl.read_csv(place / "table_6a.csv")["loss_ours"].to_list()
    assert losses == pytest.approx([row["loss_ours"] for row in document["parts"]["table_6a"]])


def test_rows_that_are_not_the_papers_are_not_set_against_it(out):
    _, document = out
    rows = [*document["parts"]["table_6a"], *document["parts"]["claims"]]
    assert {row.get("loss_agrees") for row in rows} == {None}
    assert {row["holds"] for row in document["parts"]["claims"]} == {None}


def test_the_page_stands_alone_and_shows_printed_numbers_beside_ours(out):
    place, _ = out
    html = (place / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r"""(?:src|href)=["']?https?:""", html)
    assert html.count("<svg") == len(list(place.glob("*.svg")))
    cells = [cell for table in (printed.TABLE_6A, printed.TABLE_6B) for row in table.values() for cell in row if cell]
    assert [cell for cell in cells if f">{cell}</td>" not in html] == []
    assert "set against those" in html


def test_the_command_refuses_to_write_over_a_page_unless_told(out, folder):
    place, _ = out
    ended = run("--data", folder, "--out", place)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert "exists already" in ended.stderr


def test_without_data_rows_are_made_up_and_the_page_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("tokumei.report.look.svg", lambda _: "<svg></svg>")
    ended = run("--out", tmp_path / "new", "--rows", 40)
    assert ended.exit_code == 0
    assert "rows were made up" in ended.stdout
    assert "made up in place of Census, EIA, Tarragona, Adult" in (tmp_path / "new" / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--data", "nowhere"), "no folder nowhere"),
        (("--data", "."), "none of the files of the paper: census.csv"),
    ],
)
def test_a_folder_without_the_data_is_refused_before_any_work(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ended = run(*words)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert said in ended.stderr


def test_a_paper_nobody_knows_is_refused():
    ended = CliRunner().invoke(group, ["paper", "tomobik"])
    assert ended.exit_code == 2
    assert "did you mean 'tomobiki'" in ended.stderr


# What is shared.


def test_made_up_rows_have_the_shape_of_table_5():
    sets = prepared(SETS, None)
    assert {name: (len(rows), rows.qi.matrix.shape[1]) for name, rows in sets.items()} == printed.TABLE_5
    assert {name: len(rows.qi.coding) for name, rows in sets.items()}["adult"] == len(ADULT)


def test_a_seed_gives_the_same_losses_again():
    def losses():
        found = made(PAPER, Desk(seed=3), folder=None, most=30).parts["figure_6"].frame
        return found["loss"].to_list()

    assert losses() == losses()


def test_the_page_is_there_in_both_languages():
    found = made(PAPER, Desk(), folder=None, most=25)
    drawn = {panel.name: "<svg></svg>" for part in found.parts.values() for panel in part.drawn("en")}
    english, japanese = (page.html(found, drawn, lang) for lang in ("en", "ja"))
    assert 'lang="en"' in english
    assert "友引" not in english.replace("友引♯", "")
    assert "友引法の論文の再現" in japanese


def test_every_text_of_a_paper_is_used():
    source = "".join(
        path.read_text("utf-8") for path in Path(papers.__path__[0]).rglob("*") if path.suffix in (".py", ".j2")
    )
    names = [name.rpartition(".")[2] for name in area_texts("papers")]
    stems = {re.sub(r"_(title|paper|ours)$", "", name) for name in names}
    assert [stem for stem in sorted(stems) if stem not in source] == []
