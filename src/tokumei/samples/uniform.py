"""Sample data without any structure: uniform random numbers."""

from typing import Annotated

import polars as pl
from pydantic import Field

from tokumei.model.job import Job
from tokumei.registry import sample


@sample(
    ja={
        "summary": "0 以上 1 未満の一様乱数（構造のないデータ）。",
        "rows": "行数",
        "columns": "列数",
    }
)
def uniform(
    *,
    rows: Annotated[int, Field(ge=1, description="how many rows")] = 1000,
    columns: Annotated[int, Field(ge=1, description="how many columns")] = 8,
    job: Job,
) -> pl.DataFrame:
    """Uniform random numbers between 0 and 1: data without any structure.

    Columns are called x1, x2, ... This is the hardest data to group, because no rows are alike.
    """
    # One column after the other: more columns leave the first ones as they were.
    return pl.DataFrame({f"x{i + 1}": job.rng.random(rows) for i in range(columns)})
