"""Numbers and tables as people read them."""

from collections.abc import Iterable, Sequence

from tokumei.report.reading import spec_of


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return rows of text under a heading, in columns.

    >>> print(table(["name", "s"], [["a", "1"], ["longer", "2"]]))
    name    s
    a       1
    longer  2
    """
    every = [head, *rows]
    widths = [max(len(row[place]) for row in every) for place in range(len(head))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in every)
    return "\n".join(line.rstrip() for line in lines)


def short(number: float | None) -> str:
    """Return a number with four digits that count.

    >>> short(0.0123456), short(30162), short(None)
    ('0.01235', '30,162', '')
    """
    if number is None:
        return ""
    return f"{number:,.0f}" if abs(number) >= 1000 or number == int(number) else f"{number:.4g}"


def leads(name: str) -> bool:
    """Tell whether a number belongs in a short table: the rate of an attack, or a headline that is often asked for.

    >>> leads("euclid.rate"), leads("gcp.gcp"), leads("k_anonymity.k"), leads("sse.sst")
    (True, True, True, False)
    """
    call, _, number = name.rpartition(".")
    spec = spec_of(call)
    return number == "rate" or (spec is not None and number == spec.headline and (spec.information or spec.quick))
