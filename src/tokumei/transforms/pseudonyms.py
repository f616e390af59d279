"""Replaces identifiers by keyed pseudonyms."""

import hmac
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from tokumei.errors import BadOption, UnreadableSource
from tokumei.model import ALONE, Job, Release, Table
from tokumei.model.changed import changed, chosen_columns
from tokumei.params import Columns
from tokumei.registry import transform

if TYPE_CHECKING:
    import polars as pl

LEAST_SECRET = 16
"""A shorter secret could be found by trying."""

Named = Annotated[Columns, Field(description="the columns to replace; by default the identifiers")]
Secret = Annotated[
    str | None,
    Field(
        description="where the secret is: a file, or an environment variable; by default one is drawn and thrown away"
    ),
]
Length = Annotated[int, Field(ge=8, le=64, description="how many hexadecimal digits a pseudonym has")]


@transform(
    scope="row",
    paper="RFC 2104; ENISA, Pseudonymisation techniques and best practices, 2019",
    ja={
        "summary": "識別子を鍵付きハッシュ（HMAC-SHA256）の仮名に置き換えます。",
        "columns": "置き換える列（既定は識別子の列）",
        "secret": "秘密鍵の場所（ファイルまたは環境変数。既定では実行のたびに作って捨てる）",
        "length": "仮名の桁数（16 進数）",
    },
)
def pseudonyms(
    data: Table, *, columns: Named = None, secret: Secret = None, length: Length = 16, job: Job = ALONE
) -> Release:
    """Replace identifiers by keyed pseudonyms that tell nobody's name and still join the rows of a person.

    A pseudonym is the beginning of HMAC-SHA256 of the value under a secret. A plain hash is never taken: who
    has a list of names could hash them all. Equal values get equal pseudonyms, in all columns alike; different
    values different ones, or a longer `length` is asked for. By default the secret is drawn by the operating system,
    used once and thrown away, so that nobody, you included, finds the way back, and two runs cannot be joined, not
    even by the same seed. With `secret` (16 bytes or more in a file or an environment variable) the same value gets
    the same pseudonym in each run; whoever has the secret can try names.

    The columns are released with the role other, though identifiers are dropped. Missing stays missing. A pseudonym
    still tells rows of a person apart from others': the release is pseudonymous, not anonymous, before the law.

    Time grows with the number of different values: about two seconds a million.

    Reference: Krawczyk, Bellare and Canetti (1997), RFC 2104.

    >>> import polars as pl; from tokumei.model import Schema
    >>> visits = Table(pl.DataFrame({"name": ["Ann", "Bob", "Ann"]}), Schema(identifier="name"))
    >>> first, second, third = pseudonyms(visits).data.published().frame["name"]
    >>> first == third, first == second, len(first)
    (True, False, 16)
    """
    names = chosen_columns("pseudonyms", data, columns, data.schema.columns("identifier", data.frame))
    for name in names:
        _refuse_role(data, name)
    key = secrets.token_bytes(32) if secret is None else _secret(secret)
    made = {name: _replaced(data.frame[name], key, length) for name in names}
    _refuse_clashes(data, made, length)
    release = changed("pseudonyms", data, made, job)
    return Release.of(_released(release.data, names), key=release.key)


def _refuse_role(data: Table, name: str) -> None:
    role = data.schema.roles.get(name, "other")
    if role not in ("identifier", "other"):
        raise BadOption(f"pseudonyms: column '{name}' is {role}, and its values would mean nothing any more; "
                        "name identifiers or columns of no role.")  # fmt: skip


def _secret(place: str) -> bytes:
    # A secret given here by mistake must not be shown: what was given is never repeated.
    if place in os.environ:
        found = os.environb[os.fsencode(place)]
    else:
        try:
            found = Path(place).read_bytes()
        except OSError:
            raise UnreadableSource(
                "pseudonyms: secret names neither a file that can be read nor an environment variable; "
                "put the secret into one of them and give its name."
            ) from None
    found = found.strip(b"\r\n")
    if len(found) < LEAST_SECRET:
        raise BadOption(
            f"pseudonyms: the secret has {len(found)} bytes; give at least {LEAST_SECRET}, drawn at random."
        )
    return found


def _replaced(series: "pl.Series", key: bytes, length: int) -> "pl.Series":
    import polars as pl

    texts = _texts(series)
    values = texts.drop_nulls().unique(maintain_order=True)
    made = pl.Series([hmac.digest(key, value.encode(), "sha256").hex()[:length] for value in values], dtype=pl.String)
    if len(values) == len(texts):
        return made.alias(series.name)
    return texts.replace_strict(values, made, default=None, return_dtype=pl.String)


def _texts(series: "pl.Series") -> "pl.Series":
    import polars as pl

    if series.dtype.is_float():
        # Where a cell is missing, other tools make floats of whole numbers.
        series = series.fill_nan(None)
        whole = series.cast(pl.Int64, strict=False)
        series = whole if bool((whole == series).all()) else series
    return series.cast(pl.String)


def _refuse_clashes(data: Table, made: dict[str, "pl.Series"], length: int) -> None:
    for name, column in made.items():
        different, kept = _texts(data.frame[name]).n_unique(), column.n_unique()
        if kept < different:
            raise BadOption(
                f"pseudonyms: length={length} gives {different - kept} values of column '{name}' a pseudonym that "
                "another has; take a longer one."
            )


def _released(data: Table, names: list[str]) -> Table:
    """Return the table with its pseudonyms as other columns that go out, whatever happens to the rest."""
    schema = data.schema
    nameless = [name for name in data.frame.columns if name not in schema.roles]
    kept = [] if schema.other == "drop" else nameless
    others = [name for name in data.frame.columns if name in names or name in kept or schema.roles.get(name) == "other"]
    dropped = [name for name in nameless if name not in others]
    left = schema.only(name for name in data.frame.columns if name not in (*names, *dropped))
    return data.but(
        frame=data.frame.drop(dropped),
        schema=left.but(other=others, person=schema.person, kinds={**left.kinds, **dict.fromkeys(names, "category")}),
    )
