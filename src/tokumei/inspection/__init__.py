"""Looks at a table before anything is done to it: kinds, roles, and who stands out."""

from tokumei.inspection.overview import Inspection, inspect

__all__ = ["Inspection", "inspect"]
