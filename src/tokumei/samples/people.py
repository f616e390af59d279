"""Sample data of made-up persons."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated

import numpy as np
import numpy.typing as npt
import polars as pl
from pydantic import Field

from tokumei.model.job import Job
from tokumei.registry import sample

Numbers = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]

TODAY = date(2025, 4, 1)
"""Ages are told on this day, so that the same seed gives the same people whenever it is asked."""

MISSING = {"marital_status": 0.015, "education": 0.02, "occupation": 0.03, "income": 0.04, "diagnosis": 0.01}

PLACES = """
Hokkaido Sapporo 060 196 .93|Hokkaido Asahikawa 070 33 .85|Aomori Aomori 030 27 .82|Iwate Morioka 020 29 .85
Akita Akita 010 30 .83|Miyagi Sendai 980 110 .95|Niigata Niigata 950 79 .92|Saitama Saitama 330 133 1.05
Saitama Kawaguchi 332 60 1.0|Chiba Chiba 260 98 1.03|Chiba Funabashi 273 65 1.05|Tokyo Setagaya 154 94 1.3
Tokyo Shinjuku 160 35 1.3|Tokyo Adachi 120 70 1.05|Tokyo Hachioji 192 58 1.05|Kanagawa Yokohama 220 377 1.15
Kanagawa Kawasaki 210 154 1.15|Shizuoka Hamamatsu 430 79 1.0|Ishikawa Kanazawa 920 46 .97|Aichi Nagoya 460 233 1.1
Aichi Toyota 471 42 1.15|Kyoto Kyoto 600 146 1.0|Kyoto Uji 611 18 1.0|Osaka Osaka 530 275 1.0|Osaka Sakai 590 83 .97
Hyogo Kobe 650 152 1.02|Hyogo Himeji 670 53 .97|Okayama Okayama 700 72 .95|Hiroshima Hiroshima 730 120 .98
Ehime Matsuyama 790 51 .88|Fukuoka Fukuoka 810 161 .98|Fukuoka Kitakyushu 800 94 .9|Kumamoto Kumamoto 860 74 .88
Kagoshima Kagoshima 890 59 .87|Okinawa Naha 900 32 .8
"""
"""Prefecture, city, first digits of the postcode, people in ten thousands, income against the average."""

FAMILY_NAMES = (
    "Sato Suzuki Takahashi Tanaka Ito Watanabe Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Yamaguchi "
    "Matsumoto Inoue Kimura Hayashi Shimizu Saito Yamazaki Mori Abe Ikeda Hashimoto Ishikawa Yamashita Ogawa Ishii "
    "Hasegawa Goto Okada Kondo Maeda Fujita Endo Aoki Sakamoto Murakami Ota Kaneko Fujii Fukuda Nishimura Miura "
    "Takeuchi Nakagawa Okamoto Matsuda Harada Nakano Ono Tamura Fujiwara Nakayama Ishida Kojima Wada Morita Uchida "
    "Shibata Sakai Hara Takagi Yokoyama Miyazaki Ueda Miyamoto Kudo Imai Ando Maruyama Sugiyama Takada Masuda Hirano"
)

GIVEN_NAMES = {
    (
        "female",
        1,
    ): "Kazuko Yoko Sachiko Keiko Setsuko Hiroko Michiko Kimiko Yoshiko Noriko Kiyoko Fumiko Toshiko Etsuko",
    ("female", 2): "Yumiko Mayumi Naomi Akemi Junko Tomoko Kumiko Yuko Emiko Yukari Megumi Kaori Miki Rie Satomi Chie",
    ("female", 3): "Yui Misaki Aya Ai Miho Haruka Mai Nanami Yuka Asuka Rina Moe Honoka Aoi Sakura Hina Riko Mio Rin",
    ("male", 1): "Kiyoshi Isamu Minoru Hiroshi Shigeru Takashi Tadashi Susumu Noboru Masao Yoshio Kazuo Saburo Mitsuo",
    ("male", 2): "Makoto Kenji Tetsuya Manabu Takeshi Koji Hideki Yuji Akira Naoki Satoshi Daisuke Kenichi Osamu",
    ("male", 3): "Daiki Shota Takuya Kenta Ren Haruto Yuto Sota Riku Tsubasa Kaito Hayato Yamato Minato Kota Ryo Sho",
}
"""Names by sex and generation: born before 1955, before 1985, later."""

MARITAL = ("single", "married", "divorced", "widowed")
MARITAL_SHARES = {
    18: (0.98, 0.02, 0, 0), 25: (0.72, 0.27, 0.01, 0), 35: (0.36, 0.57, 0.07, 0), 50: (0.23, 0.63, 0.12, 0.02),
    65: (0.12, 0.68, 0.12, 0.08), 80: (0.05, 0.52, 0.07, 0.36), 95: (0.03, 0.2, 0.05, 0.72),
}  # fmt: skip

EDUCATION = (
    "junior high school",
    "high school",
    "vocational school",
    "junior college",
    "university",
    "graduate school",
)
EDUCATION_SHARES = {
    18: (0.03, 0.62, 0.16, 0.05, 0.14, 0), 23: (0.03, 0.27, 0.17, 0.06, 0.43, 0.04),
    40: (0.04, 0.36, 0.16, 0.08, 0.31, 0.05), 60: (0.07, 0.46, 0.11, 0.10, 0.24, 0.02),
    80: (0.34, 0.45, 0.05, 0.05, 0.105, 0.005), 95: (0.6, 0.3, 0.04, 0.03, 0.03, 0),
}  # fmt: skip

OCCUPATION = (
    "manager", "engineer", "teacher", "nurse", "physician", "office clerk", "sales", "service", "driver",
    "factory worker", "construction worker", "farmer", "student", "homemaker", "retired", "unemployed",
)  # fmt: skip
PAY = np.array([9.2, 6.3, 6.1, 4.9, 12.5, 4.2, 4.4, 2.7, 4.0, 3.9, 4.3, 2.4, 0.6, 0.5, 1.9, 0.7]) * 1e6
WORK_SHARES = np.array([
    [0, 0.01, 0, 0, 0, 0.04, 0.10, 0.24, 0.13, 0.27, 0.16, 0.05],
    [0.03, 0.04, 0, 0.01, 0, 0.17, 0.14, 0.20, 0.09, 0.20, 0.09, 0.03],
    [0.03, 0.14, 0.01, 0.18, 0, 0.18, 0.12, 0.19, 0.03, 0.08, 0.03, 0.01],
    [0.03, 0.04, 0.07, 0.12, 0, 0.38, 0.14, 0.16, 0.01, 0.03, 0.01, 0.01],
    [0.10, 0.20, 0.10, 0.03, 0.02, 0.26, 0.18, 0.06, 0.01, 0.02, 0.01, 0.01],
    [0.14, 0.38, 0.17, 0.02, 0.13, 0.10, 0.04, 0.01, 0, 0.01, 0, 0],
])  # fmt: skip
"""Who has which of the first twelve occupations, by education."""

DIAGNOSES = (
    "none", "asthma", "depression", "migraine", "hypertension", "diabetes", "cancer", "heart disease", "stroke",
    "arthritis", "hepatitis", "dementia",
)  # fmt: skip
DIAGNOSIS_SHARES = {
    18: (0.80, 0.07, 0.06, 0.05, 0.005, 0.005, 0.003, 0.002, 0.001, 0.003, 0.001, 0),
    40: (0.66, 0.04, 0.09, 0.06, 0.06, 0.03, 0.02, 0.01, 0.005, 0.015, 0.01, 0),
    60: (0.42, 0.03, 0.05, 0.03, 0.20, 0.10, 0.06, 0.04, 0.02, 0.035, 0.015, 0.0),
    75: (0.24, 0.02, 0.03, 0.01, 0.26, 0.12, 0.09, 0.08, 0.04, 0.07, 0.01, 0.03),
    95: (0.12, 0.01, 0.02, 0.0, 0.22, 0.08, 0.09, 0.11, 0.07, 0.08, 0.005, 0.195),
}


@sample(
    ja={
        "summary": "架空の個人データ（氏名、郵便番号、職業、年収、診断名など。列どうしが相関し、欠損もある）。",
        "rows": "人数（行数）",
    }
)
def people(*, rows: Annotated[int, Field(ge=1, description="how many persons")] = 1000, job: Job) -> pl.DataFrame:
    """Made-up persons with names, addresses, work, income and a diagnosis that hang together.

    Postcode, city and prefecture agree; education, work, income, marriage and illness follow age and
    each other. Postcodes are text, some beginning with 0. A few cells are missing in the columns
    that people do not like to fill in. Nobody here exists.
    """
    rng = job.rng
    days, age = _born(rng, rows)
    female = rng.random(rows) < 0.5 + np.clip(age - 65, 0, None) * 0.006
    prefectures, cities, zips, wealth = _places(rng, rows)
    education = _by_age(rng, EDUCATION_SHARES, age)
    occupation = _occupation(rng, age, education, female)
    marital = _by_age(rng, MARITAL_SHARES, age)
    columns = {
        "id": _ids(rng, rows),
        "name": _names(rng, days, female),
        "sex": _texts(("male", "female"), female.astype(np.int64)),
        "birth_date": pl.Series(days).cast(pl.Int32).cast(pl.Date),
        "age": pl.Series(age),
        "zip": zips,
        "prefecture": prefectures,
        "city": cities,
        "marital_status": _texts(MARITAL, marital),
        "education": _texts(EDUCATION, education),
        "occupation": _texts(OCCUPATION, occupation),
        "income": pl.Series(_income(rng, age, education, occupation, female, wealth)),
        "diagnosis": _texts(DIAGNOSES, _by_age(rng, DIAGNOSIS_SHARES, age)),
    }
    return pl.DataFrame({name: _with_gaps(rng, column, MISSING.get(name, 0.0)) for name, column in columns.items()})


def _born(rng: np.random.Generator, rows: int) -> tuple[Codes, Codes]:
    ages = np.arange(18, 96)
    weights = np.interp(ages, [18, 30, 40, 50, 60, 73, 80, 90, 96], [1.1, 1.2, 1.4, 1.8, 1.5, 1.7, 1.1, 0.5, 0.1])
    age = ages[_drawn(rng, weights[None, :], np.zeros(rows, dtype=np.int64))]
    today = np.datetime64(TODAY).astype("datetime64[D]").astype(np.int64)
    days = today - np.floor(365.2425 * (age + rng.random(rows))).astype(np.int64) - 1
    return days, _years_since(days)


def _years_since(days: Codes) -> Codes:
    born = days.astype("datetime64[D]")
    months = born.astype("datetime64[M]")
    year, month = months.astype("datetime64[Y]").astype(np.int64) + 1970, months.astype(np.int64) % 12 + 1
    day = (born - months).astype(np.int64) + 1
    had_birthday = (month < TODAY.month) | ((month == TODAY.month) & (day <= TODAY.day))
    return np.asarray(TODAY.year - year - ~had_birthday, dtype=np.int64)


def _places(rng: np.random.Generator, rows: int) -> tuple[pl.Series, pl.Series, pl.Series, Numbers]:
    places = [place.split() for line in PLACES.split("\n") for place in line.split("|") if place]
    inhabitants = np.array([float(place[3]) for place in places])
    at = _drawn(rng, inhabitants[None, :], np.zeros(rows, dtype=np.int64))
    # Postcodes of a city differ in their last four digits; a few quarters hold most people.
    quarter = np.floor(60 * rng.random(rows) ** 1.7).astype(np.int64)
    codes = [f"{place[2]}{number:04}" for place in places for number in (*range(1, 11), *range(801, 851))]
    prefectures, cities = (_texts([place[i] for place in places], at) for i in (0, 1))
    # Some quarters are better off than others.
    wealth = np.array([float(place[4]) for place in places])[at] * (0.9 + 0.2 * ((at * 7 + quarter * 13) % 10) / 9)
    return prefectures, cities, _texts(codes, at * 60 + quarter), wealth


def _occupation(rng: np.random.Generator, age: Codes, education: Codes, female: npt.NDArray[np.bool_]) -> Codes:
    work = _drawn(rng, WORK_SHARES, education)
    lot = rng.random(age.size)
    student = lot < np.interp(age, [18, 22, 25, 30], [0.85, 0.45, 0.08, 0.0])
    retired = lot < np.interp(age, [57, 60, 65, 70, 80], [0.0, 0.12, 0.5, 0.75, 0.96])
    home = rng.random(age.size) < np.where(female, 0.17, 0.01) * (age >= 25)
    idle = rng.random(age.size) < 0.03
    work = np.where(idle, OCCUPATION.index("unemployed"), np.where(home, OCCUPATION.index("homemaker"), work))
    return np.where(student, OCCUPATION.index("student"), np.where(retired, OCCUPATION.index("retired"), work))


def _income(
    rng: np.random.Generator,
    age: Codes,
    education: Codes,
    occupation: Codes,
    female: npt.NDArray[np.bool_],
    wealth: Numbers,
) -> Codes:
    working = occupation < OCCUPATION.index("student")
    career = np.interp(age, [18, 25, 35, 53, 62, 75], [0.55, 0.75, 1.0, 1.25, 0.95, 0.7])
    schooling = np.array([0.88, 0.94, 0.98, 0.98, 1.1, 1.2])[education]
    pay = PAY[occupation] * wealth * np.where(working, career * schooling * np.where(female, 0.86, 1.03), 1.0)
    pay = pay * np.exp(rng.normal(0, 0.28, age.size))
    return np.rint(pay / 10_000).astype(np.int64) * 10_000


def _ids(rng: np.random.Generator, rows: int) -> pl.Series:
    return "P" + pl.Series(rng.permutation(rows) + 1).cast(pl.String).str.zfill(7)


def _names(rng: np.random.Generator, days: Codes, female: npt.NDArray[np.bool_]) -> pl.Series:
    families = FAMILY_NAMES.split()
    family = np.floor(len(families) * rng.random(days.size) ** 1.6).astype(np.int64)
    generation = np.digitize(days, [np.datetime64(f"{year}-01-01").astype(np.int64) for year in (1955, 1985)])
    given = [names.split() for names in GIVEN_NAMES.values()]
    starts = np.cumsum([0, *(len(names) for names in given)])
    group = np.where(female, 0, 3) + generation
    place = starts[group] + np.floor(rng.random(days.size) * np.diff(starts)[group]).astype(np.int64)
    return _texts([name for names in given for name in names], place) + " " + _texts(families, family)


def _by_age(rng: np.random.Generator, shares: Mapping[int, tuple[float, ...]], age: Codes) -> Codes:
    ages, table = np.arange(18, 97), np.array(list(shares.values()))
    every = np.column_stack([np.interp(ages, list(shares), column) for column in table.T])
    return _drawn(rng, every, age - 18)


def _drawn(rng: np.random.Generator, shares: Numbers, given: Codes) -> Codes:
    # Laid end to end, the classes make one ladder of steps: a single search draws for all rows.
    edges = np.cumsum(shares, axis=1) / shares.sum(axis=1, keepdims=True)
    edges[:, -1] = 1.0
    ladder = (edges + np.arange(len(shares))[:, None]).ravel()
    step = np.searchsorted(ladder, given + rng.random(given.size), side="right")
    return np.asarray(step - given * shares.shape[1], dtype=np.int64)


def _texts(texts: list[str] | tuple[str, ...], codes: Codes) -> pl.Series:
    return pl.Series(list(texts)).gather(codes)


def _with_gaps(rng: np.random.Generator, column: pl.Series, share: float) -> pl.Series:
    if not share:
        return column
    present = pl.Series(rng.random(len(column)) >= share)
    return pl.select(pl.when(present).then(column)).to_series()
