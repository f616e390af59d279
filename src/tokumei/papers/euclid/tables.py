"""Tables 10 to 15 again: eight single methods, twelve combined releases, every measure and attack on each."""

import statistics
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import polars as pl

from tokumei.explanation import explain
from tokumei.papers.base.beside import rounded
from tokumei.papers.base.desk import Desk
from tokumei.papers.base.parts import Made, Part, Parts, Sets
from tokumei.papers.base.showing import headings, marks, yes_or_no
from tokumei.papers.euclid import data, printed, work
from tokumei.papers.euclid.signs import agree, contradictions, harmed_by, harmed_in, harmed_in_print, sign
from tokumei.report.numbers import number
from tokumei.report.tables import Grid
from tokumei.texts import text

Line = dict[str, Any]

ORIGINAL = "Original"
SMALL, WHOLE = "small", "whole"
CODES = (*printed.UTILITY, *printed.SAFETY, *printed.ATTACKS)
IN_ORDER = ("D7",)
"""Releases whose rows stay where they were: only so can EUC1 find 88 of 100 where EUC2's kin E2 finds 2."""


def singles(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Table 10: what each single method does, on a hundred rows and on all; the signs are of all."""
    lines: list[Line] = []
    original: work.Numbers = {}
    tables = {SMALL: data.small(sets, desk.seed), WHOLE: data.whole(sets)}
    every = [(which, place, name, steps) for which, table in tables.items()
             for place, (name, steps) in enumerate(_releases(table).items())]  # fmt: skip
    for which, place, name, steps in desk.each(every):
        table = tables[which]
        numbers = work.tried(desk, table, work.released(desk, table, steps, place))
        # The untouched table comes first: others are seen beside it.
        original = numbers if name == ORIGINAL else original
        lines += [
            {"table": which, "rows": len(table), "data": name, "code": code, "value": value,
             **_signs(name, code, value, original[code])}
            for code, value in numbers.items()
        ]  # fmt: skip
    frame = pl.DataFrame(lines, infer_schema_length=None)
    return Part("table_10", frame, partial(_sign_grid, frame))


def _releases(table: Any) -> dict[str, list[data.Step]]:
    return {ORIGINAL: [], **data.single(table)}


def _signs(name: str, code: str, value: float, original: float) -> Line:
    if name == ORIGINAL or code not in printed.TABLE_10:
        return {"paper": None, "ours": None, "agrees": None}
    said, ours = printed.TABLE_10[code][printed.SINGLES.index(name)], sign(code, value, original)
    return {"paper": said, "ours": ours, "agrees": agree(code, said, ours)}


def of_whole(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the lines of Table 10 that are of the whole table."""
    return frame.filter(pl.col("table") == WHOLE)


def _sign_grid(frame: pl.DataFrame, lang: str) -> Grid:
    told = of_whole(frame).filter(pl.col("paper").is_not_null())
    by_code: dict[str, list[str]] = {code: [code] for code in CODES}
    for code, said, ours, agrees in told.select("code", "paper", "ours", "agrees").rows():
        by_code[code].append(said if agrees else f"{said} ≠ {ours}")
    rows = [tuple(cells) for cells in by_code.values()]
    return Grid((*headings(lang, "code"), *printed.SINGLES), rows, meanings=_meanings(lang))


def _meanings(lang: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, text(f"papers.euclid.method.{name[-1]}", lang)) for name in printed.SINGLES)


def small_numbers(_: Desk, _sets: Sets, before: Parts) -> Part:
    """Return Table 11: every number of the single methods on a hundred rows, beside the printed ones."""
    frame = _frame(before["table_10"])
    lines = frame.filter(pl.col("table") == SMALL).select("data", "code", "value").to_dicts()
    for line in lines:
        place = [ORIGINAL, *printed.SINGLES].index(line["data"])
        is_printed = line["code"] in printed.TABLE_11
        line["paper"] = printed.cells(printed.TABLE_11, line["code"])[place] if is_printed else None
    return Part("table_11", pl.DataFrame(lines, infer_schema_length=None), partial(_number_grid, lines))


def _number_grid(lines: Sequence[Line], lang: str) -> Grid:
    by_code: dict[str, list[str]] = {line["code"]: [line["code"]] for line in lines}
    for line in lines:
        by_code[line["code"]].append(_beside(line["paper"], line["value"], lang))
    columns = (text("papers.euclid.method.original", lang), *printed.SINGLES)
    rows = [tuple(cells) for cells in by_code.values()]
    return Grid((*headings(lang, "code"), *columns), rows, right=frozenset(range(1, 10)), meanings=_meanings(lang))


def _beside(said: str | None, ours: float, lang: str) -> str:
    # Whole yen and four digits are enough beside what is printed.
    shown = number(round(ours) if abs(ours) >= 100 else float(f"{ours:.3g}"), lang)
    return shown if said is None else f"{said} / {shown}"


def twelve(desk: Desk, sets: Sets, _before: Parts) -> Part:
    """Return Table 12: utility and safety of twelve combined releases; its numbers hold the attacks as well."""
    table, lines = data.whole(sets), []
    every = data.combined(table)
    for place, (name, steps) in enumerate(desk.each(list(every.items()))):
        release = work.released(desk, table, steps, place, in_order=name in IN_ORDER)
        numbers = work.tried(desk, table, release)
        numbers[work.LINKAGE] = work.linked(desk, table, release)
        told = explain(table, release)
        lines.append({
            "data": name, "methods": printed.TABLE_13[name], "steps": data.said(steps),
            "told": "".join(letter[-1] for letter in told.letters), **numbers,
            **_true_worst(desk, table, release, numbers),
            "euc2_seconds": work.euclid(table, release, unmatched="nearest").seconds,
        })  # fmt: skip
    return Part("table_12", pl.DataFrame(lines), partial(_twelve_grid, lines))


def _true_worst(desk: Desk, table: Any, release: Any, numbers: work.Numbers) -> Line:
    """Return the strongest attack against the true answer, which a score exploit does not show."""
    truth = numbers
    if release.declared_key is not None:
        honest = work.honest(release)
        truth = {**work.tried(desk, table, honest), work.LINKAGE: work.linked(desk, table, honest)}
    strongest = max((*work.FOUND_BY, work.LINKAGE), key=lambda name: truth[name])
    return {"worst": strongest, "worst_rate": truth[strongest]}


def _twelve_grid(lines: list[Line], lang: str) -> Grid:
    codes = (*printed.UTILITY, *printed.SAFETY)
    cells = [
        (line["data"], *(_beside(_short(printed.cells(printed.TABLE_12, code)[place]), line[code], lang)
                         for code in codes))
        for place, line in enumerate(lines)
    ]  # fmt: skip
    notes = tuple(line["steps"] for line in lines)
    meanings = tuple((code, text(f"papers.euclid.code.{code}", lang)) for code in codes)
    return Grid((*headings(lang, "data"), *codes), cells, right=frozenset(range(1, 9)), notes=notes, meanings=meanings)


def _short(said: str) -> str:
    return said.removesuffix(".00")


def methods_told(_: Desk, _sets: Sets, before: Parts) -> Part:
    """Return Table 13: the methods each release is made of, those that it shows, and what they should harm."""
    lines = [
        {"data": line["data"], "methods": line["methods"], "told": line["told"],
         "all_told": set(line["told"]) == set(line["methods"]),
         "harmed_in_print": _joined(harmed_in_print(line["data"])),
         "harmed_by_table_10": _joined(harmed_by(line["methods"])), "harmed_in_ours": _joined(harmed_in(line)),
         "print_agrees": not contradictions(line["data"]),
         "ours_agrees": harmed_in(line) == harmed_by(line["methods"])}
        for line in rows_of(before["table_12"])
    ]  # fmt: skip
    return Part("table_13", pl.DataFrame(lines), partial(_methods_grid, lines))


def _methods_grid(lines: list[Line], lang: str) -> Grid:
    names = ("data", "methods", "told", "equal", "harmed_by_table_10", "harmed_in_print", "harmed_in_ours", "fits")
    cells = [
        (line["data"], _apart(line["methods"]), _apart(line["told"]), yes_or_no(lang, holds=line["all_told"]),
         line["harmed_by_table_10"], line["harmed_in_print"], line["harmed_in_ours"],
         f"{yes_or_no(lang, holds=line['print_agrees'])} / {yes_or_no(lang, holds=line['ours_agrees'])}")
        for line in lines
    ]  # fmt: skip
    looks = marks([line["print_agrees"] for line in lines])
    return Grid(headings(lang, *names), cells, marks=looks, meanings=_meanings(lang))


def _joined(codes: Sequence[str]) -> str:
    return " ".join(codes) or printed.UNTOUCHED


def _apart(letters: str) -> str:
    return ", ".join(f"D_{letter}" for letter in letters) or printed.UNTOUCHED


def joined(_: Desk, _sets: Sets, before: Parts) -> Part:
    """Return Table 14: a release of two methods has the signs of both."""
    alone = of_whole(_frame(before["table_10"]))
    values = {(name, code): value for name, code, value in alone.select("data", "code", "value").rows()}
    values |= {("D10", code): line[code] for line in rows_of(before["table_12"]) if line["data"] == "D10"
               for code in CODES}  # fmt: skip
    lines = [
        {"code": code, "data": name, "paper": said, "ours": ours, "agrees": agree(code, said, ours)}
        for code, signs in printed.TABLE_14.items()
        for name, said in zip(("D_A", "D_F", "D10"), signs, strict=True)
        for ours in [sign(code, values[name, code], values[ORIGINAL, code])]
    ]
    return Part("table_14", pl.DataFrame(lines), partial(_joined_grid, lines))


def _joined_grid(lines: list[Line], lang: str) -> Grid:
    by_code: dict[str, list[str]] = {line["code"]: [line["code"]] for line in lines}
    for line in lines:
        by_code[line["code"]].append(f"{line['paper']} / {line['ours']}")
    rows = [tuple(cells) for cells in by_code.values()]
    return Grid((*headings(lang, "code"), "D_A", "D_F", "D10"), rows)


def rates(_: Desk, _sets: Sets, before: Parts) -> Part:
    """Return Table 15: the rate of each attack on the twelve releases, the paper's five and ours."""
    names = (*work.FOUND_BY, work.LINKAGE)
    lines = [
        {"data": line["data"], **{name: line[name] for name in names},
         "best": " ".join(_strongest(line)), "worst": line["worst"],
         "worst_rate": line["worst_rate"], "euc2_seconds": line["euc2_seconds"]}
        for line in rows_of(before["table_12"])
    ]  # fmt: skip
    return Part("table_15", pl.DataFrame(lines), partial(_rate_grid, lines))


def _strongest(line: Line) -> list[str]:
    # As in the paper, all that find as many to the four digits shown.
    shown = {code: round(line[code], 4) for code in printed.ATTACKS}
    return [code for code, rate in shown.items() if rate == max(shown.values())]


def _rate_grid(lines: list[Line], lang: str) -> Grid:
    five, further = work.FOUND_BY[:5], (*work.FOUND_BY[5:], work.LINKAGE)
    cells = [
        (line["data"], *(f"{printed.cells(printed.TABLE_15, code)[place]} / {_rate(line, code)}" for code in five),
         *(_rate(line, code) for code in further), f"{line['worst']} {line['worst_rate']:.4f}",
         rounded(line["euc2_seconds"], lang))
        for place, line in enumerate(lines)
    ]  # fmt: skip
    cells += [_summary(lines, which, lang) for which in ("mean", "deviation", "best")]
    names = (*headings(lang, "data"), *five, *further, *headings(lang, "true_worst", "euc2_seconds"))
    meanings = tuple((code, text(f"papers.euclid.code.{code}", lang)) for code in five)
    return Grid(names, cells, right=frozenset(range(1, len(names))), meanings=meanings)


def _rate(line: Line, code: str) -> str:
    return f"{'*' if code in line['best'].split() else ''}{line[code]:.4f}"


def _summary(lines: list[Line], which: str, lang: str) -> tuple[str, ...]:
    take: dict[str, Callable[[str], str]] = {
        "mean": lambda code: f"{statistics.mean(line[code] for line in lines):.4f}",
        "deviation": lambda code: f"{statistics.pstdev(line[code] for line in lines):.4f}",
        "best": lambda code: str(sum(code in line["best"].split() for line in lines)),
    }
    five, further = work.FOUND_BY[:5], (*work.FOUND_BY[5:], work.LINKAGE)
    beside = zip(printed.SUMMARY_15[which].split(), map(take[which], five), strict=True)
    shown = [*(f"{said} / {ours}" for said, ours in beside),
             *("" if which == "best" else take[which](code) for code in further)]  # fmt: skip
    return (text(f"papers.euclid.summary.{which}", lang), *shown, "", "")


def rows_of(part: Part) -> list[Line]:
    """Return the lines of a part."""
    return _frame(part).to_dicts()


def _frame(part: Part) -> pl.DataFrame:
    assert part.frame is not None
    return part.frame


def verdict(made: Made, lang: str) -> str:
    """Say in one sentence how far the paper could be made again."""
    worked = [line["agrees"] for name in ("examples", "steps") for line in rows_of(made.parts[name])]
    signs = of_whole(_frame(made.parts["table_10"]))["agrees"].drop_nulls()
    said = {"agree": sum(worked), "of": len(worked), "signs": int(signs.sum()), "all_signs": len(signs)}
    if made.made_up:
        return made.paper.said("verdict_made_up", lang, **said)
    is_whole = all(rows.is_whole for rows in made.sets.values())
    return made.paper.said("verdict" if is_whole else "verdict_part", lang, **said)
