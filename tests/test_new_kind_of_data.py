"""A kind of data that nothing here knows joins every face: two frames, options, a release of its own, lost rows."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np
import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner
from pydantic import Field

import tokumei as tk
from bench.cases import Case, judged
from bench.data import DataSet
from bench.work import work
from tests import found
from tokumei import api, catalogue, io, report, runner
from tokumei.cli import group
from tokumei.errors import (
    BadData,
    BadOption,
    DeclarationError,
    InputError,
    TargetExists,
    UnreadableSource,
    UnwritableTarget,
)
from tokumei.measures.k_anonymity import k_anonymity
from tokumei.model import ALONE, DATA_KINDS, Data, Guess, Job, Labels, Recipe, Release, Result, Schema
from tokumei.model.data import FrameAt, Home
from tokumei.model.table import row_groups
from tokumei.params import K, Source
from tokumei.registry import attack, fill, grouping, measure, recoding, sample, transform

X = Annotated[str, Field(description="the column of places from left to right")]
Y = Annotated[str, Field(description="the column of places from bottom to top")]
Box = Annotated[float, Field(gt=0, description="how far the map reaches from 0 in both directions")]
Cells = Annotated[int, Field(ge=1, description="cells along a side of the map")]


@dataclass(frozen=True)
class Mapped(Release["Shops"]):
    """A release of shops that also tells which regions there are."""

    regions: pl.DataFrame | None = field(default=None, repr=False)

    @property
    def shops(self) -> Any:
        """The released shops, in the user's kind of frame."""
        return self.native("shops")

    @property
    def sales(self) -> Any:
        """The released sales, in the user's kind of frame."""
        return self.native("sales")


@dataclass(frozen=True)
class Shops(Data):
    """Shops at places, and beside them what they sold."""

    shops: pl.DataFrame = field(repr=False)
    sold: pl.DataFrame = field(repr=False)
    schema: Schema
    x: str
    y: str
    box: float = 100.0
    homes: Mapping[str, Home] = field(default_factory=dict, repr=False, compare=False)
    data_kind: ClassVar[str] = "shops"
    parts: ClassVar[tuple[str, ...]] = ("shops", "sales")
    release: ClassVar[type[Release[Any]]] = Mapped
    default_fill: ClassVar[str | None] = "gather"
    ja: ClassVar[dict[str, str]] = {"x": "左右の位置の列"}

    @classmethod
    def from_frames(
        cls, frames: Mapping[str, pl.DataFrame], schema: Schema, *, x: X, y: Y, box: Box = 100.0
    ) -> "Shops":
        return cls(frames["shops"], frames["sales"], schema, x, y, box)

    @classmethod
    def open(cls, source: str, schema: Schema, frame_at: FrameAt, *, sales: Source, **options: Any) -> "Shops":
        return cls.from_frames({"shops": frame_at(source), "sales": frame_at(sales)}, schema, **options)

    def from_released(self, frames: Mapping[str, pl.DataFrame]) -> "Shops":
        return replace(self, shops=frames["shops"], sold=frames["sales"])

    @property
    def frames(self) -> dict[str, pl.DataFrame]:
        return {"shops": self.shops, "sales": self.sold}

    @property
    def people(self) -> Labels:
        return np.arange(len(self), dtype=np.int64)

    def published_alike(self) -> Labels:
        shown = self.shops[self.x].is_not_null().to_numpy()
        alike = np.full(len(self), -1)
        alike[shown] = row_groups(self.shops.filter(shown), [self.x, self.y])
        return alike

    def take(self, rows: np.ndarray) -> "Shops":
        return replace(self, shops=self.shops[rows])

    def published(self) -> "Shops":
        """Number the shops anew, in the order in which they stand."""
        numbers = pl.Series(range(len(self)), dtype=pl.Int64)
        shop = pl.col("shop").replace_strict(self.shops["shop"], numbers, default=None)
        return replace(self, shops=self.shops.with_columns(shop), sold=self.sold.with_columns(shop))


@dataclass(frozen=True)
class Squares:
    """Shops as the squares of a map they stand in."""

    square: Labels
    cells: int
    data_kinds: ClassVar[tuple[str, ...]] = ("shops",)

    @classmethod
    def of(cls, data: Shops, *, cells: Cells = 2) -> "Squares":
        side = data.box / cells
        across, up = ((data.shops[name].to_numpy() // side).astype(np.int64) for name in (data.x, data.y))
        return cls(across * cells + up, cells)

    @property
    def notes(self) -> dict[str, Any]:
        return {"cells": self.cells}

    def __len__(self) -> int:
        return self.square.size


@dataclass(frozen=True)
class Coarser:
    """The squares that keep their shops; the rest are hidden."""

    square: Labels
    kept: np.ndarray

    def apply(self, data: Shops) -> Mapped:
        labels = np.where(np.isin(self.square, self.kept), np.searchsorted(self.kept, self.square), -1)
        moved = gathered(data, labels)
        regions = pl.DataFrame({"region": np.arange(self.kept.size)})
        return Mapped(moved, key=np.arange(len(data)), labels=labels, regions=regions)


def gathered(data: Shops, labels: Labels) -> Shops:
    """Return each shop at the middle of its group; one in no group is nowhere."""
    group = pl.Series(labels)
    mean = [
        pl.when(group >= 0).then(data.shops.select(pl.col(name).mean().over(group)).to_series()).otherwise(None)
        for name in (data.x, data.y)
    ]
    return replace(data, shops=data.shops.with_columns(mean[0].alias(data.x), mean[1].alias(data.y)))


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the kind known, with one method of each kind, as a package that is not ours would."""
    monkeypatch.setitem(DATA_KINDS, "shops", Shops)
    with catalogue.only_during():

        @recoding()
        def squares(counts: Squares, *, k: K = 3) -> Coarser:
            """Publish the squares of at least k shops."""
            found, shops = np.unique(counts.square, return_counts=True)
            return Coarser(counts.square, found[shops >= k])

        @grouping()
        def in_turn(qi: Squares, *, k: K = 3) -> Labels:
            """Group shops from square to square."""
            labels = np.empty(len(qi), dtype=np.int64)
            labels[np.argsort(qi.square, kind="stable")] = np.minimum(np.arange(len(qi)) // k, len(qi) // k - 1)
            return labels

        @fill()
        def gather(data: Shops, labels: Labels) -> Shops:
            """Put each shop at the middle of its group."""
            return gathered(data, labels)

        @transform()
        def misdeclare(data: Shops) -> Release[Shops]:
            """Leave the shops as they are and declare wrong ones."""
            key = np.arange(len(data))
            return Release.of(data, key=key, declared_key=np.roll(key, 1))

        @attack()
        def row_order(known: Shops, released: Shops, *, job: Job = ALONE) -> Guess:
            """Take the number of a shop for its place in the original."""
            return Guess(released.shops["shop"].to_numpy())

        @measure(needs=("key",), identity_zero=True)
        def strayed(original: Shops, released: Release[Shops]) -> dict[str, float]:
            """Measure how far shops are from where they were."""
            after, before = released.data.shops[original.x], original.shops[original.x].gather(released.key)
            return {"strayed": (after - before).abs().mean() or 0.0, "hidden": after.null_count()}

        yield


def frames(rows: int = 40) -> dict[str, pl.DataFrame]:
    rng = np.random.default_rng(0)
    places = {
        "lon": np.append(rng.uniform(0, 49, rows - 1), 99.0),
        "lat": np.append(rng.uniform(0, 99, rows - 1), 99.0),
    }
    shop = [f"s{row:03}" for row in range(rows)]
    return {
        "shops": pl.DataFrame({"shop": shop, **places}),
        "sales": pl.DataFrame({"shop": shop * 2, "item": ["tea", "rice"] * rows}),
    }


def shops(rows: int = 40, convert: Any = lambda frame: frame) -> Data:
    return api.data_of("shops", {part: convert(frame) for part, frame in frames(rows).items()}, x="lon", y="lat")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for part, frame in frames().items():
        frame.write_csv(tmp_path / f"{part}.csv")
    return tmp_path


# Python --------------------------------------------------------------------------------------------------------------


def test_python_releases_it_in_the_users_frames_with_what_its_class_adds():
    release = tk.anonymize(shops(convert=pl.DataFrame.to_pandas), "squares", k=3)
    assert isinstance(release, Mapped)
    assert isinstance(release.shops, pd.DataFrame)
    assert isinstance(release.sales, pd.DataFrame)
    assert isinstance(release.table, pd.DataFrame)
    assert release.regions["region"].to_list() == [0, 1]
    assert release.labels.tolist().count(-1) == 1
    assert release.shops["lon"].isna().tolist() == (release.labels == -1).tolist()


def test_a_row_in_no_group_makes_no_group():
    result = runner.run(api._recipe(shops(), 1, None, step=[{"method": "squares"}]), original=shops())
    assert result.groups == 2
    assert sum(size["rows"] for size in result.profile["group_sizes"]) == 39


def test_an_option_that_only_the_kind_has_goes_to_the_data():
    assert tk.anonymize(shops(), "squares", k=3, box=1000.0).regions.height == 1
    with pytest.raises(BadOption, match=r"data of kind shops: box=-1.* is not allowed; how far the map reaches"):
        tk.anonymize(shops(), "squares", k=3, box=-1)
    with pytest.raises(BadOption, match="squares: no option 'depth'"):
        tk.anonymize(shops(), "squares", k=3, depth=2)


def test_its_options_and_its_view_are_in_the_recipe_so_that_it_can_be_run_again():
    result = runner.run(api._recipe(shops(), 1, None, step=[{"method": "squares", "cells": 3}]), original=shops())
    assert result.document()["recipe"]["data"] == {
        "kind": "shops", "other": "keep", "x": "lon", "y": "lat", "box": 100.0
    }  # fmt: skip
    again = runner.run(result.recipe, original=shops())
    assert again.release.labels.tolist() == result.release.labels.tolist()


def test_python_attacks_and_measures_a_release_and_released_frames_alike():
    held, release = shops(), tk.anonymize(shops(), "squares", k=3)
    bare = {"shops": release.shops, "sales": release.sales}
    for released in (release, bare, release.data):
        assert tk.attack(held, released, "row_order", key=release.key).rate == 1.0
        assert tk.measure(held, released, "strayed", key=release.key)["hidden"] == 1
    with pytest.raises(BadOption, match="data of kind shops has its schema in it; leave the schema out"):
        tk.attack(held, release, Schema(quasi="lon"), "row_order")
    with pytest.raises(BadData, match="a released shops is a release, or a mapping with the frames shops and sales"):
        tk.attack(held, release.shops, "row_order")


def test_k_is_counted_without_knowing_the_kind():
    release = tk.anonymize(shops(), "squares", k=3)
    sizes = np.bincount(release.labels[release.labels >= 0])
    numbers = k_anonymity(shops(), release)
    assert (numbers["k"], numbers["groups"], numbers["rows_in_small_groups"]) == (sizes.min(), 2, 0)


def test_python_fills_given_groups_and_notes_what_the_view_says():
    filled = tk.fill(shops(), np.arange(40) // 10, "gather")
    assert isinstance(filled, Mapped)
    assert filled.shops["lon"].n_unique() == 4
    assert tk.anonymize(shops(), "in_turn", k=4).notes == {"cells": 2}
    with pytest.raises(InputError, match="average: works on data of kind table; this is a shops"):
        tk.fill(shops(), np.arange(40) // 10, "average")


def test_python_compares_methods_with_options_of_their_own():
    wanted = ["squares", "in_turn(k=7, cells=3)", {"name": "in_turn", "cells": 4}]
    out = tk.compare(shops(convert=pl.DataFrame.to_pandas), methods=wanted, k=[3, 4], seed=1)
    assert isinstance(out, pd.DataFrame)
    assert out["method"].tolist() == ["squares", "squares", "in_turn", "in_turn", "in_turn"]
    assert out["k"].tolist() == [3, 4, 7, 3, 4]
    assert {"row_order.rate", "strayed"} <= set(out.columns)


def test_what_is_written_is_numbered_after_the_shuffle(tmp_path):
    release = tk.anonymize(shops(), "in_turn", k=4, seed=1)
    release.write(str(tmp_path / "out.csv"), key=str(tmp_path / "key.csv"))
    out, key = pl.read_csv(tmp_path / "out.csv"), io.read_key(str(tmp_path / "key.csv"), 40)
    assert out["shop"].to_list() == list(range(40))
    assert key.key.tolist() != list(range(40))
    sold = pl.read_csv(tmp_path / "out.sales.csv")
    assert sold["shop"].to_list()[:40] == np.argsort(key.key).tolist()


def test_hierarchies_are_read_on_this_road_too():
    held = shops().but(schema=Schema(quasi="lon", hierarchies={"lon": "lon.csv"}))
    for call in (lambda: tk.anonymize(held, "in_turn"), lambda: tk.fill(held, np.zeros(40), "gather")):
        with pytest.raises(UnreadableSource, match=r"no file lon\.csv"):
            call()


# Recipes -------------------------------------------------------------------------------------------------------------

DOCUMENT = {
    "seed": 5,
    "data": {"source": "shops.csv", "kind": "shops", "sales": "sales.csv", "x": "lon", "y": "lat"},
    "step": [{"recoding": "squares", "k": 3}],
    "attack": [{"name": "row_order"}],
    "measure": [{"name": "strayed"}],
}


def test_a_recipe_takes_every_source_from_its_own_folder(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "recipe.toml").write_text(Recipe.parse(DOCUMENT).toml(), encoding="utf-8")
    monkeypatch.chdir("/")
    result = tk.run(folder / "recipe.toml", output=str(folder / "out.csv"), key=str(folder / "key.csv"))
    assert result.outputs == [str(folder / "out.csv"), str(folder / "out.sales.csv")]
    assert result.groups == 2
    # The numbers were given after the shuffle, so they tell no attacker where a shop stood.
    assert result.attacks["row_order"].rate < 0.3
    assert pl.read_csv(folder / "out.csv")["shop"].to_list() == list(range(40))


def test_every_part_that_is_there_already_is_found_before_any_work(folder: Path):
    (folder / "out.sales.csv").write_text("mine")
    with pytest.raises(TargetExists, match=r"out\.sales\.csv exists already"):
        tk.run({**DOCUMENT, "data": {"source": "never read.csv", "kind": "shops"}}, output=str(folder / "out.csv"))


def test_the_key_goes_over_no_part(folder: Path):
    with pytest.raises(InputError, match="the key must not go out with the release"):
        tk.run(DOCUMENT, output=str(folder / "out.csv"), key=str(folder / "out.sales.csv"))


def test_no_address_shows_its_password(folder: Path):
    recipe = Recipe.parse({"data": {**DOCUMENT["data"], "sales": "postgresql://ann:hush@host/db?table=sales"}})
    assert recipe.data.sources["sales"].startswith("postgresql://ann")
    assert "hush" not in Result(recipe).json()


# The command line ----------------------------------------------------------------------------------------------------


def told(*words: Any, code: int = 0) -> Any:
    """Return the document that a command prints, or what it says where it fails."""
    ended = CliRunner().invoke(group, [*map(str, words), "--lang", "en", *(["--json"] if code == 0 else [])])
    assert ended.exit_code == code, ended.output
    return json.loads(ended.stdout) if code == 0 else ended.output


def options(folder: Path) -> tuple[Any, ...]:
    return ("--kind", "shops", "--x", "lon", "--y", "lat", "--sales", folder / "sales.csv")


def test_the_command_line_anonymizes_attacks_measures_and_reports(folder: Path):
    out, key = folder / "out.csv", folder / "key.csv"
    words = ("-o", out, "--key", key, "--method", "squares", "--k", 3, "--seed", 5, "--report", folder / "report.html")
    made = told("anonymize", folder / "shops.csv", *options(folder), *words, "--measure", "all", "--attack", "all")
    assert made["outputs"] == [str(out), str(folder / "out.sales.csv")]
    assert (made["groups"], made["rows_out"]) == (2, 40)
    both = (folder / "shops.csv", out, *options(folder), "--key", key)
    assert told("attack", *both)["attacks"] == made["attacks"]
    assert told("measure", *both)["measures"] == made["measures"]
    assert "strayed" in (folder / "report.html").read_text(encoding="utf-8")
    assert report.html(made, "ja")


def test_the_command_line_compares(folder: Path):
    runs = told("compare", folder / "shops.csv", *options(folder), "--method", "squares,in_turn", "--k", "3,4")["runs"]
    assert [run["recipe"]["step"][0]["k"] for run in runs] == [3, 4, 3, 4]


def test_no_source_is_written_over(folder: Path):
    words = ("anonymize", folder / "shops.csv", *options(folder), "--method", "squares", "--force")
    assert "is also --sales" in told(*words, "-o", folder / "sales.csv", code=2)
    assert pl.read_csv(folder / "sales.csv").equals(frames()["sales"])


def test_the_help_speaks_of_its_options():
    said = CliRunner().invoke(group, ["anonymize", "--kind", "shops", "--help", "--lang", "ja"]).output
    assert "左右の位置の列" in said
    assert "--sales" in said


def test_a_declared_key_is_scored_against_after_it_was_written_as_before(folder: Path):
    (folder / "recipe.toml").write_text(
        Recipe.parse({**DOCUMENT, "step": [{"transform": "misdeclare"}, {"recoding": "squares"}]}).toml(), "utf-8"
    )
    words = ("run", folder / "recipe.toml", "--keep-order", "-o", folder / "out.csv", "--key", folder / "key.csv")
    assert told(*words)["attacks"]["row_order"]["hits"] == 0
    both = (folder / "shops.csv", folder / "out.csv", *options(folder), "--key", folder / "key.csv")
    assert told("attack", *both)["attacks"]["row_order"]["hits"] == 0


# The key and the bench -----------------------------------------------------------------------------------------------


def test_a_key_file_keeps_rows_that_are_in_no_group(tmp_path: Path):
    release = tk.anonymize(shops(), "squares", k=3)
    io.write_release(release, str(tmp_path / "out.csv"), key=str(tmp_path / "key.csv"))
    key = io.read_key(str(tmp_path / "key.csv"), 40, 40)
    assert key.labels.tolist() == release.labels.tolist()
    with pytest.raises(UnwritableTarget, match="the key must not go out"):
        io.write_release(release, str(tmp_path / "new.csv"), key=str(tmp_path / "new.sales.csv"))


def test_no_method_names_an_option_as_its_data_does():
    with pytest.raises(DeclarationError, match=r"transform 'cut_off' in .*: option 'box' is one of its data's already"):

        @transform()
        def cut_off(data: Shops, *, box: Box = 1.0) -> Release[Shops]:
            """Leave out what is far away."""


def test_the_bench_makes_cases_of_it_and_puts_its_methods_to_work():
    @sample(data="shops")
    def streets(*, rows: Annotated[int, Field(ge=1)] = 40, job: Job = ALONE) -> Any:
        """Make shops up."""
        return frames(rows)

    try:
        data = DataSet("streets", "", Schema(), sample="streets", kind="shops", told={"x": "lon", "y": "lat"}).load(30)
    finally:
        catalogue.SAMPLES.pop("streets")
    case = Case(data, k=3)
    assert len(data) == 30
    assert isinstance(case.release, Mapped)
    for name in ("squares", "in_turn", "gather", "row_order", "strayed"):
        outcome = work(catalogue.get(name), case)()
        assert outcome.numbers or isinstance(case.release_of(outcome), Mapped)
    assert judged(case, case.release)["risk"]["row_order.rate"] == 1.0


def test_the_contract_tests_know_which_methods_are_its_own():
    assert [parameter.id for parameter in found.methods("recoding", "shops")] == ["squares"]
