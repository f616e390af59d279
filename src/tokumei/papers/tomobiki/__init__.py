"""Arai, Onizuka and Shiokawa (DEIM 2015): k-anonymity by clustering inside a spatial split, and Tomobiki."""

from tokumei.papers.base.parts import Paper
from tokumei.papers.tomobiki import claims, figures, pictures, tables
from tokumei.papers.tomobiki.data import SETS

PAPER = Paper(
    name="tomobiki",
    cited="Arai, Onizuka and Shiokawa: efficient k-anonymization by clustering together with spatial partitioning, "
    "DEIM Forum 2015",
    sets=SETS,
    parts={
        "table_5": (0.1, tables.data_sets),
        "table_6a": (2, tables.eia),
        "table_6b": (8, tables.adult),
        "figure_5": (10, figures.by_m),
        "figure_6": (12, figures.by_k),
        "figure_7": (4, figures.by_rows),
        "figure_8": (6, figures.by_k_sharp),
        "claims": (1, claims.claims),
    },
    verdict=tables.verdict,
    why=("coding", "start", "slips", "missing_cells", "time", "random", "subset"),
    examples=(pictures.PART,),
)
