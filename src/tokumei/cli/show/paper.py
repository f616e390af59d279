"""Shows a paper made again: its tables beside ours, and what to open."""

from tokumei.cli.show.tables import say_grid, say_line
from tokumei.papers.base.parts import Made
from tokumei.texts import text


def show_paper(made: Made, lang: str, target: str) -> None:
    """Show the tables of a paper with our numbers beside the printed ones."""
    where = "paper_data" if made.folder else "paper_no_data"
    say_line(text(f"cli.say.{where}", lang, folder=made.folder))
    say_line(made.paper.verdict(made, lang))
    for name, part in made.parts.items():
        if part.grid is not None:
            say_grid(part.grid(lang), title=made.paper.said(f"{name}.title", lang))
    say_line(text("cli.say.paper_next", lang, page=target))
