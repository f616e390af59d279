"""Options that name another method: `inner="mdav"` or `inner={name = "tomobiki", m = 5}`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import core_schema

from tokumei.model.encoded import Encoded
from tokumei.model.table import Labels


@dataclass(frozen=True)
class Chosen:
    """A method chosen by name, with options of its own; callable once the run has bound it."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    bound: Callable[..., Any] | None = field(default=None, compare=False, repr=False)
    kind: ClassVar[str] = ""

    def __str__(self) -> str:
        """Return the choice as a command line spells it."""
        inside = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.name}({inside})" if inside else self.name

    def binding(self, call: Callable[..., Any]) -> Self:
        """Return the choice with the call that carries it out."""
        return replace(self, bound=call)

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


class Grouping(Chosen):
    """A grouping used inside another method."""

    kind: ClassVar[str] = "grouping"

    def __call__(self, qi: Encoded) -> Labels:
        """Group the rows with the chosen method."""
        if self.bound is None:
            raise TypeError(f"the grouping '{self.name}' is not bound; call the method through a run.")
        labels: Labels = self.bound(qi)
        return labels
