"""Every chart is a valid picture that shows names as they are."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from tests.report.made import document
from tokumei.report import charts, look
from tokumei.report.distributions import label, shares, shown_columns

AGE = {
    "name": "age", "role": "quasi", "kind": "number", "suppressed": 0, "missing": {"before": 0, "after": 0},
    "bins": [{"from": None, "to": 20, "before": 50, "after": 50}, {"from": 20, "to": None, "before": 50, "after": 50}],
}  # fmt: skip


def drawn(chart: Any) -> ET.Element:
    """Return a chart, checked by its schema, as parsed SVG."""
    chart.to_dict(validate=True)
    return ET.fromstring(look.svg(chart))


def texts(picture: ET.Element) -> str:
    return " ".join(picture.itertext())


@pytest.mark.parametrize(("name", "lang"), [("good", "en"), ("span", "ja")])
def test_every_chart_of_a_run_is_a_picture(name: str, lang: str) -> None:
    given = document(name)
    pictures = [drawn(chart(given, lang)) for chart in (charts.group_sizes, charts.attack_rates, charts.loss_by_column)]
    pictures += [drawn(charts.distribution(given, column, lang)) for column in shown_columns(given)]
    pictures.append(drawn(charts.distributions(given, lang)))
    assert {picture.tag for picture in pictures} == {"{http://www.w3.org/2000/svg}svg"}
    assert {tag.tag.rpartition("}")[2] for picture in pictures for tag in picture.iter()}.isdisjoint(
        {"script", "image"}
    )


def test_the_attack_chart_shows_rate_interval_and_chance() -> None:
    picture = texts(drawn(charts.attack_rates(document("good"))))
    assert all(
        word in picture for word in ("random_match", "nearest_value", "share found", "95% interval", "blind guessing")
    )


def test_a_comparison_is_drawn_with_a_number_for_each_run() -> None:
    picture = texts(drawn(charts.tradeoff(document("compared")["runs"])))
    assert all(word in picture.split() for word in ("1", "2", "3"))


@pytest.mark.parametrize(
    "evil", ["</svg><script>alert(1)</script>", "'+alert(1)+'", 'a"]}', "\\u0027", "a\u2028b", "🗾"]
)
def test_a_name_in_a_chart_is_only_a_name(evil: str) -> None:
    given = document("good")
    given["attacks"] = {evil: given["attacks"]["random_match"]}
    assert "script" not in {tag.tag.rpartition("}")[2] for tag in drawn(charts.attack_rates(given)).iter()}
    column = {**AGE, "name": evil, "kind": "category", "bins": [{"value": evil, "before": 100, "after": 100}]}
    shown = drawn(charts.distribution({"profile": {"rows": {"before": 100, "after": 100}}}, column))
    assert evil[:5] in texts(shown)


def test_groups_below_k_stand_out() -> None:
    given = document("good")
    given["profile"]["group_sizes"] = [{"from": 2, "to": 2, "groups": 3, "rows": 6}, *given["profile"]["group_sizes"]]
    assert "below k = 5" in texts(drawn(charts.group_sizes(given)))
    assert "below k = 5" not in texts(drawn(charts.group_sizes(document("good"))))


BINS = {
    (20, 25): ("20 – 24", "20–24"),
    (7, 8): ("7", "7"),
    (0.5, 1.0): ("0.5 – 1", "0.5–1"),
    (1_000_000, 2_000_000): ("1,000,000 – 1,999,999", "1M–2M"),
    (1990, 1995): ("1990 – 1994", "1990–1994"),
    ("1990-01-01", "1995-01-01"): ("1990 – 1994", "1990–1994"),
    ("1990-01-01", "1991-01-01"): ("1990", "1990"),
    ("2020-10-01", "2021-01-01"): ("2020-10 – 2020-12", "2020-10–2020-12"),
    ("2020-02-28", "2020-03-01"): ("2020-02-28 – 2020-02-29", "2020-02-28–2020-02-29"),
    ("09:00", "12:00"): ("09:00 – 12:00", "09:00–12:00"),
    (None, 20): ("< 20", "< 20"),
    ("2020-01-01", None): ("≥ 2020", "≥ 2020"),
    (None, None): ("all", "all"),
}


@pytest.mark.parametrize(("ends", "said"), BINS.items(), ids=map(str, BINS))
def test_a_bin_is_called_by_what_lies_in_it(ends: tuple[Any, Any], said: tuple[str, str]) -> None:
    one = {"from": ends[0], "to": ends[1]}
    assert (label(one), label(one, short=True)) == said


def test_labels_that_would_run_into_each_other_are_left_out_but_never_the_last() -> None:
    bins = [{"from": 1000 * low, "to": 1000 * low + 1000, "before": 5, "after": 5} for low in range(20)]
    column = {**AGE, "bins": bins, "missing": {"before": 40, "after": 0}}
    picture = texts(drawn(charts.distribution({"profile": {"rows": {"before": 140, "after": 100}}}, column)))
    assert "missing" in picture
    assert 2 <= sum(word.count("–") for word in picture.split()) < 8


def test_shares_are_of_all_rows() -> None:
    missing = {**AGE, "missing": {"before": 100, "after": 0}, "suppressed": 100}
    bars = shares(missing, {"before": 200, "after": 200})
    assert [bar["before"] for bar in bars] == [0.25, 0.25, 0.5, 0]
    assert [bar["after"] for bar in bars] == [0.25, 0.25, 0, 0.5]
