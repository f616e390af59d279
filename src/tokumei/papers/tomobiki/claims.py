"""What the text of the paper says in numbers, and what we find in the tables and figures made again."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import polars as pl

from tokumei.papers.base.beside import rounded
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import Part, Parts, Sets
from tokumei.papers.base.showing import headings
from tokumei.papers.tomobiki import printed
from tokumei.report.numbers import percent
from tokumei.report.tables import Grid
from tokumei.texts import text

Frame = pl.DataFrame
Frames = Mapping[str, Frame]
Found = tuple[bool, Mapping[str, float | str]]
"""Whether a statement holds, and our numbers."""

NEARLY = 0.05
"""Shares this near to the printed one agree: the start of the first group alone moves losses by 2 %."""


def claims(_: Desk, sets: Sets, before: Parts) -> Part:
    """Return the statements of the paper, each with what we find."""
    frames = {name: part.frame for name, part in before.items() if part.frame is not None}
    found = {name: check(frames) for name, check in CHECKS.items()}
    is_comparable = all(rows.is_comparable for rows in sets.values())
    lines = [
        {"claim": name, "holds": holds if is_comparable else None, **_said(name, numbers, "en")}
        for name, (holds, numbers) in found.items()
    ]
    return Part("claims", pl.DataFrame(lines), partial(_grid, found, is_comparable=is_comparable))


def _grid(found: Mapping[str, Found], lang: str, *, is_comparable: bool) -> Grid:
    rows = []
    for name, (holds, numbers) in found.items():
        said = _said(name, numbers, lang)
        verdict = text(("cli.yes" if holds else "cli.no") if is_comparable else "report.nothing", lang)
        rows.append((said["paper"], said["ours"], verdict))
    marks = tuple("met" if holds else "unmet" for holds, _ in found.values()) if is_comparable else ()
    return Grid(headings(lang, "paper_says", "we_find", "holds"), rows, long=frozenset({1}), marks=marks)


def _said(name: str, numbers: Mapping[str, float | str], lang: str) -> dict[str, str]:
    shown = {key: _shown(key, value, lang) for key, value in numbers.items()}
    return {who: text(f"papers.tomobiki.claim.{name}_{who}", lang, **shown) for who in ("paper", "ours")}


def _shown(key: str, value: float | str, lang: str) -> str:
    if isinstance(value, str):
        return value or text("report.nothing", lang)
    return percent(value, lang) if key.startswith("share") else rounded(value, lang)


def less_on_eia(frames: Frames) -> Found:
    """Check how far below V-MDAV (0.2) Tomobiki is on EIA at k=3."""
    losses = _by_algorithm(frames["figure_6"].filter((pl.col("data") == "EIA") & (pl.col("k") == 3)), "loss")
    share = _less(losses["tomobiki"], losses["vmdav_02"])
    return round(share, 2) >= printed.LESS_THAN_VMDAV, {"share": share}


def less_everywhere(frames: Frames) -> Found:
    """Check that Tomobiki is below both V-MDAV everywhere but on Tarragona from k=5."""
    wide = frames["figure_6"].pivot("algorithm", index=["data", "k"], values="loss")
    above = wide.filter(pl.col("tomobiki") >= pl.min_horizontal("vmdav_02", "vmdav_11"))
    excepted = (above["data"] == "Tarragona") & (above["k"] >= 5)
    named = ", ".join(f"{data} k={k}" for data, k in above.select("data", "k").rows())
    return bool(excepted.all()), {"above": above.height, "cases": wide.height, "named": named}


def m_of_three(frames: Frames) -> Found:
    """Check that loss falls up to m=3 and changes little from there."""
    by_m = frames["figure_5"].select("data", "m", "relative_loss")
    at_three = by_m.filter(pl.col("m") == 3)
    best = by_m.filter(pl.col("m") >= 3).group_by("data").agg(pl.col("relative_loss").min().alias("best"))
    above = at_three.join(best, on="data").select((pl.col("relative_loss") / pl.col("best") - 1).max()).item()
    losses = at_three["relative_loss"].to_list()
    numbers = {"share_least": 1 - max(losses), "share_most": 1 - min(losses), "share_above": float(above)}
    return max(losses) < 1, numbers


def growth(frames: Frames) -> Found:
    """Check that the time of V-MDAV and of Tomobiki grows with the square of the rows."""
    powers = {name: _power(frames["figure_7"].filter(pl.col("algorithm") == name)) for name in ("vmdav_02", "tomobiki")}
    return min(powers.values()) > 1.8, powers


def eia_faster(frames: Frames) -> Found:
    """Check how much sooner Tomobiki-sharp (320) has the loss of V-MDAV (0.2) on EIA."""
    return _faster(frames["table_6a"], printed.EIA_TIMES)


def adult_faster(frames: Frames) -> Found:
    """Check how much sooner Tomobiki-sharp (3840) has the loss of V-MDAV (0.2) on Adult."""
    return _faster(frames["table_6b"], printed.ADULT_TIMES)


def sharp_5(frames: Frames) -> Found:
    """Check what Tomobiki inside the smallest parts saves against Mondrian alone, and costs."""
    losses, took = (_by_algorithm(frames["table_6b"], name) for name in ("loss_ours", "seconds_ours"))
    share = _less(losses["sharp_low"], losses["mondrian"])
    numbers = {"times": took["sharp_low"] / took["mondrian"], "share": share}
    return abs(share - printed.SHARP_5_LESS) <= NEARLY, numbers


CHECKS = {check.__name__: check for check in (
    less_on_eia, less_everywhere, m_of_three, growth, eia_faster, adult_faster, sharp_5)}  # fmt: skip


def _faster(frame: Frame, times_printed: float) -> Found:
    losses, took = (_by_algorithm(frame, name) for name in ("loss_ours", "seconds_ours"))
    times = took["vmdav_02"] / took["sharp_mid"]
    share = _less(losses["sharp_mid"], losses["vmdav_02"])
    return times >= times_printed and share >= 0, {"times": times, "share": share, "seconds": took["vmdav_02"]}


def _by_algorithm(frame: Frame, column: str) -> dict[str, float]:
    return dict(frame.select("algorithm", column).rows())


def _less(one: float, other: float) -> float:
    return 1 - one / other if other else 0.0


def _power(frame: Frame) -> float:
    if frame.height < 2:
        return float("nan")
    rows, took = (np.log(frame[name].to_numpy()) for name in ("rows", "seconds"))
    return float(np.polyfit(rows, took, 1)[0])
