"""The hierarchies of the paper's examples: Race and Gender (Figure 3), BirthDate (Figure 4), ZIP (Figure 1)."""

from collections.abc import Iterable

from tokumei.model.cells import SUPPRESSED
from tokumei.model.hierarchy import Hierarchy

RACE = Hierarchy.of([["black", "Person", SUPPRESSED], ["white", "Person", SUPPRESSED]], "Race")
GENDER = Hierarchy.of([["female", "human", SUPPRESSED], ["male", "human", SUPPRESSED]], "Gender")

ZIPS = ("02138", "02139", "02141", "02142")
DATES = ("9/20/65", "2/14/65", "10/23/65", "8/24/65", "11/7/64", "12/1/64", "10/23/64", "3/15/65", "8/13/64", "5/5/64",
         "2/13/67", "3/21/67")  # fmt: skip
YEARS = ("1964", "1965", "1967", "1971")

ZIP = Hierarchy.of([[code, f"{code[:4]}*", f"{code[:3]}**", SUPPRESSED] for code in ZIPS], "ZIP")
"""Three steps, as in Figure 1: 02138 and 02139 meet at the first, 02138 and 02141 at the second."""

LONG_ZIP = Hierarchy.of(
    [[code, *[f"{code[:4]}*"] * 3, f"{code[:3]}**", f"{code[:2]}***", SUPPRESSED] for code in ZIPS], "ZIP"
)
"""Six steps: 02138 and 02139 meet at the first, 02138 and 02141 at the fourth, two thirds of the way as before.

With it, and not with three steps, the rule of the paper gives every step that it prints.
"""


def birth_date(dates: Iterable[str] = DATES) -> Hierarchy:
    """Return the five steps of Figure 4: month, year, decade, century, nothing.

    >>> birth_date().levels[0]
    ('9/20/65', '9/65', '1965', '196*', '19**', '*')
    """
    rows = []
    for written in dates:
        month, _, year = written.split("/")
        rows.append([written, f"{month}/{year}", *_years(f"19{year}")])
    return Hierarchy.of(rows, "BirthDate")


def birth_year(years: Iterable[str] = YEARS) -> Hierarchy:
    """Return the upper steps of Figure 4, for Table 1, which has years alone.

    >>> birth_year().levels[0]
    ('1964', '196*', '19**', '*')
    """
    return Hierarchy.of([_years(year) for year in years], "Birth")


def of_table_1() -> dict[str, Hierarchy]:
    """Return the hierarchies of Table 1, by column."""
    return {"Race": RACE, "Birth": birth_year(), "Gender": GENDER, "ZIP": ZIP}


def of_table_2(codes: Hierarchy = ZIP) -> dict[str, Hierarchy]:
    """Return the hierarchies of Table 2, by column, with one of the two for ZIP."""
    return {"Race": RACE, "BirthDate": birth_date(), "Gender": GENDER, "ZIP": codes}


def _years(year: str) -> list[str]:
    return [year, f"{year[:3]}*", f"{year[:2]}**", SUPPRESSED]
