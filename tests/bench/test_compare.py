"""Two result files side by side."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import lines
from bench.compare import changed, compare
from tokumei.errors import UnreadableSource

Texts = st.text(st.characters(exclude_categories=["Cs"]))
Values = st.recursive(
    st.none() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False) | Texts,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(Texts, inside, max_size=3),
    max_leaves=8,
)


def method(rows: int = 1000, seconds: float = 2.0, **more: Any) -> lines.Line:
    spread = {"median": seconds, "low": seconds, "high": seconds, "repeats": 1}
    return {"what": "method", "kind": "grouping", "method": "mdav", "data": "adult", "rows": rows, "k": 5,
            "seed": 0, "seconds": spread, **more}  # fmt: skip


def test_a_number_of_the_second_file_is_told_as_a_ratio_to_the_first() -> None:
    before = method(seconds=2.0, loss={"sse.sse_over_sst": 0.04}, risk={"k_anonymity.k": 5})
    after = method(seconds=0.5, loss={"sse.sse_over_sst": 0.04}, risk={"k_anonymity.k": 6})
    rows = {row[3]: row[4:] for row in compare([before], [after])}
    assert rows["seconds"] == ("2", "0.5", "0.25")
    assert rows["sse.sse_over_sst"] == ("0.04", "0.04", "1.00")
    assert rows["k_anonymity.k"] == ("5", "6", "1.20")


def test_a_file_against_itself_has_no_ratio_but_one() -> None:
    line = method(memory={"peak_mb": 100.0, "work_mb": 0.0}, loss={"a": 0.0}, risk={"b": 0.2})
    assert [row[-1] for row in compare([line], [line])] == ["1.00"] * 5


def test_what_is_the_same_can_be_left_out() -> None:
    before, after = method(seconds=2.0, loss={"a": 0.1, "b": None}), method(seconds=1.0, loss={"a": 0.1, "b": None})
    assert [row[3] for row in changed(compare([before], [after]))] == ["seconds"]
    assert [row[3] for row in compare([before], [after])] == ["seconds", "a"]


def test_sizes_are_not_mixed_and_what_one_file_lacks_is_shown() -> None:
    rows = compare([method(1000), method(2000)], [method(2000), method(4000)])
    assert [(row[2], row[4:6]) for row in rows] == [
        ("1,000", ("here", "")), ("2,000", ("2", "2")), ("4,000", ("", "here")),
    ]  # fmt: skip


def test_the_last_of_several_runs_in_a_file_counts() -> None:
    rows = compare([method(seconds=9.0), method(seconds=1.0)], [method(seconds=2.0)])
    assert [row[-1] for row in rows] == ["2.00"]


def test_figures_and_growth_are_compared_too() -> None:
    figure, growth = {"what": "figure", "name": "import", "got": 0.1}, {**method(), "what": "growth", "exponent": 2.0}
    del growth["seconds"]
    rows = compare([figure, growth], [{**figure, "got": 0.2}, {**growth, "exponent": 1.0}])
    assert [(row[3], row[-1]) for row in rows] == [("got", "2.00"), ("exponent", "0.50")]


@given(found=st.lists(st.dictionaries(Texts, Values, max_size=4), max_size=4))
def test_lines_are_read_back_as_they_were_written(found: list[lines.Line], tmp_path_factory: Any) -> None:
    target = tmp_path_factory.mktemp("lines") / "results" / "run.jsonl"
    for line in found:
        lines.append(target, [line])
    assert (lines.read(target) if found else []) == found


@pytest.mark.parametrize("text", [None, '{"what": ', "name,seconds\n"])
def test_a_file_without_json_lines_is_refused_in_a_sentence(text: str | None, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableSource, match=r"run\.jsonl.*\.$"):
        lines.read(path)


def test_a_line_holds_no_number_that_json_lacks(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        lines.append(tmp_path / "run.jsonl", [{"got": float("nan")}])
