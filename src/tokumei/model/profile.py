"""Aggregates of a table and of its release that charts are drawn from, and that single nobody out.

    {"few": 5, "rows": {"before": 1000, "after": 1000},
     "group_sizes": [{"from": 5, "to": 5, "groups": 150, "rows": 750}, ...],
     "columns": [{"name": "age", "role": "quasi", "kind": "number", "suppressed": 0,
                  "missing": {"before": 0, "after": 0},
                  "bins": [{"from": None, "to": 20, "before": 35, "after": 40}, ...]}, ...],
     "left_out": 0,
     "hierarchies": [{"name": "zip", "entries": [270, 65, 10, 1],
                      "levels": [[{"entry": "1******", "from": 0, "to": 130}, ...], ...]}, ...]}

`few` is the larger of k and 5. A value or bin that fewer original rows hold is pooled with others: a
rare category with the rest (`"rest": true`), an end of a range with its neighbor, whose outer end
then stays open (null), so that neither the smallest nor the largest value shows. Counts of columns
are rounded to the nearest 5, so that no difference of two of them tells of a single row; a number
of missing cells above 0 and below `few` is null. Of hierarchies only what lies above the values shows,
the root's entries first, each where its rows begin and end. Group sizes are exact: they tell of released rows.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.kernels.sorting import different
from tokumei.model.bins import Values, counted, edges_of, is_calendar, is_whole, pooled, spread
from tokumei.model.cells import parse
from tokumei.model.columns import places
from tokumei.model.data import Data, Labels
from tokumei.model.icicles import icicles
from tokumei.model.origins import people_behind
from tokumei.model.release import Release
from tokumei.model.table import Table

FEW = 5
"""No count below this is shown, however small k is."""

MOST_COLUMNS = 30
MOST_VALUES = 12
MOST_NEW_VALUES = 6
MOST_SIZES = 24
ROUNDED_TO = 5


def profile(original: Table, release: Release[Any], k: int) -> dict[str, Any]:
    """Return the group sizes of a release, and each column's distribution before and after."""
    made, released = totals(original, release, k), release.data
    roles = {**dict.fromkeys(original.quasi, "quasi"), **dict.fromkeys(original.sensitive, "sensitive")}
    shown = list(roles)[:MOST_COLUMNS]
    columns = [{"name": name, "role": roles[name], **column(original, released, name, made["few"])} for name in shown]
    sizes = made["group_sizes"] if released.quasi else []
    left, trees = len(roles) - len(shown), icicles(original, made["few"])
    return {**made, "group_sizes": sizes, "columns": columns, "left_out": left, "hierarchies": trees}


def totals(original: Data, release: Release[Any], k: int) -> dict[str, Any]:
    """Return what can be told of any kind of data: how many rows and groups there are."""
    people = None if original.schema.person is None else people_behind(original, release)
    return {
        "few": max(k, FEW),
        "rows": {"before": len(original), "after": len(release.data)},
        "group_sizes": group_sizes(release.data.published_alike(), people, k),
        "columns": [],
        "left_out": 0,
        "hierarchies": [],
    }


def group_sizes(alike: Labels, people: Labels | None = None, k: int = 0) -> list[dict[str, int]]:
    """Return how many groups of rows published alike there are of each size, in people where they are given."""
    shown = alike >= 0
    rows = np.bincount(alike[shown])
    size = rows if people is None else _people_in(alike[shown], people[shown])
    size, rows = size[rows > 0], rows[rows > 0]
    sizes, of = np.unique(size, return_inverse=True)
    counts = np.column_stack([np.bincount(of, minlength=sizes.size), np.bincount(of, rows, minlength=sizes.size)])
    return [
        {"from": int(sizes[a]), "to": int(sizes[b - 1]), "groups": int(groups), "rows": int(held)}
        for a, b in _size_runs(sizes, k)
        for groups, held in [counts[a:b].sum(axis=0)]
    ]


def _people_in(alike: Labels, people: Labels) -> Labels:
    most = int(people.max(initial=0)) + 1
    return np.bincount(different(alike * most + people) // most)


def column(original: Table, released: Table, name: str, few: int) -> dict[str, Any]:
    """Return the distribution of one column before and after; no bins where there is too little to show."""
    kind = original.kind(name)
    before = original.frame[name]
    cells = _read(released.frame[name] if name in released.frame.columns else before.clear())
    parted = _number_bins if kind in ("number", "date") else _value_bins
    present, bins = parted(original, name, cells, few)
    return {
        "kind": kind,
        "missing": {"before": _shown(len(before) - present, few), "after": _shown(cells.missing, few)},
        "suppressed": _shown(cells.suppressed, few),
        "bins": [
            {**one, "before": _rounded(b), "after": _rounded(a)} for one, b, a in bins if _rounded(b) or _rounded(a)
        ],
    }


@dataclass(frozen=True)
class _Cells:
    """Released cells, counted: `counts` has the columns low, high (the same but for a range) and weight."""

    counts: pl.DataFrame
    missing: int
    suppressed: int


def _read(series: pl.Series) -> _Cells:
    counts = series.rename("cell").value_counts(name="weight").with_columns(pl.col("weight").cast(pl.Float64))
    if series.dtype.is_float():
        counts = counts.with_columns(pl.col("cell").fill_nan(None))
    missing = int(counts.filter(pl.col("cell").is_null())["weight"].sum())
    counts = counts.drop_nulls("cell")
    if series.dtype.is_numeric() or series.dtype.is_temporal():
        return _Cells(counts.select(low="cell", high="cell", weight="weight"), missing, 0)
    return _parsed(counts.with_columns(pl.col("cell").cast(pl.String)), missing)


def _parsed(counts: pl.DataFrame, missing: int) -> _Cells:
    # Most cells are plain; only those that begin with a mark are worth reading one by one.
    is_marked = pl.col("cell").str.contains(r"^[\[{*]")
    plain = counts.filter(~is_marked).select(low="cell", high="cell", weight="weight")
    rows: list[tuple[str, str, float]] = []
    suppressed = 0.0
    for text, weight in counts.filter(is_marked).iter_rows():
        cell = parse(text)
        suppressed += weight if cell.suppressed else 0
        rows += [(*cell.ends, weight)] if cell.ends else []
        rows += [(value, value, weight / len(cell.values)) for value in cell.values]
    marked = pl.DataFrame(rows, schema=plain.schema, orient="row")
    return _Cells(pl.concat([plain, marked]), missing, int(suppressed))


Bins = list[tuple[dict[str, Any], float, float]]


def _number_bins(table: Table, name: str, cells: _Cells, few: int) -> tuple[int, Bins]:
    """Return the number of cells present, and of each bin its ends and its counts before and after."""
    dtype = table.frame.schema[name]
    values = places(table, name, table.frame[name])
    values = values[~np.isnan(values)]
    finite = values[np.isfinite(values)]
    if finite.size < few:
        return values.size, []
    whole, calendar = is_whole(dtype), is_calendar(dtype, table.kind(name))
    edges = edges_of(finite, dtype, table.kind(name))
    old, new = counted(values, edges), _spread(table, name, cells, edges, unit=float(whole))
    used = np.flatnonzero((old > 0) | (new > 0))
    first, last = int(used[0]), int(used[-1]) + 1
    bounds = [None, *(_edge(edge, dtype, whole=whole, calendar=calendar) for edge in edges), None]
    runs = [(a + first, b + first) for a, b in pooled(old[first:last].tolist(), few)]
    bins: Bins = []
    for a, b in runs:
        # An end that had to be pooled stays open: its outer edge would tell the extreme value.
        is_pooled = b - a > 1
        low = None if is_pooled and a == first else bounds[a]
        high = None if is_pooled and b == last else bounds[b]
        bins.append(({"from": low, "to": high}, float(old[a:b].sum()), float(new[a:b].sum())))
    return values.size, bins


def _spread(table: Table, name: str, cells: _Cells, edges: Values, unit: float) -> Values:
    low, high = (places(table, name, cells.counts[end]) for end in ("low", "high"))
    weight = cells.counts["weight"].to_numpy()
    is_read = ~(np.isnan(low) | np.isnan(high))
    return spread(low[is_read], high[is_read], weight[is_read], edges, unit=unit)


def _edge(edge: float, dtype: pl.DataType, *, whole: bool, calendar: bool) -> float | int | str:
    if not calendar:
        return int(edge) if whole else float(f"{edge:.12g}")
    moment = str(np.datetime64(round(edge * 24), "h"))
    return f"{moment[-2:]}:00" if dtype == pl.Time else moment.removesuffix("T00")


def _value_bins(table: Table, name: str, cells: _Cells, few: int) -> tuple[int, Bins]:
    """Return the number of cells present, and of each value shown its counts before and after."""
    order = table.order(name).cast(pl.String).to_list() if table.kind(name) == "ordered" else []
    counts = table.frame[name].cast(pl.String).rename("value").value_counts(name="rows").drop_nulls("value")
    counts = counts.sort("rows", "value", descending=[True, False])
    present = int(counts["rows"].sum())
    named = dict(counts.filter(pl.col("rows") >= few).head(MOST_SIZES if order else MOST_VALUES).iter_rows())
    rest = present - sum(named.values())
    while 0 < rest < few and named:
        rest += named.popitem()[1]
    if rest < few and not named:
        return present, []
    after = _value_weights(cells.counts, order)
    new = sorted(after.keys() - set(counts["value"]), key=lambda value: (-after[value], value))[:MOST_NEW_VALUES]
    shown = sorted(named, key=order.index) if order else list(named)
    bins: Bins = [({"value": value}, float(named.get(value, 0)), after.get(value, 0.0)) for value in [*shown, *new]]
    left = sum(after.values()) - sum(weight for _, _, weight in bins)
    return present, [*bins, ({"rest": True}, float(rest), left)]


def _value_weights(counts: pl.DataFrame, order: list[str]) -> dict[str, float]:
    places_of = {value: place for place, value in enumerate(order)}
    weights: dict[str, float] = {}
    for low, high, weight in counts.select(pl.col("low", "high").cast(pl.String), "weight").iter_rows():
        members = [low]
        if low != high and low in places_of and high in places_of:
            members = order[places_of[low] : places_of[high] + 1] or [low]
        for member in members:
            weights[member] = weights.get(member, 0.0) + weight / len(members)
    return weights


def _size_runs(sizes: npt.NDArray[np.int64], k: int) -> list[tuple[int, int]]:
    if sizes.size <= MOST_SIZES:
        return [(place, place + 1) for place in range(sizes.size)]
    # Beyond two dozen sizes: 1, 2, 3, 4, 5, then steps of 1, 2, 5 times a power of ten; k begins a bin.
    rounds = [step * 10**power for power in range(1, len(str(sizes[-1])) + 1) for step in (1, 2, 5)]
    starts = sorted({*range(1, 6), max(k, 1), *rounds})
    cuts = sorted({0, *np.searchsorted(sizes, starts).tolist(), sizes.size})
    return list(pairwise(cuts))


def _shown(count: int, few: int) -> int | None:
    return None if 0 < count < few else _rounded(count)


def _rounded(count: float) -> int:
    return round(count / ROUNDED_TO) * ROUNDED_TO
