"""Column drift: how far each column's values have moved as a whole."""

import numpy as np

from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.columns import Column, column
from tokumei.model.spreads import summaries, total_variation
from tokumei.registry import measure

DAYS = (" (dates: days since 1970)", "（日付は1970年からの日数）")
PLACES = (
    " (dates: days since 1970; ordered values: place)",
    "（日付は1970年からの日数、順序のある値は順位）",
)
WORDS = {
    "mean": ("mean", "平均", DAYS),
    "sd": ("standard deviation", "標準偏差", ("", "")),
    "quartile_1": ("value that a quarter of the rows are below", "第1四分位数", PLACES),
    "median": ("value that half of the rows are below", "中央値", PLACES),
    "quartile_3": ("value that three quarters of the rows are below", "第3四分位数", PLACES),
}
SUMMARIES = {
    f"{name}_{when}.*": meaning
    for name, (what, what_ja, (places, places_ja)) in WORDS.items()
    for when, meaning in (
        ("before", (f"{what} in the original, rounded{places}", f"元の表の{what_ja}（丸めた値）{places_ja}")),
        ("after", (f"{what} in the release, rounded alike", f"公開表の{what_ja}（同じく丸めた値）")),
    )
}


@measure(
    identity_zero=True,
    numbers={
        "column_drift": "mean over the columns of the share of rows that would have to change to restore their "
        "distribution (0: as in the original, 1: nothing in common)",
        "column_drift.*": "the same share for this column alone",
        **{name: meaning for name, (meaning, _) in SUMMARIES.items()},
    },
    shares="column_drift",
    ja={
        "summary": "各列の値の分布が、元の表からどれだけずれたかを測る。",
        "number:column_drift": "元の分布に戻すために変えるべき行の割合の、全列の平均（0：元のまま、1：共通点なし）",
        "number:column_drift.*": "この列だけで見た同じ割合",
        **{f"number:{name}": meaning for name, (_, meaning) in SUMMARIES.items()},
    },
)
def column_drift(original: Table, released: Release, *, job: Job = ALONE) -> dict[str, float]:
    """Measure how far the distribution of each column has moved: what a reader of single columns loses.

    For each quasi and sensitive column `column_drift.COLUMN` is the total variation distance between
    the shares of rows before and after: the share of rows that would have to change. Both are counted
    in bins of the original: some twenty round ones for numbers and dates, one a value for ordered
    values and categories. A range is spread evenly over what it covers, a set over its values;
    missing and suppressed are values of their own. A column that is not released counts 1.

    Beside it stand mean, standard deviation and quartiles before and after for numbers and dates, and
    quartiles for ordered values, a range standing at its middle; no number where no value is left.
    Infinite values are left out of them. As they tell of the original they are rounded to a tenth of
    a bin, and left out where fewer than ten people have a value in the column.

    Who stands behind a row does not matter, so the key is not needed; dummies count like other rows,
    because a reader cannot tell them. Time grows with n.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [20, 30, 40, 50]}), Schema(quasi="age")).pinned()
    >>> numbers = column_drift(table, Release(table.released(pl.DataFrame({"age": [25, 25, 45, 45]}))))
    >>> numbers["column_drift"], "mean_before.age" in numbers
    (1.0, False)
    """
    names = [*original.quasi, *original.sensitive]
    drift: dict[str, float] = {}
    summaries: dict[str, float] = {}
    for place, name in enumerate(names):
        drift[f"column_drift.{name}"], numbers = _of_column(original, released.data, name)
        summaries |= numbers
        job.progress((place + 1) / len(names))
    overall = float(np.mean(list(drift.values()))) if drift else 0.0
    return {"column_drift": overall, **drift, **summaries}


def _of_column(original: Table, released: Table, name: str) -> tuple[float, dict[str, float]]:
    before = column(original, name, raw=True)
    if name not in released.frame.columns:
        empty = original.take(np.zeros(0, dtype=np.int64))
        return 1.0, _summaries(original, name, before, column(empty, name))
    # Sensitive categories are published as they are: what looks like a set there is a value.
    literal = name in original.sensitive and not before.on_a_line
    after = column(released, name, raw=literal)
    return total_variation(original, name, before, after), _summaries(original, name, before, after)


def _summaries(original: Table, name: str, before: Column, after: Column) -> dict[str, float]:
    found = summaries(original, name, {"before": before, "after": after}) if before.on_a_line else {}
    return {
        f"{what}_{when}.{name}": numbers[what] for what in WORDS for when, numbers in found.items() if what in numbers
    }
