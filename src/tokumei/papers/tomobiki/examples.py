"""The small examples of the paper: its Tables 1 to 3, and points that show what its Figures 1 to 4 show."""

import numpy as np
import polars as pl

from tokumei.model import Schema

TABLE_1 = pl.DataFrame(
    {
        "name": ["Koshigaya", "Kagayama", "Miyauchi", "Ishikawa", "Ichijo", "Fujimiya"],
        "sex": ["m", "f", "f", "f", "m", "f"],
        "age": [24, 31, 56, 36, 31, 28],
        "residence": ["Chiba", "Saitama", "Saitama", "Ibaraki", "Tokyo", "Chiba"],
        "income": [3_500_000, 3_000_000, 102_000_000, 8_000_000, 4_000_000, 6_000_000],
    }
)
SCHEMA = Schema(identifier="name", quasi=("sex", "age", "residence"), sensitive="income")
GROUPS = np.array([0, 1, 1, 1, 0, 0])
"""The groups behind Tables 2 and 3: rows 1, 5, 6 and rows 2, 3, 4 of Table 1."""

FIGURE_1 = np.array([[0, 0], [1, 0], [0, 1], [1, 1], [6, 0], [7, 0], [6, 1], [7, 1], [6.5, 2]], dtype=np.float64)
"""Two clusters of four and five points: with k=3, groups of three cannot follow them."""

FIGURE_2 = np.array([[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]], dtype=np.float64)
"""Five points that no straight cut along an axis parts into groups of two and more."""

FIGURE_3 = np.array([[0, 0], [0.5, 1], [1, 0], [1, 3], [1.5, 3.8], [4, 0.5], [4.6, 0], [5, 1.2], [4.5, 3], [5.5, 3.4],
                     [5, 4]])  # fmt: skip
"""Eleven points for a coarse split with k_sharp=4 and groups of two or more inside."""

FIGURE_4 = np.array([[1.0, 3.0], [1.2, 6.0], [2.0, 6.3], [3.1, 2.8], [3.0, 5.9], [4.3, 3.0], [6.0, 4.0], [7.0, 1.1],
                     [7.0, 6.0], [8.2, 0.0], [8.0, 6.4], [0.0, 10.0], [1.1, 10.0], [0.0, 11.2],
                     [1.3, 11.5]])  # fmt: skip
"""Points whose (3, 2)-neighbor graph has a component of four and one of eleven."""
FIGURE_4_EDGES = ((0, 1), (0, 3), (1, 2), (1, 4), (2, 4), (3, 5), (5, 6), (6, 7), (6, 8), (6, 9), (6, 10), (7, 9),
                  (8, 10), (11, 12), (11, 13), (12, 14), (13, 14))  # fmt: skip
FIGURE_4_FIRST = (9, 7)
"""The start, farthest from row 0, and its nearest neighbor."""
FIGURE_4_NEXT, FIGURE_4_ALONG = 6, (8, 10)
"""The nearest neighbor to the middle of both, and the two rows that it would leave alone."""
