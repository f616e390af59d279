"""The command line: one file a command, found by its name.

A module of this package is a command; it holds a click command named `command`, and nothing else has
to be told anywhere. What commands share is in the packages: `base` what they are made of, `options`
what a user may write, `work` what is done, `show` what a user reads.
"""

import warnings

from tokumei.cli.base.group import group

__all__ = ["group", "main"]


def main() -> None:
    """Run the command line and end the process with its exit code."""
    warnings.formatwarning = _sentence
    group.main(prog_name="tokumei")


def _sentence(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
) -> str:
    # The sentence alone, without the place in our code.
    return f"tokumei: {message}\n"
