"""The values everything works on: tables, encodings, releases, recipes, jobs."""

from tokumei.model.chosen import Attack, Fill, Grouping
from tokumei.model.data import Data, Labels, Rows
from tokumei.model.encoded import Encoded, encoded
from tokumei.model.guess import Claims, Guess, Several
from tokumei.model.job import ALONE, Job
from tokumei.model.kinds import DATA_KINDS
from tokumei.model.recipe import Recipe
from tokumei.model.recoding import Recoding
from tokumei.model.release import Release
from tokumei.model.result import Result
from tokumei.model.schema import Schema
from tokumei.model.score import Score
from tokumei.model.table import Table

__all__ = [
    "ALONE",
    "DATA_KINDS",
    "Attack",
    "Claims",
    "Data",
    "Encoded",
    "Fill",
    "Grouping",
    "Guess",
    "Job",
    "Labels",
    "Recipe",
    "Recoding",
    "Release",
    "Result",
    "Rows",
    "Schema",
    "Score",
    "Several",
    "Table",
    "encoded",
]  # fmt: skip
