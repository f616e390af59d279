"""Lets `python -m tokumei` do what the command `tokumei` does."""

from tokumei.cli import main

main()
