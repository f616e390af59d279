"""Carry out a recipe."""

from typing import Any

from tokumei.cli.options import common as opt


@opt.command("run")
@opt.argument("recipe")
@opt.option("--output", "-o", metavar="FILE", section="writing")
@opt.option("--key", metavar="FILE", section="writing")
@opt.option("--keep-order", is_flag=True, section="writing")
@opt.files_of_result()
@opt.engine("engine_run")
@opt.working()
@opt.outcome()
def command(recipe: str, **given: Any) -> None:
    """Carry out a recipe."""
    from tokumei.cli.work.carry_out import carry_out
    from tokumei.errors import BadOption
    from tokumei.model import Recipe
    from tokumei.runner import Output

    changes = {name: given[name] for name in ("engine", "seed", "threads") if given[name] is not None}
    asked = Recipe.load(recipe).model_copy(update=changes)
    output = None
    if given["output"] is not None:
        output = Output(given["output"], given["key"], given["keep_order"], given["force"])
    elif given["key"] is not None:
        raise BadOption("--key goes with a release; say where the release is written with -o.")
    carry_out(given, asked, output=output)
