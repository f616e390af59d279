"""What the text of the paper says in numbers, and what we find on the stand-in table."""

import statistics
from collections.abc import Mapping
from functools import partial

import polars as pl

from tokumei.papers.base.beside import rounded
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import Part, Parts, Sets
from tokumei.papers.base.showing import headings, marks, yes_or_no
from tokumei.papers.euclid import printed
from tokumei.papers.euclid.figures import power
from tokumei.papers.euclid.tables import of_whole, rows_of
from tokumei.report.numbers import percent
from tokumei.report.tables import Grid
from tokumei.texts import text

Found = tuple[bool, Mapping[str, float | str]]
"""Whether a statement holds here, and our numbers."""

SATURATED = 0.02
"""A rate that moves no more than this no longer depends on the columns used."""


def claims(_: Desk, _sets: Sets, before: Parts) -> Part:
    """Return the statements of the paper, each with what we find."""
    found = {name: check(before) for name, check in CHECKS.items()}
    lines = [{"claim": name, "holds": holds, **_said(name, numbers, "en")} for name, (holds, numbers) in found.items()]
    return Part("claims", pl.DataFrame(lines), partial(_grid, found))


def _grid(found: Mapping[str, Found], lang: str) -> Grid:
    rows = []
    for name, (holds, numbers) in found.items():
        said = _said(name, numbers, lang)
        rows.append((said["paper"], said["ours"], yes_or_no(lang, holds=holds)))
    looks = marks([holds for holds, _ in found.values()])
    return Grid(headings(lang, "paper_says", "we_find", "holds"), rows, long=frozenset({1}), marks=looks)


def _said(name: str, numbers: Mapping[str, float | str], lang: str) -> dict[str, str]:
    shown = {key: _shown(key, value, lang) for key, value in numbers.items()}
    return {who: text(f"papers.euclid.claim.{name}_{who}", lang, **shown) for who in ("paper", "ours")}


def _shown(key: str, value: float | str, lang: str) -> str:
    if isinstance(value, str):
        return value
    return percent(round(value, 4), lang) if key.startswith("share") else rounded(value, lang)


def more_quasi(before: Parts) -> Found:
    """Check that with more quasi columns the time falls and the rate rises, on a hundred rows up to the fifth."""
    _, few = _curve(before, "figures_2_3", "quasi", of_whole=False)
    seconds, rates = _curve(before, "figures_2_3", "quasi")
    five = few[min(4, len(few) - 1)]
    numbers = {"share_1": few[0], "share_5": five, "share_13": few[-1], "share_whole_1": rates[0],
               "share_whole_13": rates[-1], "seconds_1": seconds[0], "seconds_13": seconds[-1]}  # fmt: skip
    rises = few[0] <= five and few[-1] - five <= SATURATED and rates[0] <= rates[-1]
    return rises and seconds[-1] <= seconds[0], numbers


def more_sensitive(before: Parts) -> Found:
    """Check that the rate on a hundred rows does not depend on how many sensitive columns are used."""
    _, few = _curve(before, "figures_4_5", "sensitive", of_whole=False)
    _, rates = _curve(before, "figures_4_5", "sensitive")
    numbers = {"share_least": min(few), "share_most": max(few), "share_whole_1": rates[0],
               "share_whole_most": max(rates), "share_whole_12": rates[-1]}  # fmt: skip
    return max(few) - min(few) <= SATURATED, numbers


def minutes(before: Parts) -> Found:
    """Check what EUC1 finds on noise with 13 quasi columns and with 6."""
    seconds, rates = _curve(before, "figures_2_3", "quasi")
    six = min(5, len(rates) - 1)
    numbers = {"seconds_13": seconds[-1], "share_13": rates[-1], "seconds_6": seconds[six], "share_6": rates[six]}
    return rates[six] > rates[-1], numbers


def given_up(before: Parts) -> Found:
    """Check that EUC2 takes too long to be tried on the twelve releases."""
    lines = rows_of(before["table_15"])
    seconds = [line["euc2_seconds"] for line in lines]
    better = sum(line["EUC2"] > line["EUC1"] for line in lines)
    numbers = {"seconds": max(seconds), "better": float(better), "share": statistics.mean(ln["EUC2"] for ln in lines)}
    return max(seconds) > 60, numbers


def growth(before: Parts) -> Found:
    """Check that the time grows with the number of rows, and how fast."""
    lines = rows_of(before["figure_6"])
    powers = {name: power([line for line in lines if line["attack"] == name])
              for name in ("one_quasi", "all_quasi", "all_pairs")}  # fmt: skip
    return powers["one_quasi"] > 0, powers


def best_of_five(before: Parts) -> Found:
    """Check that EUC1 is the strongest of the five attacks more often than any other."""
    bests = [code for line in rows_of(before["table_15"]) for code in line["best"].split()]
    count = {code: bests.count(code) for code in printed.ATTACKS}
    mean = statistics.mean(line["EUC1"] for line in rows_of(before["table_15"]))
    return count["EUC1"] == max(count.values()), {"times": float(count["EUC1"]), "share": mean}


def sorted_best(before: Parts) -> Found:
    """Check that sorting by the sum is stronger than EUC1 where rows were made k-anonymous."""
    frame = before["table_10"].frame
    assert frame is not None
    alone = of_whole(frame).filter(pl.col("data") == "D_A").select("code", "value")
    rates = dict(alone.rows())
    return rates["E3"] > rates["EUC1"], {"share_sorted": rates["E3"], "share_euc1": rates["EUC1"]}


def exploited(before: Parts) -> Found:
    """Check that the Yamaoka method makes a release safe."""
    lines = [line for line in rows_of(before["table_15"]) if "C" in printed.TABLE_13[line["data"]]]
    scores = [max(line[code] for code in (*printed.ATTACKS, "EUC2")) for line in lines]
    true = max(line["worst_rate"] for line in lines)
    return true < 0.5, {"share_scored": max(scores), "share_true": true}


CHECKS = {check.__name__: check for check in (
    more_quasi, more_sensitive, minutes, given_up, growth, best_of_five, sorted_best, exploited)}  # fmt: skip


def _curve(before: Parts, part: str, used: str, *, of_whole: bool = True) -> tuple[list[float], list[float]]:
    """Return seconds and rates of EUC1 on noise by how many columns it uses, on all rows or on the hundred."""
    lines = [line for line in rows_of(before[part]) if line["attack"] == "noise_euc1"]
    rows = (max if of_whole else min)(line["rows"] for line in lines)
    along = sorted((line for line in lines if line["rows"] == rows), key=lambda line: float(line[used]))
    return [line["seconds"] for line in along], [line["rate"] for line in along]
