"""What transforms share: columns chosen, numbers written back, labels that stay true."""

import numpy as np
import polars as pl
import pytest

from tests import found
from tests.transforms.made import cells, codes, table
from tokumei.errors import BadData, UnknownColumn
from tokumei.measures.gcp import gcp
from tokumei.measures.k_anonymity import k_anonymity
from tokumei.measures.sse import sse
from tokumei.model import Encoded, Release
from tokumei.model.changed import bounds, changed, chosen_columns, crowds, numbers_of, with_numbers

AGES = table(quasi=["age"], age=[30, 30, 40, 40], pay=[1, 2, 3, 4])
GROUPED = Release.untouched(AGES).then(Release.of(AGES, key=np.arange(4), labels=np.array([0, 0, 1, 1])))


def after(**columns):
    job = found.job()
    made = {name: pl.Series(name, values) for name, values in columns.items()}
    return GROUPED.then(changed("some", AGES, made, job)), job


def test_labels_of_an_earlier_step_stay_where_only_sensitive_columns_change():
    release, job = after(pay=[4, 3, 2, 1])
    assert release.labels.tolist() == [0, 0, 1, 1]
    assert codes(job) == []
    assert job.notes == {"cells_changed_by_some": 4}


def test_labels_are_what_is_published_alike_where_quasi_columns_change_and_parted_groups_are_told():
    release, job = after(age=[30, 31, 40, 40])
    assert release.labels.tolist() == [0, 1, 2, 2]
    assert job.findings[0]["values"] == {"method": "some", "columns": "age", "before": 2, "groups": 3}
    assert k_anonymity(AGES, release)["k"] == 1


def test_groups_that_become_one_count_as_one_for_every_loss():
    release, job = after(age=[30] * 4)
    assert codes(job) == []
    assert sse(Encoded.of(AGES), release)["sse_over_sst"] == 1
    assert gcp(AGES, release)["gcp"] == 1
    assert k_anonymity(AGES, release)["k"] == 4


def test_columns_are_those_named_once_each_or_those_of_the_right_kind():
    data = table(a=[1], b=["x"], c=[2.5])
    assert chosen_columns("some", data, None, data.sensitive, ["number"]) == ["a", "c"]
    assert chosen_columns("some", data, ["c", "a", "c"], []) == ["c", "a"]
    with pytest.raises(UnknownColumn, match="no column 'z' in some"):
        chosen_columns("some", data, ["z"], [])
    with pytest.raises(BadData, match="some: none of its usual columns holds dates or ordered values; name"):
        chosen_columns("some", data, None, data.sensitive, ["date", "ordered"])


@pytest.mark.parametrize("dtype", [pl.Int8, pl.UInt16, pl.Int64, pl.Float32, pl.Float64, pl.Decimal(10, 1)])
def test_numbers_come_back_in_the_type_they_had(dtype):
    data = table(a=pl.Series([1, None, 3]).cast(dtype))
    same = with_numbers(data, "a", numbers_of("some", data, "a"))
    assert same.equals(data.frame["a"], null_equal=True)
    assert same.dtype == data.frame["a"].dtype


def test_numbers_beyond_a_type_stop_at_its_ends():
    data = table(a=pl.Series([0, 0], dtype=pl.UInt8), b=pl.Series([0, 0]))
    assert with_numbers(data, "a", np.array([-9.0, 999.0])).to_list() == [0, 255]
    assert with_numbers(data, "b", np.array([-1e30, 1e30])).to_list() == [-(2**63), 2**63 - 1024]
    assert bounds(pl.Int16()) == (-(2**15), 2**15 - 1)


def test_numbers_written_as_text_by_an_earlier_step_are_read_and_stay_whole():
    data = cells(table(quasi=["a"], a=[1, 2, 3]), a=["10", "20", None])
    assert with_numbers(data, "a", np.array([10.4, 19.6, np.nan])).to_list() == [10, 20, None]


def test_a_crowd_is_a_number_of_people():
    data = table(quasi=["q"], person="id", q=[1, 1, 1, 2], id=["a", "a", "b", "b"])
    assert crowds(data, data.published_alike()).tolist() == [2, 2, 2, 1]
