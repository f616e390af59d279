"""The one sentence: yes, no, or why neither."""

import pytest

from tests.report.made import NAMES, document
from tokumei.report.verdict import judged, verdict
from tokumei.texts import text

STATUS = {
    "good": "yes", "risky": "risky", "unmet": "no", "no requirement": "open", "unattacked": "open", "no key": "open",
    "untouched": "open", "attack": "open", "measure": "open", "compared": "open",
}  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", STATUS)
def test_the_answer_follows_from_the_requirements(name: str, lang: str) -> None:
    given = judged(document(name), lang)
    assert given.status == STATUS[name]
    if name != "compared":
        assert str(given).startswith(text(f"report.verdict.{STATUS[name]}", lang))


@pytest.mark.parametrize("name", NAMES)
def test_a_verdict_is_one_sentence(name: str) -> None:
    sentence = verdict(document(name))
    assert not sentence[0].islower()
    assert sentence.endswith(".")
    assert ". " not in sentence
    assert "{" not in sentence


def test_an_unmet_requirement_is_named_with_what_was_measured_and_wanted() -> None:
    sentence = verdict(document("unmet"))
    assert "1 of 2 requirements not met (strongest attack " in sentence
    assert "wanted at most 0.01%" in sentence
    assert sentence.startswith("No")


def test_a_requirement_that_could_not_be_measured_is_not_met() -> None:
    given = document("good")
    given["requirements"] = [{"name": "gcp", "at_most": 0.5, "got": None, "met": False}]
    assert "gcp not measured, wanted at most 50%" in verdict(given)


def test_what_the_verdict_rests_on_is_in_it() -> None:
    sentence = verdict(document("good"))
    assert "2 of 2 requirements are met" in sentence
    assert "others" in sentence
    assert "identifies" in sentence
    assert "is lost (gcp)" in sentence


def test_a_row_that_stands_alone_is_said_so() -> None:
    assert "at least one row stands alone" in verdict(document("untouched"))


def test_it_is_said_when_no_attack_was_scored() -> None:
    for name in ("unattacked", "no key", "measure"):
        assert "no attack was scored" in verdict(document(name))


def test_an_attack_no_better_than_chance_is_no_success() -> None:
    given = document("good")
    score = {"rate": 0.0005, "hits": 1, "of": 2000, "chance": 0.0005, "low": 0.0001, "high": 0.003}
    given["attacks"] = {"a": score, "b": score}
    assert "none of the 2 attacks tried does clearly better than blind guessing" in verdict(given)


def test_an_attack_that_drew_lots_counts_with_its_expectation() -> None:
    given = document("good")
    given["attacks"] = {
        "a": {"rate": 0.1, "hits": 1, "of": 10, "chance": 0.1, "low": 0.0, "high": 0.4, "expected": 0.25}
    }
    assert "identifies 25% of the rows" in verdict(given)


def test_a_run_that_another_beats_in_both_is_not_worth_considering() -> None:
    runs = document("compared")["runs"]
    worse = document("no requirement")
    worse["measures"]["gcp"]["gcp"] = 0.99
    worse["attacks"]["nearest_value"]["rate"] = 1.0
    worse["recipe"]["step"][0]["k"] = 777
    sentence = verdict({"runs": [*runs, worse]})
    assert "k=777" not in sentence
    assert "k=2" in sentence


def test_runs_that_share_no_loss_cannot_be_compared() -> None:
    one, other = document("no requirement"), document("no requirement")
    one["measures"], other["measures"] = {"gcp": {"gcp": 0.1}}, {"sse": {"sse_over_sst": 0.1}}
    assert "cannot be compared" in verdict({"runs": [one, other]})


def test_an_attack_that_no_requirement_limits_is_told_with_what_it_knows_and_what_to_do() -> None:
    sentence = verdict(document("risky"))
    assert sentence.startswith("Not yet, although every requirement is met: who knows ")
    assert all(said in sentence for said in ("nearest_value", "no requirement limits that", "set a limit"))


def test_a_limit_on_one_attack_does_not_speak_for_another() -> None:
    given = document("risky")
    limits = {"random_match": "risky", "nearest_value": "yes", "*": "yes"}
    given["attacks"]["random_match"]["rate"] = given["attacks"]["random_match"]["expected"] = 0.01
    for name, status in limits.items():
        given["requirements"] = [{"name": f"{name}.rate", "at_most": 0.99, "got": 0.01, "met": True}]
        assert judged(given).status == status
