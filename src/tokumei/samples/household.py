"""Sample data of the shape of a household expenditure survey."""

from typing import Annotated

import numpy as np
import numpy.typing as npt
import polars as pl
from pydantic import Field

from tokumei.model.job import Job
from tokumei.registry import sample

Numbers = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]

ITEMS = {
    "s14": ("food", 62_000, 0.35, 0.45),
    "s15": ("housing", 19_000, 0.80, 0.15),
    "s16": ("utilities", 22_000, 0.35, 0.20),
    "s17": ("furniture", 9_500, 0.65, 0.45),
    "s18": ("clothing", 11_500, 0.60, 0.70),
    "s19": ("medical care", 11_000, 0.75, 0.25),
    "s20": ("transport and communication", 42_000, 0.60, 0.55),
    "s21": ("education", 38_000, 0.80, 0.70),
    "s22": ("culture and recreation", 29_000, 0.55, 0.75),
    "s23": ("other", 52_000, 0.55, 0.70),
    "s24": ("gifts", 14_000, 0.70, 0.60),
}
"""What is spent on: typical yen a month, spread, and how much it grows with income (an elasticity)."""


@sample(
    ja={
        "summary": "家計調査に似た世帯データ（属性 13 列、支出 12 列。PWSCup 2015 の表と同じ形）。",
        "rows": "世帯数（行数）",
    }
)
def household(*, rows: Annotated[int, Field(ge=1, description="how many households")] = 8333, job: Job) -> pl.DataFrame:
    """Households with 13 attributes as codes and 12 monthly expenditures, shaped like the PWSCup 2015 table.

    q01 workers or others, q02 age class of the head, q03 members, q04 sex of the head, q05 region,
    q06 city or country, q07 tenure, q08 earners, q09 industry, q10 income class, q11 education,
    q12 children at school, q13 size of the dwelling; s14 food, s15 housing, s16 utilities, s17
    furniture, s18 clothing, s19 medical care, s20 transport, s21 education (0 for about 77 %), s22
    recreation, s23 other, s24 gifts, s25 all together. Everything is made up.
    """
    attributes = _attributes(job.rng, rows)
    return pl.DataFrame({**attributes, **_expenditures(job.rng, attributes)})


def _attributes(rng: np.random.Generator, rows: int) -> dict[str, Codes]:
    age = _draw(rng, [0.03, 0.09, 0.16, 0.21, 0.18, 0.17, 0.11, 0.05], rows)
    members = _near(rng, np.array([1.6, 2.6, 3.4, 3.5, 2.9, 2.3, 1.9, 1.6])[age - 1], 0.9, 5)
    old = age >= 6
    worker = np.where(rng.random(rows) < np.where(old, 0.25, 0.88), 1, 2)
    earners = np.minimum(np.where(worker == 1, 1 + (rng.random(rows) < 0.45), rng.random(rows) < 0.3) + 1, members + 1)
    education = _near(rng, np.array([2.8, 3.0, 2.9, 2.7, 2.5, 2.2, 1.9, 1.7])[age - 1], 0.8, 4)
    standing = 0.5 * (education - 2.5) + 0.5 * (earners - 2) - 0.5 * old + rng.normal(0, 1, rows)
    parents = (age >= 2) & (age <= 5) & (members >= 3)
    children = np.where(parents, _draw(rng, [0.455, 0.305, 0.24], rows), 1)
    region = _draw(rng, [0.05, 0.07, 0.28, 0.05, 0.04, 0.11, 0.16, 0.06, 0.03, 0.10, 0.04, 0.01], rows)
    urban = np.where(rng.random(rows) < np.where(np.isin(region, (3, 7)), 0.75, 0.4), 1, 2)
    return {
        "q01": worker,
        "q02": age,
        "q03": members,
        "q04": np.where(rng.random(rows) < np.where(members == 1, 0.5, 0.1), 2, 1),
        "q05": region,
        "q06": urban,
        "q07": np.where(rng.random(rows) < 0.25 + 0.08 * age, 1, 1 + _draw(rng, [0.55, 0.25, 0.20], rows)),
        "q08": earners,
        "q09": np.where(worker == 1, _draw(rng, [0.22, 0.18, 0.30, 0.20, 0.10], rows), 6),
        "q10": np.digitize(standing, [-1.0, -0.3, 0.35, 1.1]) + 1,
        "q11": education,
        "q12": children,
        "q13": _near(rng, 2.2 + 0.9 * members + 1.2 * (urban - 1), 1.6, 10),
    }


def _expenditures(rng: np.random.Generator, attributes: dict[str, Codes]) -> dict[str, Codes]:
    income, members, children = attributes["q10"], attributes["q03"], attributes["q12"]
    rows = income.size
    # Thrifty and free-spending households differ in everything at once.
    habit = rng.normal(0, 0.25, rows)
    spent: dict[str, Codes] = {}
    for name, (_, typical, spread, elasticity) in ITEMS.items():
        level = np.log(typical) + elasticity * (0.25 * (income - 3) + habit) + 0.12 * (members - 2.7)
        level += rng.normal(0, spread, rows)
        if name == "s15":
            level += np.where(attributes["q07"] == 1, -0.6, 0.9)
        if name == "s19":
            level += 0.08 * (attributes["q02"] - 4)
        spent[name] = np.rint(np.exp(level)).astype(np.int64)
    schooled = (children > 1) & (rng.random(rows) < 0.88)
    spent["s21"] = np.where(schooled, spent["s21"] * (children - 1), 0)
    spent["s25"] = np.sum(list(spent.values()), axis=0)
    return spent


def _draw(rng: np.random.Generator, shares: list[float], rows: int) -> Codes:
    edges = np.cumsum(shares)
    return np.searchsorted(edges / edges[-1], rng.random(rows), side="right") + 1


def _near(rng: np.random.Generator, middle: Numbers, spread: float, most: int) -> Codes:
    return np.clip(np.rint(middle + rng.normal(0, spread, middle.size)), 1, most).astype(np.int64)
