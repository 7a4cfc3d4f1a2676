"""What things are worth to the captain against each other, by scenario: a row of whole numbers each, found by play."""

import numpy as np

(
    WEAK,  # an Impact, by how little Star its victim has
    PREY,  # more against the enemy that is nearest to falling, in 60
    POWERS,  # what a Power Attack adds, by Mallet
    CHARGES,  # a charge with a point left for the blow, in 60 of the blow
    LAST_CHARGE,  # a charge with the last point
    AIMS,  # aiming with a point left for the shot, in 60 of the shot
    BOLTS,  # a bolt, in 60 of its blow
    DREADS,
    TAUNTS,
    WARDS,  # by Runes
    HASTES,  # by Runes
    ORDERS,
    RALLIES,
    BREATH,  # for each test of a Breather
    BREATH_BLOODIED,
    RELOADS,
    AWAY,  # getting away from a melee that is not one's strength
    PAY,  # what paying another action point for a move costs
    NEAR,  # for who fights: a hex nearer to the goal
    SHOT_AT,  # for who fights: three attack dice that may be shot at it, in the open
    COVER_FIGHTER,
    STRUCK,  # for who shoots: an attack die that may strike it
    COVER_SHOOTER,
    UNSEEN,  # for who shoots: the goal is out of sight
    BETWEEN,  # for who shoots: a step of cover before the goal
    BEST_RANGE,  # for who shoots: the goal is near
    PICK_NEAR,
    PICK_SHOOTER,
    PICK_CASTER,
    # what the scenario is about
    LOOTS,  # to stand on loot
    ERRAND,  # for who fights: a hex nearer to what the scenario counts
    ERRAND_SHOOTER,  # the same for who shoots
    FOLLOW,  # to loot that a friend is nearer to, in 60 of the errand
    HOLD,  # to stand in the centre
    QUARRY,  # more against the leader, or against who stands in the centre, in 60
    GUARD,  # for the own leader in kill_leader: an attack die that may strike it or be shot at it
    BOLD,  # for the own leader in kill_leader: its charges, in 60 of others'
    ESCAPE,  # getting away from a melee for who is wanted elsewhere
    HIDE,  # taking cover with the last point, for each attack die that may be shot at it
) = range(39)
NUM_WEIGHTS = 39
_FIGHT = (  # where nothing but the fight counts
    *(127, 6, 127, 27, 8, 12, 62, 11, 5, 72, 127, 3, 127, 127, 127, 7),
    *(2, 4, 33, 8, 1, 4, 10, 114, 127, 51, 127, 69, 127),
)
_ROWS = {
    "skirmish": (*_FIGHT, 0, 0, 0, 0, 0, 0, 0, 60, 0, 0),
    "kill_leader": (
        *(182, 7, 114, 25, 9, 10, 63, 5, 4, 59, 110, 3, 105, 104, 166, 6),
        *(3, 4, 26, 8, 1, 4, 11, 152, 128, 51, 107, 73, 117),
        *(0, 0, 0, 1, 0, 73, 2, 66, 11, 1),
    ),
    "loot": (
        *(120, 6, 134, 28, 11, 12, 73, 12, 6, 84, 115, 3, 118, 113, 110, 7),
        *(2, 5, 39, 9, 1, 4, 7, 109, 130, 39, 210, 64, 96),
        *(140, 76, 45, 22, 1, 1, 1, 43, 17, 1),
    ),
    "hold_centre": (
        *(153, 6, 102, 27, 7, 13, 81, 10, 4, 45, 162, 4, 118, 142, 152, 7),
        *(2, 4, 27, 6, 1, 5, 9, 71, 139, 53, 146, 92, 90),
        *(0, 37, 35, 0, 111, 26, 0, 65, 19, 4),
    ),
    "versus_swarm": (*_FIGHT, 0, 0, 0, 0, 0, 0, 0, 60, 0, 0),
}
WEIGHTS = np.array(list(_ROWS.values()), np.int64)
assert WEIGHTS.shape == (5, NUM_WEIGHTS)
assert WEIGHTS.min() >= 0  # place_worth stops early where what is left can only make a hex worse
