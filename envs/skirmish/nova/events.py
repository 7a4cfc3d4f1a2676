"""The log of what happened: codes and up to five numbers, the oldest overwritten.

The trace of an attack is the log from ATTACKED to ATTACK_OVER: a row for every stage that changed something.
"""

(
    ROUND_BEGUN,  # round
    INITIATIVE,  # piece, initiative
    DECLARED,  # piece, part, what it is aimed at (AT_...), the piece, cell or object, 1 in place of an impossible one
    PLAN_MADE,  # piece, actions
    ACTS,  # piece
    IMPOSSIBLE,  # piece, part
    REPLACED,  # piece, 0 by a point of Willpower, 1 by a roll
    ACTION_LOST,  # piece, part
    TURN_LOST,  # piece
    WENT,  # piece, cell
    TOOK_COVER,  # piece
    ROLLED,  # piece, what for, dice, successes, successes needed
    COUNTED,  # what counts, by how much: for the next number that is told
    ATTACKED,  # piece, part, weapon, what it is aimed at (AT_...), the piece, cell or object
    MANNER,  # mode of the burst, how it is aimed: where either is not the usual one
    POOLED,  # piece, dice of an attack, after what counts for them
    HARD,  # difficulty, after what counts for it
    HIT,  # piece, whom, net successes
    MISSED,  # piece
    PLACED,  # cell: where an area attack lands
    MOBBED,  # piece, another squad that joins in, its members
    DEFENDED,  # piece, 1 dodge or 2 parry, its successes, successes needed
    DODGED_TO,  # piece, cell
    ABORTED_ACTION,  # piece, part, 0 by a point of Willpower, 1 by a roll
    SHIELDED,  # piece, its shield
    STRUCK,  # dice of damage, after what counts for them; against an object AT_THING and the object
    SOAKED,  # piece, type, raw dice, soak, dice left
    THING_SOAKED,  # object, raw dice, soak, dice left
    PINGED,  # piece, type
    ADDED,  # piece, levels
    LEVELS,  # piece, levels, type
    ABLATED,  # piece, levels that its powers took
    HURT,  # piece, levels, type, levels left of its track
    FELL,  # piece, members or henchmen that fell, left, bits of the types of henchmen
    DAZED,  # piece
    STUNNED,  # piece, turns
    POWERED,  # piece
    MAIMED,  # piece, points of flaws
    OUT_COLD,  # piece
    OUT,  # piece, fate
    KNOCKED,  # piece, metres, hexes
    KNOCKED_DOWN,  # piece
    COLLIDED,  # piece, AT_PIECE, AT_HEX or AT_THING, whom or what, dice
    STRUCTURE_LOST,  # object, levels, left
    BROKEN,  # object
    ARMOUR_GONE,  # piece, layer
    SHUT_DOWN,  # piece, turns
    HELD,  # piece, whom
    RELEASED,  # piece, whom
    HEALED_STUN,  # piece, levels
    STABILISED,  # piece, whom
    ATTACK_OVER,  # piece
    SIDE_BROKEN,  # side
    ESCAPED_NOW,  # piece
    ENCOUNTER_WON,  # encounter, 1 won or 0 not
    ENCOUNTER_BEGUN,  # encounter
    RECOVERED,  # piece, levels left of its track
    GAME_ENDED,  # ending, bits of winners
) = range(58)
# What is rolled for.
(
    FOR_ATTACK,
    FOR_DODGE,
    FOR_PARRY,
    FOR_DAMAGE,
    FOR_GRIP,
    FOR_FREEDOM,
    FOR_FOOTING,
    FOR_WILLPOWER,
    FOR_STUN,
    FOR_RESUSCITATION,
    FOR_COLLISION,
) = range(11)
# What counts for a pool, a difficulty or a soak: the first one is the pool itself.
(
    OF_ATTRIBUTE,
    OF_ABILITY,
    OF_MEGA,
    OF_ACCURACY,
    OF_BURST,
    OF_HENCHMEN,
    OF_MEMBERS,
    OF_CLOSENESS,
    OF_TACTICS,
    OF_CAP,  # bonus dice beyond the limit
    OF_WOUNDS,
    OF_SHORTFALL,
    OF_MOBILITY,
    OF_INJURIES,
    OF_ORDER,
    OF_RANGE,
    OF_COVER,
    OF_SHIELD,
    OF_PRONE,
    OF_DEFENCES,  # difficulty to be hit
    OF_DAZE,
    OF_THROUGH,
    OF_VITAL,
    OF_REPLACING,
    OF_SIZE,  # tiny objects
    OF_AREA,
    OF_SPEED,  # weapons that are hard to dodge
    OF_WEAPON,  # damage
    OF_STRENGTH,
    OF_NET,  # successes beyond those needed
    OF_NATURAL,  # soak
    OF_ARMOUR,
    OF_POWERS,
    OF_PIERCING,
    OF_GRIP,  # a grapple halves what is not natural
    OF_HELP,  # a human shield's soak + 1
    OF_ADDS,  # structure
    OF_EXTENT,  # how large an object is, and the area
    OF_DEATH,  # minutes, and levels beyond Incapacitated
) = range(39)
