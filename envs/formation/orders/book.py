"""The orders that a squad can be given: the action encoding where squads are the agents, and what each order means.

An order is a manner (``conduct``), and may name whom to aim at (``aiming``). Orders 1 to 8 are the manners themselves;
bots and searches use the same numbers.
"""

import numpy as np

from swarmzoo.envs.core.actions import Actions, Part
from swarmzoo.envs.formation.orders.aiming import ALONE, HARM, LEADERS, SHOOTERS
from swarmzoo.envs.formation.orders.conduct import CHARGER, COMMANDER, HOLD, MANNERS, STAND

OBJECTIVES = {"harm": HARM, "leaders": LEADERS, "shooters": SHOOTERS}
_AIMED = {"wait at": HOLD, "charge at": CHARGER, "command at": COMMANDER, "hold at": STAND}
ORDERS = Actions(
    (
        Part("carry on"),
        *(Part(manner, 1, "order") for manner in MANNERS),
        *(Part(name, len(OBJECTIVES), "order", tuple(OBJECTIVES)) for name in _AIMED),
    )
)
NUM_ORDERS = ORDERS.num_actions
CARRY_ON = ORDERS.index("carry on")
FIRST_AIMED = ORDERS.index("wait at")
ALL_ORDERS = (1 << NUM_ORDERS) - 1
AT_FIRST = COMMANDER  # the order in force until another one is given
MANNER_OF = np.array([0, *range(1, FIRST_AIMED), *np.repeat(list(_AIMED.values()), len(OBJECTIVES))], np.int8)
AIM_OF = np.array([*[ALONE] * FIRST_AIMED, *list(OBJECTIVES.values()) * len(_AIMED)], np.int8)
_AIMS = ("aim where it does most harm", "aim at leaders", "aim at those with bows")
ORDER_NAMES = (
    "carry on",
    *MANNERS,
    *(f"{MANNERS[manner - 1]}, {aim}" for manner in _AIMED.values() for aim in _AIMS),
)
assert len(ORDER_NAMES) == len(MANNER_OF) == len(AIM_OF) == NUM_ORDERS
