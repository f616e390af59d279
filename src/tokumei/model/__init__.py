"""The values everything works on: tables, encodings, releases, recipes, jobs."""

from tokumei.model.encoded import Encoded, encoded
from tokumei.model.job import ALONE, Job
from tokumei.model.release import Guess, Release, Rows
from tokumei.model.schema import Schema
from tokumei.model.table import Labels, Table

__all__ = ["ALONE", "Encoded", "Guess", "Job", "Labels", "Release", "Rows", "Schema", "Table", "encoded"]
