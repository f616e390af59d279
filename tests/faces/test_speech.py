"""What is said where: one JSON document, nothing when quiet, both languages, errors apart."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, ClassVar

import click
import pytest
from pydantic import Field

import tokumei
from tests.faces.conftest import COLUMNS, Ended, Tokumei
from tokumei import catalogue
from tokumei.cli import group
from tokumei.cli.base.command import Command
from tokumei.cli.base.language import spoken
from tokumei.cli.options.common import ENGINES
from tokumei.model import Recipe, Table
from tokumei.model.kinds import DATA_KINDS
from tokumei.report import tables
from tokumei.texts import area_texts

Radius = Annotated[float, Field(description="how far a dot reaches")]
JAPANESE = re.compile("[぀-ヿ一-鿿]")
COMMANDS = group.list_commands(click.Context(group))


def every_command() -> list[tuple[str, ...]]:
    """Return the words of each command, those inside others too."""
    outer = {name: group.get_command(click.Context(group), name) for name in COMMANDS}
    inner = [(name, one) for name, made in outer.items() if isinstance(made, click.Group) for one in made.commands]
    return [*((name,) for name in outer), *inner]


def calls(people: Path, release: Path) -> dict[str, tuple[object, ...]]:
    """Return one call of each command that says something."""
    (people.parent / "recipe.toml").write_text(
        '[data]\nsource = "people.csv"\n[columns]\nname = {role = "identifier"}\nage = {role = "quasi"}\n'
        'sex = {role = "quasi"}\nzip = {role = "quasi"}\nincome = {role = "sensitive"}\n'
        '[[step]]\ngrouping = "mdav"\n[[require]]\nmeasure = "k_anonymity.k"\nat_least = 3\n',
        encoding="utf-8",
    )
    return {
        "inspect": ("inspect", people, "--quasi", "age,sex"),
        "anonymize": ("anonymize", people, "-o", "new.csv", *COLUMNS, "--method", "mdav", "--key", "new_key.csv"),
        "attack": ("attack", people, release, *COLUMNS, "--key", "key.csv"),
        "measure": ("measure", people, release, *COLUMNS),
        "explain": ("explain", people, release, *COLUMNS, "--key", "key.csv"),
        "compare": ("compare", people, *COLUMNS, "--method", "mdav"),
        "run": ("run", "recipe.toml"),
        "methods": ("methods",),
        "one method": ("methods", "mdav"),
        "sample": ("sample", "people", "-o", "sample.csv", "--rows", "20"),
        "demo": ("demo", "--out", "shown"),
        "paper": ("paper", "tomobiki", "--out", "paper", "--rows", 25),
        "hierarchy": ("hierarchy", "make", people, "zip", "-o", "zips.csv"),
        "contest": ("contest", "run", people, "-o", "entry.csv", "--quasi", "2-4", "--sensitive", 5),
    }


KEYS = {
    "inspect": {"rows", "columns", "combinations", "k"},
    "explain": {"tokumei", "rows_in", "rows_out", "key", "shuffled", "methods", "untold", "findings"},
    "compare": {"runs"},
    "one method": {
        "kind", "name", "aliases", "data", "scope", "promises", "parameters", "summary", "paper",
    },
    "sample": {"sample", "rows", "columns", "seed", "output"},
    "paper": {"tokumei", "paper", "cited", "data", "parts", "out", "files"},
    "hierarchy": {"output", "column", "kind", "options", "entries"},
    "contest": {"contest", "contest_reasons", "attacks", "measures", "rows_in", "rows_out", "output"},
}  # fmt: skip
WRITING = ("anonymize", "sample", "paper", "hierarchy", "contest")
RUN = {
    "tokumei", "recipe", "seed", "engine", "rows_in", "rows_out", "groups", "seconds", "notes", "measures", "skipped",
    "attacks", "requirements", "findings", "output",
}  # fmt: skip


def test_every_command_that_prints_a_document_is_called_here(people: Path, release: Path) -> None:
    assert set(COMMANDS) - set(calls(people, release)) <= {"report"}


@pytest.mark.usefixtures("no_charts")
@pytest.mark.parametrize("name", [*KEYS, "anonymize", "attack", "measure", "run", "demo", "methods"])
def test_json_prints_one_document_and_nothing_else(name: str, people: Path, release: Path, tokumei: Tokumei) -> None:
    ended = tokumei(*calls(people, release)[name], "--json")
    assert (ended.code, ended.err) == (0, "")
    document = json.loads(ended.out)
    if name == "methods":
        assert {one["name"] for one in document} == {spec.name for spec in catalogue.methods()}
        assert all(set(one) == KEYS["one method"] for one in document)
    else:
        assert set(document) >= KEYS.get(name, RUN)


@pytest.mark.usefixtures("no_charts")
def test_quiet_says_nothing(people: Path, release: Path, tokumei: Tokumei) -> None:
    for name, words in calls(people, release).items():
        assert tokumei(*words, "--quiet") == Ended(0, "", ""), name


@pytest.mark.usefixtures("no_charts")
def test_every_command_speaks_both_languages(people: Path, release: Path, tokumei: Tokumei) -> None:
    for name, words in calls(people, release).items():
        english = tokumei(*words)
        japanese = tokumei(*words, "--lang", "ja", *(("--force",) if name in WRITING else ()))
        assert (english.code, japanese.code, english.err, japanese.err) == (0, 0, "", ""), name
        assert not JAPANESE.search(english.out), name
        assert JAPANESE.search(japanese.out), name


@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_the_help_of_every_command_speaks_both_languages(words: tuple[str, ...], tokumei: Tokumei) -> None:
    english, japanese = tokumei(*words, "--help"), tokumei(*words, "--help", "--lang", "ja")
    assert (english.code, japanese.code) == (0, 0)
    assert not JAPANESE.search(english.out)
    assert JAPANESE.search(japanese.out)
    # Every line of the help, but for examples, has been translated.
    meanings = re.findall(r"^  -\S.*?  +(.+)$", japanese.out, re.MULTILINE)
    assert [meaning for meaning in meanings if not JAPANESE.search(meaning)] == []


def test_the_options_of_a_kind_of_data_speak_japanese(tokumei: Tokumei, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dots(Table):
        ja: ClassVar[Mapping[str, str]] = {"radius": "点の半径"}

        @classmethod
        def from_frames(cls, frames: object, schema: object, *, radius: Radius = 1.0) -> Table:
            raise NotImplementedError

    monkeypatch.setitem(DATA_KINDS, "dots", Dots)
    english, japanese = (tokumei("attack", "--kind", "dots", "--help", "--lang", lang).out for lang in ("en", "ja"))
    assert "how far a dot reaches" in english
    assert "点の半径" in japanese


def test_inspect_shows_combinations_in_the_order_of_its_document(people: Path, tokumei: Tokumei) -> None:
    words = ("inspect", people, "--quasi", "age,sex,zip,income")
    wanted = [" + ".join(one["columns"]) for one in tokumei(*words, "--json").document["combinations"]]
    shown = re.findall(r"^ (\w+(?: \+ \w+)+)", tokumei(*words).out, re.MULTILINE)
    assert shown == wanted[: len(shown)]
    assert len(shown) > 2


def test_both_faces_say_attacks_and_requirements_in_the_same_words(
    people: Path, release: Path, tokumei: Tokumei
) -> None:
    calls(people, release)
    attack = ("attack", people, release, *COLUMNS, "--key", "key.csv", "--seed", 7)
    for words, grid_of in ((("run", "recipe.toml"), tables.requirements), (attack, tables.attacks)):
        grid = grid_of(tokumei(*words, "--json").document)
        said = " ".join(tokumei(*words).out.split())
        assert grid
        assert all(word in said for cells in (grid.headings, *grid.rows) for cell in cells for word in cell.split())


def test_every_text_of_the_command_line_is_in_both_languages() -> None:
    texts = area_texts("cli")
    missing = [name for name, said in texts.items() if not said.get("ja") and not name.startswith("example.")]
    assert missing == []


def test_texts_of_both_languages_have_the_same_placeholders() -> None:
    holes = {
        name: [set(re.findall(r"{(\w+)}", said)) for said in by.values()] for name, by in area_texts("cli").items()
    }
    assert [name for name, sets in holes.items() if any(one != sets[0] for one in sets)] == []


def test_no_text_of_the_command_line_is_left_over() -> None:
    source = Path(tokumei.__file__).parent
    code = "\n".join(path.read_text("utf-8") for end in ("py", "j2") for path in source.rglob(f"*.{end}"))
    commands = [command(*words) for words in every_command()]
    names = {parameter.name for one in commands for parameter in one.params}
    said = {getattr(parameter, "said", "") for one in commands for parameter in one.params}
    for name in area_texts("cli"):
        kind, _, rest = name.partition(".")
        if kind in ("say", "heading") and rest:
            assert rest.split(".")[-1] in code, name
        elif kind == "option":
            assert rest in names or f"cli.{name}" in said or rest in ("help", "version"), name
        elif kind == "argument":
            assert rest in names, name
        elif kind in ("command", "example"):
            assert rest in (*(one.said for one in commands), "tokumei"), name


def test_the_language_comes_from_the_option_then_the_environment() -> None:
    assert spoken(["--lang", "en"], {"LANG": "ja_JP.UTF-8"}) == "en"
    assert spoken([], {"TOKUMEI_LANG": "ja", "LANG": "en_US.UTF-8"}) == "ja"
    assert spoken([], {"LC_ALL": "fr_FR.UTF-8"}) == "en"


def test_the_engines_of_the_command_line_are_those_of_recipes() -> None:
    assert Recipe.model_json_schema()["properties"]["engine"]["enum"] == list(ENGINES)


def command(name: str, *inner: str) -> Command:
    """Return the command of a name, or the one inside it."""
    found = group.get_command(click.Context(group), name)
    for one in inner:
        assert isinstance(found, click.Group)
        found = found.commands[one]
    assert isinstance(found, Command)
    return found
