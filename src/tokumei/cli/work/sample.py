"""Makes sample data up."""

import os
from collections.abc import Mapping

import numpy as np
import polars as pl

from tokumei.cli.show.progress import watching
from tokumei.model import Job
from tokumei.registry import Spec
from tokumei.values import recipe_options
from tokumei.written import Text, Written


def made(spec: Spec, given: Mapping[str, Text | Written], seed: int | None, lang: str, *, quiet: bool) -> pl.DataFrame:
    """Return sample data; the same options and seed give the same rows."""
    options = spec.options(recipe_options(spec, given))
    with watching(lang, quiet=quiet) as watcher:
        job = Job(np.random.default_rng(seed), os.cpu_count() or 1)
        heard = watcher.progress
        if heard is not None:
            job.on_progress = lambda share: heard(spec.name, share)
        frame: pl.DataFrame = spec.call(job=job, options=options)
    return frame
