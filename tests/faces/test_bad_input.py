"""Bad input ends with 2 and one sentence; nothing is written and no cell of the data is shown."""

import gzip
from pathlib import Path

import pytest

from tests.faces.conftest import CANARY, COLUMNS, Ended, Tokumei

MDAV = ("--method", "mdav", "--k", "3")


def refused(ended: Ended, folder: Path, *left: str) -> str:
    """Return the one sentence of a refusal, after checking all that a refusal promises."""
    assert ended.code == 2, ended.err
    assert ended.out == ""
    assert CANARY not in ended.err
    assert ended.err.startswith("tokumei: ")
    assert ended.err.count("\n") == 1
    assert "Traceback" not in ended.err
    assert sorted(path.name for path in folder.iterdir()) == sorted(left)
    return ended.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--quasi", "age,sx,zip", *COLUMNS[2:], *MDAV), "did you mean 'sex'"),
        (("--quasi", "age,sex", *COLUMNS[2:], *MDAV), "no role for column zip"),
        ((*COLUMNS, "--method", "mdav", "--k", "31"), "k=31 needs at least 31 rows; the table has 30"),
        ((*COLUMNS, "--method", "mdav", "--k", "1"), "at least 2"),
        ((*COLUMNS, "--method", "mdav", "--k", "three"), "k=three is not allowed"),
        ((*COLUMNS, "--method", "mdaw"), "mdav"),
        ((*COLUMNS, *MDAV, "--fill", "averages"), "did you mean 'average'"),
        ((*COLUMNS, *MDAV, "--attack", "nearst_value"), "did you mean 'nearest_value'"),
        ((*COLUMNS, *MDAV, "--measure", "sse(scle=none)"), "did you mean 'scale'"),
        ((*COLUMNS, *MDAV, "--measure", "sse(scale=none"), "cannot be read"),
        ((*COLUMNS, *MDAV, "--quasi", "income"), "more than one"),
        ((*COLUMNS, *MDAV, "--kind-of", "age=numbers"), "did you mean 'number'"),
        ((*COLUMNS, *MDAV, "--kind-of", "age"), "COLUMN=VALUE"),
        ((*COLUMNS, *MDAV, "--kind-of", "agee=number"), "did you mean 'age'"),
        ((*COLUMNS, *MDAV, "--weight", "age=heavy"), "above 0"),
        ((*COLUMNS, *MDAV, "--hierarchy", "zip=nowhere.csv"), "nowhere.csv"),
        ((*COLUMNS, *MDAV, "--person", "nobody"), "nobody"),
        ((*COLUMNS, *MDAV, "--kind", "tablet"), "did you mean 'table'"),
        ((*COLUMNS, *MDAV, "--engine", "disk"), "not part of this version yet; use memory"),
        ((*COLUMNS, *MDAV, "--engine", "cloud"), "'memory'"),
        ((*COLUMNS, *MDAV, "--seed", "-1"), "--seed"),
        ((*COLUMNS, *MDAV, "--sclae", "none"), "did you mean '--scale'"),
        ((*COLUMNS, *MDAV, "--separator", "||"), "||"),
        ((*COLUMNS, *MDAV, "--encoding", "klingon"), "klingon"),
        (COLUMNS, "--method is missing; for example: tokumei anonymize"),
    ],
)
def test_a_bad_option_is_refused_in_one_sentence(
    words: tuple[str, ...], said: str, people: Path, folder: Path, tokumei: Tokumei
) -> None:
    sentence = refused(tokumei("anonymize", people, "-o", "safe.csv", *words), folder, "people.csv")
    assert said in sentence


def test_an_unknown_option_of_a_method_is_refused_with_the_options_it_has(
    people: Path, folder: Path, tokumei: Tokumei
) -> None:
    words = (*COLUMNS, *MDAV, "--gamma", "2", "--fill", "span")
    said = refused(tokumei("anonymize", people, "-o", "safe.csv", *words), folder, "people.csv")
    assert "no option '--gamma'" in said
    assert "mdav takes --k, --scale" in said
    assert "span takes --fill." in said


CSV = "name,age,sex,zip,income\n"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.csv", b"", "empty"),
        ("header.csv", CSV.encode(), "rows"),
        ("twice.csv", b"name,age,age,zip,income\n" + f"{CANARY},1,2,3,4\n".encode(), "age"),
        ("ragged.csv", (CSV + f"{CANARY},30,m,1,2\n{CANARY},31,f\n").encode(), "line"),
        ("wide.csv", (CSV + f"{CANARY},30,m,1,2,3,4\n").encode(), "line"),
        ("bytes.csv", CSV.encode() + f"{CANARY}\xff\xfe\x81\x00,30,m,1,2\n".encode("latin-1"), ""),
        ("cut.csv.gz", gzip.compress((CSV + f"{CANARY},30,m,1,2\n" * 900).encode())[:-40], "cut.csv.gz"),
        ("fake.csv.gz", (CSV + f"{CANARY},30,m,1,2\n").encode(), "fake.csv.gz"),
        ("cut.parquet", b"PAR1" + CANARY.encode() * 20, "cut.parquet"),
        ("cut.arrow", b"ARROW1\0\0" + CANARY.encode() * 9, "cut.arrow"),
        ("cut.json", f'[{{"name": "{CANARY}", "age": 3'.encode(), "cut.json"),
        ("cut.ndjson", f'{{"name": "{CANARY}", "age": 3'.encode(), "cut.ndjson"),
        ("fake.xlsx", CANARY.encode(), "fake.xlsx"),
        ("people.docx", CANARY.encode(), ".docx"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(
    name: str, content: bytes, said: str, folder: Path, tokumei: Tokumei
) -> None:
    (folder / name).write_bytes(content)
    words = ("-o", "safe.csv", *COLUMNS, "--method", "mdav")
    assert said in refused(tokumei("anonymize", name, *words), folder, name)


@pytest.mark.parametrize("source", ["nowhere.csv", ".", "sqlite:///nowhere.db?table=people", "mysql://host/db?table=t"])
def test_a_source_that_is_not_there_is_refused(source: str, folder: Path, tokumei: Tokumei) -> None:
    refused(tokumei("inspect", source), folder)
    refused(tokumei("anonymize", source, "-o", "safe.csv", *COLUMNS, "--method", "mdav"), folder)


def test_a_wrong_separator_is_refused_with_the_columns_it_gave(people: Path, folder: Path, tokumei: Tokumei) -> None:
    words = ("-o", "safe.csv", *COLUMNS, "--method", "mdav", "--separator", ";")
    refused(tokumei("anonymize", people, *words), folder, "people.csv")


def test_a_database_that_refuses_is_told_without_its_password(people: Path, folder: Path, tokumei: Tokumei) -> None:
    address = "postgresql://me:hunter2@127.0.0.1:1/db?table=people"
    ended = tokumei("anonymize", address, "-o", "safe.csv", *COLUMNS, "--method", "mdav")
    assert "hunter2" not in refused(ended, folder, "people.csv")
    ended = tokumei("anonymize", people, "-o", address, *COLUMNS, "--method", "mdav")
    assert "hunter2" not in refused(ended, folder, "people.csv")


@pytest.mark.parametrize("target", ["nowhere/safe.csv", "safe.docx", "people.csv/safe.csv"])
def test_a_target_that_cannot_be_written_is_refused_before_the_work(
    target: str, people: Path, folder: Path, tokumei: Tokumei
) -> None:
    refused(tokumei("anonymize", people, "-o", target, *COLUMNS, *MDAV), folder, "people.csv")


@pytest.mark.usefixtures("no_charts")
@pytest.mark.parametrize("option", ["-o", "--key", "--report", "--result"])
def test_what_exists_is_overwritten_with_force_only(option: str, people: Path, folder: Path, tokumei: Tokumei) -> None:
    (folder / "there.csv").write_text("old")
    outputs = ("-o", "there.csv") if option == "-o" else ("-o", "safe.csv", option, "there.csv")
    words = ("anonymize", people, *outputs, *COLUMNS, *MDAV)
    assert "--force" in refused(tokumei(*words), folder, "people.csv", "there.csv")
    assert (folder / "there.csv").read_text() == "old"
    assert tokumei(*words, "--force").code == 0
    assert (folder / "there.csv").read_text() != "old"


@pytest.mark.parametrize("option", ["-o", "--key", "--report", "--result"])
def test_the_data_is_never_overwritten(option: str, people: Path, folder: Path, tokumei: Tokumei) -> None:
    before = people.read_bytes()
    outputs = ("-o", people) if option == "-o" else ("-o", "safe.csv", option, people)
    ended = tokumei("anonymize", people, *outputs, *COLUMNS, *MDAV, "--force")
    refused(ended, folder, "people.csv")
    assert people.read_bytes() == before


def test_one_file_cannot_take_two_outputs(people: Path, folder: Path, tokumei: Tokumei) -> None:
    words = ("-o", "safe.csv", "--key", "./safe.csv")
    refused(tokumei("anonymize", people, *words, *COLUMNS, *MDAV), folder, "people.csv")


@pytest.mark.parametrize(
    "text",
    [
        "step = 3\n",
        "[data\n",
        '[data]\nsource = "people.csv"\n[[step]]\ngroping = "mdav"\n',
        '[data]\nsource = "people.csv"\n[[step]]\ngrouping = "mdaw"\n',
        '[data]\nsource = "people.csv"\nengine = "disk"\n',
        '[data]\nsource = "people.csv"\n[[require]]\nmeasure = "k_anonymity.q"\nat_least = 2\n',
        '[[step]]\ngrouping = "mdav"\n',
    ],
)
def test_a_recipe_that_cannot_be_used_is_refused(text: str, people: Path, folder: Path, tokumei: Tokumei) -> None:
    (folder / "recipe.toml").write_text(text, encoding="utf-8")
    refused(tokumei("run", "recipe.toml", "-o", "safe.csv"), folder, "people.csv", "recipe.toml")


@pytest.mark.parametrize("text", ["", "[]", "3", "{}", '{"runs": 3}', '{"measures": 3, "recipe": {}}'])
def test_a_result_that_cannot_be_used_is_refused(text: str, folder: Path, tokumei: Tokumei) -> None:
    (folder / "result.json").write_text(text, encoding="utf-8")
    refused(tokumei("report", "result.json", "-o", "report.html"), folder, "result.json")


def test_a_key_of_another_release_is_refused(people: Path, release: Path, folder: Path, tokumei: Tokumei) -> None:
    (folder / "other.csv").write_text("released_row,original_row,group\n0,0,0\n", encoding="utf-8")
    files = [path.name for path in folder.iterdir()]
    words = ("attack", people, release, *COLUMNS)
    refused(tokumei(*words, "--key", "other.csv"), folder, *files)
    refused(tokumei(*words, "--key", "nowhere.csv"), folder, *files)
    refused(tokumei(*words, "--key", people), folder, *files)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("inspekt", "people.csv"), "did you mean 'inspect'"),
        (("--qiet",), "no option '--qiet'"),
        (("inspect",), "DATA is missing"),
        (("inspect", "people.csv", "more.csv"), "more.csv"),
        (("methods", "mondrain"), "no method 'mondrain'"),
        (("sample", "peple", "-o", "x.csv"), "did you mean 'people'"),
        (("sample", "people", "-o", "x.csv", "--rows", "-3"), "rows=-3"),
        (("sample", "people", "-o", "x.csv", "--rwos", "3"), "did you mean '--rows'"),
        (("inspect", "people.csv", "--lang", "fr"), "'en'"),
        (("compare", "people.csv", "--quasi", "age", "--method", "mdav", "--k", "3,x"), "3,x"),
        (("compare", "people.csv", "--quasi", "age", "--method", "mdaw"), "mdav"),
    ],
)
def test_a_command_line_that_cannot_be_read_is_refused(
    words: tuple[str, ...], said: str, people: Path, folder: Path, tokumei: Tokumei
) -> None:
    assert said in refused(tokumei(*words), folder, "people.csv")


@pytest.mark.parametrize(
    "words",
    [
        ("sample", "people", "-o", "people.txt"),
        ("anonymize", "nowhere.csv", "-o", "safe.txt", *COLUMNS, *MDAV),
        ("anonymize", "nowhere.csv", "-o", "safe.csv", "--key", "key.parquet", *COLUMNS, *MDAV),
    ],
)
def test_a_wrong_ending_of_a_target_is_told_before_anything_is_read_or_made(
    words: tuple[str, ...], folder: Path, tokumei: Tokumei, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tokumei.cli.work.sample.made", lambda *_, **__: pytest.fail("rows were made"))
    sentence = refused(tokumei(*words), folder)
    assert "nowhere" not in sentence
    assert ".csv" in sentence
