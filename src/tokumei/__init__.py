"""Tokumei: anonymize personal data, attack the result, measure what was lost, and find the best trade."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tokumei.version import __version__

if TYPE_CHECKING:
    from tokumei.api import anonymize, attack, compare, explain, fill, inspect, measure, methods, run
    from tokumei.errors import InputError, RequirementNotMet, TokumeiError
    from tokumei.model import Recipe, Release, Result, Schema

# Names are looked up when first used, so that importing the package costs next to nothing.
_HOMES = {
    **dict.fromkeys(
        ("anonymize", "attack", "compare", "explain", "fill", "inspect", "measure", "methods", "run"), "api"
    ),
    **dict.fromkeys(("InputError", "RequirementNotMet", "TokumeiError"), "errors"),
    **dict.fromkeys(("Recipe", "Release", "Result", "Schema"), "model"),
}

__all__ = [
    "InputError", "Recipe", "Release", "RequirementNotMet", "Result", "Schema", "TokumeiError", "__version__",
    "anonymize", "attack", "compare", "explain", "fill", "inspect", "measure", "methods", "run",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tokumei' has no attribute '{name}'")
    value = getattr(import_module(f"tokumei.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
