"""Row count error: how many rows more or fewer there are."""

from typing import Any

from tokumei.model import Data, Release
from tokumei.registry import measure


@measure(
    scope="counts",
    identity_zero=True,
    paper="PWSCup 2015, U6",
    aliases=("pwscup2015:U6",),
    numbers={"row_count_error": "difference between the number of rows before and after"},
    ja={
        "summary": "行数がどれだけ変わったかを数える。",
        "number:row_count_error": "元の表と公開表の行数の差",
    },
)
def row_count_error(original: Data, released: Release[Any]) -> dict[str, float]:
    """Count how many rows there are more or fewer than in the original.

    Deleting one row and adding another leaves the number as it was; `gcp` and `discernibility` count
    deleted rows where the key tells them.

    Reference: U6 (nrow) of the PWSCup 2015.

    >>> import polars as pl; from tokumei.model import Schema, Table
    >>> table = Table(pl.DataFrame({"age": [1, 2, 3]}), Schema(quasi="age"))
    >>> row_count_error(table, Release(table).take([0, 2]))
    {'row_count_error': 1}
    """
    return {"row_count_error": abs(len(original) - len(released.data))}
