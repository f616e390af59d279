"""Documents of real runs on made-up people, each computed once."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from tokumei import catalogue
from tokumei.comparison import variants
from tokumei.model import Job, Recipe, Release, Table
from tokumei.report import html
from tokumei.runner import run

ROLES = {
    "name": "identifier", "age": "quasi", "education": "quasi", "birth_date": "quasi",
    "income": "sensitive", "diagnosis": "sensitive",
}  # fmt: skip
ATTACKS = [{"name": "random_match"}, {"name": "nearest_value"}]


@cache
def page(name: str, lang: str = "en") -> str:
    """Return the page of a document."""
    return html(document(name), lang)


@cache
def people(rows: int = 400) -> pl.DataFrame:
    """Return made-up people, one of whom has values that nobody shares."""
    spec = catalogue.sample("people")
    frame: pl.DataFrame = spec.call(job=Job(np.random.default_rng(3)), options=spec.options({"rows": rows}))
    first = pl.int_range(pl.len()) == 0
    alone = {"education": "lighthouse school", "diagnosis": "kuru", "income": 987_654_321}
    return frame.select(*ROLES).with_columns(
        pl.when(first).then(pl.lit(value)).otherwise(name).alias(name) for name, value in alone.items()
    )


def recipe(**more: Any) -> Recipe:
    """Return a recipe for the made-up people, with every attack and measure that fits."""
    measures = [{"name": spec.name} for spec in catalogue.methods("measure", "table")]
    columns = {name: {"role": role} for name, role in ROLES.items()}
    document = {"seed": 7, "data": {"source": "people.csv"}, "columns": columns, "attack": ATTACKS, "measure": measures}
    return Recipe.parse({**document, **more})


def document_of(
    asked: Recipe, frame: pl.DataFrame | None = None, release: Release[Any] | None = None
) -> dict[str, Any]:
    """Return the document of a run, as it comes back from a file."""
    table = Table(people() if frame is None else frame, asked.schema_of_columns).pinned()
    result = run(asked, original=table, release=release)
    again: dict[str, Any] = json.loads(result.json())
    return again


STEP = [{"grouping": "mdav", "k": 5, "fill": "average"}]
K5 = {"measure": "k_anonymity.k", "at_least": 5}


@cache
def _documents() -> Mapping[str, dict[str, Any]]:
    few_attacks = [{"name": "random_match"}]
    grouped = recipe(step=STEP)
    table = Table(people(), grouped.schema_of_columns).pinned()
    out = run(recipe(step=STEP, attack=[], measure=[]), original=table).release
    assert out is not None
    runs = [document_of(one) for one in variants(recipe(), ["mdav"], [2, 5, 20])]
    return {
        "no requirement": document_of(grouped),
        "good": document_of(recipe(step=STEP, require=[K5, {"attack": "*", "at_most": 1}])),
        "risky": document_of(recipe(step=STEP, require=[K5])),
        "unmet": document_of(recipe(step=STEP, require=[K5, {"attack": "*", "at_most": 0.0001}])),
        "span": document_of(recipe(step=[{**STEP[0], "fill": "span"}])),
        "unattacked": document_of(recipe(step=STEP, attack=[])),
        "attack": document_of(recipe(attack=few_attacks, measure=[]), release=out),
        "measure": document_of(recipe(attack=[]), release=out),
        "no key": document_of(recipe(), release=Release(out.data)),
        "untouched": document_of(recipe()),
        "compared": {"runs": runs},
    }


NAMES = ("good", "unmet", "span", "attack", "measure", "no key", "compared")
"""The documents that differ in what a page shows of them."""


def document(name: str) -> dict[str, Any]:
    """Return one of the documents, fresh to be changed."""
    return json.loads(json.dumps(_documents()[name]))  # type: ignore[no-any-return]


def light(name: str) -> dict[str, Any]:
    """Return a document with few charts to draw."""
    given = document(name)
    given["measures"] = {"k_anonymity": given["measures"]["k_anonymity"]} if given["measures"] else {}
    given["profile"] = {**given["profile"], "group_sizes": [], "columns": given["profile"]["columns"][:1]}
    return given
