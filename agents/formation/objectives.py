"""What a search orders squads to do: the orders that there are (``envs/formation/orders/book.py``).

Those without an objective have the numbers of the bots that do the same.
"""

from swarmzoo.agents.formation.bots import BOT_NAMES, order_of
from swarmzoo.envs.core.bans import allowed
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.orders.book import AIM_OF, MANNER_OF, OBJECTIVES, ORDERS
from swarmzoo.envs.formation.orders.conduct import DROVER, STAND, wish
from swarmzoo.envs.formation.rules import CLASH

AIMED = {"hold": "wait at", "commander": "command at", "charger": "charge at"}


def orders(game: Game) -> dict[str, int]:
    """Return all orders by name, with their numbers."""
    alone = {name: number for number, name in enumerate(BOT_NAMES) if number > 0}
    if game.rules["scenario"][0] != CLASH:  # there it does what the commander does
        alone["drover"] = DROVER
    aimed = {
        f"{bot} at {objective}": ORDERS.index(part, k)
        for bot, part in AIMED.items()
        for k, objective in enumerate(OBJECTIVES)
    }
    if game.rules["by_orders"][0]:
        aimed["stand"] = STAND
    return alone | aimed


@kernel
def choose(s, r, i, order, rng, mask, spare):
    """Return what a soldier does under an order; a squad that is given orders is given it."""
    if r.by_orders:
        return order_of(mask, order)
    return allowed(mask, wish(s, r, i, MANNER_OF[order], AIM_OF[order], rng, mask))
