"""The node of a lattice that loses least, found by branch and bound over boxes of nodes."""

import time
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from math import inf, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.model.counts import Counts
from tokumei.model.job import Job
from tokumei.model.node_losses import NodeLoss
from tokumei.model.nodes import At, Node, Nodes

VECTORS, FEWEST, MOST = 100_000_000, 1_000, 20_000
"""Where no limit is given: how many vectors may be looked at, and the fewest and most nodes that makes."""
KEPT, FEWER = 2, 4
"""Nodes are kept to make coarser ones from: with so many groups for each vector in all, none above a quarter."""
PATIENCE = 250
"""After so many nodes checked the best one is bettered by hand before boxes are halved again."""
CLOSE = 1e-12
"""Losses that differ by less are equal: their sums were made in another order."""


ANYWAY = 64
"""So many nodes are checked however little time is given: the root alone would tell nothing of the data."""


class Limit(NamedTuple):
    """When a search ends that has not come to its end: after so many nodes, or at a time."""

    nodes: float
    end: float

    @classmethod
    def of(cls, effort: int | None, seconds: float | None, counts: Counts) -> "Limit":
        """Return the limit that was asked for, else one that suits the size of the table."""
        usual = inf if seconds is not None else min(max(VECTORS // max(len(counts.rows), 1), FEWEST), MOST)
        return cls(usual if effort is None else effort, inf if seconds is None else time.perf_counter() + seconds)


class _Box(NamedTuple):
    """All nodes from one to another; none of them loses less than `bound`."""

    bound: float
    number: int
    low: At
    high: At


@dataclass
class BestNode:
    """A search: the best node so far, what is known of others, and the boxes left to be looked into.

    What is suppressed at the highest node of a box is suppressed at all its nodes, and the rest loses
    there at least what it loses at the lowest: that bounds the box.
    """

    nodes: Nodes
    loss: NodeLoss
    most: int
    limit: Limit
    job: Job
    best: At = ()
    least: float = inf
    suppressed: int = 0
    checked: int = 0
    boxes: list[_Box] = field(default_factory=list)
    made: int = 0
    done: float = 0.0
    # What all nodes below one lose beyond their levels; None where they all suppress too much.
    known: dict[At, float | None] = field(default_factory=dict)
    ruled_out: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    kept: list[Node] = field(default_factory=list)

    @classmethod
    def search(cls, nodes: Nodes, loss: NodeLoss, suppression: float, limit: Limit, job: Job) -> "BestNode":
        """Find the best of all nodes that suppress no larger a share of the rows, as far as the limit allows."""
        this = cls(nodes, loss, int(suppression * len(nodes.counts.levels) * (1 + CLOSE)), limit, job)
        top, bottom = nodes.steps, (0,) * len(nodes.steps)
        this.ruled_out = np.zeros((0, len(top)), dtype=np.int64)
        this._look(top)
        this._look(bottom)
        this._push(bottom, top)
        if not this.optimal:
            this._descend(top)
        turn = PATIENCE
        while not this.optimal and not this.over:
            this.done, before = this.bound / this.least, this.least
            this._halve(heappop(this.boxes))
            if this.least < before:
                this._descend(this.best)
            if this.checked >= turn:
                this._exchange(2 * this.checked)
                turn = 2 * this.checked
        return this

    @property
    def over(self) -> bool:
        """Whether a limit is reached."""
        in_time = self.checked < ANYWAY or time.perf_counter() < self.limit.end
        return self.checked >= self.limit.nodes or not in_time

    @property
    def bound(self) -> float:
        """What no node can be below."""
        return min(self.least, self.boxes[0].bound) if self.boxes else self.least

    @property
    def optimal(self) -> bool:
        """Whether no node is better than the best one found."""
        return self.bound >= self.least - CLOSE

    @property
    def notes(self) -> dict[str, object]:
        """What the result should say of the search."""
        names, steps = self.nodes.counts.levels.names, self.nodes.steps
        every = prod(step + 1 for step in steps)
        return {
            "levels": dict(zip(names, self.best, strict=True)),
            "loss": self.least,
            "bound": self.least if self.optimal else self.bound,
            "optimal": self.optimal,
            "suppressed_rows": self.suppressed,
            "nodes": every if every < 2**53 else float(min(every, 10**300)),
            "nodes_checked": self.checked,
        }

    def _descend(self, at: At) -> None:
        """Go down from a node, always by the step that gains most, as long as not too much is suppressed."""
        while not self.over:
            gains = [(lost[level - 1] - lost[level], place) for place, (lost, level) in self._levels(at) if level]
            finer = (_with(at, place, at[place] - 1) for _, place in sorted(gains))
            found = next((lower for lower in finer if not self.over and self._look(lower) is not None), None)
            if found is None:
                return
            at = found

    def _exchange(self, until: int) -> None:
        """Put one column up and another down from the best node, as long as that betters it."""
        before = inf
        while self.least < before:
            before, best = self.least, self.best
            columns = range(len(best))
            for up, down in ((up, down) for up in columns for down in columns if up != down):
                if self.over or self.checked >= until:
                    return
                if best[up] < self.nodes.steps[up] and best[down]:
                    at = _with(_with(best, up, best[up] + 1), down, best[down] - 1)
                    if at not in self.known and self._look(at) is not None:
                        self._descend(at)

    def _levels(self, at: At) -> list[tuple[int, tuple[npt.NDArray[np.float64], int]]]:
        return list(enumerate(zip(self.loss.columns, at, strict=True)))

    def _halve(self, box: _Box) -> None:
        """Cut a box in two where its upper half loses most, and keep of both what may still win."""
        middles = [(low + high) // 2 for low, high in zip(box.low, box.high, strict=True)]
        rises = [
            lost[middle + 1] - lost[low] if low < high else -inf
            for lost, low, middle, high in zip(self.loss.columns, box.low, middles, box.high, strict=True)
        ]
        place = int(np.argmax(rises))
        self._push(box.low, _with(box.high, place, middles[place]), box.bound)
        self._push(_with(box.low, place, middles[place] + 1), box.high, box.bound)

    def _push(self, low: At, high: At, bound: float = 0.0) -> None:
        within = self.loss.without_suppression(low)
        room = self.least - CLOSE - within - (self.known.get(high) or 0.0)
        if room <= 0:
            return
        high = self._lowered(low, high, room)
        beyond = self._look(high)
        if beyond is None or low == high:
            return
        bound = max(bound, within + beyond)
        if bound < self.least - CLOSE:
            self.made += 1
            heappush(self.boxes, _Box(bound, self.made, low, high))

    def _lowered(self, low: At, high: At, room: float) -> At:
        """Return the highest node of a box without the levels that alone lose more than there is room for."""
        if not self.loss.adds_up:
            return high
        return tuple(
            first + int(np.searchsorted(lost[first + 1 : last + 1] - lost[first], room, side="left"))
            for lost, first, last in zip(self.loss.columns, low, high, strict=True)
        )

    def _look(self, at: At) -> float | None:
        """Check a node; return what all nodes below lose beyond their levels, None where they suppress too much."""
        if at in self.known:
            return self.known[at]
        if (self.ruled_out >= at).all(axis=1).any():
            return None
        self.checked += 1
        self.job.progress(self.done)
        node = self.nodes.at(at, self._finer(at))
        self._keep(node)
        if self._rules_out(node):
            self.known[at] = None
            self.ruled_out = np.vstack([self.ruled_out[~(self.ruled_out <= at).all(axis=1)], at])
            return None
        self.known[at] = self._tried(node)
        return self.known[at]

    def _rules_out(self, node: Node) -> bool:
        """Tell whether no node below can do."""
        if node.doomed.sum() > self.most + 0.5:
            return True
        # A group that fails has a part that fails at every level below, and none may be suppressed.
        return not self.most and not self.nodes.promises.lasts and bool(self.nodes.failing(node).any())

    def _tried(self, node: Node) -> float:
        """Take a node if it is better; return what all below lose beyond their levels."""
        lost = self.loss.of_rows(node)
        within, rows = float(lost @ node.rows), int(node.rows.sum())
        beyond = float((1 - lost) @ node.doomed)
        if within + beyond < (self.least - CLOSE) * rows:
            hidden = self.nodes.hidden(node, self.nodes.failing(node), self.most)
            suppressed = int(node.rows[hidden].sum())
            loss = (within + float((1 - lost[hidden]) @ node.rows[hidden])) / rows
            if suppressed <= self.most and loss < self.least - CLOSE:
                self.best, self.least, self.suppressed = node.at, loss, suppressed
        return beyond / rows

    def _finer(self, at: At) -> Node | None:
        """Return the node of fewest groups that is kept and below."""
        below = (node for node in self.kept if all(low <= high for low, high in zip(node.at, at, strict=True)))
        return min(below, key=lambda node: node.first.size, default=None)

    def _keep(self, node: Node) -> None:
        vectors, groups = len(self.nodes.counts.rows), node.first.size
        held = sum(one.first.size for one in self.kept)
        if self.nodes.promises.by_rows and groups * FEWER <= vectors and held + groups <= KEPT * vectors:
            self.kept.append(replace(node, group=node.group[:0]))


def _with(at: At, column: int, level: int) -> At:
    return (*at[:column], level, *at[column + 1 :])
