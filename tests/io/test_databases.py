"""Tables of databases: replaced whole or not at all, and refused in one sentence that tells no secret."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.io.conftest import PASSWORD, Server, folder_modes
from tokumei import io
from tokumei.errors import TargetExists, UnreadableSource, UnwritableTarget
from tokumei.io.postgresql import Postgresql
from tokumei.io.sqlite import Sqlite
from tokumei.model import Release, Schema, Table

PEOPLE = pl.DataFrame({"age": [31, 24], "city": ["Chiba", None]})
OTHERS = pl.DataFrame({"age": [50], "city": ["Tokyo"]})
CELLS = ("Chiba", "Tokyo")

Address = Callable[[str], str]
Sql = Callable[..., list[Any]]


@pytest.fixture
def sql(postgres: Server) -> Iterator[Sql]:
    """Run commands on a server whose tables are gone afterwards."""
    from adbc_driver_postgresql import dbapi

    with closing(dbapi.connect(postgres.uri, autocommit=True)) as connection, closing(connection.cursor()) as cursor:

        def run(*commands: str) -> list[Any]:
            for command in commands:
                cursor.execute(command)
            return [tuple(row) for row in cursor.fetchall()] if commands[-1].startswith("SELECT") else []

        yield run
        run("DROP SCHEMA public CASCADE", "DROP SCHEMA IF EXISTS shop CASCADE", "DROP ROLE IF EXISTS guest")
        run("CREATE SCHEMA public", "GRANT USAGE ON SCHEMA public TO PUBLIC")


@pytest.fixture(params=["postgresql", "sqlite"])
def at(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    """Return the address of a table in each kind of database."""
    if request.param == "sqlite":
        return lambda table: f"sqlite:///{tmp_path}/shop.db?table={table}"
    request.getfixturevalue("sql")
    server: Server = request.getfixturevalue("postgres")
    return server.address


def refused(action: Callable[[], object], fault: type[Exception]) -> str:
    """Return the sentence of a refusal, which holds neither a password nor a cell, nor does what led to it."""
    with pytest.raises(fault) as caught:
        action()
    said = str(caught.value)
    assert said.endswith(".")
    assert "\n" not in said
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    assert not any(secret in said for secret in (PASSWORD, PASSWORD.replace(" ", "%20"), *CELLS))
    return said


def test_the_server_opens_no_folder_to_others(postgres: Server) -> None:
    assert folder_modes(list(postgres.modes_before)) == postgres.modes_before


def test_a_new_table_replaces_the_old_one_whole(at: Address) -> None:
    io.write_frame(PEOPLE, at("p"))
    io.write_frame(OTHERS, at("p"), force=True)
    assert io.read(at("p")).equals(OTHERS)


def test_a_table_that_is_there_is_not_overwritten_without_force(at: Address) -> None:
    io.write_frame(PEOPLE, at("p"))
    assert "--force" in refused(lambda: io.check_target(at("p")), TargetExists)
    assert "--force" in refused(lambda: io.write_frame(OTHERS, at("p")), TargetExists)
    assert io.read(at("p")).equals(PEOPLE)


def test_a_missing_table_is_answered_with_the_nearest_name(at: Address) -> None:
    io.write_frame(PEOPLE, at("people"))
    assert "did you mean 'people'?" in refused(lambda: io.read(at("peple")), UnreadableSource)


@pytest.mark.parametrize("table", ["select", 'we"ird', "東京", "a;DROP TABLE b", "it's", "x@y"])
def test_a_table_may_have_any_name(table: str, at: Address) -> None:
    io.write_frame(PEOPLE, at(table))
    assert io.read(at(table)).equals(PEOPLE)


def test_a_table_of_no_rows_keeps_its_columns(at: Address) -> None:
    io.write_frame(PEOPLE.clear(), at("p"))
    assert io.read(at("p")).columns == PEOPLE.columns


def test_rows_keep_their_order(at: Address) -> None:
    frame = pl.DataFrame({"n": np.random.default_rng(0).permutation(200_000)})
    io.write_frame(frame, at("p"))
    assert io.read(at("p")).equals(frame)


@pytest.mark.parametrize("exists", [False, True])
def test_a_failing_key_leaves_the_table_as_it_was(
    exists: bool, at: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if exists:
        io.write_frame(OTHERS, at("p"))
    release = Release(Table(PEOPLE, Schema(quasi="age", sensitive="city")), key=np.array([1, 0]))
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setattr(os, "link", _broken)
    monkeypatch.setattr(Path, "replace", _broken)
    refused(lambda: io.write_release(release, at("p"), key=f"{tmp_path}/key.csv", force=True), UnwritableTarget)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    if exists:
        assert io.read(at("p")).equals(OTHERS)


def test_a_failing_database_leaves_no_key(at: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    io.write_frame(OTHERS, at("p"))
    release = Release(Table(PEOPLE, Schema(quasi="age", sensitive="city")), key=np.array([1, 0]))
    for engine in (Postgresql, Sqlite):
        monkeypatch.setattr(engine, "swap", _broken)
    refused(lambda: io.write_release(release, at("p"), key=f"{tmp_path}/key.csv", force=True), UnwritableTarget)
    assert [path.name for path in tmp_path.iterdir() if path.name != "shop.db"] == []
    assert io.read(at("p")).equals(OTHERS)


def test_two_tables_of_a_database_are_written_together(at: Address) -> None:
    frames = {at("customers"): PEOPLE, at("sales"): OTHERS}
    release = Release(_Both(frames), key=np.array([0, 1]))  # type: ignore[arg-type, type-var, var-annotated]
    io.write_release(release, at("customers"))
    assert all(io.read(place).equals(frame) for place, frame in frames.items())


def _broken(*_: Any, **__: Any) -> Any:
    raise OSError(28, "No space left on device")


class _Both:
    def __init__(self, frames: dict[str, pl.DataFrame]) -> None:
        self.frames = frames

    def written(self, target: str) -> dict[str, pl.DataFrame]:
        return self.frames


@pytest.mark.parametrize(
    ("login", "sign"),
    [
        ({"password": "wrong"}, "user or password"),
        ({"user": "nobody"}, "user or password"),
        ({"database": "shop"}, "no such database"),
    ],
)
def test_a_server_that_lets_nobody_in_is_told_in_a_sentence(login: dict[str, str], sign: str, postgres: Server) -> None:
    assert sign in refused(lambda: io.read(postgres.address("p", **login)), UnreadableSource)
    assert sign in refused(lambda: io.check_target(postgres.address("p", **login)), UnwritableTarget)


@pytest.mark.parametrize(
    ("place", "sign"),
    [
        ("nowhere.invalid/shop", "no such host"),
        ("127.0.0.1:1/shop", "no server"),
        ("127.0.0.1:x/shop", "cannot be read"),
    ],
)
def test_a_server_that_is_not_there_is_told_in_a_sentence(place: str, sign: str) -> None:
    address = f"postgresql://ann:{PASSWORD}@{place}?table=people"
    assert sign in refused(lambda: io.read(address), UnreadableSource)


def test_marks_in_a_password_need_no_escaping(postgres: Server, sql: Sql) -> None:
    sql("CREATE ROLE guest LOGIN PASSWORD 'p@ss/w?rd#1:2'", "CREATE TABLE p (age int)", "GRANT SELECT ON p TO guest")
    address = f"postgresql://guest:p@ss/w?rd#1:2@127.0.0.1:{postgres.port}/postgres?table=p"
    assert io.read(address).columns == ["age"]


@pytest.mark.parametrize("table", ["p", "shop.p"])
def test_a_user_without_permission_is_told_so(table: str, postgres: Server, sql: Sql) -> None:
    sql("CREATE SCHEMA shop", "CREATE TABLE p (age int)", "CREATE TABLE shop.p (age int)")
    sql("CREATE ROLE guest LOGIN PASSWORD 'guest'")
    address = postgres.address(table, user="guest", password="guest")
    assert "no permission" in refused(lambda: io.read(address), UnreadableSource)
    assert "no permission" in refused(lambda: io.check_target(address, force=True), UnwritableTarget)


def test_a_table_of_another_schema_is_named_with_a_point(postgres: Server, sql: Sql) -> None:
    sql("CREATE SCHEMA shop")
    io.write_frame(PEOPLE, postgres.address("shop.people"))
    assert io.read(postgres.address("shop.people")).equals(PEOPLE)
    assert "did you mean 'shop.people'?" in refused(lambda: io.read(postgres.address("shop.peple")), UnreadableSource)


def test_types_that_no_frame_has_are_read_as_text_or_numbers(postgres: Server, sql: Sql) -> None:
    sql(
        """CREATE TABLE p AS SELECT 1.50::numeric(6, 2) AS price, 7::numeric AS count, 'a'::char(3) AS code,
        '1 day'::interval AS stay, '{"a": 1}'::jsonb AS note, 12345678901234567890123::numeric AS long,
        NULL::numeric AS none"""
    )
    assert io.read(postgres.address("p")).row(0, named=True) == {
        "price": 1.5, "count": 7, "code": "a", "stay": "1 day", "note": '{"a": 1}', "long": "12345678901234567890123",
        "none": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("column", "sign"), [("'x'::bytea", "binary"), ("ARRAY[1]", "lists"), ("'infinity'::date", "infinite dates")]
)
def test_a_column_of_no_plain_values_is_refused_by_name(column: str, sign: str, postgres: Server, sql: Sql) -> None:
    sql(f"CREATE VIEW p AS SELECT 1 AS age, {column} AS odd")
    said = refused(lambda: io.read(postgres.address("p")), UnreadableSource)
    assert "'odd'" in said
    assert sign in said


def test_a_table_that_a_view_uses_is_not_replaced(postgres: Server, sql: Sql) -> None:
    io.write_frame(PEOPLE, postgres.address("p"))
    sql("CREATE VIEW v AS SELECT * FROM p")
    said = refused(lambda: io.write_frame(OTHERS, postgres.address("p"), force=True), UnwritableTarget)
    assert "uses this table" in said
    assert io.read(postgres.address("v")).equals(PEOPLE)
    assert sql("SELECT relname::text FROM pg_class WHERE relname LIKE 'tokumei%'") == []


@pytest.mark.parametrize(
    ("frame", "sign"),
    [
        (pl.DataFrame({"x" * 64: [1]}), "63 bytes"),
        (pl.DataFrame({f"x{place}": [1] for place in range(1601)}), "1600 columns"),
        (pl.DataFrame({"city": ["Chi\0ba"]}), "zero byte"),
    ],
)
def test_what_postgresql_cannot_keep_is_refused(frame: pl.DataFrame, sign: str, postgres: Server, sql: Sql) -> None:
    assert sign in refused(lambda: io.write_frame(frame, postgres.address("p")), UnwritableTarget)
    assert sql("SELECT relname::text FROM pg_class WHERE relname IN ('p') OR relname LIKE 'tokumei%'") == []


def test_a_view_of_an_sqlite_file_can_be_read(tmp_path: Path) -> None:
    at = f"sqlite:///{tmp_path}/shop.db?table="
    io.write_frame(PEOPLE, f"{at}p")
    from adbc_driver_sqlite import dbapi

    with closing(dbapi.connect(f"file:{tmp_path}/shop.db")) as connection, closing(connection.cursor()) as cursor:
        cursor.execute("CREATE VIEW v AS SELECT city FROM p")
        connection.commit()
    assert io.read(f"{at}v").equals(PEOPLE.select("city"))


def test_an_sqlite_column_of_mixed_types_is_read_as_text(tmp_path: Path) -> None:
    from adbc_driver_sqlite import dbapi

    with closing(dbapi.connect(f"file:{tmp_path}/shop.db")) as connection, closing(connection.cursor()) as cursor:
        cursor.execute("CREATE TABLE p (a, b, c)")
        cursor.execute("INSERT INTO p VALUES (1, 1, NULL), ('x', 0.5, NULL), (NULL, 2, NULL)")
        connection.commit()
    read = io.read(f"sqlite:///{tmp_path}/shop.db?table=p")
    assert read.equals(
        pl.DataFrame({"a": ["1", "x", None], "b": [1.0, 0.5, 2.0], "c": pl.Series([None] * 3, dtype=pl.String)})
    )


def test_a_file_that_is_no_sqlite_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "shop.db").write_text("age,city\n31,Chiba\n" * 100)
    address = f"sqlite:///{tmp_path}/shop.db?table=p"
    assert "not an SQLite database" in refused(lambda: io.read(address), UnreadableSource)
    assert "not an SQLite database" in refused(lambda: io.check_target(address), UnwritableTarget)


def test_a_missing_sqlite_file_is_not_made_by_looking(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/shop.db?table=p"
    assert "no file" in refused(lambda: io.read(address), UnreadableSource)
    io.check_target(address)
    assert list(tmp_path.iterdir()) == []
    assert "no folder" in refused(lambda: io.check_target(f"sqlite:///{tmp_path}/x/y.db?table=p"), UnwritableTarget)


@pytest.mark.parametrize(
    ("address", "sign"),
    [
        ("mysql://ann:open sesame@host/shop?table=p", "there are postgresql, sqlite"),
        ("postgresql://ann:open sesame@host/shop", "names no table"),
        ("sqlite://shop.db?table=p", "sqlite:///FILE"),
    ],
)
def test_an_address_that_says_too_little_is_refused(address: str, sign: str) -> None:
    assert sign in refused(lambda: io.read(address), UnreadableSource)
    assert sign in refused(lambda: io.check_target(address), UnwritableTarget)
