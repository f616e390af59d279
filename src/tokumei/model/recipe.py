"""A recipe: everything a run does, as a small value that is also a TOML file."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tokumei.errors import BadRecipe, UnreadableSource, unknown
from tokumei.model.kinds import DATA_KINDS, data_options
from tokumei.model.schema import Kind, Role, Schema
from tokumei.model.toml import dumps
from tokumei.params import sources_of
from tokumei.sources import is_address

Options = dict[str, Any]
STEP_KINDS = ("grouping", "recoding", "transform")
METHOD_KEYS = (*STEP_KINDS, "method")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DataPart(_Part):
    """Where the data is and how to read it; further keys are options of its kind."""

    model_config = ConfigDict(extra="allow", frozen=True)

    source: str | None = Field(None, description="a file, or the address of a database table")
    kind: str = Field("table", description="table, points or history")
    person: str | None = Field(None, description="the column that tells people apart, where one has several rows")
    other: Literal["keep", "drop"] | None = Field(
        None, description="what happens to columns without a role; refused if not said"
    )
    separator: str | None = Field(None, description="what stands between the fields of a CSV file")
    encoding: str | None = Field(None, description="how the text of a file is encoded")
    decimal: str | None = Field(None, description="the decimal mark of a CSV file")

    @property
    def options(self) -> Options:
        """The options of the kind of data."""
        return dict(self.model_extra or {})

    @property
    def sources(self) -> dict[str, str]:
        """Every file or table that is read, by the key that names it."""
        names = ["source", *(sources_of(data_options(self.kind)) if self.kind in DATA_KINDS else ())]
        said = {"source": self.source, **self.options}
        return {name: said[name] for name in names if isinstance(said.get(name), str)}


class ColumnPart(_Part):
    """The role of a column, and how it is read where its type does not say."""

    role: Role = Field(description="what the column is: it decides what happens to it")
    kind: Kind | None = Field(None, description="how the column is read where its type does not say")
    order: list[Any] | None = Field(None, description="the values of an ordered column from first to last")
    hierarchy: str | dict[str, Any] | None = Field(
        None, description="how the values become coarser: a hierarchy file, or a kind of hierarchy with its options"
    )
    weight: float | None = Field(None, gt=0, description="how much the column counts in distances")


class StepPart(_Part):
    """One method that changes the data, with its options; a grouping also has a fill."""

    model_config = ConfigDict(extra="allow", frozen=True)

    grouping: str | None = Field(None, description="a method that puts rows into groups")
    recoding: str | None = Field(None, description="a method that decides how coarse each value becomes")
    transform: str | None = Field(None, description="a method that changes the data as a whole")
    method: str | None = Field(None, description="a grouping, recoding or transform, whichever has this name")
    fill: str | Options | None = Field(None, description="how groups are made alike: a name, or a table with options")

    @model_validator(mode="after")
    def _one_method(self) -> "StepPart":
        if sum(getattr(self, key) is not None for key in METHOD_KEYS) != 1:
            raise ValueError(f"name one of {', '.join(METHOD_KEYS)}")
        return self

    @property
    def named(self) -> tuple[tuple[str, ...], str]:
        """The kinds the method may be of, and its name."""
        key = next(key for key in METHOD_KEYS if getattr(self, key) is not None)
        kinds = STEP_KINDS if key == "method" else (key,)
        return kinds, getattr(self, key)

    @property
    def options(self) -> Options:
        """The options of the method."""
        return dict(self.model_extra or {})


class CallPart(_Part):
    """An attack or a measure with its options."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: str = Field(description="the attack or the measure")

    @property
    def options(self) -> Options:
        """The options of the attack or measure."""
        return dict(self.model_extra or {})


class RequirePart(_Part):
    """A number that must hold before anything is written."""

    measure: str | None = Field(None, description="a number of a measure, such as k_anonymity.k")
    attack: str | None = Field(None, description="an attack whose rate is meant; * for the strongest")
    at_least: float | None = Field(None, description="the lowest value that will do")
    at_most: float | None = Field(None, description="the highest value that will do")

    @model_validator(mode="after")
    def _complete(self) -> "RequirePart":
        if (self.measure is None) == (self.attack is None):
            raise ValueError("name a measure or an attack")
        if self.at_least is None and self.at_most is None:
            raise ValueError("say at_least or at_most")
        return self


class Recipe(_Part):
    """What is done to which data, what is asked of the result."""

    seed: int | None = Field(None, ge=0, description="makes the run repeatable; fresh randomness without it")
    engine: Literal["memory", "disk", "spark"] = Field("memory", description="where the work is done")
    threads: int | None = Field(None, ge=1, description="threads to use; all cores if not said")
    data: DataPart = Field(default_factory=lambda: DataPart())
    columns: dict[str, ColumnPart] = Field(default_factory=dict)
    step: list[StepPart] = Field(default_factory=list)
    attack: list[CallPart] = Field(default_factory=list)
    measure: list[CallPart] = Field(default_factory=list)
    require: list[RequirePart] = Field(default_factory=list)

    @classmethod
    def parse(cls, document: Mapping[str, Any], where: str = "recipe") -> "Recipe":
        """Return the recipe that a document describes, or say in one sentence what is wrong with it."""
        try:
            return cls.model_validate(dict(document))
        except ValidationError as error:
            raise BadRecipe(f"{where}: {_sentence(error)}") from None

    @classmethod
    def load(cls, path: str | Path) -> "Recipe":
        """Read a TOML file; a relative source is taken from the recipe's folder."""
        try:
            document = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise UnreadableSource(f"no recipe at {path}; check the path.") from None
        except (OSError, UnicodeDecodeError):
            raise UnreadableSource(f"{path} cannot be read as UTF-8 text.") from None
        except tomllib.TOMLDecodeError as error:
            raise BadRecipe(f"{path} is not valid TOML: {error}.") from None
        recipe = cls.parse(document, str(path))
        return recipe.from_folder(Path(path).parent)

    def from_folder(self, folder: Path) -> "Recipe":
        """Return the recipe with the relative paths in it taken from a folder."""
        columns = self.columns
        places = {name: str(folder / place) for name, place in self.data.sources.items() if not is_address(place)}
        data = self.data.model_copy(update=places)
        for name, column in columns.items():
            if column.hierarchy is not None:
                columns = {**columns, name: column.model_copy(update={"hierarchy": _placed(column.hierarchy, folder)})}
        return self.model_copy(update={"data": data, "columns": columns})

    @property
    def hierarchy_files(self) -> dict[str, str]:
        """The hierarchy file of each column that has one."""
        said = {name: column.hierarchy for name, column in self.columns.items()}
        files = {name: one.get("file") if isinstance(one, dict) else one for name, one in said.items()}
        return {name: file for name, file in files.items() if isinstance(file, str)}

    @property
    def schema_of_columns(self) -> Schema:
        """The schema that the columns of the recipe describe."""
        parts = self.columns.items()
        return Schema(
            quasi=[n for n, c in parts if c.role == "quasi"],
            sensitive=[n for n, c in parts if c.role == "sensitive"],
            identifier=[n for n, c in parts if c.role == "identifier"],
            other=self.data.other or [n for n, c in parts if c.role == "other"],
            hierarchies={n: c.hierarchy for n, c in parts if c.hierarchy is not None},
            kinds={n: c.kind for n, c in parts if c.kind is not None},
            orders={n: c.order for n, c in parts if c.order is not None},
            weights={n: c.weight for n, c in parts if c.weight is not None},
            person=self.data.person,
        )

    def document(self) -> dict[str, Any]:
        """Return the recipe as plain values, without what was not said."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def toml(self) -> str:
        """Return the recipe as the text of a TOML file."""
        return dumps(self.document()) + "\n"


def columns_of(schema: Schema) -> dict[str, ColumnPart]:
    """Return a schema as the columns of a recipe."""
    return {
        name: ColumnPart(
            role=role,
            kind=schema.kinds.get(name),
            order=None if name not in schema.orders else list(schema.orders[name]),
            hierarchy=schema.hierarchies.get(name),
            weight=schema.weights.get(name),
        )
        for name, role in schema.roles.items()
    }


def _placed(hierarchy: str | dict[str, Any], folder: Path) -> str | dict[str, Any]:
    """Return a hierarchy with the path of its file, where it has one, taken from a folder."""
    if isinstance(hierarchy, str):
        return str(folder / hierarchy)
    file = hierarchy.get("file")
    return {**hierarchy, "file": str(folder / file)} if isinstance(file, str) else hierarchy


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"] if part != "function-after")
    if first["type"] == "extra_forbidden":
        *parents, name = first["loc"]
        return unknown("key", str(name), _keys_at(parents), where=".".join(map(str, parents)))
    reason = first["msg"].removeprefix("Value error, ")
    return f"{place}: {reason[0].lower()}{reason[1:]}." if place else f"{reason}."


def _keys_at(parents: list[int | str]) -> list[str]:
    parts: dict[str, type[BaseModel]] = {"columns": ColumnPart, "require": RequirePart}
    return list(parts.get(str(parents[0]), Recipe).model_fields) if parents else list(Recipe.model_fields)
