"""Pseudonyms: keyed, equal for equal values, released, and never a way back."""

import hashlib
import hmac

import polars as pl
import pytest

from tests.transforms.made import changed, table
from tokumei.errors import BadOption, UnreadableSource
from tokumei.model import Schema, Table

KEY = b"0123456789abcdef0123456789abcdef"
NAMES = ["Ann", "Bob", "Ann", None]


@pytest.fixture
def secret(tmp_path):
    (tmp_path / "key").write_bytes(KEY + b"\n")
    return str(tmp_path / "key")


def replaced(names=NAMES, **options):
    return changed("pseudonyms", table(identifier=["name"], name=names), **options).data.frame["name"].to_list()


def test_a_pseudonym_is_the_beginning_of_the_keyed_hash(secret):
    assert replaced(secret=secret)[1] == hmac.new(KEY, b"Bob", hashlib.sha256).hexdigest()[:16]
    assert replaced(secret=secret, length=64)[1] == hmac.new(KEY, b"Bob", hashlib.sha256).hexdigest()


def test_equal_values_get_equal_pseudonyms_and_a_gap_stays_a_gap(secret):
    first, second, third, gap = replaced(secret=secret)
    assert (first == third, first == second, gap) == (True, False, None)


def test_two_columns_share_their_pseudonyms(secret):
    data = table(identifier=["sender", "receiver"], sender=["Ann", "Bob"], receiver=["Bob", "Ann"])
    after = changed("pseudonyms", data, secret=secret).data.frame
    assert after["sender"].to_list() == after["receiver"].reverse().to_list()


def test_without_a_secret_each_run_draws_another_even_with_the_same_seed():
    assert replaced() != replaced()


def test_no_pseudonym_is_a_plain_hash():
    plain = {f(b"Ann").hexdigest() for f in (hashlib.sha256, hashlib.sha1, hashlib.md5)}
    assert not any(one.startswith(replaced(length=32)[0]) for one in plain)


def test_a_secret_may_be_an_environment_variable(secret, monkeypatch):
    monkeypatch.setenv("TOKUMEI_TEST_SECRET", KEY.decode())
    assert replaced(secret="TOKUMEI_TEST_SECRET") == replaced(secret=secret)


def test_whole_numbers_are_the_same_persons_whether_a_gap_made_floats_of_them(secret):
    assert replaced([1, 2], secret=secret) == replaced([1.0, 2.0], secret=secret) == replaced(["1", "2"], secret=secret)


def test_a_secret_given_itself_is_refused_without_being_shown():
    with pytest.raises(UnreadableSource, match="neither a file that can be read nor an environment") as refusal:
        replaced(secret="hunter2-is-my-secret")
    assert "hunter2" not in str(refusal.value)


def test_a_short_secret_is_refused_without_being_shown(tmp_path):
    (tmp_path / "key").write_text("hunter2")
    with pytest.raises(BadOption, match="has 7 bytes; give at least 16") as refusal:
        replaced(secret=str(tmp_path / "key"))
    assert "hunter2" not in str(refusal.value)


def test_pseudonyms_that_two_values_would_share_are_refused(monkeypatch):
    monkeypatch.setattr(hmac, "digest", lambda key, value, name: bytes(32))
    with pytest.raises(BadOption, match="length=16 gives 1 values of column 'name' a pseudonym that another has"):
        replaced(["Ann", "Bob"])


@pytest.mark.parametrize("column", ["age", "pay"])
def test_columns_whose_values_mean_something_are_refused(column):
    data = table(quasi=["age"], identifier=["name"], age=[1], name=["Ann"], pay=[3])
    with pytest.raises(BadOption, match=f"column '{column}' is .*name identifiers or columns of no role"):
        changed("pseudonyms", data, columns=[column])


@pytest.mark.parametrize("other", ["keep", "drop", ("note",)])
def test_the_column_goes_out_whatever_happens_to_the_others(other):
    frame = pl.DataFrame({"name": ["Ann"], "id": [7], "age": [31], "note": ["x"]})
    data = Table(frame, Schema(quasi="age", identifier=["name", "id"], other=other)).pinned()
    out = changed("pseudonyms", data, columns=["id"]).data.published().frame
    assert out.columns == (["id", "age"] if other == "drop" else ["id", "age", "note"])
    assert out["id"].dtype == pl.String


@pytest.mark.parametrize("other", ["keep", "drop"])
def test_the_column_of_people_still_tells_people_apart(other):
    data = table(quasi=["age"], person="id", age=[1, 2, 3], id=["u", "v", "u"])
    data = data.but(schema=data.schema.but(other=other))
    after = changed("pseudonyms", data, columns=["id"]).data
    assert after.people.tolist() == [0, 1, 0]
    assert "id" in after.published().frame.columns
