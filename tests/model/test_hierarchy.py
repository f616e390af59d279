"""Hierarchies: what they refuse, and how far apart they put two values."""

import numpy as np
import polars as pl
import pytest

from tokumei import io
from tokumei.errors import BadData, UnreadableSource
from tokumei.model import Encoded, Schema, Table
from tokumei.model.hierarchy import Hierarchy

CITIES = [["Chiba", "Kanto", "East", "*"], ["Tokyo", "Kanto", "East", "*"], ["Sendai", "Tohoku", "East", "*"],
          ["Kyoto", "Kansai", "West", "*"]]  # fmt: skip


def encoding(values):
    schema = Schema(quasi="city", trees={"city": Hierarchy.of(CITIES, "cities.csv")})
    return Encoded.of(Table(pl.DataFrame({"city": values}), schema), codes="hierarchy")


def test_two_values_are_as_far_apart_as_the_steps_until_they_meet():
    matrix = encoding(["Chiba", "Tokyo", "Sendai", "Kyoto", "Chiba"]).matrix
    squared = ((matrix[0] - matrix) ** 2).sum(axis=1)
    assert squared == pytest.approx([0, 1 / 3, 2 / 3, 1, 0])


def test_a_missing_cell_stands_in_the_middle_and_is_marked():
    qi = encoding(["Chiba", None, "Kyoto"])
    assert qi.missing[:, 0].tolist() == [False, True, False]
    assert np.allclose(qi.matrix[1], (qi.matrix[0] + qi.matrix[2]) / 2)


def test_a_column_without_a_hierarchy_has_one_column_a_value():
    frame = pl.DataFrame({"city": ["Chiba", "Kyoto"], "sex": ["f", "m"]})
    schema = Schema(quasi=["city", "sex"], trees={"city": Hierarchy.of(CITIES, "cities.csv")})
    assert Encoded.of(Table(frame, schema), codes="hierarchy").coding == {"city": "hierarchy", "sex": "onehot"}


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], "needs a row for each value"),
        ([["a"]], "needs a row for each value"),
        ([["a", "*"], ["b", "x", "*"]], "1 rows have another number of levels than the first, 2"),
        ([["a", "*"], ["a", "*"]], "1 values stand in more than one row"),
        ([["a", "x", "y", "*"], ["b", "x", "z", "*"]], "1 entries of level 1 have several parents"),
        ([["a", "x"], ["b", "y"]], "the last level has 2 entries"),
        ([["zip", "area", "all"], ["a", "x", "*"], ["b", "x", "*"]], "the first row looks like a line of names"),
        ([["a", "b", "*"], ["b", "a", "*"]], "2 entries stand above themselves"),
        ([["", "x", "*"], ["a", "", "*"]], "2 entries are empty; a missing value needs no row"),
    ],
    ids=[
        "no row",
        "no level",
        "uneven",
        "a value twice",
        "two parents",
        "two roots",
        "a line of names",
        "a cycle",
        "missing values",
    ],
)
def test_what_is_no_hierarchy_is_refused(rows, sentence):
    with pytest.raises(BadData, match=sentence):
        Hierarchy.of(rows, "cities.csv")


def test_values_that_are_not_in_the_hierarchy_are_counted_not_shown():
    with pytest.raises(BadData, match="column 'city': 2 of its values are not in its hierarchy") as refused:
        encoding(["Chiba", "Atlantis", "Utopia", "Utopia"])
    assert "Atlantis" not in str(refused.value)


def test_a_hierarchy_file_is_read_as_arx_writes_it(tmp_path):
    file = tmp_path / "cities.csv"
    file.write_text("\n".join(";".join(row) for row in CITIES))
    assert io.read_hierarchy(str(file)) == Hierarchy.of(CITIES, "")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"a x *\nb x *\n", "has one column; put `;`"), (b"\x81\xff\x00a", "is not UTF-8 text"), (None, "no file")],
    ids=["blanks", "not UTF-8", "absent"],
)
def test_a_file_that_is_no_hierarchy_is_refused(content, sentence, tmp_path):
    if content is not None:
        (tmp_path / "h.csv").write_bytes(content)
    with pytest.raises(UnreadableSource, match=sentence):
        io.read_hierarchy(str(tmp_path / "h.csv"))
