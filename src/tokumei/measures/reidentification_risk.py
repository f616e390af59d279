"""The chance to be found for three attackers: one after a certain person, one after anybody, one after all."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tokumei.errors import BadOption, UnknownColumn
from tokumei.kernels.sorting import different
from tokumei.model import ALONE, Data, Job, Release, Rows, Table
from tokumei.model.matching import candidates
from tokumei.model.origins import crowds_in, people_behind, suppressed_rows
from tokumei.params import Share, Source
from tokumei.registry import measure

Floats = npt.NDArray[np.float64]

Population = Annotated[
    Source | None,
    Field(description="a file or table with the quasi columns of everybody the released rows may come from"),
]
Threshold = Annotated[Share, Field(description="a row with a higher risk than this is counted as at risk")]


@measure(
    scope="counts",
    family="risk",
    needs=("quasi",),
    paper="El Emam, Guide to the De-Identification of Personal Health Information, 2013",
    numbers={
        "prosecutor": "largest risk of a row if the attacker knows that their target is in it: one over its group",
        "prosecutor_above": "share of rows whose prosecutor risk is above the threshold",
        "journalist": "largest risk of a row if the attacker knows the population but not who of it is in the table",
        "journalist_above": "share of rows whose journalist risk is above the threshold",
        "marketer": "share of the rows that an attacker who names somebody for each is expected to get right",
    },
    shares=("prosecutor", "prosecutor_above", "journalist", "journalist_above", "marketer"),
    ja={
        "summary": "表にいる特定の人を探す検察官、母集団の誰かを探す記者、全員を当てる業者に対するリスクを測る。",
        "population": "公開行のもとになりうる全員の準識別子を持つファイルまたは表",
        "threshold": "これを超えるリスクの行を、危険な行と数える",
        "number:prosecutor": "対象者が表にいると知る攻撃者に対する 1 行の最大リスク（グループの人数分の 1）",
        "number:prosecutor_above": "検察官リスクがしきい値を超える行の割合",
        "number:journalist": "母集団は知るが誰が表にいるかは知らない攻撃者に対する 1 行の最大リスク",
        "number:journalist_above": "記者リスクがしきい値を超える行の割合",
        "number:marketer": "全行について誰かを名指しする攻撃者が当てると期待される行の割合",
    },
)
def reidentification_risk(
    original: Data, released: Release[Any], *, population: Population = None, threshold: Threshold = 0.2,
    job: Job = ALONE,
) -> dict[str, float]:  # fmt: skip
    """Tell the risk to be found from the sizes of the groups published alike, for three attackers.

    The prosecutor looks for a person who is known to be in the table: the risk of a row is one over the people in
    its group. The journalist wants anybody and knows a population: the risk is one over the people of the population
    whose values fit the row, or those of its group if they are more. The marketer names
    somebody for every row: the mean of these risks is the share expected to be right. Without `population` the table
    itself is the population, and the journalist is a prosecutor.

    These are bounds from the quasi columns alone: an attack that also uses sensitive values, such as
    `linkage`, may find more. A row suppressed in every quasi column fits everybody in the table. Where
    a person has several rows, groups are counted in people, for which the key is needed; a population has
    one row for each person.

    Reference: El Emam (2013), chapter 16; the definitions are those of ARX. Where we differ: ARX leaves suppressed
    rows out, and asks for a population that holds the whole table.

    >>> import polars as pl; from tokumei.model import Schema
    >>> table = Table(pl.DataFrame({"age": [1, 2, 2, 2]}), Schema(quasi="age"))
    >>> numbers = reidentification_risk(table, Release(table))
    >>> numbers["prosecutor"], round(numbers["marketer"], 3)
    (1.0, 0.5)
    """
    data = released.data
    alike = data.published_alike()
    shown = np.flatnonzero(alike >= 0)
    crowds = _crowds(original, released, shown)
    fitting = crowds if population is None else np.maximum(crowds, _fitting(original, data, population, job)[shown])
    prosecutor, journalist = 1 / crowds, 1 / fitting
    return {
        "prosecutor": float(prosecutor.max(initial=0.0)),
        "prosecutor_above": _mean(prosecutor > threshold),
        "journalist": float(journalist.max(initial=0.0)),
        "journalist_above": _mean(journalist > threshold),
        "marketer": _mean(journalist),
    }


def _crowds(original: Data, released: Release[Any], shown: Rows) -> Rows:
    """Return for each row that is shown how many people it may be: those of its group."""
    group = released.data.published_alike()[shown]
    people = None if original.schema.person is None else people_behind(original, released)
    people = None if people is None else people[shown]
    crowds: Rows = crowds_in(group, people)[group]
    if isinstance(released.data, Table):
        everybody = shown.size if people is None else different(people).size
        crowds[suppressed_rows(released.data)[shown]] = everybody
    return crowds


def _fitting(original: Data, released: Data, source: str, job: Job) -> Rows:
    """Return how many people of a population fit each released row."""
    if not (isinstance(original, Table) and isinstance(released, Table)):
        raise BadOption("reidentification_risk: population is for tables; leave it out.")
    frame = job.read(source)
    for name in original.quasi:
        if name not in frame.columns:
            raise UnknownColumn.named(name, frame.columns, where="the population")
    everybody = Table(frame.select(original.quasi), original.schema.only(original.quasi)).pinned()
    return candidates(everybody, released).sizes_at(np.arange(len(released)))


def _mean(values: npt.NDArray[Any]) -> float:
    return float(values.mean()) if values.size else 0.0
