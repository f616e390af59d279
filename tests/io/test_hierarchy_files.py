"""Hierarchy files: what is written is read back, as a table or as a tree; faults are told without any value."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tokumei import io
from tokumei.errors import BadData, BadOption, InputError, TargetExists, UnreadableSource
from tokumei.model.hierarchy import Hierarchy
from tokumei.model.tangles import faults

CITIES = [["Chiba", "Kanto", "*"], ["Tokyo", "Kanto", "*"], ["Kyoto", "Kansai", "*"]]
ENDINGS = [".csv", ".tsv", ".toml", ".json"]


def hierarchy(tmp_path, content, ending=".csv"):
    file = tmp_path / f"h{ending}"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(file)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("rows", [CITIES, [["a", "*"], ["b", "*"]], [["a", "x", "*"]], [["a", "x", "World"]]])
def test_what_was_written_is_read_back(rows, ending, tmp_path):
    target = str(tmp_path / f"h{ending}")
    io.write_hierarchy(Hierarchy.of(rows, ""), target)
    assert sorted(io.read_hierarchy(target).levels) == sorted(map(tuple, rows))


# No text file holds a zero byte or half of a pair of surrogates, and none begins with a mark of its bytes.
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\ufeff"), min_size=1, max_size=3)


@given(
    st.lists(WORDS, min_size=1, max_size=5, unique=True),
    WORDS,
    st.sampled_from(ENDINGS),
)
def test_any_hierarchy_written_is_read_back(tmp_path_factory, values, word, ending):
    rows = [[value, f"{word} {place % 2}", f"{word}, all", "*"] for place, value in enumerate(values)]
    assume(not faults(rows))
    target = str(tmp_path_factory.mktemp("h") / f"h{ending}")
    io.write_hierarchy(Hierarchy.of(rows, ""), target)
    assert sorted(io.read_hierarchy(target).levels) == sorted(map(tuple, rows))


@pytest.mark.parametrize(
    "content",
    [
        "Chiba;Kanto;*\nTokyo;Kanto;*\nKyoto;Kansai;*",
        "Chiba,Kanto,*\r\nTokyo,Kanto,*\r\nKyoto,Kansai,*\r\n",
        "Chiba\tKanto\t*\nTokyo\tKanto\t*\n\nKyoto\tKansai\t*\n",
        '\ufeff"Chiba";"Kanto";"*"\n"Tokyo";"Kanto";"*"\n"Kyoto";"Kansai";"*"\n',
        "Chiba;Kanto;*\nTokyo;Kanto;*\nKyoto;Kansai;*".encode("utf-16"),
    ],
    ids=["semicolons", "commas", "tabs", "quoted with a mark of its bytes", "UTF-16"],
)
def test_a_table_is_read_however_its_entries_are_parted(content, tmp_path):
    assert io.read_hierarchy(hierarchy(tmp_path, content)) == Hierarchy.of(CITIES, "")


def test_japanese_files_are_read_as_they_come(tmp_path):
    content = "千葉市;千葉県;*\n船橋市;千葉県;*\n水戸市;茨城県;*\n".encode("cp932")
    assert io.read_hierarchy(hierarchy(tmp_path, content)).levels[2] == ("水戸市", "茨城県", "*")


def test_a_semicolon_inside_a_range_does_not_part_a_table_of_commas(tmp_path):
    content = "24,[20;29],*\n35,[30;39],*\n"
    assert io.read_hierarchy(hierarchy(tmp_path, content)).levels[0] == ("24", "[20;29]", "*")


@pytest.mark.parametrize(
    ("content", "ending"),
    [
        ('{"Asia": {"Japan": ["Tokyo", "Osaka"]}, "Europe": {"France": ["Paris"]}}', ".json"),
        ('[Asia]\nJapan = ["Tokyo", "Osaka"]\n[Europe]\nFrance = "Paris"\n', ".toml"),
        ('Asia = { Japan = ["Tokyo", "Osaka"] }\nEurope = [{ France = ["Paris"] }]\n', ".toml"),
    ],
)
def test_a_tree_gets_the_root_above_its_outermost_entries(content, ending, tmp_path):
    wanted = {("Tokyo", "Japan", "Asia", "*"), ("Osaka", "Japan", "Asia", "*"), ("Paris", "France", "Europe", "*")}
    assert set(io.read_hierarchy(hierarchy(tmp_path, content, ending)).levels) == wanted


def test_the_one_outermost_entry_of_a_tree_is_its_root(tmp_path):
    tree = hierarchy(tmp_path, '{"World": {"Asia": ["Tokyo"], "Europe": ["Paris"]}}', ".json")
    assert io.read_hierarchy(tree).levels[0] == ("Tokyo", "Asia", "World")


def test_values_that_are_no_texts_are_read_as_they_are_written_in_a_table(tmp_path):
    tree = hierarchy(tmp_path, "a = [1, 2.5, true]\nb = [1979-05-27]\n", ".toml")
    assert [row[0] for row in io.read_hierarchy(tree).levels] == ["1", "2.5", "true", "1979-05-27"]


def test_short_branches_repeat_their_value_where_that_is_asked_for(tmp_path):
    tree = hierarchy(tmp_path, '{"Asia": {"Japan": ["Tokyo"]}, "sea": ["Atlantis"]}', ".json")
    with pytest.raises(BadData, match=r"1 rows have another number of levels than the first, 4 \(there are 1 with 3, "):
        io.read_hierarchy(tree)
    assert io.read_hierarchy(tree, pad=True).levels[1] == ("Atlantis", "Atlantis", "sea", "*")


def test_a_table_of_values_and_groups_gets_a_root_where_that_is_asked_for(tmp_path):
    groups = hierarchy(tmp_path, "Tokyo,Kanto\nChiba,Kanto\nKyoto,Kansai\n")
    with pytest.raises(BadData, match="the last level has 2 entries"):
        io.read_hierarchy(groups)
    assert io.read_hierarchy(groups, root=True).levels[0] == ("Tokyo", "Kanto", "*")


@pytest.mark.parametrize(
    ("content", "ending", "fault", "said"),
    [
        ("Tokyo Kanto *\nKyoto Kansai *\n", ".csv", UnreadableSource, "has one column; put `;` between the levels"),
        ('a;"b"c;*\n', ".csv", UnreadableSource, "quotation marks stand inside an entry"),
        ("", ".csv", BadData, "a hierarchy needs a row for each value"),
        ("Secret;Kanto;*\nKyoto;*\n", ".csv", BadData, "1 rows have another number of levels than the first, 3"),
        ('{"Secret": ', ".json", UnreadableSource, "is not valid JSON; check its brackets"),
        ('["Secret"]', ".json", UnreadableSource, "is no tree; write entries that hold their values"),
        ("Secret = [", ".toml", UnreadableSource, "is not valid TOML; check its brackets"),
        ('{"Secret": [], "a": ["b"]}', ".json", BadOption, "1 groups hold no values"),
        ('{"x": ["Secret"], "y": ["Secret"]}', ".json", BadData, "1 values stand in more than one row"),
        ('{"x": [null, "a"], "y": ["b"]}', ".json", BadData, "1 entries are empty; a missing value needs no row"),
    ],
)
def test_a_file_that_is_no_hierarchy_is_refused_without_its_values(content, ending, fault, said, tmp_path):
    with pytest.raises(fault, match=said) as refused:
        io.read_hierarchy(hierarchy(tmp_path, content, ending))
    assert "Secret" not in str(refused.value)


def test_a_file_that_is_there_is_not_overwritten_unless_asked(tmp_path):
    target = hierarchy(tmp_path, "old")
    with pytest.raises(TargetExists):
        io.write_hierarchy(Hierarchy.of(CITIES, ""), target)
    io.write_hierarchy(Hierarchy.of(CITIES, ""), target, force=True)
    assert io.read_hierarchy(target).steps == 2
    assert [path.name for path in tmp_path.iterdir()] == ["h.csv"]


def test_an_empty_text_cannot_be_written(tmp_path):
    with pytest.raises(InputError, match="empty texts"):
        io.write_hierarchy(Hierarchy((("", "*"),)), str(tmp_path / "h.csv"))


def test_a_tree_as_it_is_written_is_as_a_person_would_write_it(tmp_path):
    target = tmp_path / "h.json"
    io.write_hierarchy(Hierarchy.of(CITIES, ""), str(target))
    assert json.loads(target.read_text(encoding="utf-8")) == {"Kanto": ["Chiba", "Tokyo"], "Kansai": ["Kyoto"]}
