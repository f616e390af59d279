"""Writes a first recipe for an inspected table, with comments that tell why."""

from collections.abc import Sequence
from typing import Any

from tokumei.inspection.columns import Column
from tokumei.inspection.findings import several_rows
from tokumei.model.schema import kind_of
from tokumei.model.toml import dumps
from tokumei.texts import text

K = 5
ATTACKS = ("random_match", "nearest_value")
MEASURES = ("k_anonymity", "sse", "gcp", "column_drift")


def draft(source: str, columns: Sequence[Column], person: str | None, lang: str) -> str:
    """Return the recipe: data, columns, one step, attacks, measures and the requirement on k."""

    def said(name: str) -> str:
        return "\n".join(f"# {line}".rstrip() for line in text(f"inspect.recipe.{name}", lang, k=K).splitlines())

    data = {"source": source, **({} if person is None else {"person": person})}
    told = dumps({"data": data})
    for name in several_rows(columns)[:1] if person is None else ():
        told += "\n" + said("person") + "\n# " + dumps({"person": name})
    parts = [
        said("head"),
        told,
        "\n".join([said("columns"), "[columns]", *(_line(column, lang) for column in columns)]),
        said("step") + "\n" + dumps({"step": [{"grouping": "mdav", "k": K, "fill": "average"}]}),
        said("attack") + "\n" + dumps({"attack": [{"name": name} for name in ATTACKS]}),
        said("measure") + "\n" + dumps({"measure": [{"name": name} for name in MEASURES]}),
        said("require") + "\n" + dumps({"require": [{"measure": "k_anonymity.k", "at_least": K}]}),
    ]
    return "\n\n".join(parts) + "\n"


def _line(column: Column, lang: str) -> str:
    part: dict[str, Any] = {"role": column.role}
    if column.role in ("quasi", "sensitive") and column.kind != kind_of(column.facts.dtype):
        part["kind"] = column.kind
    written = dumps({"columns": {column.name: part}}).removeprefix("[columns]\n")
    return f"{written}  # {text(f'inspect.why.{column.why}', lang)}"
