"""The kinds of data there are, and what each wants to be told."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from tokumei.errors import BadRecipe, unknown
from tokumei.model.data import Data
from tokumei.model.table import Table
from tokumei.params import keyword_parameters, options_of

DATA_KINDS: dict[str, type[Data]] = {kind.data_kind: kind for kind in (Table,)}
"""The kinds of data, by the name a recipe gives them."""


def data_class(kind: str) -> type[Data]:
    """Return the class of a kind of data, or say which there are."""
    if kind not in DATA_KINDS:
        raise BadRecipe(f"data: {unknown('kind of data', kind, DATA_KINDS)}")
    return DATA_KINDS[kind]


def data_options(kind: str) -> type[BaseModel]:
    """Return the options that a kind of data has of its own, its further sources first."""
    return options_of(kind, *_makers(kind))


def option_names(kind: str) -> set[str]:
    """Return the names of the options of a kind of data; none where there is no such kind."""
    makers = _makers(kind) if kind in DATA_KINDS else []
    return {parameter.name for maker in makers for parameter in keyword_parameters(maker)}


def frame_options(kind: str) -> type[BaseModel]:
    """Return the options of a kind of data that is made of frames, not read from sources."""
    return options_of(kind, data_class(kind).from_frames)


def _makers(kind: str) -> list[Callable[..., Any]]:
    return [data_class(kind).open, data_class(kind).from_frames]
