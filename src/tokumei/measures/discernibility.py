"""Discernibility: how many rows each row cannot be told apart from."""

import numpy as np

from tokumei.model import Release, Table
from tokumei.model.origins import deleted_rows, suppressed_rows
from tokumei.registry import measure


@measure(
    needs=("quasi",),
    paper="Bayardo and Agrawal, ICDE 2005, doi:10.1109/ICDE.2005.42",
    numbers={
        "discernibility": "mean share of the table that a row cannot be told apart from (1: all rows alike)",
        "discernibility_sum": "sum over rows of the size of their group; a suppressed or deleted row counts all rows",
        "discernibility_over_best": "the sum over the smallest one its k allows (1: every group is as small as can be)",
    },
    shares="discernibility",
    ja={
        "summary": "各行が何行と区別できなくなったかを測る。",
        "number:discernibility": "1行が区別できない行の、表全体に対する割合の平均（1：全行が同じ）",
        "number:discernibility_sum": "行ごとのグループの大きさの合計（秘匿・削除された行は全行数と数える）",
        "number:discernibility_over_best": "合計を、その k で可能な最小の合計で割った値（1：どのグループも最小）",
    },
)
def discernibility(original: Table, released: Release) -> dict[str, float]:
    """Measure how large the groups are that rows vanish in.

    Each released row is penalized by the number of rows with its quasi values, a row suppressed in
    every quasi column or deleted by the number of original rows. The headline divides the sum by
    the square of that number. The best sum for groups of at least k is n times k, where k is the
    smallest group of the release.

    Reference: Bayardo and Agrawal (2005), doi:10.1109/ICDE.2005.42. Where we differ: k is read from
    the release, so no group is penalized for being smaller than a k asked for.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [1, 1, 2, 2]}), Schema(quasi="age"))
    >>> discernibility(table, Release(table))["discernibility_sum"]
    8
    """
    data, rows = released.data, len(original)
    group = data.published_alike()
    sizes = np.bincount(group)
    hidden = suppressed_rows(data)
    total = int(np.where(hidden, rows, sizes[group]).sum()) + deleted_rows(original, released) * rows
    best = rows * int(sizes[group[~hidden]].min(initial=rows))
    return {
        "discernibility": total / rows**2 if rows else 0.0,
        "discernibility_sum": total,
        "discernibility_over_best": total / best if best else 1.0,
    }
