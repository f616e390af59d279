"""The values everything works on: tables, encodings, releases, recipes, jobs."""

from tokumei.model.chosen import Grouping
from tokumei.model.data import Data, Labels, Rows
from tokumei.model.encoded import Encoded, encoded
from tokumei.model.job import ALONE, Job
from tokumei.model.recipe import Recipe
from tokumei.model.release import Guess, Release
from tokumei.model.result import Result
from tokumei.model.schema import Schema
from tokumei.model.score import Score
from tokumei.model.table import Table

DATA_KINDS: dict[str, type[Data]] = {kind.data_kind: kind for kind in (Table,)}
"""The kinds of data there are, by the name a recipe gives them."""

__all__ = [
    "ALONE", "DATA_KINDS", "Data", "Encoded", "Grouping", "Guess", "Job", "Labels", "Recipe", "Release", "Result",
    "Rows", "Schema", "Score", "Table", "encoded",
]  # fmt: skip
