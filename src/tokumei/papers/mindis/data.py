"""The data sets of Tables 5 and 6, random tables, and rows of the same shape where files are absent."""

import numpy as np
import polars as pl

from tokumei.model import Encoded, Schema, Table
from tokumei.model.hierarchy import Hierarchy
from tokumei.papers.base.sets import DataSet

SHAPE = (3, 2, 2, 1)
"""How many entries meet at each step of the tree of random values: twelve values, four steps."""


def algae(rng: np.random.Generator) -> pl.DataFrame:
    """Make up samples of river water in the shape of coil1999."""
    season = pl.Series("season", rng.choice(["autumn", "spring", "summer", "winter"], 200))
    amounts = np.round(rng.gamma(1.2, 12, (200, 17)), 1)
    return pl.DataFrame(amounts, schema=[f"a{place + 1}" for place in range(17)]).with_columns(season)


def insurance(rng: np.random.Generator) -> pl.DataFrame:
    """Make up customers in the shape of coil2000: 86 columns of small codes, most of them mostly 0."""
    codes = rng.binomial(9, rng.beta(0.5, 3, 86), (5822, 86))
    return pl.DataFrame(codes, schema=[f"c{place + 1}" for place in range(86)])


def vowels(rng: np.random.Generator) -> pl.DataFrame:
    """Make up sound frames in the shape of Japanese Vowels: twelve continuous coefficients."""
    return pl.DataFrame(np.round(rng.normal(0, 0.5, (5687, 12)), 6), schema=[f"c{place + 1}" for place in range(12)])


SETS = {
    one.name: one
    for one in (
        DataSet("data1", "coil1999", algae, "coil1999.csv"),
        DataSet("data2", "coil2000, first 1455 rows", insurance, "coil2000.csv", first=1455),
        DataSet("data3", "coil2000", insurance, "coil2000.csv"),
        DataSet("data4", "Japanese Vowels", vowels, "japanese_vowels.csv"),
    )
}


def random_table(rows: int, columns: int, seed: int) -> Encoded:
    """Return a table of random values, each as likely in every column, on the same tree of four steps."""
    tree = random_tree()
    values = np.array([row[0] for row in tree.levels])
    names = [f"a{place + 1}" for place in range(columns)]
    drawn = values[np.random.default_rng([seed, rows, columns]).integers(0, values.size, (rows, columns))]
    frame = pl.DataFrame({name: drawn[:, place] for place, name in enumerate(names)})
    return Encoded.of(Table(frame, Schema(quasi=names, trees=dict.fromkeys(names, tree))).pinned())


def random_tree() -> Hierarchy:
    """Return the tree of random values.

    >>> random_tree().steps, len(random_tree().levels)
    (4, 12)
    """
    wide = np.cumprod(SHAPE)
    rows = [
        [f"v{value:02}", *(f"{step + 1}:{value // wide[step]}" for step in range(len(SHAPE) - 1)), "*"]
        for value in range(int(wide[-1]))
    ]
    return Hierarchy.of(rows, "random values")
