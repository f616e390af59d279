"""Sample data: repeatable, of the promised shape, and with columns that hang together."""

from datetime import date

import numpy as np
import polars as pl
import pytest

from tokumei import catalogue
from tokumei.errors import BadOption
from tokumei.model import Job
from tokumei.samples.people import DIAGNOSES, EDUCATION, MARITAL, MISSING, OCCUPATION, TODAY

NAMES = ["household", "people", "uniform"]


def sample(name, seed=0, **options):
    spec = catalogue.sample(name)
    return spec.call(job=Job(np.random.default_rng(seed)), options=spec.options(options))


@pytest.mark.parametrize("name", NAMES)
def test_same_seed_gives_the_same_sample(name):
    assert sample(name, 7, rows=200).equals(sample(name, 7, rows=200))
    assert not sample(name, 7, rows=200).equals(sample(name, 8, rows=200))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rows", [1, 2, 137])
def test_a_sample_has_as_many_rows_as_asked(name, rows):
    assert sample(name, rows=rows).height == rows


@pytest.mark.parametrize("name", NAMES)
def test_no_rows_are_refused(name):
    with pytest.raises(BadOption, match="at least 1"):
        sample(name, rows=0)


@pytest.mark.parametrize("name", NAMES)
def test_every_text_of_a_sample_is_translated(name):
    assert catalogue.sample(name).untranslated("ja") == []


def test_uniform_numbers_lie_between_0_and_1():
    frame = sample("uniform", columns=3)
    assert frame.columns == ["x1", "x2", "x3"]
    assert frame.select(pl.all().is_between(0, 1).all()).row(0) == (True, True, True)
    assert sample("uniform", rows=1).width == 8


def test_more_columns_of_uniform_numbers_leave_the_first_ones_as_they_were():
    assert sample("uniform", columns=5).select("x1", "x2").equals(sample("uniform", columns=2))


def test_uniform_columns_have_nothing_to_do_with_each_other():
    correlation = np.corrcoef(sample("uniform", rows=20_000).to_numpy().T)
    assert np.abs(correlation - np.eye(8)).max() < 0.05


def test_household_has_the_shape_of_the_contest():
    frame = sample("household")
    assert frame.shape == (8333, 25)
    assert frame.columns == [*(f"q{i:02}" for i in range(1, 14)), *(f"s{i}" for i in range(14, 26))]
    assert [frame[name].n_unique() for name in frame.columns[:13]] == [2, 8, 5, 2, 12, 2, 4, 3, 6, 5, 4, 3, 10]
    assert 0.75 < (frame["s21"] == 0).mean() < 0.79
    assert frame["s25"].equals(frame.select(pl.sum_horizontal("^s(1|20|21|22|23|24).*$")).to_series().alias("s25"))


def test_household_spending_follows_the_attributes():
    frame = sample("household")
    assert np.corrcoef(frame["q10"], frame["s25"])[0, 1] > 0.3
    assert np.corrcoef(frame["s14"], frame["s22"])[0, 1] > 0.1
    assert frame.filter(pl.col("q12") == 1)["s21"].max() == 0
    assert frame.filter(pl.col("q01") == 2)["q09"].unique().to_list() == [6]
    assert np.corrcoef(frame["q03"], frame["q13"])[0, 1] > 0.3


def test_household_spending_is_never_negative():
    assert min(sample("household").select("^s.*$").min().row(0)) >= 0


def test_people_have_the_columns_a_tutorial_needs():
    frame = sample("people")
    assert frame.height == 1000
    wanted = ["id", "name", "sex", "birth_date", "age", "zip", "prefecture", "city", "marital_status", "education"]
    assert frame.columns == [*wanted, "occupation", "income", "diagnosis"]
    assert frame["id"].n_unique() == 1000
    assert frame["birth_date"].dtype == pl.Date


def test_people_are_as_old_as_their_birth_dates_say():
    frame = sample("people", rows=5000)
    for born, age in frame.select("birth_date", "age").iter_rows():
        assert age == TODAY.year - born.year - ((born.month, born.day) > (TODAY.month, TODAY.day))
    assert isinstance(TODAY, date)


def test_postcodes_are_text_and_some_begin_with_zero():
    zips = sample("people")["zip"]
    assert zips.dtype == pl.String
    assert zips.str.contains("^[0-9]{7}$").all()
    assert 0 < zips.str.starts_with("0").mean() < 0.3


def test_a_postcode_lies_in_one_city_and_a_city_in_one_prefecture():
    frame = sample("people", rows=20_000)
    assert frame.group_by("zip").agg(pl.col("city").n_unique())["city"].max() == 1
    assert frame.group_by("city").agg(pl.col("prefecture").n_unique())["prefecture"].max() == 1


def test_a_few_cells_are_missing_where_people_do_not_like_to_answer():
    frame = sample("people", rows=20_000)
    for name in frame.columns:
        share = frame[name].null_count() / frame.height
        assert share == pytest.approx(MISSING.get(name, 0.0), abs=0.005)


def test_every_value_of_a_category_occurs_and_no_other():
    frame = sample("people", rows=50_000)
    wanted = {"marital_status": MARITAL, "education": EDUCATION, "occupation": OCCUPATION, "diagnosis": DIAGNOSES}
    for name, values in wanted.items():
        assert set(frame[name].drop_nulls()) == set(values)


def test_the_lives_of_people_hang_together():
    frame = sample("people", rows=20_000)
    pay = dict(frame.group_by("occupation").agg(pl.col("income").mean()).drop_nulls().iter_rows())
    ages = dict(frame.group_by("occupation").agg(pl.col("age").mean()).iter_rows())
    ill = frame.group_by(pl.col("age") >= 60).agg((pl.col("diagnosis") != "none").mean()).sort("age")["diagnosis"]
    widowed = dict(frame.group_by("marital_status").agg(pl.col("age").mean()).iter_rows())
    assert pay["physician"] > 2 * pay["office clerk"] > 4 * pay["student"]
    assert ages["student"] < 25 < 65 < ages["retired"]
    assert ill[1] > ill[0] + 0.2
    assert widowed["widowed"] > widowed["single"] + 20
