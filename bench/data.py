"""The data that benchmarks run on: public sets from TOKUMEI_DATA, and sample data of any size."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tokumei import catalogue, io
from tokumei.errors import InputError, unknown
from tokumei.model import DATA_KINDS, Data, Job, Schema

FOLDER = "TOKUMEI_DATA"
MADE, COPIES = 5000, 0.4
"""Rows that are made up where nobody says how many, and which share of heavy ones are exact copies."""


class Absent(InputError):
    """A public data set that is not on this computer."""


@dataclass(frozen=True)
class DataSet:
    """A data set: the roles of its columns, and the file, the sample or the function it comes from.

    `options` are the sample's, `told` what the kind of data wants to be told.
    """

    name: str
    about: str
    schema: Schema
    file: str | None = None
    sample: str | None = None
    make: Callable[[int, np.random.Generator], pl.DataFrame] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    kind: str = "table"
    told: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path | None:
        """The file, if the set has one and it is here."""
        folder = os.environ.get(FOLDER)
        path = Path(folder, self.file) if folder and self.file else None
        return path if path is not None and path.is_file() else None

    @property
    def missing(self) -> str | None:
        """Why the set cannot be used, in a sentence; None if it can."""
        if self.file is None or self.path is not None:
            return None
        return f"{self.file} is not here; put it in the folder that {FOLDER} names."

    def load(self, rows: int | None = None, seed: int = 0) -> Data:
        """Return the data: all of it, or so many rows, drawn from a file or made up."""
        if self.missing is not None:
            raise Absent(f"{self.name}: {self.missing}")
        return self._made(rows, seed) if self.path is None else self._drawn(self.path, rows, seed)

    def _made(self, rows: int | None, seed: int) -> Data:
        kind, frame = DATA_KINDS[self.kind], self._rows_made(rows, np.random.default_rng(seed))
        frames = frame if isinstance(frame, Mapping) else {kind.parts[0]: frame}
        return kind.from_frames(frames, self.schema, **self.told).pinned()

    def _rows_made(self, rows: int | None, rng: np.random.Generator) -> Any:
        if self.make is not None:
            return self.make(rows or MADE, rng)
        spec = catalogue.sample(str(self.sample))
        given = self.options if rows is None else {**self.options, "rows": rows}
        return spec.call(job=Job(rng), options=spec.options(given))

    def _drawn(self, path: Path, rows: int | None, seed: int) -> Data:
        data = DATA_KINDS[self.kind].open(str(path), self.schema, io.read, **self.told)
        if rows is None or rows >= len(data):
            return data
        return data.take(np.sort(np.random.default_rng(seed).choice(len(data), rows, replace=False)))


def heavy(rows: int, rng: np.random.Generator) -> pl.DataFrame:
    """Make up amounts with heavy tails; four rows in ten are exact copies of others."""
    values = np.round(rng.pareto(1.1, (rows, len(UNIFORM.quasi) + 1)), 3)
    copies = rng.random(rows) < COPIES
    values[copies] = values[rng.integers(0, rows, int(copies.sum()))]
    return pl.DataFrame(values, schema=[*UNIFORM.quasi, *UNIFORM.sensitive])


def data_set(name: str) -> DataSet:
    """Return the data set of this name, or say which there are."""
    if name not in DATA_SETS:
        raise InputError(unknown("data set", name, DATA_SETS))
    return DATA_SETS[name]


ADULT = ("age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country")
CENSUS = ("AFNLWGT", "AGI", "EMCONTRB", "FEDTAX", "PTOTVAL", "STATETAX", "TAXINC", "POTHVAL", "INTVAL", "PEARNVAL",
          "FICA", "WSALVAL", "ERNVAL")  # fmt: skip
TARRAGONA = ("FIXED.ASSETS", "CURRENT.ASSETS", "TREASURY", "UNCOMMITTED.FUNDS", "PAID.UP.CAPITAL", "SHORT.TERM.DEBT",
             "SALES", "LABOR.COSTS", "DEPRECIATION", "OPERATING.PROFIT", "FINANCIAL.OUTCOME", "GROSS.PROFIT",
             "NET.PROFIT")  # fmt: skip
EIA = ("UTILITYID", "RESREVENUE", "RESSALES", "COMREVENUE", "COMSALES", "INDREVENUE", "INDSALES", "OTHREVENUE",
       "OTHRSALES", "TOTREVENUE", "TOTSALES")  # fmt: skip
COIL = ("MOSTYPE", "MAANTHUI", "MGEMOMV", "MGEMLEEF", "MOSHOOFD", "MGODRK", "MGODPR", "MGODOV", "MGODGE", "MRELGE",
        "MRELSA", "MRELOV", "MFALLEEN", "MFGEKIND", "MFWEKIND", "MOPLHOOG", "MOPLMIDD", "MOPLLAAG", "MBERHOOG",
        "MBERZELF", "MBERBOER", "MBERMIDD", "MBERARBG", "MBERARBO", "MSKA", "MSKB1", "MSKB2", "MSKC", "MSKD", "MHHUUR",
        "MHKOOP", "MAUT1", "MAUT2", "MAUT0", "MZFONDS", "MZPART", "MINKM30", "MINK3045", "MINK4575", "MINK7512",
        "MINK123M", "MINKGEM", "MKOOPKLA", "PWAPART", "PWABEDR", "PWALAND", "PPERSAUT", "PBESAUT", "PMOTSCO", "PVRAAUT",
        "PAANHANG", "PTRACTOR", "PWERKT", "PBROM", "PLEVEN", "PPERSONG", "PGEZONG", "PWAOREG", "PBRAND", "PZEILPL",
        "PPLEZIER", "PFIETS", "PINBOED", "PBYSTAND", "AWAPART", "AWABEDR", "AWALAND", "APERSAUT", "ABESAUT", "AMOTSCO",
        "AVRAAUT", "AAANHANG", "ATRACTOR", "AWERKT", "ABROM", "ALEVEN", "APERSONG", "AGEZONG", "AWAOREG", "ABRAND",
        "AZEILPL", "APLEZIER", "AFIETS", "AINBOED", "ABYSTAND", "CARAVAN")  # fmt: skip
PEOPLE = Schema(
    identifier=("id", "name"),
    quasi=("sex", "birth_date", "zip", "prefecture", "city", "marital_status", "education", "occupation"),
    sensitive=("diagnosis", "income"),
)
HOUSEHOLD = Schema(quasi=[f"q{place:02}" for place in range(1, 14)], sensitive=[f"s{place}" for place in range(14, 26)])
UNIFORM = Schema(quasi=[f"x{place}" for place in range(1, 9)], sensitive="x9")

DATA_SETS = {
    one.name: one
    for one in (
        DataSet("adult", "UCI Adult, 30,162 x 8", Schema(ADULT, "income"), file="adult.csv"),
        DataSet("census", "CASC Census, 1,080 x 13", Schema(CENSUS), file="census.csv"),
        DataSet("tarragona", "CASC Tarragona, 834 x 13", Schema(TARRAGONA), file="tarragona.csv"),
        DataSet("eia", "CASC EIA, 4,092 x 11 as in the literature", Schema(EIA), file="eia.csv"),
        DataSet("coil2000", "COIL 2000, insurance customers in codes, 5,822 x 86", Schema(COIL), file="coil2000.csv"),
        DataSet("people", "made-up persons with missing cells", PEOPLE, sample="people"),
        DataSet("household", "made-up households, codes and expenditures", HOUSEHOLD, sample="household"),
        DataSet("pseudo_household", "made-up stand-in, 8,333 x 25", HOUSEHOLD, file="pseudo_household_8333.csv"),
        DataSet("uniform", "random numbers without structure", UNIFORM, sample="uniform", options={"columns": 9}),
        DataSet("heavy", "heavy tails, four rows in ten exact copies", UNIFORM, make=heavy),
    )
}
