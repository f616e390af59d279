"""Result files: one JSON object a line."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench import RESULTS
from tokumei.errors import UnreadableSource

Line = dict[str, Any]


def append(path: Path, lines: Iterable[Line]) -> None:
    """Add lines to a result file; what was measured stays there if a later method fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)


def read(path: Path) -> list[Line]:
    """Return the lines of a result file."""
    try:
        text = path.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.split("\n") if line.strip()]
    except OSError:
        raise UnreadableSource(f"no result file at {path}; check the path.") from None
    except ValueError:
        raise UnreadableSource(f"{path} is not a file of JSON lines; name one that bench wrote.") from None


def new_file(what: str) -> Path:
    """Return the path of a result file that is not there yet."""
    return RESULTS / f"{what}-{datetime.now(UTC):%Y%m%d-%H%M%S}.jsonl"
