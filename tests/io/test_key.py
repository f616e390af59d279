"""A key is read back as it was written, and one that does not fit is refused."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei import io
from tokumei.errors import InputError
from tokumei.model import Release, Schema, Table


def release(rows: int, **secrets: object) -> Release:
    """Return a release of so many rows."""
    frame = pl.DataFrame({"age": pl.int_range(rows, eager=True)})
    return Release(Table(frame, Schema(quasi="age")), **secrets)  # type: ignore[arg-type]


def row_numbers(rows: int, lowest: int) -> st.SearchStrategy[np.ndarray]:
    """Draw numbers for so many rows."""
    return st.lists(st.integers(lowest, 9), min_size=rows, max_size=rows).map(lambda drawn: np.array(drawn, np.int64))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keys")


@given(data=st.data(), rows=st.integers(0, 6), has_labels=st.booleans(), is_declared=st.booleans())
def test_a_key_is_read_back_as_it_was_written(
    data: st.DataObject, rows: int, has_labels: bool, is_declared: bool, folder: Path
) -> None:
    key = data.draw(row_numbers(rows, -1))
    labels = data.draw(row_numbers(rows, 0)) if has_labels else None
    declared = key[::-1].copy() if is_declared else None
    written = release(rows, key=key, labels=labels, declared_key=declared)
    io.write_release(written, f"{folder}/out.csv", key=f"{folder}/key.csv", force=True)
    read, groups, said = io.read_key(f"{folder}/key.csv", rows)
    assert read.dtype == np.int64
    assert np.array_equal(read, key)
    assert not rows or (groups is None) == (labels is None)
    assert groups is None or labels is None or np.array_equal(groups, labels)
    assert (said is None) == (declared is None)
    assert said is None or np.array_equal(said, declared)


def test_a_key_has_one_line_for_each_released_row(tmp_path: Path) -> None:
    written = release(2, key=np.array([1, -1]), labels=np.array([4, 4]))
    io.write_release(written, f"{tmp_path}/out.csv", key=f"{tmp_path}/key.csv")
    assert (tmp_path / "key.csv").read_text() == "released_row,original_row,group\n0,1,4\n1,-1,4\n"


def test_a_declared_key_has_a_column_of_its_own(tmp_path: Path) -> None:
    written = release(1, key=np.array([0]), labels=np.array([0]), declared_key=np.array([3]))
    io.write_release(written, f"{tmp_path}/out.csv", key=f"{tmp_path}/key.csv")
    assert (tmp_path / "key.csv").read_text() == "released_row,original_row,group,declared_row\n0,0,0,3\n"


def test_the_lines_of_a_key_may_stand_in_any_order(tmp_path: Path) -> None:
    (tmp_path / "key.csv").write_text("released_row,original_row,group\n2,7,1\n0,5,0\n1,6,0\n")
    key, labels, _ = io.read_key(f"{tmp_path}/key.csv", 3)
    assert key.tolist() == [5, 6, 7]
    assert labels is not None
    assert labels.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("released_row,original_row,group\n0,1,0\n", "1 rows, the released table 2"),
        ("released_row,original_row,group\n0,1,0\n0,4711,0\n", "each row from 0 to 1 once"),
        ("released_row,original_row,group\n1,1,0\n2,4711,0\n", "each row from 0 to 1 once"),
        ("released_row,original_row,group\n0,1,0\n1,4711x,0\n", "'original_row' must hold a whole number"),
        ("released_row,original_row,group\n0,1,0\n1,,0\n", "'original_row' must hold a whole number"),
        ("released_row,original_row,group\n0,1,0\n1,4711.5,0\n", "'original_row' must hold a whole number"),
        ("released_row,original_row,group\n0,1,0\n1,4711,\n", "'group' must hold a whole number"),
        ("released_row,original_row,group\n0,1,0\n1,-4711,0\n", "less than -1"),
        ("released_row,group\n0,1\n1,4711\n", "columns must be"),
        ("age,city\n31,4711\n24,x\n", "columns must be"),
        ("0,1,0\n1,4711,0\n", "looks like data"),
        ("released_row,original_row,group\n0,1,0\n1,4711\n", "line 3 has 2 fields"),
    ],
)
def test_a_key_that_does_not_fit_is_refused_in_a_sentence(text: str, sign: str, tmp_path: Path) -> None:
    (tmp_path / "key.csv").write_text(text)
    with pytest.raises(InputError) as caught:
        io.read_key(f"{tmp_path}/key.csv", 2)
    assert sign in str(caught.value)
    assert "4711" not in str(caught.value)


@pytest.mark.parametrize("place", ["nowhere.csv", "key.parquet", "sqlite:///key.db?table=key"])
def test_a_key_that_is_no_csv_file_is_refused(place: str) -> None:
    with pytest.raises(InputError, match=r"key|no file"):
        io.read_key(place, 2)
