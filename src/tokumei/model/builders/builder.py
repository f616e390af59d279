"""What a way to make hierarchies is: a plain function whose keyword parameters are its options."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field

from tokumei.errors import BadOption, unknown
from tokumei.model.hierarchy import Tree
from tokumei.params import checked, options_of

Make = TypeVar("Make", bound=Callable[..., Tree])

Numbers = list[float] | float | None
"""Numbers; one alone may be given without a list."""

Factor = Annotated[int, Field(ge=2, description="how many entries of a level become one of the next")]
Most = Annotated[int | None, Field(ge=1, description="how many levels there are between the values and the root")]


@dataclass(frozen=True)
class Builder:
    """One way to make a hierarchy for a column."""

    name: str
    make: Callable[..., Tree]
    options: type[BaseModel]
    summary: str
    ja: Mapping[str, str]

    def meaning(self, option: str, lang: str = "en") -> str:
        """Return what an option means."""
        translated = self.ja.get(option) if lang == "ja" else None
        return translated or self.options.model_fields[option].description or ""

    def checked(self, given: Mapping[str, Any], where: str) -> dict[str, Any]:
        """Return the options converted and completed, or raise one sentence."""
        return checked(where, self.options, given)


def listed(given: Sequence[Any] | Any) -> list[Any]:
    """Return several values as a list, one alone as well, none as nothing.

    >>> listed(5), listed([5, 10]), listed(None)
    ([5], [5, 10], [])
    """
    if given is None:
        return []
    return list(given) if isinstance(given, list | tuple) else [given]


BUILDERS: dict[str, Builder] = {}
"""Every way to make a hierarchy, by name."""


def builder(ja: Mapping[str, str]) -> Callable[[Make], Make]:
    """Record a function as a way to make hierarchies; `ja` tells its summary and its options in Japanese."""

    def record(make: Make) -> Make:
        name = make.__name__
        summary = (make.__doc__ or "").partition("\n")[0]
        BUILDERS[name] = Builder(name, make, options_of(name, make, _common), summary, {**COMMON_JA, **ja})
        return make

    return record


def builder_of(name: object, where: str) -> Builder:
    """Return the builder of a name, or say which there are."""
    if name not in BUILDERS:
        raise BadOption(f"{where}: {unknown('kind of hierarchy', str(name), BUILDERS)}")
    return BUILDERS[str(name)]


def _common(
    *,
    weights: Annotated[
        Numbers, Field(description="what each step towards the root loses; all the same if not said")
    ] = None,
    others: Annotated[
        str | None, Field(description="the entry above the values that are in no group; * for the root itself")
    ] = None,
) -> None:
    """Hold the options that every builder has."""


COMMON = ("weights", "others")
COMMON_JA = {
    "weights": "根に向かう各段階で失われる量（省略するとすべて同じ）",
    "others": "どのグループにも含まれない値の上に置く項目（* は根そのもの）",
}
