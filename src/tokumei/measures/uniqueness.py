"""How many rows stand alone: in the release, and in the original before it."""

from typing import Any

import numpy as np

from tokumei.model import Data, Labels, Release
from tokumei.model.origins import crowds_in, people_behind
from tokumei.registry import measure


@measure(
    scope="counts",
    family="risk",
    needs=("quasi",),
    numbers={
        "uniqueness": "share of released rows that nobody else's row is published like",
        "unique_rows": "number of such rows",
        "uniqueness_original": "the same share in the original table: what there was to protect",
    },
    shares=("uniqueness", "uniqueness_original"),
    ja={
        "summary": "準識別子の組み合わせが他の誰とも一致しない行の割合を、公開データと元の表で測る。",
        "number:uniqueness": "他の人の行と同じ値で公開されていない公開行の割合",
        "number:unique_rows": "そのような行の数",
        "number:uniqueness_original": "元の表での同じ割合（守るべきものの大きさ）",
    },
)
def uniqueness(original: Data, released: Release[Any]) -> dict[str, float]:
    """Count the rows that stand alone with their quasi values.

    Rows with the same quasi cells are published alike; a row is unique where all rows like it are one person's.
    What is not shown at all does not count. Without the key nobody can tell whose the released rows are, where
    people have several: each then counts as a person.

    >>> import polars as pl; from tokumei.model import Schema, Table
    >>> table = Table(pl.DataFrame({"age": [1, 2, 3, 3]}), Schema(quasi="age"))
    >>> uniqueness(table, Release(table.with_columns({"age": pl.Series([1, 2, 2, 2])})))
    {'uniqueness': 0.25, 'unique_rows': 1, 'uniqueness_original': 0.5}
    """
    has_people = original.schema.person is not None
    after = _alone(released.data.published_alike(), people_behind(original, released) if has_people else None)
    before = _alone(original.as_released().published_alike(), original.people if has_people else None)
    return {
        "uniqueness": float(after.mean()) if after.size else 0.0,
        "unique_rows": int(after.sum()),
        "uniqueness_original": float(before.mean()) if before.size else 0.0,
    }


def _alone(alike: Labels, people: Labels | None) -> Labels:
    shown = alike >= 0
    group = alike[shown]
    return np.asarray(crowds_in(group, None if people is None else people[shown])[group] == 1)
