"""Options: converted, completed, or refused in one sentence that says what would work."""

from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from tokumei.errors import BadOption
from tokumei.model import Grouping
from tokumei.params import Codes, K, Scale, Share, checked, describe, label, non_default, options_of, plain, type_words

MDAV = Grouping("mdav")


def method(
    qi: object,
    *,
    k: K = 3,
    share: Share = 0.5,
    loud: Annotated[bool, Field(description="whether it shouts")] = False,
    columns: Annotated[list[str] | None, Field(description="which columns")] = None,
    center: Literal["mean", "median"] = "mean",
    below: Annotated[float, Field(gt=0, lt=9)] = 1.0,
    inner: Grouping = MDAV,
    job: object = None,
) -> None: ...


MODEL = options_of("m", method)


def given_back(**options):
    return checked("m", MODEL, options)


def complaint(**options):
    try:
        given_back(**options)
    except BadOption as error:
        return str(error)
    return ""


def test_what_is_not_said_is_at_its_default():
    assert given_back() == {
        "k": 3, "share": 0.5, "loud": False, "columns": None, "center": "mean", "below": 1.0, "inner": Grouping("mdav"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        ("k", "7", 7),
        ("share", "0.25", 0.25),
        ("share", 1, 1.0),
        ("loud", "true", True),
        ("columns", ["a"], ["a"]),
        ("center", "median", "median"),
        ("inner", "mdav", Grouping("mdav")),
        ("inner", {"name": "mdav", "k": 9}, Grouping("mdav", {"k": 9})),
    ],
)
def test_a_text_from_a_command_line_becomes_what_the_method_wants(option, text, value):
    assert given_back(**{option: text})[option] == value


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"k": 1}, "m: k=1 is not allowed; smallest allowed group (at least 2)."),
        ({"k": "many"}, "m: k=many is not allowed; smallest allowed group (at least 2)."),
        ({"k": 2.5}, "m: k=2.5 is not allowed; smallest allowed group (at least 2)."),
        ({"k": None}, "m: k=None is not allowed; smallest allowed group (at least 2)."),
        ({"share": 2}, "m: share=2 is not allowed; a share between 0 and 1 (at least 0, at most 1)."),
        ({"below": 9}, "m: below=9 is not allowed; more than 0, less than 9."),
        ({"center": "middle"}, "m: center=middle is not allowed; one of mean, median."),
        ({"loud": "very"}, "m: loud=very is not allowed; whether it shouts (true or false)."),
        ({"columns": 3}, "m: columns=3 is not allowed; which columns (a list)."),
        ({"inner": 3}, "m: inner=3 is not allowed; the name of a grouping."),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_what_would_be(options, sentence):
    with pytest.raises(BadOption) as error:
        given_back(**options)
    assert str(error.value) == sentence


def test_an_unknown_option_is_refused_with_the_nearest_name():
    with pytest.raises(BadOption, match=r"^m: no option 'centers'; did you mean 'center'\? There are k, share, "):
        given_back(centers="mean")


def test_an_option_without_a_default_is_asked_for():
    def needy(qi: object, *, c: Annotated[int, Field(ge=1, description="number of groups")]) -> None: ...

    with pytest.raises(BadOption, match=r"^n: option 'c' is needed; number of groups \(at least 1\)\.$"):
        checked("n", options_of("n", needy), {})


def test_the_job_is_no_option():
    assert "job" not in MODEL.model_fields


def test_an_option_of_two_functions_is_the_first_ones():
    def view(qi: object, *, k: Annotated[int, Field(ge=50)] = 99, scale: Scale = "minmax", codes: Codes = "onehot"): ...

    both = options_of("m", method, view, skip=("codes",))
    assert both.model_fields["k"].default == 3
    assert list(both.model_fields)[-2:] == ["inner", "scale"]


def test_annotations_written_as_texts_are_read():
    def late(qi: "object", *, k: "K" = 3) -> "None": ...

    with pytest.raises(BadOption, match="at least 2"):
        checked("late", options_of("late", late), {"k": 0})


def test_only_what_differs_from_its_default_names_a_call():
    assert non_default(MODEL, given_back()) == {}
    assert non_default(MODEL, given_back(k=3, center="median")) == {"center": "median"}
    assert label("m", non_default(MODEL, given_back(k=5, columns=["a", "b"]))) == "m(k=5, columns=a,b)"
    assert label("m", {"inner": Grouping("mdav", {"k": 9})}) == "m(inner=mdav(k=9))"


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.lists(st.integers())))
def test_a_value_is_taken_or_refused_in_one_sentence_and_never_breaks(value):
    for option in MODEL.model_fields:
        said = complaint(**{option: value})
        assert not said or said.startswith(f"m: {option}=")


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (int, "a whole number"),
        (int | None, "a whole number"),
        (list[str] | str, "a list or a text"),
        (tuple[int, int], "a list"),
        (Grouping, "the name of a grouping"),
        (object, "a value"),
    ],
)
def test_types_are_told_in_words(annotation, words):
    assert type_words(annotation) == words


def test_an_option_is_described_by_its_meaning_and_its_limits():
    assert describe(MODEL.model_fields["k"]) == "smallest allowed group (at least 2)"
    assert plain(True) == "True"
