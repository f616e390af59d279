"""Refuses a test report in which a test was skipped for want of a component."""

import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

MISSING = ("needs ", "could not import ")
"""A skip's reason opens so where a component is missing; other reasons are choices."""


def main(report: str) -> int:
    """Print each such test and return 1 if there is one."""
    found = list(skipped(Path(report)))
    for name, reason in found:
        print(f"skipped: {name}: {reason}")
    return 1 if found else 0


def skipped(report: Path) -> Iterator[tuple[str, str]]:
    """Yield the tests of a JUnit report that were skipped because something is not installed."""
    for case in ET.parse(report).iter("testcase"):
        for skip in case.iter("skipped"):
            # A module skipped as a whole has its reason in the text, not in the message.
            reason = (skip.text or "").partition("Skipped: ")[2] or skip.get("message", "")
            if reason.startswith(MISSING) and "TOKUMEI_DATA" not in reason:
                yield f"{case.get('classname')}.{case.get('name')}", reason


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
