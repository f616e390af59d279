"""What each column is to us: its role and its kind."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import polars as pl

from tokumei.errors import BadData, BadSchema, UnknownColumn, listing
from tokumei.model.hierarchy import Tree

Role = Literal["identifier", "quasi", "sensitive", "other"]
Kind = Literal["number", "ordered", "category", "date", "text"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LINE_KINDS: dict[Kind, str] = {"number": "number", "date": "days", "ordered": "order"}
"""The kinds whose values lie on a line, so that ranges of them make sense, with how each is counted there."""


@dataclass(frozen=True)
class Schema:
    """The roles of a table's columns.

    `quasi` columns may be known to an attacker and are published coarser; `sensitive` columns are
    what must not be linked to a person; `identifier` columns are dropped. The rest are `other`:
    kept by default, dropped with `other="drop"`; with a list of names just those are kept and a
    column without a role is refused. `hierarchies` tells how the values of a column become coarser: the
    path of a file, or a table such as `{"kind": "interval", "width": 5}`. `kinds` corrects how a
    column is read, `orders` gives the values of an ordered column from first to last, `weights` makes a
    column count more in distances, `person` names the column that tells people apart where a person has
    several rows: an identifier, unless it is given another role.

    >>> Schema(quasi="age", sensitive=["income"]).quasi
    ('age',)
    """

    quasi: tuple[str, ...] = ()
    sensitive: tuple[str, ...] = ()
    identifier: tuple[str, ...] = ()
    other: Literal["keep", "drop"] | tuple[str, ...] = "keep"
    # No repr: a hierarchy may be said with the values of the data.
    hierarchies: Mapping[str, str | dict[str, Any]] = field(default_factory=dict, repr=False)
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    # No repr of the orders: where none was declared they are the values of the data.
    orders: Mapping[str, tuple[Any, ...]] = field(default_factory=dict, repr=False)
    weights: Mapping[str, float] = field(default_factory=dict)
    person: str | None = None
    # What the hierarchy files hold, once a run has read them; values, so no repr.
    trees: Mapping[str, Tree] = field(default_factory=dict, repr=False)

    def __init__(
        self,
        quasi: str | Iterable[str] = (),
        sensitive: str | Iterable[str] = (),
        identifier: str | Iterable[str] = (),
        other: Literal["keep", "drop"] | Iterable[str] = "keep",
        hierarchies: Mapping[str, str | os.PathLike[str] | Mapping[str, Any] | Tree] | None = None,
        kinds: Mapping[str, Kind] | None = None,
        orders: Mapping[str, Iterable[Any]] | None = None,
        weights: Mapping[str, float] | None = None,
        person: str | None = None,
        trees: Mapping[str, Tree] | None = None,
    ) -> None:
        """Accept one name or several for each role, and refuse contradictions."""
        values = {
            "quasi": _names(quasi),
            "sensitive": _names(sensitive),
            "identifier": _names(identifier),
            "other": other if isinstance(other, str) else tuple(other),
            "hierarchies": {
                name: _hierarchy(name, given)
                for name, given in (hierarchies or {}).items()
                if not isinstance(given, Tree)
            },
            "kinds": dict(kinds or {}),
            "orders": {name: tuple(order) for name, order in (orders or {}).items()},
            "weights": {name: float(weight) for name, weight in (weights or {}).items()},
            "person": person,
            "trees": {**_made(hierarchies or {}), **(trees or {})},
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._refuse_contradictions()

    @property
    def roles(self) -> dict[str, Role]:
        """The columns that have a role, with it."""
        roles: dict[str, Role] = dict.fromkeys(self.identifier, "identifier")
        roles |= dict.fromkeys(self.quasi, "quasi")
        roles |= dict.fromkeys(self.sensitive, "sensitive")
        roles |= dict.fromkeys(self._others, "other")
        return roles if self.person is None else {**roles, self.person: roles.get(self.person, "identifier")}

    @property
    def _others(self) -> tuple[str, ...]:
        return () if isinstance(self.other, str) else self.other

    def check(self, columns: Iterable[str]) -> None:
        """Refuse a table that lacks a column this schema names, or has one twice."""
        present = list(columns)
        doubled = _more_than_once(present)
        if doubled:
            raise BadData(f"column names must be unique; {listing(doubled)} appears more than once.")
        held, roles = set(present), self.roles
        for name in self._named():
            if name not in held:
                raise UnknownColumn.named(name, present)
        nameless = [name for name in present if name not in roles]
        if nameless and not isinstance(self.other, str):
            raise BadSchema(
                f"no role for column {listing(nameless)}; say quasi, sensitive, identifier or other of each "
                "(--other keep or --other drop speaks for all the rest)."
            )

    def but(self, **changes: Any) -> "Schema":
        """Return the schema with some of its parts replaced."""
        parts = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return Schema(**{**parts, **changes})

    def only(self, columns: Iterable[str]) -> "Schema":
        """Return the schema of a table that has just these columns left.

        >>> Schema(quasi=["age", "zip"], kinds={"zip": "category"}).only(["age"]).quasi
        ('age',)
        """
        left = set(columns)
        return Schema(
            quasi=[name for name in self.quasi if name in left],
            sensitive=[name for name in self.sensitive if name in left],
            identifier=[name for name in self.identifier if name in left],
            other=self.other if isinstance(self.other, str) else [name for name in self.other if name in left],
            hierarchies=_among(self.hierarchies, left),
            kinds=_among(self.kinds, left),
            orders=_among(self.orders, left),
            weights=_among(self.weights, left),
            person=self.person if self.person in left else None,
            trees=_among(self.trees, left),
        )

    def columns(self, role: Role, frame: pl.DataFrame) -> list[str]:
        """Return the frame's columns of one role, in the order of the frame."""
        roles = self.roles
        return [name for name in frame.columns if roles.get(name, "other") == role]

    def kind(self, name: str, dtype: pl.DataType) -> Kind:
        """Return the kind of a column: what was said of it, else what its type says."""
        return self.kinds.get(name) or ("ordered" if name in self.orders else kind_of(dtype))

    def _named(self) -> list[str]:
        named = [*self.roles, *self.hierarchies, *self.kinds, *self.orders, *self.weights]
        return list(dict.fromkeys(named))

    def _refuse_contradictions(self) -> None:
        everywhere = [*self.identifier, *self.quasi, *self.sensitive, *self._others]
        doubled = _more_than_once(everywhere)
        if doubled:
            raise BadSchema(f"a column has one role; {listing(doubled)} was given more than one.")
        if isinstance(self.other, str) and self.other not in ("keep", "drop"):
            raise BadSchema(f"other={self.other!r} is not allowed; say keep, drop, or list the columns.")
        for name, kind in self.kinds.items():
            if kind not in KINDS:
                raise BadSchema(f"column '{name}': no kind '{kind}'; there are {listing(KINDS)}.")
        for name, weight in self.weights.items():
            if not 0 < weight < float("inf"):
                raise BadSchema(f"column '{name}': weight {weight} is not allowed; give a number above 0.")


def kind_of(dtype: pl.DataType) -> Kind:
    """Return the kind a column has by its type alone.

    >>> kind_of(pl.Int64()), kind_of(pl.String()), kind_of(pl.Date()), kind_of(pl.Enum(["a"]))
    ('number', 'category', 'date', 'ordered')
    """
    if dtype.is_numeric():
        return "number"
    if dtype.is_temporal():
        return "date"
    return "ordered" if isinstance(dtype, pl.Enum) else "category"


def _names(given: str | Iterable[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _made(hierarchies: Mapping[str, object]) -> dict[str, Tree]:
    return {name: given for name, given in hierarchies.items() if isinstance(given, Tree)}


def _hierarchy(column: str, given: object) -> str | dict[str, Any]:
    if isinstance(given, str):
        return {"kind": given} if given == AUTO else given
    # What makes hierarchies works on tables, which have a schema.
    from tokumei.model.builders.asked import asked

    return asked(column, given)


AUTO = "auto"
"""The kind of hierarchy that may be named alone, where a file would be."""


def _more_than_once(names: Iterable[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)


def _among(values: Mapping[str, Any], left: set[str]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name in left}
