"""Small things that every table of a paper needs: headings, and yes or no."""

from tokumei.texts import text


def headings(lang: str, *names: str) -> tuple[str, ...]:
    """Return localized headings."""
    return tuple(text(f"papers.heading.{name}", lang) for name in names)


def yes_or_no(lang: str, *, holds: bool) -> str:
    """Return yes or no, in a language."""
    return text("cli.yes" if holds else "cli.no", lang)


def marks(held: list[bool]) -> tuple[str, ...]:
    """Return the look of rows that hold or do not."""
    return tuple("met" if holds else "unmet" for holds in held)
