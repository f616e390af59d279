"""Publishes for each group the lowest entries of the hierarchies that cover its values."""

from tokumei.model import ALONE, Job, Labels, Table
from tokumei.model.grouped import Groups
from tokumei.model.levels import ladder
from tokumei.registry import fill


@fill(
    needs=("hierarchies",),
    ja={"summary": "グループの値を、階層の中でそれらをすべて含む最も低い共通の祖先に置き換えます。"},
)
def ancestor(data: Table, labels: Labels, *, job: Job = ALONE) -> Table:
    """Replace the quasi values of each group by their lowest common ancestor in the hierarchy of the column.

    Categories become an entry of their tree (`Kanto`, `0213*`), numbers, dates and ordered values an interval
    of their ladder (`[20;29]`), and `*` where nothing below the root covers all. A group of one value keeps it.
    A missing cell is on a branch of its own: with others it becomes `*`; a group where all cells are missing
    keeps them missing. A column that stays as it is keeps its type. What a former step has generalized
    stays, or goes further up.

    Works with the groups of any method. Rows, order and all other columns stay as they are. A column without
    a hierarchy gets one that suits it. Groups' entries may lie inside each other: this is local recoding.

    >>> import polars as pl; from tokumei.model import Schema
    >>> import numpy as np; from tokumei.model.hierarchy import Hierarchy
    >>> tree = Hierarchy.of([["Chiba", "Kanto", "*"], ["Tokyo", "Kanto", "*"], ["Kyoto", "Kansai", "*"]], "city")
    >>> cities = Table(pl.DataFrame({"city": ["Tokyo", "Chiba", "Kyoto"]}), Schema(quasi="city", trees={"city": tree}))
    >>> ancestor(cities, np.array([0, 0, 1])).frame["city"].to_list()
    ['Kanto', 'Kanto', 'Kyoto']
    """
    groups = Groups.by(labels)
    generalized = {}
    for place, name in enumerate(data.quasi):
        one = ladder(data, name)
        generalized[name] = one.published(one.meeting(groups)[groups.of])
        job.progress((place + 1) / len(data.quasi))
    return data.with_columns(generalized)
