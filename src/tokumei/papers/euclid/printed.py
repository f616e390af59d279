"""What the paper prints: its example tables, its signs and its numbers, digit for digit."""

COLUMNS = ("QI1", "QI2", "QI3", "SA1", "SA2")
TABLE_2A = ((2, 1, 1, 100, 100), (2, 1, 1, 200, 400), (1, 1, 2, 300, 200), (1, 1, 2, 400, 500))
TABLE_2B = ((2, 1, 1, 110, 90), (2, 1, 1, 220, 390), (1, 1, 2, 280, 210), (1, 1, 2, 390, 520))
TABLE_3 = ((2, 1, 1, 100, 100), (2, 1, 1, 200, 400), (1, 1, 1, 300, 200), (1, 1, 1, 400, 500))
TABLE_8 = ((2, 1, 1, 150, 250), (2, 1, 1, 150, 250), (1, 1, 2, 350, 350), (1, 1, 2, 350, 350))
TABLE_9 = ((2, 1, 1, 200, 100), (2, 1, 1, 100, 400), (1, 1, 2, 300, 500), (1, 1, 2, 400, 200))

INDEX_5_1 = {(2, 1, 1): (1, 2), (1, 1, 2): (3, 4)}
INDEX_5_3 = {(2, 1, 1): (1, 2), (1, 1, 1): (3, 4)}
DISTANCES = ("14.142", "322.8")
"""From the first row of Table 2b to the first and the second of Table 2a."""
BY_SUM = (1, 3, 2, 4)

SINGLES = ("D_A", "D_B", "D_C", "D_D", "D_E", "D_F", "D_G", "D_H")
TWELVE = tuple(f"D{place}" for place in range(1, 13))
UTILITY = ("U1", "U2", "U3", "U4", "U5", "U6")
SAFETY = ("S1", "S2")
ATTACKS = ("E1", "E2", "E3", "E4", "EUC1")

UNTOUCHED, HARMED, BETTER, SOME = "-", "x", "○", "△"
"""The signs: of utility whether it is harmed, of safety whether it rises, of an attack whether it fails."""

TABLE_10 = {
    "U1": "-△-----x", "U2": "x△--x--x", "U3": "x△--x--x", "U4": "-△---xxx", "U5": "-△x--xxx", "U6": "-------x",
    "S1": "○xxxxxxx", "S2": "○xx○○xxx",
    "E1": "△x○△△xxx", "E2": "△x○△△x△x", "E3": "x△○xx○○x", "E4": "x△○xx○△x", "EUC1": "△x○△△x○x",
}  # fmt: skip
"""A sign for each single method, by code."""

TABLE_11 = {
    "U1": "0 0 46.225 0 0 0 0 0 295.731", "U2": "0 38837.9 7808.7 0 0 15135.7 104.9 209.7 1094.4",
    "U3": "0 5.833 0 0 0 2 0 0 0.097", "U4": "0 0 0.020 0 0 0 0.000 0.000 0.049",
    "U5": "0 0 0.016 0.120 0 0 0.000 0.000 0", "U6": "0 0 0 0 0 0 0 0 10",
    "S1": "1 3 1 1 1 1 1 1 1", "S2": "1.031 7.692 1.031 1.031 1.053 1.053 1.031 1.031 1.034",
    "E1": "1 0.13 0.99 0 0.07 0.11 0.94 1 1", "E2": "1 0.17 1 0 1 1 1 1 1", "E3": "1 1 0.54 0 1 1 1 0.91 0.067",
    "E4": "0.24 0.24 0.22 0 0.24 0.24 0.24 0.24 0.089", "EUC1": "1 0.13 1 0 0.07 0.11 1 1 1",
    "EUC2": "1 0.17 1 0 1 1 1 1 1",
}  # fmt: skip
"""The original and the single methods on a hundred rows, by code."""

TABLE_12 = {
    "U1": "0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00",
    "U2": "58340.87 0.00 31572.91 31400.95 0.00 0.00 4321.75 0.00 0.00 65093.42 52975.02 46100.64",
    "U3": "18.60 0.00 1.01 0.99 0.00 0.00 1.54 0.00 0.00 7.28 2.97 1.85",
    "U4": "0.00 0.01 0.00 0.00 0.07 0.07 0.03 0.09 0.09 0.15 0.11 0.11",
    "U5": "0.00 0.01 0.02 0.02 0.02 0.02 0.01 0.01 0.01 0.02 0.02 0.02",
    "U6": "0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00",
    "S1": "1.00 1.00 3.00 3.00 1.00 1.00 3.00 1.00 1.00 41.00 8.00 4.00",
    "S2": "2.66 1.88 4.91 4.86 36.07 36.07 36.07 13.71 13.68 106.83 42.30 31.09",
}  # fmt: skip
"""Utility and safety of the twelve releases, by code."""

TABLE_13 = {
    "D1": "E", "D2": "F", "D3": "AG", "D4": "AG", "D5": "CD", "D6": "CD", "D7": "ADG", "D8": "CEG", "D9": "CEG",
    "D10": "AF", "D11": "AF", "D12": "AF",
}  # fmt: skip
"""The single methods that the paper takes each release to be made of."""

TABLE_14 = {
    "U1": "---", "U2": "x-x", "U3": "x-x", "U4": "-xx", "U5": "-x△", "U6": "---", "S1": "○x○", "S2": "○x○",
    "E1": "△x△", "E2": "△x△", "E3": "x○○", "E4": "x○○", "EUC1": "△x○",
}  # fmt: skip
"""The signs of D_A, of D_F and of D10, by code."""

TABLE_15 = {
    "E1": "0.0326 0.6485 0.1990 0.1894 0.0000 0.0000 0.0023 0.0000 0.0001 0.0060 0.0180 0.0214",
    "E2": "0.8238 0.6507 0.2412 0.2401 0.0223 0.0223 0.0223 0.0000 0.0002 0.0066 0.0164 0.0214",
    "E3": "1.0000 0.0012 0.2482 0.2526 0.0004 0.0004 0.0091 0.0004 0.0004 0.0001 0.0001 0.0004",
    "E4": "0.1858 0.0022 0.0511 0.0455 0.0002 0.0002 0.0014 0.0002 0.0000 0.0005 0.0001 0.0001",
    "EUC1": "0.3010 0.4780 0.2070 0.2110 0.0743 0.0743 0.8762 0.0011 0.0024 0.0043 0.0080 0.0080",
}  # fmt: skip
"""The rate of each attack on each of the twelve releases, by code."""

SUMMARY_15 = {
    "mean": "0.0931 0.1723 0.1261 0.0240 0.1871", "deviation": "0.1741 0.2578 0.2681 0.0499 0.2426",
    "best": "2 3 3 0 5",
}  # fmt: skip
"""The mean of each attack over the releases, its standard deviation, and how often it is the strongest."""


def cells(of: dict[str, str], code: str) -> list[str]:
    """Return the numbers printed for a code.

    >>> cells(TABLE_11, "S1")[:3]
    ['1', '3', '1']
    """
    return of[code].split()
