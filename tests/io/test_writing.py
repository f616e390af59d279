"""Files are written whole or not at all, and never over another one unasked."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tokumei import io
from tokumei.errors import BadData, TargetExists, UnwritableTarget
from tokumei.io.staging import staging
from tokumei.model import Release, Schema, Table

FRAME = pl.DataFrame({"age": [31, 24], "city": ["Chiba", "Tokyo"]})
RELEASE = Release(Table(FRAME, Schema(quasi="age", sensitive="city")), key=np.array([1, 0]), labels=np.array([0, 0]))
ENDINGS = [".csv", ".csv.gz", ".tsv", ".parquet", ".arrow", ".json", ".ndjson", ".xlsx"]


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refused(action: Callable[[], object], fault: type[Exception] = UnwritableTarget) -> str:
    with pytest.raises(fault) as caught:
        action()
    said = str(caught.value)
    assert said.endswith(".")
    assert not any(cell in said for cell in ("Chiba", "Tokyo"))
    return said


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk be full when a file is about to be on it for good."""

    def fsync(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_existing_file_is_kept_without_force_and_replaced_with_it(ending: str, tmp_path: Path) -> None:
    target = tmp_path / f"out{ending}"
    target.write_text("precious")
    assert "--force" in refused(lambda: io.write_frame(FRAME, str(target)), TargetExists)
    assert target.read_text() == "precious"
    io.write_frame(FRAME, str(target), force=True)
    assert io.read(str(target)).equals(FRAME)
    assert list(files(tmp_path)) == [target.name]


@pytest.mark.parametrize("exists", [False, True])
def test_a_full_disk_leaves_everything_as_it_was(exists: bool, full_disk: None, tmp_path: Path) -> None:
    if exists:
        (tmp_path / "out.csv").write_text("precious")
    before = files(tmp_path)
    write = lambda: io.write_release(RELEASE, f"{tmp_path}/out.csv", key=f"{tmp_path}/key.csv", force=True)  # noqa: E731
    assert "No space left" in refused(write)
    assert files(tmp_path) == before


@pytest.mark.parametrize("fails", [1, 2])
@pytest.mark.parametrize("links", [True, False])
def test_a_rename_that_fails_undoes_those_before_it(
    fails: int, links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("out.csv", "key.csv"):
        (tmp_path / name).write_text("precious")
    before, replace, calls = files(tmp_path), Path.replace, []

    def failing(path: Path, target: Path) -> Path:
        calls.append(target)
        if not path.name.endswith(".old") and not target.name.endswith(".old") and len(to_targets()) == fails:
            raise PermissionError(13, "Permission denied")
        return replace(path, target)

    def to_targets() -> list[Path]:
        return [target for target in calls if not target.name.endswith(".old")]

    def no_link(*_: Any) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "replace", failing)
    if not links:
        monkeypatch.setattr(os, "link", no_link)
    refused(lambda: io.write_release(RELEASE, f"{tmp_path}/out.csv", key=f"{tmp_path}/key.csv", force=True))
    assert files(tmp_path) == before


def test_a_file_that_appears_during_the_work_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    with staging(force=False) as stage:
        with stage.open(f"{tmp_path}/first.csv") as file:
            file.write(b"a\n")
        with stage.open(str(target)) as file:
            file.write(b"a\n")
        target.write_text("precious")
        with pytest.raises(TargetExists), stage.placed():
            pass
    assert files(tmp_path) == {"out.csv": b"precious"}


def test_somebody_who_stops_us_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), staging(force=False) as stage, stage.open(f"{tmp_path}/out.csv"):
        raise KeyboardInterrupt
    assert files(tmp_path) == {}


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "there.csv").write_text("old")
    (tmp_path / "out.csv").symlink_to("there.csv")
    io.write_frame(FRAME, f"{tmp_path}/out.csv", force=True)
    assert (tmp_path / "out.csv").is_symlink()
    assert io.read(f"{tmp_path}/there.csv").equals(FRAME)


def test_a_release_is_readable_as_the_users_other_files_are(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    io.write_frame(FRAME, f"{tmp_path}/out.csv")
    assert (tmp_path / "out.csv").stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.parametrize("exists", [False, True])
def test_a_key_is_never_readable_to_others(exists: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if exists:
        (tmp_path / "key.csv").touch(mode=0o644)
    seen, fsync = [], os.fsync

    def looking(handle: int) -> None:
        seen.append(stat.S_IMODE(os.fstat(handle).st_mode))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", looking)
    io.write_release(RELEASE, f"{tmp_path}/out.csv", key=f"{tmp_path}/key.csv", force=True)
    assert seen[-1] == stat.S_IMODE((tmp_path / "key.csv").stat().st_mode) == 0o600


def test_nothing_secret_is_written_unasked(tmp_path: Path) -> None:
    io.write_release(RELEASE, f"{tmp_path}/out.csv")
    assert list(files(tmp_path)) == ["out.csv"]


@pytest.mark.parametrize(
    ("target", "sign"),
    [
        ("out.txt", "ending is not known"),
        ("nowhere/out.csv", "there is no folder"),
        (".csv/", "folder"),
        ("x" * 300 + ".csv", "cannot be written"),
        ("a\0b.csv", "cannot be written"),
    ],
)
def test_a_target_that_cannot_be_is_refused_before_the_work(target: str, sign: str, tmp_path: Path) -> None:
    (tmp_path / ".csv").mkdir()
    assert sign in refused(lambda: io.check_table_target(f"{tmp_path}/{target}"))
    assert sign in refused(lambda: io.write_frame(FRAME, f"{tmp_path}/{target}"))


def test_a_folder_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may write anywhere, so the answer is ours.
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "may not write" in refused(lambda: io.check_target(f"{tmp_path}/out.csv"))


@pytest.mark.parametrize("target", ["key.parquet", "key.xlsx", "sqlite:///key.db?table=key"])
def test_a_key_goes_into_a_csv_file(target: str, tmp_path: Path) -> None:
    place = target if "://" in target else f"{tmp_path}/{target}"
    refused(lambda: io.check_key_target(place))
    refused(lambda: io.write_release(RELEASE, f"{tmp_path}/out.csv", key=place))
    assert files(tmp_path) == {}


def test_a_key_is_not_written_over_its_release(tmp_path: Path) -> None:
    target = f"{tmp_path}/out.csv"
    assert "same target" in refused(lambda: io.write_release(RELEASE, target, key=target, force=True))
    assert files(tmp_path) == {}


def test_a_release_without_a_key_has_none_to_write(tmp_path: Path) -> None:
    release = Release(RELEASE.data)
    refused(lambda: io.write_release(release, f"{tmp_path}/out.csv", key=f"{tmp_path}/key.csv"), BadData)
    assert files(tmp_path) == {}


@pytest.mark.parametrize(
    ("ending", "frame", "sign"),
    [
        (".csv", pl.DataFrame({"a": [[1]]}), "column 'a' holds lists"),
        (".xlsx", pl.DataFrame({"a": [b"1"]}), "column 'a' holds lists or binary data"),
        (".xlsx", pl.DataFrame({"a": [float("inf")]}), "infinite numbers"),
        (".xlsx", pl.DataFrame({"a": ["x" * 40_000]}), "32767 characters"),
        (".xlsx", pl.DataFrame({"a": pl.int_range(1_048_576, eager=True)}), "1048575 rows"),
        (".parquet", pl.DataFrame({"a": [object()]}), "column 'a' holds"),
        (".csv", pl.DataFrame(), "no columns"),
    ],
)
def test_what_a_kind_of_file_cannot_hold_is_refused(
    ending: str, frame: pl.DataFrame, sign: str, tmp_path: Path
) -> None:
    assert sign in refused(lambda: io.write_frame(frame, f"{tmp_path}/out{ending}"))
    assert files(tmp_path) == {}


def test_characters_that_an_encoding_lacks_are_refused_unshown(tmp_path: Path) -> None:
    frame = pl.DataFrame({"city": ["東京"]})
    reading = io.Reading(encoding="cp1252")
    said = refused(lambda: io.write_frame(frame, f"{tmp_path}/out.csv", reading=reading))
    assert "cp1252" in said
    assert "東京" not in said
    assert files(tmp_path) == {}


def test_the_same_table_gives_the_same_compressed_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        io.write_frame(FRAME, f"{tmp_path}/{name}.csv.gz")
    one, two = files(tmp_path).values()
    assert one == two
