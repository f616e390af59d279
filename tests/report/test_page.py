"""The report: complete, safe to show, and in need of nothing else."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import polars as pl
import pytest

from tests.report.made import NAMES, document, document_of, light, page, people, recipe
from tokumei import catalogue
from tokumei.errors import BadData
from tokumei.report import html, reading, tables, verdict
from tokumei.report.numbers import number, percent
from tokumei.texts import text

LANGUAGES = ("en", "ja")
RUNS = [name for name in NAMES if name != "compared"]
VOID = {"meta", "link", "wbr", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """The elements of a page, its visible text, and the tags left open."""

    def __init__(self, page: str):
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text += f" {data} "

    def values(self, name: str) -> list[str]:
        """Return every value of an attribute."""
        return [attributes[name] for _, attributes in self.elements if name in attributes]


def squeezed(words: str) -> str:
    """Return a text with every run of white space as one blank."""
    return " ".join(words.split())


@pytest.mark.parametrize(("name", "lang"), [*((name, "en") for name in NAMES), ("good", "ja"), ("compared", "ja")])
def test_every_kind_of_document_gives_a_page_with_its_verdict(name: str, lang: str) -> None:
    read = Page(page(name, lang))
    assert read.open == []
    assert verdict(document(name), lang) in squeezed(read.text)
    assert ("html", {"lang": lang}) in read.elements


@pytest.mark.parametrize("name", RUNS)
def test_every_number_appears(name: str) -> None:
    given = document(name)
    shown = squeezed(Page(page(name)).text)
    for call, numbers in given["measures"].items():
        for key, value in numbers.items():
            assert (percent(value) if reading.is_share(call, key, value) else number(value)) in shown
    for score in given["attacks"].values():
        assert all(percent(score[key]) in shown for key in ("rate", "low", "high", "chance"))
    for one in given["requirements"]:
        assert text("cli.yes" if one["met"] else "cli.no") in shown
    assert all(call in shown for call in (*given["attacks"], *given["measures"], *given["skipped"]))
    assert all(reason in shown for reason in given["skipped"].values())
    assert all(finding["text"] in shown for finding in given["findings"])
    assert all(version in shown for version in given["versions"].values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_has_a_meaning_beside_it(lang: str) -> None:
    given = document("good")
    shown = squeezed(Page(page("good", lang)).text)
    for call, numbers in given["measures"].items():
        for key in numbers:
            meaning = reading.meaning(call, key, lang)
            assert meaning
            # A number of the release stands beside its twin of the original, which has the meaning.
            assert meaning in shown or key.partition(".")[0].endswith("_after")
    for call in (*given["attacks"], *given["measures"], "mdav", "average"):
        summary = catalogue.get(call).summary_in(lang)
        assert summary in shown


def test_the_page_says_what_was_done_and_how_to_do_it_again() -> None:
    shown = Page(page("good")).text
    assert all(said in shown for said in ("k=5", 'grouping = "mdav"', "seed = 7", "people.csv"))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_loaded_from_anywhere(name: str) -> None:
    source = html(document(name), before={"a": people()}, after={"b": people()})
    read = Page(source)
    linked = [
        link
        for attribute in ("src", "href", "xlink:href", "action", "data", "poster")
        for link in read.values(attribute)
    ]
    assert all(link.startswith(("data:", "#")) for link in linked)
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|import\(", source)
    assert {tag for tag, _ in read.elements}.isdisjoint({"iframe", "object", "embed", "base", "form"})
    [policy] = [one["content"] for tag, one in read.elements if one.get("http-equiv") == "Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy


EVIL = "<script>alert(1)</script>\"'&{{7*7}}"


def test_a_column_that_is_called_script_is_only_a_name() -> None:
    frame = people().rename({"education": EVIL, "income": "<img src=x onerror=alert(1)>"})
    roles = {"age": "quasi", EVIL: "quasi", "<img src=x onerror=alert(1)>": "sensitive"}
    columns = {name: {"role": role} for name, role in roles.items()}
    asked = recipe(columns=columns, step=[{"grouping": "mdav", "k": 5}])
    given = document_of(asked, frame.select(*roles))
    read = Page(html(given, before={EVIL: frame}, after={EVIL: frame, "more": frame}))
    assert [tag for tag, _ in read.elements].count("script") == 1
    assert "img" not in {tag for tag, _ in read.elements}
    assert not [name for _, attributes in read.elements for name in attributes if name.startswith("on")]
    assert EVIL in unescape(read.text)


def test_every_text_of_a_document_is_only_a_text() -> None:
    evil = _with_evil(light("unmet"))
    for given in (evil, {"runs": [evil, evil]}):
        read = Page(html(given))
        assert [tag for tag, _ in read.elements].count("script") == 1
        assert read.open == []


def _with_evil(part: Any, key: str = "") -> Any:
    if isinstance(part, dict):
        return {name: _with_evil(inside, name) for name, inside in part.items()}
    if isinstance(part, list):
        return [_with_evil(inside, key) for inside in part]
    is_free = isinstance(part, str) and key not in ("kind", "role", "from", "to", "name", "grouping", "fill")
    return EVIL if is_free else part


def test_no_cell_of_the_original_is_on_a_page_made_from_the_document() -> None:
    shown, frame = Page(page("span")).text, people()
    words = set(re.findall(r"[\w,.-]+", shown))
    assert not [name for name in frame["name"] if name in shown]
    assert "lighthouse" not in shown
    for column in ("diagnosis", "income", "birth_date"):
        counts = frame[column].cast(pl.String).drop_nulls().value_counts()
        rare = counts.filter(pl.col("count") < 5)[column].to_list()
        assert rare
        assert words.isdisjoint(rare)
    assert words.isdisjoint(f"{value:,}" for value in (frame["income"].min(), frame["income"].max()))


def test_excerpts_show_the_columns_of_the_recipe_of_what_was_handed_over() -> None:
    frame = people().with_columns(secret_note=pl.lit("nobody's business"))
    shown = html(light("attack"), before={"a": frame}, after={"b": frame.drop("name")})
    assert "nobody" not in shown
    assert frame["name"][0] in shown
    assert frame["name"][0] not in page("attack")


def test_a_password_in_an_address_does_not_show() -> None:
    given = light("attack")
    given["recipe"]["data"]["source"] = "postgresql://ann:hush@host/db?table=people&password=quiet"
    given["output"] = "postgresql://ann:hush@host/db?table=safe"
    for shown in (html(given), html({"runs": [given, given]})):
        assert "hush" not in shown
        assert "password=quiet" not in unescape(shown)


def test_a_column_has_one_row_with_its_numbers_before_and_after() -> None:
    given = document("span")
    numbers = given["measures"]["column_drift"]
    numbers |= {"sd_before.age": 18.0, "sd_after.age": 12.5}
    [grid] = tables.numbers_by_column(given, "column_drift")
    assert grid.headings == ("Column", "column_drift", "mean", "sd", "quartile_1", "median", "quartile_3")
    cells = {row[0]: dict(zip(grid.headings, row, strict=True)) for row in grid.rows}
    assert list(cells) == ["age", "education", "birth_date", "income", "diagnosis"]
    assert cells["age"]["sd"] == "18 → 12.5"
    assert cells["income"]["mean"] == number(numbers["mean_before.income"])
    assert cells["diagnosis"]["mean"] == ""


def test_findings_are_said_in_the_language_of_the_page_whatever_the_run_spoke() -> None:
    given = light("no key")
    codes = [one["code"] for one in given["findings"]]
    assert "widths_not_known" in codes
    shown = Page(html(given, "ja")).text
    assert all(text(f"measures.{code}", "ja") in shown for code in codes)
    given["findings"] = [{"code": "from_elsewhere", "text": "The moon was full."}]
    assert "The moon was full." in Page(html(given, "ja")).text


def test_ten_columns_stay_under_600_kilobytes() -> None:
    frame = people().select("age", "income", "education", "birth_date", "diagnosis")
    wide = pl.concat([frame, frame.rename(lambda name: f"{name}_2")], how="horizontal")
    columns = {name: {"role": "quasi" if place < 8 else "sensitive"} for place, name in enumerate(wide.columns)}
    given = document_of(recipe(columns=columns, step=[{"grouping": "mdav", "k": 5}]), wide)
    assert len(given["profile"]["columns"]) == 10
    assert len(html(given, before={"a": wide}, after={"b": wide}).encode()) < 600_000


def test_the_same_document_gives_the_same_page() -> None:
    assert html(light("good")) == html(light("good"))


def test_an_unknown_language_falls_back_to_english() -> None:
    assert html(light("good"), "tlh") == html(light("good"), "en")


@pytest.mark.parametrize("wrong", [{}, {"a": 1}, [], {"runs": []}, {"runs": 3}, {"runs": [3]}])
def test_what_is_no_result_is_refused(wrong: Any) -> None:
    with pytest.raises(BadData, match="no result of a run"):
        html(wrong)


@pytest.mark.parametrize(
    "part", ["profile", "versions", "seconds", "notes", "measures", "attacks", "requirements", "recipe"]
)
def test_a_document_that_lacks_a_part_still_gives_a_page(part: str) -> None:
    given = light("good")
    del given[part]
    assert Page(html(given)).open == []


def test_methods_that_are_not_installed_still_show_their_numbers() -> None:
    given = light("good")
    given["measures"]["elsewhere(a=1)"] = {"elsewhere": 0.123456, "elsewhere.age": 4711.0}
    given["attacks"]["far_away"] = {"rate": 0.4321, "hits": 1, "of": 2, "chance": 0.1, "low": 0.0, "high": 1.0}
    given["recipe"]["step"] = [{"grouping": "unheard_of", "k": 5}]
    shown = Page(html(given)).text
    assert all(said in shown for said in ("elsewhere(a=1)", "0.1235", "4,711", "far_away", "43.2%", "unheard_of"))


def test_a_comparison_lists_every_run_and_says_which_are_worth_considering() -> None:
    shown = squeezed(Page(page("compared")).text)
    assert all(f"mdav(k={k})" in shown for k in (2, 5, 20))
    assert "worth considering" in shown


@pytest.mark.parametrize(
    "grid", ["requirements", "attacks", "steps", "columns", "skipped", "timings", "versions", "notes"]
)
@pytest.mark.parametrize("name", RUNS)
def test_every_row_of_a_table_has_a_cell_for_each_heading(name: str, grid: str) -> None:
    made = getattr(tables, grid)(document(name))
    assert {len(row) for row in made.rows} <= {len(made.headings)}
