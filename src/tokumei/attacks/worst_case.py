"""Every attack at once: what the strongest finds, and who is found by many."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from tokumei.errors import BadOption
from tokumei.model import ALONE, Attack, Claims, Data, Guess, Job, Several
from tokumei.registry import attack

Attacks = Annotated[
    Annotated[list[Attack], Field(min_length=1)] | Literal["all"],
    Field(description="the attacks to make; all makes every one that fits and does not itself repeat others"),
]


@attack(
    holds="whatever the strongest of the attacks holds",
    ja={
        "summary": "適用できる攻撃をすべて行い、最も強い攻撃の成績と、いくつの攻撃で何行が見つかったかを示します。",
        "holds": "最も強い攻撃が持つ情報",
        "attacks": "行う攻撃（all：他の攻撃を繰り返すだけのものを除き、適用できるすべて）",
    },
)
def worst_case(known: Data, released: Data, *, attacks: Attacks = "all", job: Job = ALONE) -> Guess:
    """Make every attack that fits and count the strongest.

    The attacker holds whatever the strongest of the attacks holds and wants what that one wants; they have
    won where it has. `all` leaves out attacks that only repeat others, such as `partial`, and those that name
    nobody, such as `inference`.

    The score is that of the strongest attack, by its expected rate where it draws lots, and tells how many
    original rows were found by how many attacks. In Python the score also has `parts`, the score of each
    attack, `hit_by`, the number of attacks that found each original row, and `most_at_risk()`, the rows found
    by most of them: only there, because they tell of single people. Beside the same attacks in one run this
    one costs nothing: their guesses are taken.

    >>> import numpy as np; import polars as pl; from tokumei.model import Schema, Table
    >>> people = Table(pl.DataFrame({"age": [31, 24]}), Schema(quasi="age"))
    >>> first = Attack("first", bound=lambda known, released: Guess(np.zeros(len(released), dtype=np.int64)))
    >>> worst_case(people, people, attacks=[first]).guesses["first"].rows.tolist()
    [0, 0]
    """
    if isinstance(attacks, str):
        raise TypeError("the attacks are not chosen yet; call the method through a run.")
    guesses: dict[str, Guess] = {}
    for place, (one, rng) in enumerate(zip(attacks, job.rng.spawn(len(attacks)), strict=True)):
        # Each draws from a random stream of its own: what another draws must not move it.
        own = replace(job.part(place / len(attacks), (place + 1) / len(attacks)), rng=rng)
        guess = guesses[str(one)] = one.under(own)(known, released)
        if isinstance(guess, Claims):
            raise BadOption(f"worst_case: {one} names nobody, so its rate is no match for the others; leave it out.")
    return Several(guesses=guesses)
