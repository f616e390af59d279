"""An attacker who knows a person and wants to know what the release tells of them."""

from typing import Annotated

import numpy as np
from pydantic import Field

from tokumei.errors import BadOption, UnknownColumn
from tokumei.model import ALONE, Claims, Guess, Job, Table
from tokumei.model.linking import Ballot, Linking
from tokumei.params import Columns
from tokumei.registry import attack

Secret = Annotated[str | None, Field(description="the column to be inferred; the first sensitive one by default")]
Known = Annotated[Columns, Field(description="the columns the attacker knows; the other quasi columns by default")]
Tolerance = Annotated[
    float, Field(ge=0, description="how far off a number may be, in standard deviations of the released column")
]
Targets = Annotated[int, Field(ge=1, description="so many people, drawn at random, are asked about")]


@attack(
    needs=("quasi", "sensitive"),
    unit="claim",
    holds="the quasi values of everybody in the table, without the column to be inferred",
    paper="after the inference attack of Giomi et al., PoPETs 2023, doi:10.56553/popets-2023-0055",
    ja={
        "summary": "知っている列から、隠された列の値を公開データで推定します。",
        "holds": "推定する列を除く、全員の準識別子",
        "secret": "推定する列（既定は最初の機微な列）",
        "columns": "攻撃者が知っている列（既定は他の準識別子）",
        "tolerance": "数値の許容誤差（公開された列の標準偏差を単位とする）",
        "targets": "無作為に選んで推定する人数",
    },
)
def inference(
    known: Table, released: Table, *, secret: Secret = None, columns: Known = None, tolerance: Tolerance = 0.05,
    targets: Targets = 500, job: Job = ALONE,
) -> Guess:  # fmt: skip
    """Infer a hidden value of people from the released rows that are most likely theirs.

    The attacker holds the quasi values of everybody and wants a value they do not hold: that of the column
    `secret`. They have won for each person whose value they state; a number counts within `tolerance`.
    Every released row votes for its own value by the odds that it is that person's, weighed as `linkage`
    weighs them but in the known columns alone, and the value with most votes is stated: the
    majority of the rows that fit best, or the nearest rows where none fits.

    `baseline` is the rate of somebody without the release who states the same value for everybody, the one that
    is right most often. Only what is above it was learned about people; where it is much above, the release
    tells of them though nobody is found. No key is needed. A sample of `targets` people keeps the work small.

    Reference: the inference attack of Giomi et al. (2023), doi:10.56553/popets-2023-0055. Where we differ: they
    state the value of the one nearest record; their baseline guesses at random among all values.

    >>> import polars as pl; from tokumei.model import Schema
    >>> frame = pl.DataFrame({"age": [31, 24, 58], "ill": ["a", "b", "c"]})
    >>> people = Table(frame, Schema(quasi="age", sensitive="ill"))
    >>> inference(people, people).held.tolist()
    [True, True, True]
    """
    secret = secret or known.sensitive[0]
    names = [name for name in known.quasi if name != secret] if columns is None else columns
    _refuse(known, released, secret, names)
    ballot, truth = Ballot.of(known, released, secret, tolerance)
    people = np.sort(job.rng.permutation(np.flatnonzero(~np.isnan(truth)))[:targets])
    stated = np.full(people.size, -1)
    if names and len(released):
        judge = Linking.of(known, released, names).learned(job.part(0.0, 0.5))
        stated = ballot.elected(judge, people, job.part(0.5, 1.0))
    held, usual = ballot.is_right(stated, truth[people]), ballot.commonest(truth[people])
    said = list(zip(people.tolist(), ballot.spoken(stated), strict=True))
    return Claims(held=held, usual=float(usual.mean()) if people.size else 0.0, said=said)


def _refuse(known: Table, released: Table, secret: str, names: list[str]) -> None:
    if secret in names:
        raise BadOption(f"inference: secret={secret} is among the columns that are known; take it out of one of them.")
    for table, where in ((known, "the original table"), (released, "the released table")):
        for name in (secret, *names):
            if name not in table.frame.columns:
                raise UnknownColumn.named(name, table.frame.columns, where=where)
