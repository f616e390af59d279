"""Turns results into pages, charts, tables and the one sentence everybody asks for."""

from tokumei.report.page import html
from tokumei.report.verdict import verdict

__all__ = ["html", "verdict"]
