"""Options that name another method: `inner="mdav"` or `inner={name = "tomobiki", m = 5}`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, ParamSpec, Self, TypeVar

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import SchemaSerializer, core_schema

from tokumei.model.data import Labels
from tokumei.model.guess import Guess
from tokumei.model.job import Job

EVERY = "all"
"""What an option with a list of methods says to have every one that fits the data."""

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Chosen(Generic[P, R]):
    """A method chosen by name, with options of its own; callable once the run has bound it.

    `said` names those of the options that somebody gave; all of them until the catalogue completes
    the rest. A choice is spelled and written with these alone.
    """

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    said: frozenset[str] | None = field(default=None, compare=False, repr=False)
    bound: Callable[P, R] | None = field(default=None, compare=False, repr=False)
    binder: Callable[[Job], Callable[P, R]] | None = field(default=None, compare=False, repr=False)
    kind: ClassVar[str] = ""

    def __init_subclass__(cls, *, kind: str = "", **more: Any) -> None:
        """Take the kind of method that may be chosen."""
        super().__init_subclass__(**more)
        cls.kind = kind

    def __str__(self) -> str:
        """Return the choice as a command line spells it."""
        inside = ", ".join(f"{name}={value}" for name, value in self.given.items())
        return f"{self.name}({inside})" if inside else self.name

    def __call__(self, *data: P.args, **none: P.kwargs) -> R:
        """Call the chosen method with its options; the job is the one of the method outside."""
        if self.bound is None:
            raise TypeError(f"the {self.kind} '{self.name}' is not bound; call the method through a run.")
        return self.bound(*data, **none)

    @property
    def given(self) -> dict[str, Any]:
        """The options that somebody gave."""
        return {name: value for name, value in self.options.items() if self.said is None or name in self.said}

    def completed(self, name: str, options: Mapping[str, Any]) -> Self:
        """Return the choice with the name and all the options of its method."""
        return replace(self, name=name, options=options, said=frozenset(self.given))

    def binding(self, binder: Callable[[Job], Callable[P, R]], job: Job) -> Self:
        """Return the choice ready to be called, with the surroundings of the method outside."""
        return replace(self, bound=binder(job), binder=binder)

    def under(self, job: Job) -> Self:
        """Return the choice with surroundings of its own, such as the randomness of one part of a table."""
        return self if self.binder is None else replace(self, bound=self.binder(job))

    @classmethod
    def parse(cls, given: Any) -> Self:
        """Accept a name, a mapping with a name, or a choice already made."""
        if isinstance(given, cls):
            return given
        if isinstance(given, str):
            return cls(given)
        if isinstance(given, Mapping) and isinstance(given.get("name"), str):
            return cls(given["name"], {k: v for k, v in given.items() if k != "name"})
        raise ValueError(f"name a {cls.kind}, or give a table with its name and options")

    @classmethod
    def __get_pydantic_core_schema__(cls, _: Any, handler: GetCoreSchemaHandler) -> Any:
        """Let pydantic read a choice wherever an option has this type."""
        return core_schema.no_info_plain_validator_function(cls.parse)

    @classmethod
    def __get_pydantic_json_schema__(cls, _: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe a choice to forms and editors: a name, or a table with a name."""
        table = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        return {"anyOf": [{"type": "string"}, table], "x-method": cls.kind}


def _written(choice: Chosen[..., Any]) -> str | dict[str, Any]:
    return {"name": choice.name, **choice.given} if choice.given else choice.name


# Wherever pydantic meets a choice, in a default or in a list, it writes what `parse` reads.
Chosen.__pydantic_serializer__ = SchemaSerializer(  # type: ignore[attr-defined]
    core_schema.any_schema(serialization=core_schema.plain_serializer_function_ser_schema(_written))
)


class Grouping(Chosen[[Any], Labels], kind="grouping"):
    """A grouping used inside another method."""


class Fill(Chosen[[Any, Labels], Any], kind="fill"):
    """A fill used inside another method."""


class Attack(Chosen[[Any, Any], Guess], kind="attack"):
    """An attack used inside another method."""


def each_chosen(value: Any, change: Callable[[Chosen[..., Any]], Any]) -> Any:
    """Return an option's value with every choice in it changed: one, or each of a list."""
    if isinstance(value, Chosen):
        return change(value)
    return [each_chosen(one, change) for one in value] if isinstance(value, list | tuple) else value
