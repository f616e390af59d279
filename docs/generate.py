"""The pages that are made from the code, and where they stand in the navigation."""

from docs import commands, house, meanings, methods, recipe
from docs.pieces import title_of
from tokumei.papers.tomobiki import pictures as tomobiki

Pages = dict[str, str]
"""Markdown, or a picture, by the path it has in the site."""


def pages() -> Pages:
    """Return every generated page and picture."""
    return {
        **method_pages(),
        **command_pages(),
        "samples.md": methods.samples_page(),
        "numbers.md": meanings.page(),
        "recipe.md": recipe.page(),
        "house.md": house.page(),
        **pictures(),
    }


def pictures() -> Pages:
    """Return the pictures that pages about papers show, each drawn by the methods themselves."""
    return {f"papers/{panel.name}.svg": panel.drawn() for panel in tomobiki.panels("en")}


def method_pages() -> Pages:
    """Return one page for each method there is, and the page that lists them."""
    listed = {f"methods/{spec.name}.md": methods.page(spec) for spec in methods.every()}
    return {"methods/index.md": methods.index(), **listed}


def command_pages() -> Pages:
    """Return one page for each command there is, and the page that lists them."""
    listed = {f"commands/{name}.md": commands.page(name) for name in commands.names()}
    return {"commands/index.md": commands.index(), **listed}


def navigation() -> dict[str, list[str | dict[str, str]]]:
    """Return the sections of the navigation whose pages are generated."""
    return {"Methods": _section(method_pages()), "Commands": _section(command_pages())}


def _section(made: Pages) -> list[str | dict[str, str]]:
    first, *rest = made
    return [first, *({title_of(made[path]): path} for path in rest)]
