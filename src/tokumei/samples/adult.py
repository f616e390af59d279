"""Hierarchies for the eight quasi-identifiers of the Adult data set, from what the words mean."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tokumei.model.builders.values import rows_of
from tokumei.model.cells import SUPPRESSED
from tokumei.model.hierarchy import Hierarchy, Intervals, Tree

WIDTHS, OLDEST = (5, 10, 20, 40), 120
"""The years of the age groups from level to level."""

WORKCLASS = {
    "employed": {
        "government": ["Federal-gov", "Local-gov", "State-gov"],
        "company": ["Private"],
        "own business": ["Self-emp-inc", "Self-emp-not-inc"],
    },
    "not paid": {"no wages": ["Without-pay", "Never-worked"]},
}
EDUCATION = {
    "no degree": {
        "primary school": ["Preschool", "1st-4th", "5th-6th"],
        "some high school": ["7th-8th", "9th", "10th", "11th", "12th"],
    },
    "high school": {"high school degree": ["HS-grad"], "college without degree": ["Some-college"]},
    "higher": {
        "associate": ["Assoc-acdm", "Assoc-voc"],
        "bachelor": ["Bachelors"],
        "graduate": ["Masters", "Prof-school", "Doctorate"],
    },
}
MARITAL_STATUS = {
    "spouse present": ["Married-civ-spouse", "Married-AF-spouse"],
    "spouse absent": ["Married-spouse-absent", "Separated"],
    "no spouse": ["Never-married", "Divorced", "Widowed"],
}
OCCUPATION = {
    "office": {
        "professional": ["Prof-specialty", "Exec-managerial", "Tech-support"],
        "clerical and sales": ["Adm-clerical", "Sales"],
    },
    "manual": {
        "trades": ["Craft-repair", "Machine-op-inspct"],
        "labor and transport": ["Handlers-cleaners", "Transport-moving", "Farming-fishing"],
    },
    "service": {
        "personal": ["Other-service", "Priv-house-serv"],
        "protective": ["Protective-serv", "Armed-Forces"],
    },
}
NATIVE_COUNTRY = {
    "Americas": {
        "North America": ["United-States", "Canada", "Outlying-US(Guam-USVI-etc)"],
        "Mexico and Central America": ["Mexico", "El-Salvador", "Guatemala", "Honduras", "Nicaragua"],
        "Caribbean": ["Cuba", "Dominican-Republic", "Haiti", "Jamaica", "Puerto-Rico", "Trinadad&Tobago"],
        "South America": ["Columbia", "Ecuador", "Peru"],
    },
    "Europe": {
        "Western Europe": ["England", "France", "Germany", "Holand-Netherlands", "Ireland", "Scotland"],
        "Southern and Eastern Europe": ["Greece", "Hungary", "Italy", "Poland", "Portugal", "Yugoslavia"],
    },
    "Asia": {
        "East Asia": ["China", "Hong", "Japan", "South", "Taiwan"],
        "Southeast Asia": ["Cambodia", "Laos", "Philippines", "Thailand", "Vietnam"],
        "South and West Asia": ["India", "Iran"],
    },
}
RACE = ("Amer-Indian-Eskimo", "Asian-Pac-Islander", "Black", "Other", "White")
SEX = ("Female", "Male")


def adult_hierarchies() -> dict[str, Tree]:
    """Return a hierarchy for each quasi-identifier of Adult, by the name of its column.

    >>> {name: tree.steps for name, tree in adult_hierarchies().items()}
    {'age': 5, 'workclass': 3, 'education': 3, 'marital-status': 2, 'occupation': 3, 'race': 1, 'sex': 1,
     'native-country': 3}
    """
    ages = [np.arange(0, OLDEST + 1, width, dtype=np.float64) for width in WIDTHS]
    return {
        "age": Intervals.of(ages, "age", is_whole=True),
        "workclass": _tree(WORKCLASS),
        "education": _tree(EDUCATION),
        "marital-status": _tree(MARITAL_STATUS),
        "occupation": _tree(OCCUPATION),
        "race": _flat(RACE),
        "sex": _flat(SEX),
        "native-country": _tree(NATIVE_COUNTRY),
    }


def _tree(groups: Mapping[str, Any]) -> Hierarchy:
    return Hierarchy.of([[*row, SUPPRESSED] for row in rows_of(groups, "adult")], "adult")


def _flat(values: tuple[str, ...]) -> Hierarchy:
    return Hierarchy.of([[value, SUPPRESSED] for value in values], "adult")
