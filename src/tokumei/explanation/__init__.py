"""Tells how a release was made: which methods left their traces in it, and how sure that is."""

from tokumei.explanation.overview import Explanation, explain
from tokumei.explanation.traces import METHODS, Evidence, Trace

__all__ = ["METHODS", "Evidence", "Explanation", "Trace", "explain"]
