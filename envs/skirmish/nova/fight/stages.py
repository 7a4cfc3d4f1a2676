"""The stages of an attack, in their order: the list in one place. ``pipeline`` says which kernel carries out which.

An attack goes through them one after the other. From ``defence`` on it deals with one target after the other; a
collision goes once more through ``soak`` to ``grievous``. What a stage changes is told in the log, so that the rows
from ATTACKED to ATTACK_OVER are the trace of the attack.
"""

STAGES = (
    "declare",  # whom extras pool their dice with, the pool
    "range",  # difficulty of the distance
    "cover",  # difficulty of cover, of the target, of the attacker's state
    "roll",  # the successes; where an area attack lands, and who is in it
    "defence",  # the target dodges or parries, or not
    "soak",  # dice of damage, less what soaks them; a grapple is won here
    "adds",  # automatic levels, if a die is left
    "ping",  # a die of the milder type, if none is left
    "levels",  # the dice are rolled; extras, henchmen and objects lose theirs
    "daze",  # Willpower against it
    "grievous",  # an injury instead of the levels, or the levels are marked
    "knockback",  # whoever is pushed, falls, collides
    "collateral",  # armour that is destroyed; then the next target
)
NO_ATTACK = 0
(
    DECLARE,
    RANGE,
    COVER,
    ROLL_ATTACK,
    DEFENCE,
    SOAK,
    ADDS,
    PING,
    ROLL_LEVELS,
    DAZE,
    GRIEVOUS,
    KNOCKBACK,
    COLLATERAL,
) = range(1, 1 + len(STAGES))
NOT_COLLIDING, COLLIDES, IS_STRUCK = range(3)  # whose collision it is: that of whom was knocked, of whom it strikes
THROUGH_SHIELD, INTO_SHIELD = 1, 2  # the shield and its holder are hit; the shield alone
