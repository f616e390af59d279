"""Writes several files together: all of them are put in place, or none."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from tokumei.errors import TargetExists, UnwritableTarget


@dataclass
class Staged:
    """A file written beside its target, and what stood at the target before."""

    target: str
    place: Path
    new: Path
    old: Path
    replaced: bool = False
    placed: bool = False


@dataclass
class Staging:
    """Files on their way: written under names of their own, then given their targets' names."""

    force: bool = False
    files: list[Staged] = field(default_factory=list)

    @contextmanager
    def open(self, target: str, *, private: bool = False) -> Iterator[BinaryIO]:
        """Open a new file for a target; a private one can be read by its owner alone, from the start."""
        # A link is written through, as any other tool would.
        place = Path(os.path.realpath(target))
        name = f".tokumei-{secrets.token_hex(8)}"
        staged = Staged(target, place, place.with_name(name), place.with_name(f"{name}.old"))
        with refusals(target):
            handle = os.open(staged.new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600 if private else 0o666)
            self.files.append(staged)
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(handle)

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Put all files in place; undo that if one cannot be, or if the block fails."""
        try:
            for staged in self.files:
                with refusals(staged.target):
                    _place(staged, force=self.force)
            yield
        except BaseException:
            for staged in reversed(self.files):
                _undo(staged)
            raise
        for staged in self.files:
            _remove(staged.old)

    def clean(self) -> None:
        """Remove what is left of files that were not put in place."""
        for staged in self.files:
            _remove(staged.new)


@contextmanager
def staging(*, force: bool) -> Iterator[Staging]:
    """Open a staging and leave nothing of it behind."""
    files = Staging(force)
    try:
        yield files
    finally:
        files.clean()


def check_file(target: str, *, force: bool) -> None:
    """Refuse a file that cannot be written, or that is there already."""
    with refusals(target):
        path = Path(os.path.realpath(target))
        if path.is_dir():
            raise UnwritableTarget(f"{target} is a folder; name a file in it.")
        if path.exists() and not path.is_file():
            raise UnwritableTarget(f"{target} is no ordinary file; choose another name.")
        if not path.parent.is_dir():
            raise UnwritableTarget(f"{target}: there is no folder {path.parent}; make it first.")
        if path.exists() and not force:
            raise TargetExists.at(target)
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise UnwritableTarget(f"{target}: you may not write in {path.parent}; choose another folder.")


@contextmanager
def refusals(target: str) -> Iterator[None]:
    """Say in one sentence why the system would not write."""
    try:
        yield
    except FileExistsError:
        raise TargetExists.at(target) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "a fault of the file system"
        raise UnwritableTarget(f"{target} cannot be written ({why}); choose another place.") from None


def _place(staged: Staged, *, force: bool) -> None:
    if force and staged.place.exists():
        staged.replaced = True
        _keep(staged)
        staged.new.replace(staged.place)
    else:
        _link(staged.new, staged.place)
    staged.placed = True


def _keep(staged: Staged) -> None:
    """Give the old file a second name; where there are no second names, another one."""
    try:
        os.link(staged.place, staged.old)
    except OSError:
        staged.place.replace(staged.old)


def _link(new: Path, place: Path) -> None:
    """Rename a file, but never over another one."""
    try:
        os.link(new, place)
    except FileExistsError:
        raise
    except OSError:
        # A file system without second names has no such promise: look, then rename.
        if place.exists():
            raise FileExistsError from None
        new.replace(place)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _undo(staged: Staged) -> None:
    with suppress(OSError):
        if staged.replaced:
            staged.old.replace(staged.place)
            # Two names of one file are both left by a rename.
            _remove(staged.old)
        elif staged.placed:
            staged.place.unlink()
