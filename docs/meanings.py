"""The page that explains every number a report can show."""

from docs.pieces import joined, literal, table
from tokumei import catalogue

ATTACK_NUMBERS = [
    ["`rate`", "hits over released rows: the share of rows whose owner the attack named rightly"],
    ["`hits`, `of`", "how many it named rightly, and of how many"],
    ["`low`, `high`", "the 95 % interval of the rate (Wilson): where it would lie on other data of this kind"],
    ["`chance`", "what naming a row at random would give; a rate near it means the attack learned nothing"],
    ["`expected`", "where the attack draws lots among equals: the mean over all draws"],
]


def page() -> str:
    """Return the page."""
    parts = [
        "# What the numbers mean",
        "Two families: *loss* says what the release has lost for its reader, *risk* what it still gives an attacker.",
        "## Attacks",
        table(["number", "meaning"], ATTACK_NUMBERS),
    ]
    for spec in catalogue.methods("measure"):
        rows = [[literal(name), spec.meaning(name), spec.meaning(name, "ja")] for name in spec.numbers]
        facts = (
            f"{spec.summary} *{spec.family.capitalize()}; {spec.direction} is better.* [More](methods/{spec.name}.md)"
        )
        parts += [f"## {spec.name}", facts, table(["number", "meaning", "日本語"], rows) if rows else ""]
    return joined(*parts)
