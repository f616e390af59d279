"""Intervals of numbers, dates and ordered values: of given widths, of equal counts, or with given breaks."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any

from pydantic import Field

from tokumei.errors import BadOption
from tokumei.model.builders.builder import Factor, Most, Numbers, builder, listed
from tokumei.model.builders.line import Edges, Line, are_whole, equal_counts, equal_widths, joined, parting, round_up
from tokumei.model.hierarchy import Intervals, Tree
from tokumei.model.table import Table

FINEST = 64
"""The most intervals that the finest level gets where nobody says how many."""

Breaks = list[list[float]] | list[float] | None
"""Breaks of one level, or of several."""


@builder(
    ja={
        "summary": "数値・日付・順序のある値を区間にまとめます。",
        "width": "区間の幅（複数指定すると段階ごとの幅、細かい順）",
        "count": "最も細かい段階の区間数（各区間の行数がほぼ等しい）",
        "breaks": "区間の境界（複数の段階は細かい順にリストで指定）",
        "factor": "ある段階の区間をいくつまとめて次の段階の一つにするか",
        "levels": "値と根の間の段階数の上限",
        "round": "等しい行数の区間の境界を切りのよい数にするか",
        "start": "区間を数え始める位置",
        "low": "最も外側の区間の下端（省略するとデータから決める）",
        "high": "最も外側の区間の上端（省略するとデータから決める）",
    }
)
def interval(
    table: Table,
    name: str,
    *,
    width: Annotated[
        Numbers, Field(description="how wide the intervals are; several for several levels, finest first")
    ] = None,
    count: Annotated[
        int | None, Field(ge=2, description="how many intervals the finest level has, with about as many rows in each")
    ] = None,
    breaks: Annotated[
        Breaks, Field(description="where the intervals begin and the last ends; several lists for several levels")
    ] = None,
    factor: Factor = 2,
    levels: Most = None,
    round: Annotated[bool, Field(description="whether breaks of equal counts are moved to round numbers")] = True,
    start: Annotated[float, Field(description="where intervals of a width are counted from")] = 0.0,
    low: Annotated[
        float | None, Field(description="where the outermost intervals begin; from the data if not said")
    ] = None,
    high: Annotated[
        float | None, Field(description="where the outermost intervals end; from the data if not said")
    ] = None,
) -> Tree:
    """Intervals of numbers, dates or ordered values, wider from level to level.

    >>> import polars as pl; from tokumei.model import Schema
    >>> ages = Table(pl.DataFrame({"age": [17, 25, 90]}), Schema(quasi="age"))
    >>> [level.size - 1 for level in interval(ages, "age", width=[10, 50]).edges]
    [10, 2]
    """
    line = Line.of(table, name, "intervals are for numbers, dates and ordered values")
    _refuse_several(name, width=width, count=count, breaks=breaks)
    if not line.at.size:
        return Intervals(())
    if breaks is not None:
        made = _broken(name, breaks, factor)
    elif count is not None:
        made = equal_counts(line, count, factor, is_round=round, low=low, high=high)
    else:
        least, most = line.at[0] if low is None else low, line.at[-1] if high is None else high
        wanted = _widths(line, listed(width) or [round_up((most - least) / FINEST or 1.0)], factor, most - least)
        made = equal_widths(line, wanted, start, low, high)
    kept = parting(made)[:levels]
    return Intervals.of(kept, f"column '{name}'", is_whole=are_whole(line, list(kept)))


def _refuse_several(name: str, **ways: object) -> None:
    said = [way for way, given in ways.items() if given is not None]
    if len(said) > 1:
        raise BadOption(f"column '{name}': {' and '.join(said)} contradict each other; give one of them.")


def _widths(line: Line, given: Sequence[float], factor: int, span: float) -> list[float]:
    """Return the widths of all levels: those given, or one and its multiples until one covers everything."""
    widths = [float(width) for width in given]
    if not all(0 < width < float("inf") for width in widths):
        raise BadOption(f"column '{line.name}': width must be more than 0.")
    for fine, coarse in pairwise(widths):
        times = coarse / fine
        if times < 2 or abs(times - round_(times)) > 1e-9 * times:
            raise BadOption(
                f"column '{line.name}': intervals of width {coarse:g} are not made of those of width {fine:g}; "
                "give widths that go into each other, such as 5,10,20."
            )
    while len(given) == 1 and widths[-1] < span:
        widths.append(widths[-1] * factor)
    # An interval of one whole number is the number itself.
    return [width for width in widths if not (line.is_whole and width <= 1)] or widths[-1:]


def _broken(name: str, breaks: Sequence[Any], factor: int) -> Edges:
    levels = breaks if all(isinstance(level, list | tuple) for level in breaks) else [breaks]
    made = Intervals.of(levels, f"column '{name}', breaks").edges
    return joined(made[0], factor) if len(made) == 1 else list(made)


round_ = round
"""The function, where an option has its name."""
