"""The Python interface: any frame in, the same kind out, index, order and other columns kept."""

from dataclasses import replace

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tokumei as tk
from tests.strategies import AWKWARD, people
from tokumei import catalogue
from tokumei.errors import BadData, BadOption, BadSchema, InputError, UnknownMethod
from tokumei.model import ALONE, Job, Labels, Release, Table
from tokumei.model.hierarchy import Intervals
from tokumei.registry import Spec, fill

OURS = people(40).frame
SCHEMA = tk.Schema(quasi=["age", "city", "born"], sensitive=["pay", "illness"])
KINDS = {
    "polars": lambda frame: frame,
    "lazy": lambda frame: frame.lazy(),
    "pandas": lambda frame: frame.to_pandas(),
    "pyarrow": lambda frame: frame.to_arrow(),
}


def anonymized(frame, schema=SCHEMA, **options):
    return tk.anonymize(frame, schema, "mdav", **{"k": 4, "seed": 7, **options})


def as_polars(frame):
    frame = frame.collect() if isinstance(frame, pl.LazyFrame) else frame
    return frame if isinstance(frame, pl.DataFrame) else pl.DataFrame(frame)


# Frames --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fill", ["average", "span"])
def test_the_same_kind_of_frame_comes_out_and_its_cells_agree(kind, fill):
    frame = KINDS[kind](OURS)
    out = anonymized(frame, fill=fill).table
    assert type(out) is type(frame)
    wanted = anonymized(OURS, fill=fill).table
    assert (
        as_polars(out)
        .select(pl.all().cast(pl.String).str.replace(" 00:00:00.*$", ""))
        .equals(wanted.select(pl.all().cast(pl.String)))
    )


@pytest.mark.parametrize("kind", KINDS)
def test_attacks_and_measures_say_the_same_of_every_kind_of_frame(kind):
    frame, plain = KINDS[kind](OURS), anonymized(OURS)
    release = anonymized(frame)
    here = tk.attack(frame, release.table, SCHEMA, "nearest_value", key=release.key)
    assert here.document() == tk.attack(OURS, plain, SCHEMA, "nearest_value").document()
    for name in ("sse", "k_anonymity"):
        assert tk.measure(frame, release, SCHEMA, name) == pytest.approx(tk.measure(OURS, plain, SCHEMA, name))


@pytest.mark.parametrize("name", [name for name in AWKWARD if name != "500 columns"])
@pytest.mark.parametrize("kind", ["polars", "pandas", "pyarrow"])
def test_awkward_tables_come_out_as_the_kind_they_came_in(name, kind):
    held = AWKWARD[name]
    frame = KINDS[kind](held.frame)
    release = tk.anonymize(frame, held.schema, "mdav", k=3, fill="span")
    out = release.table
    assert type(out) is type(frame)
    assert list(out.columns if kind != "pyarrow" else out.column_names) == held.frame.columns
    assert tk.measure(frame, out, held.schema, "k_anonymity")["k"] >= 3


def test_no_two_columns_of_one_name_are_taken():
    frame = pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"])
    with pytest.raises(BadData, match="column names must be unique; a appears more than once"):
        anonymized(frame, tk.Schema(quasi="a"))


def test_column_names_must_be_text():
    with pytest.raises(BadData, match="column names must be text; rename the columns"):
        anonymized(pd.DataFrame({0: [1, 2]}), tk.Schema(quasi="a"))


@pytest.mark.parametrize("frame", [None, {"a": [1]}, [1, 2], np.zeros((2, 2))])
def test_what_is_no_frame_is_refused(frame):
    with pytest.raises(BadData, match="is no frame; give a pandas, polars or pyarrow table"):
        anonymized(frame)


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_without_rows_or_with_too_few_is_refused_for_what_it_is(kind):
    for rows in (0, 3):
        with pytest.raises(InputError, match=f"k=4 needs at least 4 rows; the table has {rows}"):
            anonymized(KINDS[kind](OURS[:rows]))


# pandas --------------------------------------------------------------------------------------------------------------

INDEXES = {
    "range": pd.RangeIndex(40, 80),
    "numbers": pd.Index([row * 7 % 41 for row in range(40)], name="id"),
    "texts": pd.Index([f"r{row}" for row in range(40)]),
    "dates": pd.date_range("2020-01-01", periods=40),
    "zoned": pd.date_range("2020-01-01", periods=40, tz="Asia/Tokyo"),
    "two levels": pd.MultiIndex.from_product([range(20), ["a", "b"]], names=["house", "person"]),
    "doubled": pd.Index([1, 1] * 20),
    "categories": pd.CategoricalIndex(["a", "b"] * 20),
}


@pytest.mark.parametrize("name", INDEXES)
def test_every_kind_of_index_is_kept(name):
    frame = OURS.to_pandas().set_axis(INDEXES[name])
    out = anonymized(frame).table
    pd.testing.assert_index_equal(out.index, frame.index)
    pd.testing.assert_series_equal(out["note"], frame["note"])


def test_an_index_named_like_a_column_is_no_trouble():
    frame = OURS.to_pandas().rename_axis("age")
    pd.testing.assert_index_equal(anonymized(frame).table.index, frame.index)


OTHERS = {
    "category": pd.Series(pd.Categorical(["x", "y"] * 20, categories=["y", "x", "z"], ordered=True)),
    "nullable int": pd.Series([1, None] * 20, dtype="Int16"),
    "nullable bool": pd.Series([True, None] * 20, dtype="boolean"),
    "object": pd.Series([None, "a"] * 20, dtype=object),
    "float": pd.Series([0.5, np.nan] * 20, dtype="float32"),
    "moment": pd.Series(pd.date_range("2020-01-01", periods=40, freq="h", tz="Europe/Paris")),
    "span of time": pd.Series(pd.to_timedelta(range(40), unit="h")),
    "arrow": pd.Series(["a", None] * 20, dtype=pd.ArrowDtype(pa.string())),
    "large": pd.Series([2**63, 2**63 + 1] * 20, dtype="uint64"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_columns_that_are_not_touched_keep_their_type_and_values(name):
    frame = OURS.to_pandas().assign(other=OTHERS[name])
    pd.testing.assert_series_equal(anonymized(frame).table["other"], frame["other"])


@pytest.mark.parametrize("name", [name for name in OTHERS if name not in ("object", "large")])
def test_quasi_columns_keep_their_type_where_an_average_fits_it(name):
    frame = OURS.to_pandas().assign(other=OTHERS[name])
    out = anonymized(frame, SCHEMA.but(quasi=["age", "other"])).table
    assert out["other"].dtype == frame["other"].dtype
    assert out["age"].dtype == frame["age"].dtype
    assert out.groupby(["age", "other"], dropna=False, observed=True).size().min() >= 4


@pytest.mark.parametrize("name", [name for name in OTHERS if name != "large"])
def test_quasi_columns_of_every_type_can_be_spanned(name):
    frame = OURS.to_pandas().assign(other=OTHERS[name])
    out = anonymized(frame, SCHEMA.but(quasi=["age", "other"]), fill="span").table
    assert out.groupby(["age", "other"], dropna=False, observed=True).size().min() >= 4


def test_the_frame_that_came_in_is_left_alone():
    frame = OURS.to_pandas()
    before = frame.copy(deep=True)
    anonymized(frame)
    pd.testing.assert_frame_equal(frame, before)


def test_missing_cells_of_pandas_are_missing():
    frame = pd.DataFrame({"a": [1.0, np.nan, 3.0, np.nan], "b": ["x", None, np.nan, "x"]})
    numbers = tk.measure(frame, frame, tk.Schema(quasi=["a", "b"]), "k_anonymity")
    assert numbers["k"] == 1
    assert "k_if_missing_matches_any" in numbers


# pyarrow -------------------------------------------------------------------------------------------------------------


def test_an_arrow_table_keeps_the_types_of_its_columns():
    table = pa.table(
        {
            "age": pa.array(range(40), pa.int16()),
            "city": pa.array(["x", "y"] * 20).dictionary_encode(),
            "o": pa.array([b"x"] * 40, pa.binary()),
        }
    )
    out = anonymized(table, tk.Schema(quasi=["age", "city"])).table
    assert out.schema.names == table.schema.names
    assert out.schema.field("age").type == pa.int16()
    assert out["o"].to_pylist() == table["o"].to_pylist()


# Calls ---------------------------------------------------------------------------------------------------------------


def test_rows_keep_their_order_and_the_secrets_lie_beside_them():
    release = anonymized(OURS)
    assert release.table["note"].to_list() == OURS["note"].to_list()
    assert release.key.tolist() == list(range(40))
    assert np.bincount(release.labels).min() >= 4
    assert release.notes["coding"]["age"].startswith("number")


def test_the_same_seed_gives_the_same_release():
    assert anonymized(OURS).table.equals(anonymized(OURS).table)


def test_a_seed_makes_an_attack_repeatable():
    guesses = [tk.attack(OURS, OURS, tk.Schema(quasi="city"), "random_match", seed=s).guess.tolist() for s in (1, 1, 2)]
    assert guesses[0] == guesses[1] != guesses[2]


def test_without_a_key_nobody_knows_the_rate():
    told = tk.attack(OURS, anonymized(OURS).table, SCHEMA, "nearest_value")
    assert (told.rate, told.of, told.guess.size) == (None, 40, 40)


def test_a_release_brings_its_key_and_labels_along():
    release = anonymized(OURS)
    assert tk.attack(OURS, release, SCHEMA, "nearest_value").rate is not None
    assert tk.measure(OURS, release, SCHEMA, "sse")["sse_over_sst"] > 0


def test_a_key_or_labels_given_beside_a_release_are_used_in_place_of_its_own():
    release = anonymized(OURS)
    wrong = np.roll(release.key, 1)
    bare = tk.attack(OURS, release.table, SCHEMA, "nearest_value", key=wrong).document()
    assert tk.attack(OURS, release, SCHEMA, "nearest_value", key=wrong).document() == bare
    lie = replace(release, declared_key=wrong)
    honest = tk.attack(OURS, release, SCHEMA, "nearest_value").document()
    assert tk.attack(OURS, lie, SCHEMA, "nearest_value", key=release.key).document() == honest != bare
    one = tk.measure(OURS, release, SCHEMA, "sse", labels=np.zeros(40))
    assert one["sse_over_sst"] == pytest.approx(1.0)
    with pytest.raises(BadData, match="the key has 2 entries"):
        tk.measure(OURS, release, SCHEMA, "sse", key=[0, 1])


def test_methods_are_compared_by_name_with_options_or_as_a_mapping():
    wanted = ["mdav", "mdav(scale=zscore)", {"name": "mdav", "k": 7, "fill": "span"}]
    out = tk.compare(OURS, SCHEMA, wanted, k=[4], attacks=["nearest_value(use_quasi=no)"], measures=[{"name": "sse"}])
    assert out["k"].to_list() == [4, 4, 7]
    assert out["scale"].to_list() == [None, "zscore", None]
    assert [name for name in out.columns if name.endswith(".rate")] == ["nearest_value(use_quasi=False).rate"]
    with pytest.raises(BadOption, match="name the methods to compare"):
        tk.compare(OURS, SCHEMA)
    with pytest.raises(BadOption, match="a frame needs a schema"):
        tk.compare(OURS, methods=["mdav"])
    with pytest.raises(UnknownMethod, match="no method 'mdaw'"):
        tk.compare(OURS, SCHEMA, ["mdaw(k=3)"])


def test_a_fill_is_told_how_many_threads_it_has():
    with catalogue.only_during():

        @fill()
        def counting(data: Table, labels: Labels, *, job: Job = ALONE) -> Table:
            job.note("threads", job.threads)
            return data

        assert tk.fill(OURS, SCHEMA, np.zeros(40), "counting", threads=3).notes == {"threads": 3}


def test_a_measure_that_lacks_what_it_needs_says_so():
    with pytest.raises(BadData, match="sse: needs the key: the original row behind each released row"):
        tk.measure(OURS, anonymized(OURS).table, SCHEMA, "sse")


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ([0, 1], "the key has 2 entries; the released table has 40 rows."),
        ([40] * 40, "the key names rows outside 0 to 39; -1 stands for none."),
        ([-2] * 40, "the key names rows outside 0 to 39; -1 stands for none."),
    ],
)
def test_a_key_that_cannot_be_right_is_refused(key, sentence):
    with pytest.raises(BadData) as error:
        tk.attack(OURS, OURS, SCHEMA, "nearest_value", key=key)
    assert str(error.value) == sentence


@pytest.mark.parametrize("kind", KINDS)
def test_given_groups_can_be_filled(kind):
    frame, labels = KINDS[kind](OURS), np.arange(40) // 8
    out = tk.fill(frame, SCHEMA, labels, "span")
    assert type(out.table) is type(frame)
    assert out.labels.tolist() == labels.tolist()
    assert tk.measure(frame, out, SCHEMA, "k_anonymity")["k"] >= 8
    with pytest.raises(BadData, match="labels has 3 entries; the released table has 40 rows"):
        tk.fill(frame, SCHEMA, [0, 0, 1], "span")


def test_the_options_of_a_fill_may_be_given_with_its_name():
    medoid = anonymized(OURS, fill={"name": "average", "center": "medoid"}).table
    assert set(medoid.select("age", "city", "born").rows()) <= set(OURS.select("age", "city", "born").rows())


@pytest.mark.parametrize("kind", KINDS)
def test_methods_are_compared_in_the_users_own_kind_of_frame(kind):
    frame = KINDS[kind](OURS)
    out = tk.compare(frame, SCHEMA, methods=["mdav"], k=[3, 5], attacks=["nearest_value"], measures=["sse"], seed=1)
    assert type(out) is type(frame)
    rows = as_polars(out)
    assert rows["k"].to_list() == [3, 5]
    assert rows["sse.sse_over_sst"].is_sorted()
    assert "nearest_value.rate" in rows.columns


def test_all_that_fits_is_compared_unless_some_is_named():
    schema = SCHEMA.but(hierarchies={"age": {"kind": "auto"}})
    out = tk.compare(OURS, schema, methods=["mdav"], k=[5], fill="span")
    for kind, ending in (("attack", ".rate"), ("measure", "")):
        for spec in catalogue.methods(kind, "table"):
            assert [name for name in out.columns if name.startswith(f"{spec.name}{ending}")], spec.name


def test_methods_are_listed():
    every = tk.methods()
    assert all(isinstance(spec, Spec) for spec in every)
    assert {spec.kind for spec in tk.methods("fill", "table")} == {"fill"}


def test_what_inspect_guesses_can_be_used():
    found = tk.inspect(OURS)
    assert tk.anonymize(OURS, found.schema, "mdav", k=5).labels is not None


def test_a_recipe_runs_from_a_file_a_mapping_or_a_value(tmp_path):
    OURS.write_csv(tmp_path / "people.csv")
    document = {
        "data": {"source": str(tmp_path / "people.csv"), "other": "drop"},
        "columns": {"age": {"role": "quasi"}},
        "step": [{"grouping": "mdav", "k": 4}],
    }
    recipe = tk.Recipe.parse(document)
    (tmp_path / "recipe.toml").write_text(recipe.toml(), encoding="utf-8")
    results = [
        tk.run(tmp_path / "recipe.toml"),
        tk.run(str(tmp_path / "recipe.toml")),
        tk.run(document),
        tk.run(recipe),
    ]
    assert {result.groups for result in results} == {10}
    tk.run(recipe, output=str(tmp_path / "out.csv"), key=str(tmp_path / "key.csv"))
    assert pl.read_csv(tmp_path / "out.csv").columns == ["age"]
    with pytest.raises(BadOption, match="a key is written beside a release; say output= as well"):
        tk.run(recipe, key=str(tmp_path / "other.csv"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_release_is_written_shuffled_and_its_key_undoes_it(kind, tmp_path):
    release = anonymized(KINDS[kind](OURS))
    release.write(str(tmp_path / "out.csv"), key=str(tmp_path / "key.csv"))
    out, key = pl.read_csv(tmp_path / "out.csv"), pl.read_csv(tmp_path / "key.csv")
    assert out["note"].to_list() == OURS["note"].gather(key["original_row"]).to_list() != OURS["note"].to_list()
    release.write(str(tmp_path / "kept.csv"), keep_order=True)
    assert pl.read_csv(tmp_path / "kept.csv")["note"].to_list() == OURS["note"].to_list()


# Mistakes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "fault", "sentence"),
    [
        (lambda: tk.anonymize(OURS, SCHEMA, "mdaw"), UnknownMethod, "no method 'mdaw'; did you mean 'mdav'"),
        (lambda: tk.anonymize(OURS, SCHEMA), BadOption, "name the method to use; tokumei.methods() lists them"),
        (lambda: tk.anonymize(OURS, "mdav"), BadOption, "a frame needs a schema: tk.Schema(quasi=[...]"),
        (lambda: tk.anonymize(OURS, SCHEMA, "sse"), UnknownMethod, "'sse' is a measure, not a grouping"),
        (lambda: anonymized(OURS, k=1), BadOption, "mdav: k=1 is not allowed"),
        (lambda: anonymized(OURS, kk=1), BadOption, "mdav: no option 'kk'"),
        (lambda: anonymized(OURS, seed=-1), InputError, "options: seed: input should be greater"),
        (lambda: anonymized(OURS, fill=3), InputError, "options: step.0.fill"),
        (lambda: anonymized(OURS, fill={"center": "mean"}), InputError, "no fill ''"),
        (lambda: anonymized(OURS, tk.Schema(quasi="aeg")), InputError, "no column 'aeg'; did you mean 'age'"),
        (lambda: anonymized(OURS, tk.Schema()), InputError, "no column has the role quasi"),
        (lambda: anonymized(OURS, tk.Schema(quasi="age", other=[])), BadSchema, "no role for column city"),
        (lambda: tk.attack(OURS, OURS, SCHEMA, "nearest_value", kolumn="pay"), BadOption, "did you mean 'column'"),
        (lambda: tk.attack(OURS, None, SCHEMA, "nearest_value"), BadData, "a NoneType is no frame"),
        (lambda: tk.measure(OURS, OURS.drop("age"), SCHEMA, "k_anonymity"), InputError, "no column 'age' in the rel"),
    ],
)
def test_a_mistake_is_one_sentence_with_a_way_out(call, fault, sentence):
    with pytest.raises(fault) as error:
        call()
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_a_release_shows_no_cell_when_it_is_printed():
    frame = OURS.with_columns(note=pl.lit("Canary"))
    for kind in KINDS.values():
        release = anonymized(kind(frame))
        assert isinstance(release, Release)
        assert "Canary" not in repr(release)


def test_an_infinite_value_is_refused_in_every_kind_of_frame():
    frame = OURS.with_columns(age=pl.Series([float("inf"), *range(39)]))
    for kind in KINDS.values():
        with pytest.raises(BadData, match="column 'age' holds 1 infinite values"):
            anonymized(kind(frame))


@pytest.mark.parametrize("then", ["swap_within", ["swap_within", "noise(size=0.5)"], [{"name": "noise", "size": 0.5}]])
def test_further_steps_follow_the_first_and_keep_the_key(then):
    release = tk.anonymize(OURS, SCHEMA, "mdav", k=3, then=then, seed=1)
    alone = tk.anonymize(OURS, SCHEMA, "mdav", k=3, seed=1)
    assert release.table.select(SCHEMA.quasi).equals(alone.table.select(SCHEMA.quasi))
    assert not release.table["pay"].equals(alone.table["pay"])
    assert release.table["note"].to_list() == OURS["note"].gather(release.key).to_list()


def test_hierarchies_that_are_made_already_are_taken_as_they_are():
    trees = {"age": Intervals.of([[0, 10, 20, 100]], "age", is_whole=True)}
    frame = pl.DataFrame({"age": [1, 2, 11, 12], "pay": [1, 2, 3, 4]})
    release = tk.anonymize(frame, tk.Schema(quasi="age", sensitive="pay", hierarchies=trees), "datafly", k=2)
    assert release.table["age"].to_list() == ["[0;9]", "[0;9]", "[10;19]", "[10;19]"]


def test_auto_may_be_named_alone_as_a_hierarchy():
    frame = pl.DataFrame({"age": [1, 2, 11, 12], "pay": [1, 2, 3, 4]})
    schema = tk.Schema(quasi="age", sensitive="pay", hierarchies={"age": "auto"})
    assert tk.anonymize(frame, schema, "datafly", k=2).labels.size == 4


def test_a_sensitive_column_of_numbers_with_a_slip_of_text_is_refused():
    frame = pl.DataFrame({"age": [1, 2, 11, 12], "pay": ["1", "2", "oops", "4"]})
    with pytest.raises(BadData, match="column 'pay': 1 of its 4 cells hold text and all others numbers") as refused:
        tk.anonymize(frame, tk.Schema(quasi="age", sensitive="pay"), "mdav", k=2)
    assert "oops" not in str(refused.value)
    said = tk.Schema(quasi="age", sensitive="pay", kinds={"pay": "category"})
    assert tk.anonymize(frame, said, "mdav", k=2).labels.size == 4
