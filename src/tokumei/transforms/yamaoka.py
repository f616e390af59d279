"""Declares a false correspondence between released rows and originals: a score exploit."""

import numpy as np

from tokumei.model import ALONE, Job, Release, Table
from tokumei.registry import transform


@transform(
    scope="whole",
    paper="Kikuchi et al., Computer Security Symposium 2015; Ito and Kikuchi, 2016",
    aliases=("pwscup2015:yamaoka",),
    ja={"summary": "【得点稼ぎ・プライバシー保護なし】行はそのままに、申告する対応関係だけを偽ります（山岡匿名化）。"},
)
def yamaoka(data: Table, *, job: Job = ALONE) -> Release:
    """Score exploit that gives no privacy: leave every row as it is and declare a false answer.

    In a contest each team hands in which original row is behind each released row, and attacks are scored
    against that. Here the rows stay as they are and only the *declared* answer is permuted, so that no row is
    declared to be its own: every attack that names people rightly is scored as wrong. Whoever reads the release finds
    everybody as before. It is here so that results of the contest can be made again and such a release be
    recognized; never publish one. A finding says so.

    Of the contest's measures only the cell error sees it, because it compares each row with the declared one.
    Time grows with n. A table of one row has nobody else to declare.

    Reference: Kikuchi et al. (2015), Ice & Fire, Computer Security Symposium 2015, 363-370, name it after its inventor.

    >>> import polars as pl; from tokumei.model import Schema
    >>> release = yamaoka(Table(pl.DataFrame({"age": [31, 24]}), Schema(quasi="age")))
    >>> release.key.tolist(), release.declared_key.tolist()
    ([0, 1], [1, 0])
    """
    key = np.arange(len(data), dtype=np.int64)
    # One random round through all rows: nobody stays where they are, whatever is drawn.
    order = job.rng.permutation(len(data))
    declared = key.copy()
    declared[order] = np.roll(order, 1)
    job.find("score_exploit")
    return Release.of(data, key=key, declared_key=declared)
