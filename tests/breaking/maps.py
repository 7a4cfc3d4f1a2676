"""Maps, damaged: each is refused, or a game is played on it."""

from random import Random
from typing import Any

from tests.breaking.mutations import mutated
from tests.breaking.positions import opened, play_on
from tests.breaking.tally import Tally
from tests.scenarios import Scenario, scenarios_of

_ROW = " ".join([".", ".", ",", "*1", ".", "#", ".", ".", "*", "."] * 2)
BASES = {
    "insects": "a1223\n34978\n91062\n62345\n1781b",
    "warband": "\n".join(" " * (row % 2) + _ROW for row in range(20)),
    "nova": "\n".join(" " * (row % 2) + _ROW.replace("#", "%X="[row % 3]) for row in range(21)),
    "overseer": "\n".join(" " * (row % 2) + _ROW.replace(",", "=" if row % 4 else ",") for row in range(21)),
}


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Make games of damaged maps, and play on those that are accepted."""
    if game not in BASES:
        return
    text = BASES[game]
    scenario = scenarios_of(game)[0]
    known = Scenario(scenario.name, scenario.make, {"map": text}).game.state
    random = Random(f"maps {game} {seed}")
    for number in range(inputs):
        damaged = mutated(text, random)
        with tally.trying(damaged):
            begin(Scenario(scenario.name, scenario.make, {"map": damaged}), known, number)


def begin(scenario: Scenario, known: Any, seed: int) -> None:
    """Make a game, and play some of it if its records are of a kind that is compiled anyway."""
    if scenario.game.state == known:
        env = opened(scenario)
        env.reset(seed=seed)
        play_on(env, seed)
