"""TOML that is written is read back by the standard library."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from tokumei.model.toml import dumps

Text = st.text(st.characters(codec="utf-8"), max_size=8)
Plain = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | Text
Value = st.recursive(Plain, lambda inside: st.lists(inside, max_size=3) | st.dictionaries(Text, inside, max_size=3))
Section = st.dictionaries(Text, Value, max_size=3)


@given(st.dictionaries(Text, Plain | Section | st.lists(Section, min_size=1, max_size=3), max_size=5))
def test_what_is_written_is_read_back(document):
    read = tomllib.loads(dumps(document))
    # A section without lines says nothing and is left out.
    assert read == {name: value for name, value in document.items() if value != {}}


def test_what_is_not_said_is_not_written():
    assert dumps({"data": {"source": "a.csv", "person": None}}) == '[data]\nsource = "a.csv"'
