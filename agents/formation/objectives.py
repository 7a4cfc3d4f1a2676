"""What a search orders squads to do: to move as one of the bots does, and to aim at enemies of one kind.

An order is a number: that of the bot, plus ``BOTS`` times the objective. Without an objective (0) it is the bot itself.
``aiming`` says what the objectives are. A charger with one also goes for the nearest of that kind.
"""

from swarmzoo.agents.formation import bots
from swarmzoo.agents.formation.aiming import HARM, LEADERS, SHOOTERS
from swarmzoo.agents.formation.bots import CHARGER, COMMANDER, DROVER, HOLD, wish
from swarmzoo.envs.core.bans import allowed
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.rules import CLASH

BOTS = len(bots.BOT_NAMES) + len(bots.TEACHER_NAMES)
WITH_OBJECTIVES = {"hold": HOLD, "commander": COMMANDER, "charger": CHARGER}
OBJECTIVES = {"harm": HARM, "leaders": LEADERS, "shooters": SHOOTERS}


def orders(game: Game) -> dict[str, int]:
    """Return all orders by name, with their numbers."""
    alone = {name: number for number, name in enumerate(bots.BOT_NAMES) if number > 0}
    if game.rules["scenario"][0] != CLASH:  # there it does what the commander does
        alone["drover"] = DROVER
    aimed = {
        f"{bot} at {objective}": number + BOTS * kind
        for bot, number in WITH_OBJECTIVES.items()
        for objective, kind in OBJECTIVES.items()
    }
    return alone | aimed


@kernel
def choose(s, r, i, order, rng, mask, spare):
    """Return what a soldier does under an order."""
    return allowed(mask, wish(s, r, i, order % BOTS, order // BOTS, rng, mask))
