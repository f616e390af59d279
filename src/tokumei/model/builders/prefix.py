"""Hierarchies of codes: the letters at one end are hidden, more from level to level."""

from typing import Annotated, Literal

from pydantic import Field

from tokumei.errors import BadOption
from tokumei.model.builders.builder import Most, builder, listed
from tokumei.model.builders.values import flat_tree, tree_of, values_of
from tokumei.model.hierarchy import Hierarchy, Tree
from tokumei.model.table import Table

Side = Literal["right", "left"]
Kept = Annotated[int, Field(ge=1)]


@builder(
    ja={
        "summary": "コードの端から文字を順に隠します（02138 -> 0213* -> 021**）。",
        "keep": "各段階で残す文字数（または部分の数）。大きい順。省略すると一つずつ隠す",
        "side": "隠す端",
        "mask": "隠した文字の代わりに書く文字",
        "separator": "部分を区切る文字（指定すると文字ではなく部分ごとに隠す）",
        "levels": "値と根の間の段階数の上限",
    }
)
def prefix(
    table: Table,
    name: str,
    *,
    keep: Annotated[
        list[Kept] | Kept | None,
        Field(description="letters, or parts, left at each level, falling; one fewer each time if not said"),
    ] = None,
    side: Annotated[Side, Field(description="the end that is hidden first")] = "right",
    mask: Annotated[str, Field(min_length=1, max_length=1, description="what stands for a hidden letter")] = "*",
    separator: Annotated[
        str | None, Field(min_length=1, description="what stands between parts, which are then hidden one by one")
    ] = None,
    levels: Most = None,
) -> Tree:
    """Codes with ever more letters hidden: 02138 -> 0213* -> 021**.

    A level that joins nothing is left out.

    >>> import polars as pl; from tokumei.model import Schema
    >>> zips = Table(pl.DataFrame({"zip": ["02138", "02139", "02141"]}), Schema(quasi="zip"))
    >>> prefix(zips, "zip").levels[0]
    ('02138', '0213*', '021**', '*')
    """
    values = values_of(table, name)
    if not values:
        return flat_tree(values)
    longest = max(len(value.split(separator) if separator else value) for value in values)
    kept = listed(keep) or list(range(longest - 1, 0, -1))
    if kept != sorted(set(kept), reverse=True):
        raise BadOption(f"column '{name}': keep={','.join(map(str, kept))} must fall from level to level, as in 4,3,2.")
    # What all codes have in common tells more than the root does.
    return hidden(values, kept, side, mask, separator, levels, fewest=1)


def hidden(
    values: list[str], kept: list[int], side: Side, mask: str, separator: str | None, most: int | None = None,
    *, fewest: int = 2,
) -> Hierarchy:  # fmt: skip
    """Return the tree of values with so many letters, or parts, left at each level."""
    if separator:
        above = [[_parts(value, keep, side, mask, separator) for value in values] for keep in kept]
    else:
        longest = max(map(len, values))
        above = [[_letters(value, keep, longest, side, mask) for value in values] for keep in kept]
    return tree_of([values, *above], most, fewest)


def _letters(value: str, keep: int, longest: int, side: Side, mask: str) -> str:
    # Shorter codes are filled up, so that all of a level are of one length.
    shown = value[:keep] if side == "right" else value[-keep:]
    gone = mask * (longest - len(shown))
    return shown + gone if side == "right" else gone + shown


def _parts(value: str, keep: int, side: Side, mask: str, separator: str) -> str:
    parts = value.split(separator)
    if len(parts) <= keep:
        return value
    shown = parts[:keep] if side == "right" else parts[-keep:]
    return separator.join([*shown, mask] if side == "right" else [mask, *shown])
