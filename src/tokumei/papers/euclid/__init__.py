"""Ito and Kikuchi (2016): re-identification by Euclidean distance, tried on entries of the PWSCup 2015."""

from tokumei.papers.base.parts import Paper
from tokumei.papers.euclid import claims, examples, figures, tables
from tokumei.papers.euclid.data import SETS

PAPER = Paper(
    name="euclid",
    cited="Ito and Kikuchi: proposal on re-identification method by using Euclidean distance and evaluation by using "
    "anonymized data of PWSCup2015 (in Japanese), 2016",
    sets=SETS,
    parts={
        "examples": (0.2, examples.releases),
        "steps": (0.2, examples.steps),
        "scored": (0.3, examples.scored),
        "table_10": (6, tables.singles),
        "table_11": (0.1, tables.small_numbers),
        "figure_1": (0.1, figures.utility_and_safety),
        "table_12": (10, tables.twelve),
        "table_13": (0.1, tables.methods_told),
        "table_14": (0.1, tables.joined),
        "table_15": (0.1, tables.rates),
        "figures_2_3": (8, figures.by_quasi),
        "figures_4_5": (4, figures.by_sensitive),
        "figure_6": (4, figures.by_rows),
        "claims": (0.1, claims.claims),
    },
    verdict=tables.verdict,
    why=(
        "table", "teams", "order", "returned", "index", "e4", "u2", "table_13", "noise", "method_a", "deviation",
        "yamaoka", "time",
    ),
)  # fmt: skip
