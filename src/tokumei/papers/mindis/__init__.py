"""Muramoto, Kamidoi and Wakabayashi (2007): k-anonymity with minimal distortion on hierarchies, MinDIS."""

from tokumei.papers.base.parts import Paper
from tokumei.papers.mindis import examples, tables
from tokumei.papers.mindis.data import SETS

PAPER = Paper(
    name="mindis",
    cited="Muramoto, Kamidoi and Wakabayashi: a privacy protection algorithm to convert data into data having "
    "k-anonymity with minimal distortion (in Japanese), 2007",
    sets=SETS,
    parts={
        "table_1": (0.1, examples.example_1),
        "distortions": (0.1, examples.partners),
        "table_3a": (0.1, examples.example_3a),
        "table_3b": (0.1, examples.example_3b),
        "table_4": (12, tables.random_data),
        "table_5": (12, tables.real_data),
        "table_6": (0.1, tables.times),
        "growth": (3, tables.growth),
    },
    verdict=tables.verdict,
    why=("zip", "generator", "automatic", "rows", "slip", "time"),
)
