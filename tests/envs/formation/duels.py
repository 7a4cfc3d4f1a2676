"""Duels and rolls: strikes at drawn positions, played at moments at which the dice show what a test asks for.

``least_roll`` tells exactly by how much Melee Defense exceeds an attack, modifiers included: a strike that hits with a
roll of 1, but not of 0, has an attack equal to the defence.
"""

from typing import Any, NamedTuple

from swarmzoo.envs.formation.config import FormationRules
from swarmzoo.envs.formation.dice import HARM, HIT
from swarmzoo.envs.formation.events import STRUCK
from swarmzoo.envs.formation.melee import BEST_STAGE
from tests.envs.formation.scenes import Scene, scene

ROLLS = range(-4, 5)  # what comes without rolling on
UNHURT = -100
CLOSE = """
. . . . . .
 . . r1 b1 .
. . . . . .
"""
APART = """
. . . . . .
 . . r1 . b1
. . . . . .
"""
STAYS_DAZED = {"recovery": 10, "explosions": 0}
DOWNED_BY_ANY = {"downed_from": 1}  # so every damage result is remembered: it counts for survival


class Roll(NamedTuple):
    """What a soldier is to roll for a purpose of the dice, so many moments from now."""

    name: str
    purpose: int
    value: int
    nth: int = 0
    later: int = 0


def at_rolls(game: Scene, *rolls: Roll) -> Scene:
    """Put a game at the first moment at which the dice show all this."""
    for moment in range(40000):
        game.s["moment"] = moment
        if all(game.rolls(roll.name, roll.purpose, roll.nth, roll.later) == roll.value for roll in rolls):
            return game
    raise AssertionError(f"{rolls} never come")


def changed(table: str, **parts: dict[str, Any]) -> dict[str, Any]:
    """Return rules in which parts of a table have some other numbers, and the rest of theirs."""
    known = getattr(FormationRules(), table)
    return {table: {name: getattr(known, name).model_dump() | fields for name, fields in parts.items()}}


def blow(drawing: str, striker: str = "r1", target: str = "b1", **words: Any) -> Scene:
    """Return the scene just before a declared strike lands; the target has not been harmed yet."""
    for name in (striker, target):
        words.setdefault(name, "")
    words[striker] = f"{words[striker]}, target {target}, no melee action"
    words[target] = f"{words[target]}, harm {UNHURT}"
    return scene(drawing, stage="passive melee", **words)


def least_roll(
    drawing: str = CLOSE, striker: str = "r1", target: str = "b1", stage: int = BEST_STAGE, **words: Any
) -> int:
    """Return the least roll with which a strike hits, one more than Melee Defense less attack; from -3 to 4."""

    def hits(roll: int) -> bool:
        game = at_rolls(blow(drawing, striker, target, **words), Roll(striker, HIT, roll, stage))
        return bool(game.does().of(target, "harm") > UNHURT)

    low, high = min(ROLLS), max(ROLLS)
    assert not hits(low), "it always hits"
    assert hits(high), "it never hits"
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if hits(middle) else (middle, high)
    return high


def harm_of(game: Scene, striker: str = "r1", target: str = "b1", stage: int = BEST_STAGE) -> tuple[int, int, int]:
    """Let a strike land; return the rolls for the hit and for the harm, and the damage result: see DOWNED_BY_ANY."""
    rolled = game.rolls(striker, HIT, stage), game.rolls(striker, HARM, stage)
    game.does()
    return *rolled, game.of(target, "harm")


def blows(game: Scene) -> list[tuple[str, str, int]]:
    """Return who struck at whom in the last env step, and in which stage of the melee."""
    return [(game.name(i), game.name(target), stage) for i, target, stage in game.told(STRUCK)]
