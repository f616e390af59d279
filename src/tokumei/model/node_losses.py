"""What a table loses when it is generalized column by column, and the least that coarser nodes lose."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from tokumei.model.heights import entry_heights
from tokumei.model.nodes import At, Node, Nodes
from tokumei.model.widths import entry_widths

Floats = npt.NDArray[np.float64]

LossName = Literal["gcp", "distortion", "discernibility"]


class NodeLoss(Protocol):
    """A loss that is the mean over rows of a share of one, all of it for those that are suppressed.

    What a row loses never falls from a level to a coarser one.
    """

    @property
    def adds_up(self) -> bool:
        """Whether the loss without suppression is the sum of its columns."""

    @property
    def columns(self) -> list[Floats]:
        """What each column loses at each level; where the loss is not their sum, a guess that orders them."""

    def without_suppression(self, at: At) -> float:
        """Return the loss of a node if nothing is suppressed."""

    def of_rows(self, node: Node) -> Floats:
        """Return what each row of each group of a node loses."""


def node_loss(name: LossName, nodes: Nodes) -> NodeLoss:
    """Return a loss by its name."""
    if name == "discernibility":
        return _Crowds(nodes)
    ladders, weights = nodes.counts.levels.ladders, nodes.counts.levels.weights
    if name == "gcp":
        return _Cells(nodes, [entry_widths(one) / len(ladders) for one in ladders])
    return _Cells(nodes, [entry_heights(one) * weight for one, weight in zip(ladders, weights, strict=True)])


@dataclass(frozen=True)
class _Cells:
    """The sum over columns of what each cell loses at its level: `cells[c][cell, level]`."""

    nodes: Nodes
    cells: list[Floats] = field(repr=False)
    adds_up: bool = field(default=True, init=False)

    @cached_property
    def columns(self) -> list[Floats]:
        counts = self.nodes.counts
        share = counts.rows / max(int(counts.rows.sum()), 1)
        held = [np.bincount(of, share, len(lost)) for of, lost in zip(counts.levels.cells.T, self.cells, strict=True)]
        return [rows @ lost for rows, lost in zip(held, self.cells, strict=True)]

    def without_suppression(self, at: At) -> float:
        return float(sum(lost[level] for lost, level in zip(self.columns, at, strict=True)))

    def of_rows(self, node: Node) -> Floats:
        cells = self.nodes.counts.levels.cells[node.first]
        lost = [lost[cell, level] for lost, cell, level in zip(self.cells, cells.T, node.at, strict=True)]
        return np.asarray(np.sum(lost, axis=0))


@dataclass(frozen=True)
class _Crowds:
    """The share of all rows that a row cannot be told apart from."""

    nodes: Nodes
    adds_up: bool = field(default=False, init=False)
    known: dict[At, float] = field(default_factory=dict, repr=False)

    @cached_property
    def columns(self) -> list[Floats]:
        return [np.linspace(0, 1, steps + 1) for steps in self.nodes.steps]

    def without_suppression(self, at: At) -> float:
        if at not in self.known:
            node = self.nodes.at(at)
            self.known[at] = float(self.of_rows(node) @ node.rows) / max(int(node.rows.sum()), 1)
        return self.known[at]

    def of_rows(self, node: Node) -> Floats:
        return node.rows / max(int(node.rows.sum()), 1)
