"""Kinds and roles guessed from values, types and names."""

from datetime import date, datetime, time, timedelta

import polars as pl
import pytest

from tokumei.inspection import inspect
from tokumei.inspection.words import WORDS, says

LETTERS = "abcdefghijklmnopqrstuvwxyz"
REMARKS = [f"Patient {letter} came in on a rainy day and asked for {letter * 3}." for letter in LETTERS]
ANSWERS = [f"All in all it suits me {'very ' * i}well." for i in range(8)]
HUNDRED = list(range(100))


def column(values, name="x", **said):
    """The inspected column among some ordinary ones."""
    frame = pl.DataFrame(
        {name: values, "city": ["Chiba", "Tokyo"] * (len(values) // 2) + ["Chiba"] * (len(values) % 2)}
    )
    return inspect(frame, **said).columns[0]


KINDS = {
    "ids are categories": (pl.Series([f"P{i:03}" for i in HUNDRED]), "category"),
    "digits with a leading zero are categories": (pl.Series(["0600801", "1540001"] * 50), "category"),
    "digits of one length are categories": (pl.Series([f"{i}" for i in range(10000, 10100)]), "category"),
    "other digits are numbers": (pl.Series([f"{i}" for i in HUNDRED]), "number"),
    "ISO dates are dates": (pl.Series(["2024-01-31", "1999-12-01"] * 50), "date"),
    "Japanese dates are dates": (pl.Series(["令和6年1月31日", "平成元年1月8日"] * 50), "date"),
    "dates as whole numbers are dates": (pl.Series([20240131, 19991201] * 50), "date"),
    "dates by type are dates": (pl.Series([date(2024, 1, 31)] * 100), "date"),
    "moments are dates": (pl.Series([datetime(2024, 1, 31, 9)] * 100), "date"),
    "times of day are dates": (pl.Series([time(9, 30)] * 100), "date"),
    "durations are dates": (pl.Series([timedelta(days=2)] * 100), "date"),
    "few whole numbers are categories": (pl.Series([1, 2, 3, 4] * 25), "category"),
    "few whole floats are categories": (pl.Series([1.0, 2.0, None, 4.0] * 25), "category"),
    "flags are categories": (pl.Series([0, 1] * 50), "category"),
    "truths are categories": (pl.Series([True, False] * 50), "category"),
    "few years are ordered": (pl.Series([2019, 2020, 2021, 2022] * 25), "ordered"),
    "enums are ordered": (pl.Series(["low", "high"] * 50, dtype=pl.Enum(["low", "high"])), "ordered"),
    "categoricals are categories": (pl.Series(["a", "b"] * 50, dtype=pl.Categorical), "category"),
    "many whole numbers are numbers": (pl.Series(HUNDRED), "number"),
    "fractions are numbers": (pl.Series([0.5, 1.5] * 50), "number"),
    "infinities are numbers": (pl.Series([float("inf"), 1.5] * 50), "number"),
    "huge numbers are numbers": (pl.Series([1e300, -1e300] * 50), "number"),
    "remarks are free text": (pl.Series(REMARKS * 2), "text"),
    "Japanese sentences are free text": (pl.Series([f"{i}番の患者は頭痛を訴えて来院した。" for i in HUNDRED]), "text"),
    "released ranges of numbers are numbers": (pl.Series([*(f"[{i};{i + 1}]" for i in range(98)), "7", "*"]), "number"),
    "released ranges of dates are dates": (pl.Series(["[2020-01-01;2020-12-31]", "2021-05-06", "*"] * 30), "date"),
    "other released ranges are categories": (pl.Series(["[low;high]", "7"] * 50), "category"),
    "released sets are categories": (pl.Series([f"{{{i};{i + 1}}}" for i in HUNDRED]), "category"),
    "suppressed throughout is a category": (pl.Series(["*"] * 100), "category"),
    "dates as whole floats are dates": (pl.Series([20240131.0, 19991201.0, None] * 30), "date"),
    "ready-made answers are categories": (pl.Series(ANSWERS * 20), "category"),
    "short texts are categories": (pl.Series(["tea", "coffee"] * 50), "category"),
}


@pytest.mark.parametrize(("values", "kind"), KINDS.values(), ids=KINDS)
def test_kind_is_guessed_from_values(values, kind):
    assert column(values).kind == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [("x", "category"), ("children", "number"), ("人数", "number"), ("grade", "ordered"), ("学年", "ordered")],
)
def test_kind_of_few_numbers_follows_the_name(name, kind):
    assert column([1, 2, 3, 4] * 25, name).kind == kind


def test_postcodes_read_as_numbers_are_categories():
    assert column([600801 + 37 * i for i in HUNDRED], "zip").kind == "category"


ROLES = {
    "unique texts": ("x", [f"P{i}x" for i in HUNDRED], "identifier"),
    "names that repeat": ("name", [f"Sato {i // 2}" for i in HUNDRED], "identifier"),
    "Japanese names that repeat": ("氏名", [f"佐藤{i // 2}" for i in HUNDRED], "identifier"),
    "a name with few values": ("name", ["red", "blue"] * 50, "quasi"),
    "a running number": ("no", HUNDRED, "identifier"),
    "long numbers": ("x", [90_000_000_001 + i * 7919 for i in HUNDRED], "identifier"),
    "remarks": ("x", REMARKS * 4, "identifier"),
    "customers": ("customer", [i // 2 for i in range(400)], "identifier"),
    "a kind of customer": ("customer_type", [i % 150 for i in range(400)], "quasi"),
    "run together in capitals": ("UTILITYID", [i // 2 for i in range(400)], "identifier"),
    "an invoice number": ("InvoiceNo", [i // 2 for i in range(400)], "identifier"),
    "an amount that is paid": ("UNPAID", [i // 9 for i in range(400)], "quasi"),
    "a place": ("longitude", [139.5 + i / 1000 for i in HUNDRED], "quasi"),
    "fractions that repeat": ("x", [i % 50 / 10 for i in range(400)], "sensitive"),
    "income": ("income", [i * 10_000 for i in HUNDRED], "sensitive"),
    "Japanese income": ("年収", [i * 10_000 for i in HUNDRED], "sensitive"),
    "a disease": ("病名", ["flu", "none"] * 50, "sensitive"),
    "age": ("age", [20 + i % 60 for i in HUNDRED], "quasi"),
    "a postcode that never repeats": ("zip", [f"0{i:06}" for i in HUNDRED], "quasi"),
    "a city name": ("cityName", [f"Town {i}" for i in HUNDRED], "quasi"),
    "a date": ("x", [date(2000, 1, 1) + timedelta(days=i) for i in HUNDRED], "quasi"),
    "a category": ("x", ["a", "b"] * 50, "quasi"),
    "a measurement": ("x", [i * 1.37 for i in HUNDRED], "sensitive"),
    "a constant": ("x", ["a"] * 100, "other"),
    "nothing": ("x", [None] * 100, "other"),
    "one value or none": ("x", ["a", None] * 50, "quasi"),
}


@pytest.mark.parametrize(("name", "values", "role"), ROLES.values(), ids=ROLES)
def test_role_is_guessed_from_name_and_values(name, values, role):
    assert column(values, name).role == role


def test_what_is_said_wins_over_what_is_guessed():
    found = column([f"P{i}x" for i in HUNDRED], quasi=["x"], kinds={"x": "text"})
    assert (found.role, found.kind) == ("quasi", "text")


def test_said_quasi_columns_are_all_there_are():
    frame = pl.DataFrame({"age": [1, 2], "sex": ["f", "m"], "income": [1, 2]})
    schema = inspect(frame, quasi="age").schema
    assert (schema.quasi, schema.sensitive) == (("age",), ("income",))


def test_measurements_are_quasi_where_there_is_nothing_but_numbers():
    frame = pl.DataFrame({"x": [i * 1.37 for i in HUNDRED], "y": [i * 3 % 40 for i in HUNDRED]})
    assert inspect(frame).schema.quasi == ("x", "y")
    assert inspect(frame.with_columns(sex=pl.lit("f"), city=pl.Series(["a", "b"] * 50))).schema.quasi == ("y", "city")


def test_the_person_column_is_an_identifier():
    assert column([1, 1, 2, 2], "owner", person="owner").role == "identifier"


@pytest.mark.parametrize("name", ["userId", "user_id", "E-Mail", "Phone No.", "氏名", "ｉｄ"])
def test_words_are_found_in_names_however_they_are_written(name):
    assert says(name, "identifier")


@pytest.mark.parametrize("name", ["valid", "voyage", "enamel", "", "identity"])
def test_words_inside_other_words_say_nothing(name):
    assert not any(says(name, what) for what in WORDS)
