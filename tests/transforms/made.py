"""Small tables for tests of transforms, and a call that is repeatable."""

from typing import Any

import polars as pl

from tests import found
from tokumei import catalogue
from tokumei.model import Release, Schema, Table


def table(quasi: Any = (), identifier: Any = (), person: str | None = None, **values: Any) -> Table:
    """Return a table whose columns are sensitive unless another role is told."""
    frame = pl.DataFrame(values)
    others = [name for name in frame.columns if name not in (*quasi, *identifier, person)]
    return (
        Table(frame, Schema(quasi=quasi, identifier=identifier, sensitive=others, person=person)).pinned().as_released()
    )


def cells(data: Table, **columns: Any) -> Table:
    """Return a released form of a table, with cells as an earlier step may write them."""
    return data.released(pl.DataFrame(columns))


def changed(name: str, data: Table, seed: int = 0, **options: Any) -> Release:
    """Return what a transform makes of a table."""
    return told(name, data, seed, **options)[0]


def told(name: str, data: Table, seed: int = 0, **options: Any) -> tuple[Release, Any]:
    """Return what a transform makes of a table, and the job with its notes and findings."""
    spec = catalogue.get(name, "transform")
    job = found.job(seed)
    return spec.call(data, job=job, options=catalogue.bound(spec, options)), job


def codes(job: Any) -> list[str]:
    """Return the codes of what was found."""
    return [one["code"] for one in job.findings]
