"""The bots of formation: each soldier follows the rules of thumb of its company's strategy.

===========  ========================================================================================
hold         waits for the enemy within bowshot, faces it, shoots and strikes at what comes near
marcher      keeps formation towards the objective, a whole squad in step behind its leader
skirmisher   stays a bowshot away, shoots, and steps back from whoever comes near
charger      goes for the nearest enemy, straight ahead in a charge where it can
volley       stands in formation within bowshot, and lets a squad shoot at whom its leader picks
commander    what the scenario asks for: marches where something is to be reached, holds where something is to
             be kept, and where companies meet lets bows shoot while the others go forward in line
===========  ========================================================================================

All aim where they can do most harm (``aiming``): they shoot at those with bows before others in a clash, at leaders on
a bridge and at an escort. Where a bridge is to be held, hold,
charger and commander go there, and so does who has no bow under volley. Where both companies are to meet, those who
wait for the enemy attack after a third of the turns.

Outside the line-up stands a teacher, drover: it does what the commander does, but on the march it leaves nobody behind
and waits until its Dazed come to themselves.

``choose`` is the compiled choice function of all of them: bot 1 is hold, 2 marcher ... (0 plays at random). Bots use
what their company sees: hidden enemies are passed over.
"""

from swarmzoo.envs.core.bans import allowed
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.orders.aiming import ALONE
from swarmzoo.envs.formation.orders.conduct import COMMANDER, DROVER, HOLD, VOLLEY_LINE, wish

NAMES = ("hold", "marcher", "skirmisher", "charger", "volley", "commander")
BOT_NAMES = ("random", *NAMES)
TEACHER_NAMES = ("drover",)


@kernel
def order_of(mask, order):
    """Return an order, or what comes nearest to it of what is allowed: hold without bows, command off the road."""
    if not mask[order] and order == VOLLEY_LINE:
        return allowed(mask, HOLD)
    if not mask[order] and order == DROVER:
        return allowed(mask, COMMANDER)
    return allowed(mask, order)


@kernel
def choose(s, r, i, bot, rng, mask, spare):
    """Return the action of a bot for a soldier: what it would do, or the first thing that is allowed.

    For a squad that is given orders it is the order of the bot's number.
    """
    if r.by_orders:
        return order_of(mask, bot)
    return allowed(mask, wish(s, r, i, bot, ALONE, rng, mask))
