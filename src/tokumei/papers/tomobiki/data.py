"""The data sets of Table 5, and rows of the same shape for where they are not at hand."""

import numpy as np
import polars as pl

from tokumei.papers.base.sets import DataSet

ADULT = ("age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country")
VALUES = {"workclass": 7, "education": 16, "marital-status": 7, "occupation": 14, "race": 5, "sex": 2,
          "native-country": 41}  # fmt: skip


def census(rng: np.random.Generator) -> pl.DataFrame:
    """Make up amounts of money in the shape of Census."""
    return _amounts(rng, 1080, 13)


def eia(rng: np.random.Generator) -> pl.DataFrame:
    """Make up sales in the shape of EIA: a state, a month and ten amounts."""
    frame = _amounts(rng, 4092, 10)
    state = pl.Series("STATE", [f"S{code:02}" for code in rng.integers(0, 51, frame.height)])
    return frame.with_columns(state, MONTH=pl.Series(rng.integers(1, 13, frame.height)))


def tarragona(rng: np.random.Generator) -> pl.DataFrame:
    """Make up balance sheets in the shape of Tarragona."""
    return _amounts(rng, 834, 13)


def adult(rng: np.random.Generator) -> pl.DataFrame:
    """Make up persons in the shape of Adult: an age and seven categories, a few of them frequent."""
    rows = 30162
    columns = {"age": pl.Series(np.clip(rng.gamma(9, 4.3, rows), 17, 90).astype(np.int64))}
    for name, count in VALUES.items():
        shares = 1 / np.arange(1, count + 1) ** 1.5
        columns[name] = pl.Series([f"{name} {code}" for code in rng.choice(count, rows, p=shares / shares.sum())])
    return pl.DataFrame(columns)


def uniform(rng: np.random.Generator) -> pl.DataFrame:
    """Make up points that are spread evenly, as the paper did."""
    return pl.DataFrame(rng.random((3000, 2)), schema=["x1", "x2"])


def _amounts(rng: np.random.Generator, rows: int, columns: int) -> pl.DataFrame:
    # Sizes of firms and incomes: one factor behind all columns, heavy tails.
    size = rng.normal(size=(rows, 1))
    values = np.round(np.exp(7 + 1.2 * size + 0.7 * rng.normal(size=(rows, columns))))
    return pl.DataFrame(values, schema=[f"a{place + 1}" for place in range(columns)])


SETS = {
    one.name: one
    for one in (
        DataSet("census", "Census", census, "census.csv"),
        DataSet("eia", "EIA", eia, "eia.csv", without=("UTILITYID", "UTILNAME", "YEAR")),
        DataSet("tarragona", "Tarragona", tarragona, "tarragona.csv"),
        DataSet("adult", "Adult", adult, "adult.csv", columns=ADULT, codes="appearance"),
        DataSet("random", "Random", uniform),
    )
}
