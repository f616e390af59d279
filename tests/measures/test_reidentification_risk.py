"""The three attackers' risks, by hand."""

import polars as pl
import pytest

import tokumei as tk
from tokumei.errors import UnknownColumn
from tokumei.measures.reidentification_risk import reidentification_risk
from tokumei.model import Release, Schema, Table

TABLE = Table(pl.DataFrame({"age": [1, 2, 2, 3, 3, 3, 3, 3]}), Schema(quasi="age")).pinned()


def risks(table, release=None, **options):
    return reidentification_risk(table, release or Release(table), **options)


def test_risks_are_one_over_the_group():
    # By hand: groups of 1, 2 and 5.
    told = risks(TABLE)
    assert told["prosecutor"] == told["journalist"] == 1.0
    assert told["marketer"] == pytest.approx(3 / 8)
    assert told["prosecutor_above"] == told["journalist_above"] == 3 / 8
    assert risks(TABLE, threshold=0.5)["prosecutor_above"] == 1 / 8
    assert risks(TABLE, threshold=0.1)["prosecutor_above"] == 1.0


def test_the_journalist_looks_among_the_population(tmp_path):
    everybody = pl.DataFrame({"age": [1] * 4 + [2] * 3 + [3] * 2 + [4] * 9})
    everybody.write_csv(tmp_path / "all.csv")
    frame = TABLE.frame.to_pandas()
    told = tk.measure(
        frame, frame, TABLE.schema, "reidentification_risk", population=str(tmp_path / "all.csv"), threshold=0.3
    )
    # By hand: 4 fit the first row, 3 the next two, and the five of the last group are more than the 2 who fit.
    assert told["prosecutor"] == 1.0
    assert told["journalist"] == pytest.approx(1 / 3)
    assert told["journalist_above"] == 2 / 8
    assert told["marketer"] == pytest.approx((1 / 4 + 2 / 3 + 5 / 5) / 8)


def test_ranges_fit_everybody_of_the_population_inside(tmp_path):
    pl.DataFrame({"age": [1, 2, 3, 4, 5, 6]}).write_csv(tmp_path / "all.csv")
    released = pl.DataFrame({"age": ["[1;5]", "[2;3]"]})
    told = tk.measure(
        TABLE.frame, released, TABLE.schema, "reidentification_risk", population=str(tmp_path / "all.csv")
    )
    assert told["journalist"] == 1 / 2
    assert told["marketer"] == pytest.approx((1 / 5 + 1 / 2) / 2)


def test_a_population_without_the_quasi_columns_is_refused(tmp_path):
    pl.DataFrame({"years": [1]}).write_csv(tmp_path / "all.csv")
    with pytest.raises(UnknownColumn, match="no column 'age' in the population; there are years"):
        tk.measure(
            TABLE.frame, TABLE.frame, TABLE.schema, "reidentification_risk", population=str(tmp_path / "all.csv")
        )


def test_people_are_counted_not_their_rows():
    table = Table(pl.DataFrame({"age": [1, 1, 1, 2], "id": ["u", "u", "v", "w"]}), Schema(quasi="age", person="id"))
    told = risks(table, Release.untouched(table))
    assert told["marketer"] == pytest.approx((3 / 2 + 1) / 4)


def test_a_row_suppressed_altogether_may_be_anybody():
    released = TABLE.released(pl.DataFrame({"age": ["*", "2", "2", "2"]}))
    assert risks(TABLE, Release(released))["prosecutor"] == pytest.approx(1 / 3)
    assert risks(TABLE, Release(released))["marketer"] == pytest.approx((1 / 4 + 3 / 3) / 4)
